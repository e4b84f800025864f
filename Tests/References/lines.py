"""Brightness of lines at random angles and places between pixels: the sum of their alpha is width x length.

A line that moves must not flicker, whatever its angle. Sixteen lines of one width, each in a cell of its
own, are drawn at once.
"""

import numpy

from harness import Comparison
from space import number

CASES = 16
# Pixels: limit of the relative error of a line's brightness.
LIMITS = {0.5: 0.10, 1: 0.05, 2: 0.025, 20: 0.01}
CELL, LENGTH = 96, 60
# Where samples on a regular grid fall on a line all at once.
CRITICAL = [0, 18.434949, 26.565051, 33.690068, 45, 56.309932, 63.434949, 90]


def compare(random, tool, case):
    width = list(LIMITS)[case % 4]
    layers = []
    for i in range(16):
        angle = random.choice(CRITICAL) if i % 2 else number(random, 0, 180)
        middle = numpy.array([i % 4, i // 4]) * CELL + CELL / 2 + numpy.round(random.uniform(-0.5, 0.5, 2), 3)
        layers.append({
            "bounds": [0, 0, LENGTH, width], "position": middle.tolist(), "transform": f"rotate({angle}deg)",
            "backgroundColor": "#ffffff",
        })  # fmt: skip
    scene = {"canvas": {"size": [4 * CELL, 4 * CELL]}, "layers": layers}
    alpha = tool.draw(scene)[..., 3] / 255
    brightness = alpha.reshape(4, CELL, 4, CELL).sum(axis=(1, 3)).ravel() / (width * LENGTH)
    yield Comparison(f"{width} pixels wide, relative", scene, numpy.abs(brightness - 1), LIMITS[width])
