"""What is hit is what is drawn: the front layer at each pixel's center by ray casting in float64, beside `hit --map`,
`hit` at single points, and the colors drawn. Every layer is opaque and has a color of its own.
"""

import numpy

from harness import Comparison
from layers import paint
from space import number

CASES = 16
SIDE = 64


def compare(random, tool, case):
    scene, owners = make_scene(random, case % 2 > 0)
    y, x = (a.ravel() + 0.5 for a in numpy.mgrid[0:SIDE, 0:SIDE])
    center = paint(scene, x, y)
    near = [paint(scene, x + dx, y + dy) for dx in (-0.02, 0.02) for dy in (-0.02, 0.02)]
    clear = numpy.all([numpy.abs(colors - center).max(axis=1) < 1e-9 for colors in near], axis=0)
    expected = [owners.get(tuple(numpy.round(255 * c).astype(int)[:3])) if c[3] else None for c in center]
    mapped = tool.hit_map(scene).ravel()
    wrong = numpy.array([a != b for a, b in zip(expected, mapped)])
    yield Comparison("hit --map, wrong pixels", scene, wrong[clear].astype(float), 0)

    asked = numpy.nonzero(clear)[0][:: max(1, clear.sum() // 40)]
    answers = tool.hits(scene, [(float(x[i]), float(y[i])) for i in asked])
    wrong = [expected[i] != (hit and tuple(hit["path"])) for i, hit in zip(asked, answers)]
    yield Comparison("hit, wrong points", scene, numpy.array(wrong, float), 0)

    # A mesh bends a picture of its layer, whose texels at an edge reach two pixels further, also from off the canvas.
    steady = center.reshape(SIDE, SIDE, 4)
    windows = numpy.lib.stride_tricks.sliding_window_view(steady, (5, 5), axis=(0, 1))
    inner = (windows.max(axis=(-1, -2)) == windows.min(axis=(-1, -2))).all(axis=-1)
    inner &= clear.reshape(SIDE, SIDE)[2:-2, 2:-2]
    drawn, steady = tool.draw(scene, 1)[2:-2, 2:-2][inner], 255 * steady[2:-2, 2:-2][inner]
    palette = numpy.array([(*color, 255) for color in owners] + [(0, 0, 0, 0)])
    nearest = palette[numpy.abs(drawn[:, None] - palette).sum(axis=-1).argmin(axis=-1)]
    wrong = numpy.abs(nearest - steady).max(axis=-1) > 0.5
    yield Comparison("drawn, wrong pixels", scene, wrong.astype(float), 0)
    if case % 2 == 0:
        yield Comparison("drawn without meshes, of 255", scene, numpy.abs(drawn - steady).max(axis=-1), 0)


def make_scene(random, bent):
    owners, layers = {}, []
    in_plane = random.random() < 0.3
    for index in range(random.integers(2, 5)):
        layers.append(make_layer(random, bent, owners, (index,), numpy.array([SIDE, SIDE]) / 2, numpy.array([44.0, 44.0]), in_plane))
    return {"canvas": {"size": [SIDE, SIDE], "depth": depth(random)}, "layers": layers}, owners


def depth(random):
    return str(random.choice(["automatic", "automatic", "shared", "ordered"]))


def make_layer(random, bent, owners, path, around, size, in_plane):
    """Tilted or lifted out of every other's plane, or all in the plane of the superlayer."""
    size = numpy.round(size * random.uniform(0.5, 1.0, 2), 2)
    color = tuple(int(c) for c in random.integers(0, 256, 3))
    owners[color] = path
    layer = {
        "bounds": [number(random, -20, 20), number(random, -20, 20), *size.tolist()],
        "position": [round(float(a + random.uniform(-0.45, 0.45) * s), 2) for a, s in zip(around, size)],
        "zPosition": 0 if in_plane else number(random, -12, 12), "backgroundColor": "#%02x%02x%02x" % color,
    }  # fmt: skip
    if random.random() < 0.7 and in_plane:
        layer["transform"] = f"perspective({number(random, 100, 400)}) rotate({number(random, -180, 180)}deg)"
    elif random.random() < 0.7:
        turn = f"rotate3d({number(random, -1, 1)}, {number(random, -1, 1)}, {number(random, 0.1, 1)}, {number(random, *random.choice([(-60, 60), (120, 240)], p=[0.8, 0.2]))}deg)"
        layer["transform"] = (f"perspective({number(random, 100, 400)}) " if random.random() < 0.5 else "") + turn
    if random.random() < 0.5:
        layer["cornerRadius"] = number(random, 4, 0.6 * min(size))
    if random.random() < 0.5:
        layer["masksToBounds"] = True
    if random.random() < 0.3:
        layer["isDoubleSided"] = False
    if bent and random.random() < 0.45:
        layer["mesh"] = mesh(random)
    if len(path) < 3:
        if random.random() < 0.3:
            layer["sublayerTransform"] = f"perspective({number(random, 100, 400)})"
        middle = numpy.array(layer["bounds"][:2]) + size / 2
        count = random.integers(0 if len(path) > 1 else 1, 3)
        layer["depth"] = depth(random)
        in_plane = random.random() < 0.3
        layer["sublayers"] = [make_layer(random, bent, owners, (*path, i), middle, 1.1 * size, in_plane) for i in range(count)]
    return layer


def mesh(random):
    """A small grid, every vertex moved."""
    rows, columns = (int(n) for n in random.integers(1, 4, 2))
    v, u = (a.ravel() for a in numpy.mgrid[0 : rows + 1, 0 : columns + 1] / [[[rows]], [[columns]]])
    reach = 0.3 / max(rows, columns)
    moved = [a + random.uniform(-reach, reach, len(u)) for a in (u, v)]
    values = numpy.column_stack([u, v, *moved, random.uniform(-0.2, 0.2, len(u))])
    first = (numpy.arange(rows)[:, None] * (columns + 1) + numpy.arange(columns)).ravel()
    return {"vertices": numpy.float32(numpy.round(values, 4)).astype(float).tolist(), "depthNormalization": "average",
            "faces": numpy.column_stack([first, first + 1, first + columns + 2, first + columns + 1]).tolist()}  # fmt: skip
