#!/usr/bin/env python3
"""Damaged inputs through the command line: pictures, clips, scenes, meshes and lists with bytes that are flipped, cut,
repeated or spliced with another file's, by workers of 'meshrender batch' and, one in fifty, by a command of its own.
Each ends with a picture or with a sentence and 64, 65 or 66: never by a signal, with 70, or over its time.

Usage: mutated.py TOOL [--count N] [--seed N] [--jobs N] [--seconds S]. Inputs that fail are kept in .build-fuzz/findings.
"""

import argparse
import json
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
INTERESTING = [b"\0", b"\xff", b"\x7f\xff\xff\xff", b"\x80\0\0\0", b"\xff\xff\xff\xff", b"1e19", b"-1", b"1e308", b"null",
               b"[" * 40, b"{}", b'""', b"0.5", b"-0", b"99999999999", b"\xef\xbb\xbf", b"\xc3\x28", b"nan", b"\r\n"]
CHUNK = 2000


def seeds(tool, folder):
    """Files with the kind of job that reads them."""
    found = []
    for path in sorted((ROOT / "Tests/ImageFilesTests/Fixtures").rglob("*")):
        if path.suffix in (".png", ".jpg", ".jpeg", ".webp", ".exr", ".npy") and path.stat().st_size < 20_000:
            found.append(("input", path.suffix, path.read_bytes()))
    shutil.copy(ROOT / "Examples/images/label.png", folder / "label.png")
    for name in ["a.jpg", "a.webp", "a.exr", "a.npy", "a16.png --depth 16"]:
        file, *flags = name.split()
        subprocess.run([tool, "render", "label.png", "--size", "24x16", "--fit", "--background", "white", "-o", file,
                        *flags], cwd=folder, check=True)
        found += [("input", Path(file).suffix, (folder / file).read_bytes())] * 8
    clip = ["animate", "label.png", "--mesh", "wave", "--size", "16x16", "--duration", "0.2", "--fps", "10", "--background", "white", "--quiet",
            "-o"]
    for name in ["a.apng", "b.webp", "a.y4m"]:
        subprocess.run([tool, *clip, name], cwd=folder, check=True)
        found += [("input", Path(name).suffix, (folder / name).read_bytes())] * 8
    for path in sorted((ROOT / "Examples/scenes").glob("*.json")) + sorted((ROOT / "Examples/mockups").glob("*.json")):
        found += [("scene", ".json", path.read_bytes())] * 10
    for path in sorted((ROOT / "Examples/meshes").glob("*")):
        if path.is_file() and path.stat().st_size < 40_000:
            found += [("mesh", path.suffix, path.read_bytes())] * 10
    for ending in [".obj", ".json", ".glb", ".gltf"]:
        made = subprocess.run([tool, "convert", "wave:rows=2,columns=3", f"m{ending}"], cwd=folder)
        if made.returncode == 0:
            found += [("mesh", ending, (folder / f"m{ending}").read_bytes())] * 10
    # With shapes and key frames.
    for path in sorted((ROOT / "Fuzz/Seeds/gltf").glob("*")):
        found += [("mesh", path.suffix, path.read_bytes())] * 10
    return found


def mutated(numbers, data, other):
    data = bytearray(data)
    for _ in range(numbers.choice([1, 1, 2, 3, 8])):
        place = numbers.randrange(len(data) + 1)
        way = numbers.randrange(8)
        if way == 0 and data:
            data[place % len(data)] ^= 1 << numbers.randrange(8)
        elif way == 1 and data:
            data[place % len(data)] = numbers.randrange(256)
        elif way == 2:
            del data[place:]
        elif way == 3:
            del data[place:place + numbers.choice([1, 2, 4, 16, 64])]
        elif way == 4:
            data[place:place] = numbers.choice(INTERESTING)
        elif way == 5:
            data[place:place + 4] = numbers.choice(INTERESTING)
        elif way == 6:
            data[place:place] = data[place:place + numbers.choice([1, 8, 64, 512])] * numbers.choice([1, 2, 20])
        else:
            start = numbers.randrange(len(other) + 1)
            data[place:place + 64] = other[start:start + numbers.choice([4, 16, 64])]
        data = data[:200_000]
    return bytes(data)


