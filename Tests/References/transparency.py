"""Translucent quads that cross in space, up to sixteen deep, blended back to front by their exact depth at each pixel.

Quads are sublayers of one group, or top-level layers, tilted about random axes through nearly the same point, so that
nearly every two of them intersect.
"""

import numpy

from harness import Comparison
from layers import paint, picture
from space import hexadecimal, number

CASES = 8
SIDE = 64


def compare(random, tool, case):
    scene, count = make_scene(random, case)
    y, x = (a.ravel() + 0.5 for a in numpy.mgrid[0:SIDE, 0:SIDE])
    exact, kinds = picture(scene, SIDE, SIDE, grid=8)
    centers = 255 * paint(scene, x, y).reshape(SIDE, SIDE, 4)
    one = numpy.abs(tool.draw(scene, 1) - centers).max(axis=-1)
    # A center within the rounding of an edge or a line of intersection may fall on either side of it.
    clear = numpy.ones((SIDE, SIDE), bool)
    for dx, dy in [(-1, 0), (1, 0), (0, -1), (0, 1)]:
        around = 255 * paint(scene, x + dx / 50, y + dy / 50).reshape(SIDE, SIDE, 4)
        clear &= numpy.abs(around - centers).max(axis=-1) < 1e-6
    yield Comparison("1 sample at the center, of 255", scene, one[clear], 3, 1)
    difference = numpy.abs(tool.draw(scene) - exact).max(axis=-1)
    yield Comparison("default, pixels without edges, of 255", scene, difference[kinds == 1], 3, 1)
    yield Comparison("default, edge pixels, of 1", scene, difference[kinds > 1] / 255, 0.4, 0.06)


def make_scene(random, case):
    count = [2, 3, 4, 6, 8, 12, 16, 16][case % 8]
    quads = []
    for _ in range(count):
        size = [number(random, 28, 60), number(random, 28, 60)]
        turn = f"rotate3d({number(random, -1, 1)}, {number(random, -1, 1)}, {number(random, 0.1, 1)}, {number(random, -70, 70)}deg)"
        color = [*random.integers(0, 256, 3), random.integers(25, 230)]
        quads.append({
            "bounds": [0, 0, *size], "position": [number(random, 27, 37), number(random, 27, 37)],
            "zPosition": number(random, -4, 4), "transform": turn,
            "backgroundColor": hexadecimal(color[:3] if random.random() < 0.15 else color),
        })  # fmt: skip
        if random.random() < 0.2:
            quads[-1]["opacity"] = number(random, 0.3, 0.9)
    group = {"bounds": [0, 0, SIDE, SIDE], "position": [SIDE / 2, SIDE / 2], "sublayers": quads}
    if case % 2:
        group["sublayerTransform"] = f"perspective({number(random, 150, 400)})"
    layers = quads if case % 4 == 2 else [group]
    return {"canvas": {"size": [SIDE, SIDE], "background": "#ffffff" if case % 3 else "#00000000"}, "layers": layers}, count
