#!/usr/bin/env python3
"""Counts the instructions of a frame in the cells of matrix.sh for two builds, worst cell first.

A cell's figure is the difference of two runs of unequal length under Valgrind, divided by the frames between them, with
Mesa's machine code and all threads; that of W1 is a whole process. A run is repeated until it takes no less than the one
before, since the second and the third one still fill Mesa's caches. Programs must be stripped, since Valgrind stops at Swift's
debug information. Both matrix programs are built from this folder's Benchmarks/matrix.
Usage: Benchmarks/matrix.sh --sample 60 --list | Benchmarks/matrix-counts.py --before-binary PATH --before-tool PATH
       [--binary PATH] [--tool PATH] [--jobs N] [--limit PERCENT] [--caches FOLDER]
--caches keeps Mesa's caches for later runs, which then need fewer runs of a cell.
Exits with 1 where a cell takes more than --limit percent more instructions than before. Needs valgrind and the Python
that Benchmarks/peers/environment.sh makes.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).parent
COUNTING = ("valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null")
MOST_RUNS = 6


def frames_of(cell):
    """The lengths of the two runs: a frame of a large picture takes many seconds here."""
    work, *_, width = cell.split(",")
    return (2, 6) if int(width) > 1280 or work == "W3" else (2, 8)


def counted(command, environment, folder):
    # The tool reads the images that lie in its working directory.
    done = subprocess.run([*COUNTING, *command], env=environment, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    found = re.search(r"I +refs: +([\d,]+)", done.stderr)
    if done.returncode != 0 or not found:
        raise SystemExit(f"matrix-counts: {' '.join(map(str, command))} ended with {done.returncode}: {done.stderr.strip()[-400:]}")
    return int(found.group(1).replace(",", ""))


def settled(run):
    """The instructions of a run with filled caches, which the driver's threads fill late."""
    counts = [run()]
    while len(counts) < MOST_RUNS:
        counts.append(run())
        if counts[-1] > 0.998 * counts[-2]:
            break
    return min(counts)


def instructions(cell, binary, tool, python, caches, folder):
    """The instructions of a frame of the cell, or of the whole process of W1."""
    work, *_, width = cell.split(",")
    inputs = folder.parent
    image = inputs / f"in-{int(width) * 9 // 16}.png"
    environment = {**os.environ, "MESA_SHADER_CACHE_DIR": str(caches), "XDG_CACHE_HOME": str(caches)}
    output = folder / cell
    output.mkdir()
    if work in ("W1", "pipe"):
        scene = output / "scene.json"
        scene.write_text(subprocess.run([python, HERE / "peers/matrix_scene.py", cell, image], check=True, stdout=subprocess.PIPE, text=True).stdout)
    if work == "W1":
        command = [tool, "render", scene, "--time", "0.2333333", "-o", output / "last.png"]
        return settled(lambda: counted(command, environment, inputs))

    def run(frames):
        if work == "pipe":
            duration = f"{frames / 30:.7f}s"
            return counted([tool, "animate", scene, "--quiet", "--samples", "1", "--fps", "30", "--duration", duration, "--format", "rgba", "-o", "-"], environment, inputs)
        return counted([binary, cell, image, output, str(frames)], environment, inputs)

    short, long = frames_of(cell)
    first = settled(lambda: run(short))
    return (settled(lambda: run(long)) - first) / (long - short)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", type=Path, default=Path(".build/release/matrix"))
    parser.add_argument("--tool", type=Path, default=Path(".build/release/meshrender"))
    parser.add_argument("--before-binary", type=Path, required=True)
    parser.add_argument("--before-tool", type=Path, required=True)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--limit", type=float, default=2)
    parser.add_argument("--caches", type=Path)
    options = parser.parse_args()
    builds = {"now": [options.binary.absolute(), options.tool.absolute()], "before": [options.before_binary.absolute(), options.before_tool.absolute()]}
    python = (HERE.parent / subprocess.run([HERE / "peers/environment.sh"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()).absolute()
    cells = sys.stdin.read().split()
    with tempfile.TemporaryDirectory() as temporary:
        inputs = Path(temporary)
        for side in {int(cell.split(",")[-1]) * 9 // 16 for cell in cells}:
            subprocess.run([python, HERE / "peers/make_image.py", inputs / f"in-{side}.png", str(side)], check=True)
        caches = options.caches.absolute() if options.caches else inputs
        for name in builds:
            (inputs / name).mkdir()
            (caches / f"cache-{name}").mkdir(parents=True, exist_ok=True)

        def count(cell):
            now, before = (instructions(cell, *builds[name], python, caches / f"cache-{name}", inputs / name) for name in ("now", "before"))
            print(f"{cell} {before / 1e6:.1f} {now / 1e6:.1f} {now / before:.4f}", file=sys.stderr, flush=True)
            return now / before, before, now, cell

        pool = ThreadPoolExecutor(options.jobs)
        try:
            rows = sorted(pool.map(count, cells), reverse=True)
        finally:
            pool.shutdown(cancel_futures=True)
    print("| cell | before, M | now, M | ratio |\n| --- | ---: | ---: | ---: |")
    for ratio, before, now, cell in rows:
        print(f"| {cell} | {before / 1e6:.1f} | {now / 1e6:.1f} | {ratio:.3f} |")
    above = sum(ratio > 1 + options.limit / 100 for ratio, *_ in rows)
    print(f"\n{len(rows)} cells, {above} more than {options.limit:g} % above before")
    if above:
        sys.exit(1)


main()