def with_checksums(data):
    """A PNG whose chunks have right checksums, so that what they hold is parsed."""
    out, at = data[:8], 8
    while at + 12 <= len(data):
        size = struct.unpack(">I", data[at:at + 4])[0]
        if at + 12 + size > len(data):
            break
        chunk = data[at + 4:at + 8 + size]
        out += data[at:at + 4] + chunk + struct.pack(">I", zlib.crc32(chunk))
        at += 12 + size
    return out + data[at:]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("--count", type=int, default=1200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=1e9, help="ends earlier than --count")
    options = parser.parse_args()
    tool = os.path.abspath(options.tool)
    numbers = random.Random(options.seed)
    passed, failures, codes = 0, 0, {}
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        found = seeds(tool, folder)
        # What scenes name.
        shutil.copytree(ROOT / "Examples/images", folder / "images")
        shutil.copytree(ROOT / "Examples/mockups", folder / "mockups")

        def fail(file, words):
            nonlocal failures
            failures += 1
            keep = ROOT / ".build-fuzz/findings"
            keep.mkdir(parents=True, exist_ok=True)
            kept = keep / f"mutated-{options.seed}-{failures}{Path(file).suffix}"
            shutil.copy(folder / file, kept)
            print(f"{kept}: {words}", flush=True)

        count = 0
        while count < options.count and time.monotonic() - begin < options.seconds:
            jobs, files = [], []
            for index in range(min(CHUNK, options.count - count)):
                kind, ending, data = numbers.choice(found)
                file = f"{'mockups/' if kind == 'scene' else ''}f{index}{ending}"
                damaged = mutated(numbers, data, numbers.choice(found)[2])
                if ending in (".png", ".apng") and numbers.random() < 0.7:
                    damaged = with_checksums(damaged)
                (folder / file).write_bytes(damaged)
                job = {"id": str(index), "output": f"out/{index}.png", kind: file}
                if kind == "input":
                    job["mesh"] = "wave"
                if kind == "mesh":
                    job["input"] = "label.png"
                    if ending in (".obj", ".glb", ".gltf") and numbers.random() < 0.5:
                        job["fit-mesh"] = numbers.choice(["contain", "fill"])
                if kind != "scene":
                    job["size"] = "16x16"
                else:
                    job["scale"] = 0.1
                jobs.append(json.dumps(job))
                files.append((kind, file))
            (folder / "jobs.jsonl").write_text("\n".join(jobs))
            run = subprocess.run(
                [tool, "batch", "jobs.jsonl", "--quiet", "--jobs", str(options.jobs), "--job-timeout", "30s",
                 "--max-memory", "1G"], cwd=folder, capture_output=True, text=True, errors="replace")
            results = [json.loads(line) for line in run.stdout.splitlines()]
            if run.returncode not in (0, 75) or len(results) != len(jobs):
                fail("jobs.jsonl", f"the batch ends with {run.returncode}: {run.stderr[-300:]}")
            for result in results:
                kind, file = files[int(result["id"])]
                code, words = result["code"], result.get("message", "")
                codes[code] = codes.get(code, 0) + 1
                if os.environ.get("VERBOSE"):
                    print(kind, code, words[:150])
                if code in (0, 64, 65, 66) and (code == 0) == (words == ""):
                    passed += 1
                else:
                    fail(file, f"{kind}: code {code}: {words}")
            for kind, file in files[::50]:
                command = {"scene": ["validate", file], "mesh": ["validate", file],
                           "input": ["render", file, "-o", "x.png", "--size", "8x8"]}[kind]
                alone = subprocess.run([tool, *command], cwd=folder, capture_output=True, text=True, errors="replace", timeout=60)
                if alone.returncode in (0, 64, 65, 66):
                    passed += 1
                else:
                    fail(file, f"{' '.join(command)}: code {alone.returncode}: {alone.stderr[-300:]}")
            count += len(jobs)
            shutil.rmtree(folder / "out", ignore_errors=True)
    print(f"{count} inputs in {time.monotonic() - begin:.0f} s, exit codes {dict(sorted(codes.items()))}")
    print(f"{passed} passed, {failures} failed")
    sys.exit(failures > 0)


if __name__ == "__main__":
    main()
