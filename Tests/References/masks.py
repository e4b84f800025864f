"""Masks and groups: random trees with opacity, rounded masks, borders, rotations and tilts, by the area they cover.

At each of 256 places of an edge pixel the tree is composited exactly: a mask either covers a place or does not, and a
group is painted by itself before its opacity counts. Their mean is the pixel. So an edge that is counted twice, a mask
that does not clip, or a group blurred by drawing it into a texture first, is far off.
"""

import numpy

from harness import Comparison
from layers import picture
from space import hexadecimal, number

CASES = 18
SIDE = 64


def compare(random, tool, case):
    kind = ["upright", "turned", "tilted", "bent"][case % 4]
    scene = make_scene(random, kind)
    exact, kinds = picture(scene, SIDE, SIDE)
    for samples, worst, mean in [(None, 0.35, 0.07), (64, 0.28, 0.012)]:
        name = f"{kind}, " + ("default" if samples is None else f"{samples} samples")
        difference = numpy.abs(tool.draw(scene, samples) - exact).max(axis=-1)
        if kind == "bent":
            # A mesh bends a picture of its layer, whose texels at an edge reach two pixels further.
            near = grown(kinds > 1, 2)
            yield Comparison(f"{name}, pixels off edges, of 255", scene, difference[~near], 3)
            yield Comparison(f"{name}, near edges, of 1", scene, difference[near] / 255, 0.5, max(2 * mean, 0.05))
        else:
            yield Comparison(f"{name}, pixels without edges, of 255", scene, difference[kinds == 1], 3)
            yield Comparison(f"{name}, on one edge, of 1", scene, difference[kinds == 2] / 255, worst, mean)
            if samples == 64 and (kinds == 2).any():
                # Two edges that lie in one pixel may still show two colors: a few of a hundred.
                most = numpy.quantile(difference[kinds == 2] / 255, 0.97, keepdims=True)
                yield Comparison(f"{name}, 97 % of those, of 1", scene, most, 0.07)
            yield Comparison(f"{name}, on several, of 1", scene, difference[kinds > 2] / 255, 0.5)


def grown(mask, by):
    padded = numpy.pad(mask, by)
    windows = numpy.lib.stride_tricks.sliding_window_view(padded, (2 * by + 1, 2 * by + 1))
    return windows.any(axis=(-1, -2))


def make_scene(random, kind):
    layers = [make_layer(random, kind, numpy.array([SIDE, SIDE]) / 2, numpy.array([46.0, 46.0]), 0)]
    if random.random() < 0.5:
        layers.append(make_layer(random, kind, numpy.array([SIDE, SIDE]) / 2, numpy.array([36.0, 36.0]), 1))
    return {"canvas": {"size": [SIDE, SIDE], "background": "#ffffff" if random.random() < 0.5 else "#00000000"},
            "layers": layers}  # fmt: skip


def make_layer(random, kind, around, size, level):
    size = numpy.round(size * random.uniform(0.75, 1.0, 2), 2)
    layer = {
        "bounds": [0, 0, *size.tolist()],
        "position": [round(float(a + random.uniform(-0.2, 0.2) * s), 2) for a, s in zip(around, size)],
    }
    if random.random() < 0.3:
        layer["bounds"][:2] = [number(random, -20, 20), number(random, -20, 20)]
    if random.random() < 0.8 or level == 3:
        layer[random.choice(["backgroundColor", "contents"])] = fill(random)
        if "contents" in layer:
            layer["contents"] = {"color": layer["contents"]}
    if random.random() < 0.5:
        layer["opacity"] = number(random, 0.2, 0.95)
    if random.random() < 0.65:
        layer["cornerRadius"] = number(random, 4, 0.6 * min(size))
    if random.random() < 0.65:
        layer["masksToBounds"] = True
    if random.random() < 0.25:
        layer["border"] = {"width": number(random, 2, 5), "color": fill(random)}
    if kind == "turned" and random.random() < 0.7:
        layer["transform"] = f"rotate({number(random, -180, 180)}deg) scale({number(random, 0.8, 1.2)}, {number(random, 0.8, 1.2)})"
    if kind == "tilted" and random.random() < 0.6:
        axis = f"{number(random, -1, 1)}, {number(random, -1, 1)}, 0.3"
        eye = f"perspective({number(random, 100, 300)}) " if random.random() < 0.5 else ""
        layer["transform"] = f"{eye}rotate3d({axis}, {number(random, -45, 45)}deg)"
    if kind == "bent" and level == 0:
        layer["mesh"] = one_face(random)
        size = 1.3 * size  # sublayers reach into the corners
    if level < 3:
        middle = numpy.array(layer["bounds"][:2]) + numpy.array(layer["bounds"][2:]) / 2
        count = random.integers(1, 4) if level == 0 else random.integers(0, 3)
        layer["sublayers"] = [make_layer(random, kind, middle, 0.8 * size, level + 1) for _ in range(count)]
    return layer


def fill(random):
    color = [*random.integers(0, 256, 3), random.integers(60, 250)]
    return hexadecimal(color if random.random() < 0.4 else color[:3])


def one_face(random):
    """A parallelogram."""
    across, down = [number(random, 0.85, 1.1), number(random, -0.15, 0.15)], [number(random, -0.15, 0.15), number(random, 0.85, 1.1)]
    corners = [(u, v, u * across[0] + v * down[0], u * across[1] + v * down[1], 0) for u, v in [(0, 0), (1, 0), (1, 1), (0, 1)]]
    return {"vertices": [[round(c, 5) for c in corner] for corner in corners], "faces": [[0, 1, 2, 3]]}
