"""Counts what a frame asks of the driver, and the instructions that it takes, with a driver that does nothing.

The difference of two runs of unequal length, so that nothing of the start counts. Instructions are counted by
Valgrind, all threads together; without it the column is empty. The work validate is the tool beside PROGRAM, which checks a
scene file; its figure is that of a layer.
Usage: counts.py PROGRAM [--check] [--write] [--works W2,layers] [--without-instructions] [--trace]
--trace prints the functions that the last frame but one calls, in their order, instead; --check fails where a figure is more than 5 % above Benchmarks/counts/expected.tsv, --write writes that file.
"""
import argparse
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
EXPECTED = HERE / "expected.tsv"
DEVICES = {"GPU": "Null GPU", "CPU": "llvmpipe (nothing)"}
WORKS = ["small", "W2", "W2aa", "W3", "large", "lights", "layers", "points", "blends", "mockup", "validate"]
COLUMNS = ["calls", "bytes", "instructions"]
FRAMES = (4, 8)
LAYERS = (500, 1500)  # of the scene files that validate reads
COUNTING = ("valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null")


def build(folder):
    source, library = folder / "driver.c", folder / "driver.so"
    functions = HERE.parent.parent / "Sources/CEGL/include/cegl_functions.h"
    with open(source, "w") as file:
        subprocess.run([sys.executable, HERE / "null_driver.py", functions], stdout=file, check=True)
    subprocess.run(["gcc", "-O2", "-Wall", "-Werror", "-fPIC", "-shared", "-o", library, source], check=True)
    return library


def run(program, work, frames, device, library, under=(), **variables):
    environment = {**os.environ, "LD_PRELOAD": str(library), "NULL_RENDERER": DEVICES[device], **variables}
    done = subprocess.run([*under, program, work, str(frames)], env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{program} {work} {frames} ended with {done.returncode}: {done.stderr.strip()[-400:]}")
    return done.stderr


def counted(output):
    return int(re.search(r"I +refs: +([\d,]+)", output).group(1).replace(",", ""))


def count_validation(tool, folder):
    """The instructions of a layer of a scene file that is checked, which draws nothing."""
    # Valgrind stops at the debug information of a tested tool.
    stripped, totals = Path(folder) / "meshrender", []
    subprocess.run(["strip", "-o", stripped, tool], check=True)
    for count in LAYERS:
        layers = [{"name": f"card {i:06}", "bounds": [0, 0, 7.5, 7.5], "position": [i % 40 * 8 + 4, i // 40 * 8 + 4],
                   "transform": f"perspective(900) rotateY({i % 90}deg) scale(0.5)", "opacity": 0.75,
                   "contents": {"color": f"#{i * 7919 % 0xffffff:06x}"}} for i in range(count)]
        scene = Path(folder) / "scene.json"
        scene.write_text(json.dumps({"canvas": {"size": [320, 320]}, "layers": layers}))
        done = subprocess.run([*COUNTING, stripped, "validate", "--quiet", scene], capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{tool} validate ended with {done.returncode}: {done.stderr.strip()[-400:]}")
        totals.append(counted(done.stderr))
    return [0, 0, (totals[1] - totals[0]) / (LAYERS[1] - LAYERS[0])]


def count(program, work, device, library, with_instructions):
    totals = []
    for frames in FRAMES:
        calls, uploaded = map(int, re.search(r"calls (\d+) bytes (\d+)", run(program, work, frames, device, library)).groups())
        instructions = 0
        if with_instructions:
            instructions = counted(run(program, work, frames, device, library, COUNTING))
        totals.append((calls, uploaded, instructions))
    return [(b - a) / (FRAMES[1] - FRAMES[0]) for a, b in zip(*totals)]


def trace(program, work, device, library):
    """The names of the functions between the read-backs of two frames, equal neighbors counted."""
    frames = re.split(r"^call glReadPixels$", run(program, work, FRAMES[1], device, library, NULL_TRACE="1"), flags=re.M)
    names = re.findall(r"^call (\w+)$", frames[-2], flags=re.M) + ["glReadPixels"]
    print(f"\n{work} on a {device}: {len(names)} calls")
    for name, group in itertools.groupby(names):
        count = len(list(group))
        print(f"  {name}" + (f" x {count}" if count > 1 else ""))


def expected():
    rows = [line.split("\t") for line in EXPECTED.read_text().splitlines()[1:]] if EXPECTED.exists() else []
    return {(row[0], row[1]): [float(value) for value in row[2:]] for row in rows}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--works", default=",".join(WORKS))
    parser.add_argument("--without-instructions", action="store_true")
    parser.add_argument("--trace", action="store_true")
    options = parser.parse_args()
    with_instructions = not options.without_instructions and shutil.which("valgrind") is not None
    known, rows, faults = expected(), [], []
    with tempfile.TemporaryDirectory() as folder:
        library = build(Path(folder))
        if options.trace:
            for work in options.works.replace(",validate", "").split(","):
                for device in DEVICES:
                    trace(options.program, work, device, library)
            return
        print("| work | device | GL calls | uploaded, KB | instructions, M |\n|---|---|---|---|---|")
        for work in options.works.split(","):
            for device in DEVICES if work != "validate" else ["CPU"] if with_instructions else []:
                if work == "validate":
                    values = count_validation(Path(options.program).with_name("meshrender"), folder)
                else:
                    values = count(options.program, work, device, library, with_instructions)
                rows.append((work, device, *values))
                text = f"{values[2] / 1e6:.2f}" if with_instructions else ""
                print(f"| {work} | {device} | {values[0]:.1f} | {values[1] / 1000:.1f} | {text} |", flush=True)
                for name, value, limit in zip(COLUMNS, values, known.get((work, device), [])):
                    if value > limit * 1.05 + 0.5:
                        faults.append(f"{work} on a {device}: {value:.0f} {name} a {'layer' if work == 'validate' else 'frame'}, {value / max(limit, 1):.2f} times {limit:.0f}")
    if options.write:
        lines = ["\t".join(["work", "device", *COLUMNS])]
        lines += ["\t".join([work, device, *(f"{value:.0f}" for value in values)]) for work, device, *values in rows]
        EXPECTED.write_text("\n".join(lines) + "\n")
    if options.check and (faults or not known):
        sys.exit("\n".join(faults) or f"there is no {EXPECTED}")
    if options.check:
        print("\nno count has grown by more than 5 %")


main()
