"""Runs the works of maps.sh.

usage: maps.py MESHRENDER FOLDER PHOTO ROUNDS WORK...
"""
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

import cv2
import numpy

tool, folder, photo, rounds, *works = sys.argv[1:]
folder, rounds = Path(folder), int(rounds)
photo = cv2.imread(photo)

STILL = """
import sys, cv2, numpy
cv2.setNumThreads(1)
m = numpy.load("map.npy")
image = cv2.imread("photo.png", cv2.IMREAD_UNCHANGED)
out = cv2.remap(image, m[..., 0].copy(), m[..., 1].copy(), getattr(cv2, "INTER_" + sys.argv[1]))
cv2.imwrite("cv2.png", out)
"""
FRAMES = """
import sys, cv2, numpy
cv2.setNumThreads(1)
m = numpy.load("map.npy")
x, y = m[..., 0].copy(), m[..., 1].copy()
size = 4 * x.size
while len(frame := sys.stdin.buffer.read(size)) == size:
    frame = numpy.frombuffer(frame, numpy.uint8).reshape(*x.shape, 4)
    sys.stdout.buffer.write(cv2.remap(frame, x, y, cv2.INTER_LINEAR))
"""


def inputs(width, height):
    """A photo, and the map of a lens and a wave on it: smooth, with pixels of up to one and a half texels."""
    image = cv2.resize(photo, (width, height), interpolation=cv2.INTER_CUBIC)
    cv2.imwrite(str(folder / "photo.png"), image)
    y, x = numpy.mgrid[0:height, 0:width].astype(numpy.float64)
    u, v = (x - width / 2) / width, (y - height / 2) / width
    radius = u * u + v * v
    x = width / 2 + width * u * (0.85 + 0.5 * radius) + width / 300 * numpy.sin(9 * v)
    y = height / 2 + width * v * (0.85 + 0.5 * radius) + width / 300 * numpy.cos(9 * u)
    numpy.save(folder / "map.npy", numpy.dstack([x, y]).astype(numpy.float32))
    return cv2.cvtColor(image, cv2.COLOR_BGR2RGBA).tobytes()


# Started by a process of its own, since the memory of the one that starts a program counts as the program's.
TIMED = """
import os, resource, subprocess, sys, time
start = time.monotonic()
code = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode
seconds, usage = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
print(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)
sys.exit(code)
"""


def measure(command, source=None):
    """Seconds, CPU seconds and the peak of memory in MiB."""
    with open(source or os.devnull, "rb") as file:
        run = subprocess.run([sys.executable, "-c", TIMED, *map(str, command)], cwd=folder, stdin=file, check=True,
                             capture_output=True, text=True)  # fmt: skip
    return tuple(map(float, run.stdout.split()))


def compare(title, commands, source=None):
    measured = {name: [] for name in commands}
    for command in commands.values():
        measure(command, source)  # fills the caches
    for _ in range(rounds):
        for name, command in commands.items():
            measured[name].append(measure(command, source))
    print(f"\n| {title} | s | CPU s | peak, MiB |\n| --- | ---: | ---: | ---: |")
    for name, values in measured.items():
        seconds, cpu, peak = (statistics.median(column) for column in zip(*values))
        print(f"| {name} | {seconds:.2f} | {cpu:.2f} | {peak:.0f} |")


def raw(frames, pixels, width, height):
    with open(folder / "frames.rgba", "wb") as file:
        for _ in range(frames):
            file.write(pixels)
    return [tool, "animate", "-", "--content-format", "rgba", "--content-size", f"{width}x{height}",
            "--content-fps", "25", "--format", "rgba", "-o", "-", "--quiet", "--still"]  # fmt: skip


if "still" in works:
    inputs(3840, 2160)
    ours = [tool, "render", "photo.png", "--mesh", "map:map.npy", "--quiet", "-o", "ours.png"]
    compare("3840 x 2160, PNG and NPY to PNG", {
        "meshrender, the map as a mesh": ours,
        "meshrender, --exact-map": [*ours, "--exact-map"],
        "cv2, linear": [sys.executable, "-c", STILL, "LINEAR"],
        "cv2, Lanczos": [sys.executable, "-c", STILL, "LANCZOS4"],
    })  # fmt: skip
if "exact" in works:
    ours = raw(60, inputs(1920, 1080), 1920, 1080)
    ours.remove("--still")
    compare("60 frames of 1920 x 1080", {
        "meshrender, --exact-map": [*ours, "--mesh", "map:map.npy", "--exact-map"],
        "cv2, linear": [sys.executable, "-c", FRAMES],
    }, folder / "frames.rgba")  # fmt: skip
if "clip" in works:
    ours = raw(300, inputs(1920, 1080), 1920, 1080)
    report = subprocess.run([tool, "inspect", "map:map.npy", "--json"], cwd=folder, check=True, capture_output=True)
    counts = json.loads(report.stdout)
    faces = counts["quadrilaterals"] + counts["triangles"]
    columns = max(round((faces * 16 / 9) ** 0.5), 1)
    compare(f"300 frames of 1920 x 1080, {faces} faces", {
        "the mesh of a map": [*ours, "--mesh", "map:map.npy"],
        "a preset": [*ours, "--mesh", f"lens:k1=-0.15,columns={columns},rows={max(faces // columns, 1)}"],
    }, folder / "frames.rgba")  # fmt: skip
