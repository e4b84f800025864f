"""Checks the named warps with NumPy: Bezier surfaces by the control points that Photoshop stores for each style, as
docs/warp.md of github.com/SethRobinson/Patchy describes them, with y down.

Usage: check_warp_styles.py MESHRENDER FOLDER
"""

import json
import math
import pathlib
import subprocess
import sys

import numpy
from PIL import Image

tool, folder = sys.argv[1], pathlib.Path(sys.argv[2])
WIDTH, HEIGHT = 240, 90
SETTINGS = [
    {"bend": 0.5}, {"bend": -0.7, "horizontal": 0.3, "vertical": -0.4},
    {"bend": 1, "horizontal": 0.5, "vertical": 0.6, "orientation": "vertical"},
]  # fmt: skip


def flat(rows, columns, width, height):
    """Control points as complex numbers x + iy."""
    x, y = numpy.linspace(0, width, columns), numpy.linspace(0, height, rows)
    return x[None, :] + 1j * y[:, None]


def arc(start, end, angle):
    """A cubic for the arc of twice the angle between two points at one height, upward for a positive angle."""
    handle = (end - start) / (3 * math.cos(angle / 2) ** 2)
    turn = numpy.exp(-1j * angle)
    return [start, start + handle * turn, end - handle / turn, end]


def upside_down(net, height):
    return net[::-1].conj() + 1j * height


def control_points(style, bend, width, height):
    angle, down = bend * math.pi / 2, 1j * height
    shift = 2 * bend * down
    if style in ("arcUpper", "shellUpper"):
        return upside_down(control_points(style.replace("Upper", "Lower"), bend, width, height), height)
    if style == "arc":
        if bend < 0:
            return upside_down(control_points(style, -bend, width, height), height)
        # The sides of the layer, turned about its bottom corners.
        left, right = down - down * numpy.exp(-1j * angle), width + down - down * numpy.exp(1j * angle)
        return numpy.array([arc(left, right, angle), arc(down, width + down, angle)])
    if style in ("arch", "bulge"):
        return numpy.array([arc(0, width, angle), arc(down, width + down, angle if style == "arch" else -angle)])
    if style == "arcLower":
        return numpy.array([flat(2, 4, width, height)[0], arc(down, width + down, -angle)])
    if style == "shellLower":
        net = flat(4, 4, width, height)
        turn = numpy.exp(1j * abs(angle))
        if bend > 0:
            net[2, [0, 3]] = down * 2 / 3 * turn, width + down * 2 / 3 / turn
            net[3] = arc(down * turn, width + down / turn, -angle)
        else:
            net[2, [0, 3]] = down - down / 3 / turn, width + down - down / 3 * turn
            net[3] = arc(down, width + down, -angle)
        return net
    if style in ("flag", "fish", "rise"):
        net = flat(2, 4, width, height)
        moves = {"flag": [[0, -1, 1, 0]] * 2, "fish": [[0, -1, 1, 0], [0, 1, -1, 0]], "rise": [[1, 1, 0, 0]] * 2}
        return net + shift * numpy.array(moves[style])
    if style == "wave":
        return flat(3, 4, width, height) + shift * numpy.array([[0] * 4, [0, 1, -1, 0], [0] * 4])
    if style == "fisheye":
        net, corners = flat(4, 4, width, height), flat(2, 2, width, height)
        net[1:3, 1:3] += 2 * bend * (corners - net[1:3, 1:3])
        return net
    if style in ("inflate", "squeeze"):
        net = flat(3, 3, width, height)
        side = width * bend / 2 * (1 if style == "inflate" else -1)
        net[1] += [-side, 0, side]
        net[:, 1] += numpy.array([-1, 0, 1]) * bend * down / 2
        return net
    net = flat(4, 4, width, height)
    ring = [(1, 1), (1, 2), (2, 2), (2, 1)] if bend > 0 else [(1, 1), (2, 1), (2, 2), (1, 2)]
    steps = [width, down, -width, -down] if bend > 0 else [down, width, -down, -width]
    for point, step in zip(ring, steps):
        net[point] += abs(bend) * step
    return net


def widened(net, amount):
    """Rows scaled about the middle between their ends."""
    factors = 1 + amount * numpy.linspace(-1, 1, len(net))[:, None]
    middles = (net[:, :1] + net[:, -1:]) / 2
    return middles + (net - middles) * factors


def swapped(net):
    """x and y, and rows and columns."""
    return 1j * net.T.conj()


def bernstein(count, t):
    return numpy.array([math.comb(count - 1, i) * t**i * (1 - t) ** (count - 1 - i) for i in range(count)])


def surface(style, bend, horizontal=0, vertical=0, orientation="horizontal"):
    turned = orientation == "vertical" and style != "twist"
    sides = (HEIGHT, WIDTH) if turned else (WIDTH, HEIGHT)
    net = control_points(style, bend, *sides)
    net = swapped(net) if turned else net
    net = widened(net, vertical)
    return swapped(widened(swapped(net), horizontal))


Image.new("RGB", (WIDTH, HEIGHT)).save(folder / "layer.png")
presets = json.loads(subprocess.run([tool, "meshes", "style", "--json"], check=True, capture_output=True).stdout)
failed = 0
for style in presets[0]["parameters"][0]["names"]:
    worst = 0
    for setting in SETTINGS:
        values = ",".join(f"{key}={value}" for key, value in setting.items())
        # A mesh that becomes flat is printed with its vertices.
        printed = subprocess.run(
            [tool, "animate", folder / "layer.png", "--from", f"style:{style},{values},rows=6,columns=5", "--to", "flat",
             "--print-scene"], check=True, capture_output=True)  # fmt: skip
        mesh = json.loads(printed.stdout)["layers"][0]["animations"][0]["from"]
        net = surface(style, **setting)
        for u, v, x, y, _ in mesh["vertices"]:
            point = bernstein(net.shape[0], v) @ net @ bernstein(net.shape[1], u)
            worst = max(worst, abs(point - (x * WIDTH + 1j * y * HEIGHT)))
    # The vertices are numbers of single precision.
    passed = worst < 2e-4
    failed += not passed
    print(f"{'' if passed else 'FAIL '}style {style}: within {worst:.0e} pixels of Photoshop's control points")
sys.exit(1 if failed else 0)
