"""Times the Python package: pictures of 1280x720 pixels beside the tool's raw pipe, small pictures, and many calls.

The same frames go through a pipe (raw RGBA in and out, the tool alone), through calls one after another, through calls of
three threads, and as the frames of one clip; rounds are interleaved, and the median is given. Then how many pictures of
64x64 pixels one worker draws in a second, and how its memory grows over 10,000 calls.

Usage: Benchmarks/python.sh [--tool PATH] [--rounds N] [--frames N]
"""

import argparse
import concurrent.futures
import os
import pathlib
import statistics
import subprocess
import tempfile
import time

import numpy

import meshrender

FLAGS = {"mesh": "wave", "transform": "perspective(1500) rotateX(-20deg)", "lights": "directional"}
WORDS = ["--mesh", "wave", "--transform", FLAGS["transform"], "--light", "directional"]


def main():
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", default=os.environ.get("MESHRENDER_PROGRAM"))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--frames", type=int, default=60)
    parser.add_argument("--calls", type=int, default=10_000)
    options = parser.parse_args()
    y, x = numpy.mgrid[0:720, 0:1280]
    frames = [numpy.stack([(x + 7 * n) % 256, y % 256, (x + y) % 256, 0 * x + 255], axis=-1).astype(numpy.uint8)
              for n in range(options.frames)]
    with meshrender.Worker(program=options.tool) as worker, tempfile.TemporaryDirectory() as folder:
        ways = {
            "raw pipe": lambda: pipe(options.tool, frames, pathlib.Path(folder, "frames.rgba")),
            "calls": lambda: [worker.render(frame, **FLAGS) for frame in frames],
            "calls of 3 threads": lambda: threads(worker, frames),
            "a clip": lambda: sum(1 for _ in worker.animate(frames, still=True, **FLAGS)),
        }
        worker.render(frames[0], **FLAGS)
        rounds = [{name: rate(way, len(frames)) for name, way in ways.items()} for _ in range(options.rounds)]
        print("1280x720, lit wave, frames a second (median), and beside the pipe")
        for name in ways:
            found = statistics.median(times[name] for times in rounds)
            ratio = statistics.median(times[name] / times["raw pipe"] for times in rounds)
            print(f"  {name:20}{found:7.1f}  {ratio:5.2f}")
        small(worker, options.calls)


def small(worker, count):
    """Pictures of 64x64 pixels by one thread, and the growth of memory."""
    picture = numpy.random.default_rng(1).integers(0, 256, (64, 64, 4), numpy.uint8)

    def some(number):
        start = time.perf_counter()
        for _ in range(number):
            worker.render(picture, mesh="wave")
        return number / (time.perf_counter() - start), resident(worker)

    some(200)
    rate_before, before = some(200)
    rate_after, after = some(count)
    print(f"64x64: {rate_before:.0f} a second; {count} calls: {rate_after:.0f} a second, memory {before / 1e6:.0f} MB, then "
          f"{after / 1e6:.0f} MB")


def pipe(tool, frames, path):
    """Frames through the tool's raw pipe."""
    if not path.exists():
        with path.open("wb") as file:
            for frame in frames:
                file.write(frame)
    command = [tool, "animate", "-", "--content-format", "rgba", "--content-size", "1280x720", "--still", *WORDS,
               "--format", "rgba", "-o", "-", "--quiet"]
    with path.open("rb") as file, subprocess.Popen(command, stdin=file, stdout=subprocess.PIPE) as process:
        size = 0
        while block := process.stdout.read(1280 * 720 * 4):
            size += len(block)
    assert size == len(frames) * 1280 * 720 * 4


def threads(worker, frames):
    """Calls of several threads."""
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        list(pool.map(lambda frame: worker.render(frame, **FLAGS), frames))


def rate(way, count):
    """Frames a second."""
    start = time.perf_counter()
    way()
    return count / (time.perf_counter() - start)


def resident(worker):
    """Bytes of memory of the worker's processes."""
    parents = {}
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
    found = [worker._process._process.pid]
    for number in found:
        found += [child for child, parent in parents.items() if parent == number]
    pages = sum(int(pathlib.Path(f"/proc/{number}/statm").read_text().split()[1]) for number in found)
    return pages * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    main()
