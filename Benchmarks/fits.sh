#!/usr/bin/env bash
# How long 'meshrender fit' takes for a thin-plate spline through many points, from the file to the mesh, and the peak of
# its memory, beside SciPy's RBFInterpolator, which solves the same equations and evaluates them at as many places as the
# mesh has vertices. Whole processes of both.
#
# usage: Benchmarks/fits.sh [path of meshrender]
set -euo pipefail
tool=$(realpath "${1:-.build/release/meshrender}")
python=$("$(dirname "${BASH_SOURCE[0]}")/../Scripts/python-environment.sh" fits)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >scipy_fit.py <<'END_OF_PROGRAM'
import sys

import numpy
from scipy.interpolate import RBFInterpolator

pairs = numpy.loadtxt(sys.argv[1], delimiter=",")
side = int(int(sys.argv[2]) ** 0.5) + 1
grid = numpy.stack(numpy.meshgrid(numpy.linspace(0, 4000, side), numpy.linspace(0, 3000, side)), -1).reshape(-1, 2)
RBFInterpolator(pairs[:, :2], pairs[:, 2:], kernel="thin_plate_spline", degree=1)(grid)
END_OF_PROGRAM
cat >measure.py <<'END_OF_PROGRAM'
import json
import os
import subprocess
import sys
import time

import numpy

tool, python = sys.argv[1:]
print("| points | vertices | meshrender, s | peak, MiB | SciPy, s | peak, MiB |\n| ---: | ---: | ---: | ---: | ---: | ---: |")


def run(*command):
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{command[0]} failed")
    return time.monotonic() - start, usage.ru_maxrss // 1024, output


for count in [100, 1000, 3000]:
    random = numpy.random.default_rng(1)
    content = random.uniform(0, 1, (count, 2)) * [4000, 3000]
    u = content / [4000, 3000]
    canvas = content + 120 * numpy.stack([numpy.sin(5 * u[:, 1]), numpy.cos(4 * u[:, 0])], 1)
    numpy.savetxt("points.csv", numpy.hstack([content, canvas]), delimiter=",", fmt="%.4f")
    own = [run(tool, "fit", "points.csv", "--from-size", "4000x3000") for _ in range(3)]
    vertices = json.loads(own[0][2])["vertices"]
    other = [run(python, "scipy_fit.py", "points.csv", str(vertices)) for _ in range(3)]
    best, peer = min(own), min(other)
    print(f"| {count} | {vertices} | {best[0]:.2f} | {best[1]} | {peer[0]:.2f} | {peer[1]} |")
END_OF_PROGRAM
"$python" measure.py "$tool" "$python"
