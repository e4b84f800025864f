"""Where nested layers land: chains of solid quads, transformed by random CSS lists, projected forward in float64.

Every layer has one visible sublayer, so the order in which they cover one another needs no depth. A quad's corners go
up the tree plane by plane, cut off where w = 0; on the canvas a pixel is inside, outside, or has an edge in it.
"""

import numpy

from harness import Comparison
from space import flat, hexadecimal, number, premultiplied, to_superlayer

CASES = 20
SIDE = 96


def compare(random, tool, case):
    scene = make_scene(random)
    chain = layers_of(scene)
    matrices = planes(scene, chain)
    polygons = [polygon(layer, matrices[: i + 1]) for i, layer in enumerate(chain)]
    colors = [255 * premultiplied(layer["backgroundColor"]) for layer in chain]
    expected, edges = rasterize(polygons, colors, 255 * premultiplied(scene["canvas"]["background"]))
    for samples, worst, mean in [(None, 0.4, 0.09), (64, 0.08, 0.02)]:
        difference = numpy.abs(tool.draw(scene, samples) - expected).max(axis=-1)
        name = "default" if samples is None else f"{samples} samples"
        yield Comparison(f"pixels without edges, {name}, of 255", scene, difference[edges == 0], 0)
        yield Comparison(f"on one edge, {name}, of 1", scene, difference[edges == 1] / 255, worst, mean)
        # A group's edge pixels are mixed before they are seen, so that two edges in one pixel count as independent.
        yield Comparison(f"on several, {name}, of 1", scene, difference[edges > 1] / 255, worst + 0.22)
    yield Comparison("hit points, pixels", scene, numpy.array(list(hits(random, tool, scene, polygons))), 1e-4)


def make_scene(random):
    """A chain of two to five layers; beside some of them one that must not show."""
    layers, size = [], numpy.array([SIDE, SIDE]) * 0.8
    count = random.integers(2, 6)
    for i in range(count):
        origin = [number(random, -40, 40) if random.random() < 0.5 else 0.0 for _ in "xy"]
        around = numpy.array([SIDE, SIDE]) / 2 if i == 0 else layers[-1]["bounds"][:2] + size / 2
        size = numpy.round(size * random.uniform(0.55, 0.9, 2), 2)
        layer = {
            "bounds": [*origin, *size.tolist()],
            "position": [round(float(c + random.uniform(-0.2, 0.2) * s), 2) for c, s in zip(around, size)],
            "backgroundColor": hexadecimal(random.integers(0, 256, 3)),
            "transform": css_list(random),
        }
        if random.random() < 0.5:
            layer["anchorPoint"] = [number(random, -0.2, 1.2), number(random, -0.2, 1.2)]
            layer["anchorPointZ"] = number(random, -15, 15)
        if random.random() < 0.5:
            layer["zPosition"] = number(random, -30, 30)
        if random.random() < 0.5:
            tilt = f"rotate3d(1, {number(random, -1, 1)}, 0.2, {number(random, -25, 25)}deg)"
            layer["sublayerTransform"] = f"perspective({number(random, 150, 500)}) {tilt}"
        layers.append(layer)
    for outer, inner in zip(layers, layers[1:]):
        unseen = {**inner, "isHidden": True} if random.random() < 0.5 else {**inner, "opacity": 0}
        outer["sublayers"] = [{**unseen, "sublayers": []}, inner] if random.random() < 0.5 else [inner]
    scale = float(random.choice([0.75, 1, 1.25, 1.5]))
    frame = [number(random, -10, 10), number(random, -10, 10), SIDE / scale, SIDE / scale]
    return {"canvas": {"frame": frame, "scale": scale, "background": "#102030"}, "layers": layers[:1]}


def css_list(random):
    def n(low, high):
        return number(random, low, high)

    choices = [
        lambda: f"translate({n(-9, 9)}, {n(-9, 9)})", lambda: f"translate3d({n(-9, 9)}, {n(-9, 9)}, {n(-20, 20)})",
        lambda: f"scale({n(0.7, 1.3)}, {n(0.7, 1.3)})", lambda: f"scaleX({n(-1.2, -0.8)})",
        lambda: f"rotate({n(-180, 180)}deg)", lambda: f"rotateX({n(-55, 55)}deg)", lambda: f"rotateY({n(-55, 55)}deg)",
        lambda: f"rotate3d({n(0.1, 1)}, {n(-1, 1)}, {n(-1, 1)}, {n(-50, 50)}deg)",
        lambda: f"skew({n(-25, 25)}deg, {n(-15, 15)}deg)", lambda: f"skewX({n(-30, 30)}deg)",
        lambda: f"matrix({n(0.8, 1.2)}, {n(-0.3, 0.3)}, {n(-0.3, 0.3)}, {n(0.8, 1.2)}, {n(-5, 5)}, {n(-5, 5)})",
    ]  # fmt: skip
    words = [random.choice(choices)() for _ in range(random.integers(1, 4))]
    return " ".join(([f"perspective({n(60, 400)})"] if random.random() < 0.6 else []) + words)


def layers_of(scene):
    chain, layers = [], scene["layers"]
    while layers:
        chain.append(layers[-1])
        layers = layers[-1].get("sublayers", [])
    return chain


def planes(scene, chain):
    """Each layer's plane to its superlayer's, the outermost one's to the canvas in pixels; homogeneous 3 x 3."""
    (x, y, *_), scale = scene["canvas"]["frame"], scene["canvas"]["scale"]
    canvas = numpy.array([[scale, 0, -x * scale], [0, scale, -y * scale], [0, 0, 1.0]])
    matrices = [flat(to_superlayer(layer, outer)) for outer, layer in zip([None, *chain], chain)]
    return [canvas @ matrices[0], *matrices[1:]]


def polygon(layer, planes):
    """The corners of a layer's bounds on the canvas, through its own plane and those of its superlayers."""
    x, y, width, height = layer["bounds"]
    points = numpy.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]])
    for matrix in reversed(planes):
        points = before_eye(numpy.column_stack([points, numpy.ones(len(points))]) @ matrix.T)
    return points


def before_eye(points):
    """What of a homogeneous polygon has w > 0, divided."""
    kept, least = [], 1e-9
    for a, b in zip(points, numpy.roll(points, -1, axis=0)):
        if a[2] > least:
            kept.append(a)
        if (a[2] > least) != (b[2] > least):
            kept.append(a + (least - a[2]) / (b[2] - a[2]) * (b - a))
    kept = numpy.array(kept).reshape(-1, 3)
    return kept[:, :2] / kept[:, 2:]


def sides(points, x, y):
    """For each side of a convex polygon how far inside of it a place is, in pixels."""
    if len(points) < 3:
        return numpy.full((1, *numpy.shape(x)), -numpy.inf)
    following = numpy.roll(points, -1, axis=0)
    turn = numpy.sign(numpy.sum(points[:, 0] * following[:, 1] - points[:, 1] * following[:, 0]))
    along = following - points
    length = numpy.maximum(numpy.hypot(*along.T), 1e-300)
    return numpy.array([
        turn * (d[0] * (y - p[1]) - d[1] * (x - p[0])) / n for p, d, n in zip(points, along, length)
    ])  # fmt: skip


def rasterize(polygons, colors, background, grid=16):
    """The picture, 0...255, and of how many quads each pixel holds an edge that is not covered.

    Within 1/128 of an edge a pixel counts as holding it: rasterizers snap vertices to 1/256 of a pixel.
    """
    ys, xs = numpy.mgrid[0:SIDE, 0:SIDE]
    picture, edges = numpy.tile(background, (SIDE, SIDE, 1)), numpy.zeros((SIDE, SIDE), int)
    for points, color in zip(polygons, colors):
        at_corners = numpy.array([sides(points, xs + dx, ys + dy) for dx in (0, 1) for dy in (0, 1)])
        inside = (at_corners >= 1 / 128).all(axis=(0, 1))
        outside = (at_corners <= -1 / 128).all(axis=0).any(axis=0)
        picture[inside] = color
        edges = numpy.where(inside, 0, edges + ~outside)
    rows, columns = numpy.nonzero(edges)
    steps = (numpy.arange(grid) + 0.5) / grid
    x, y = (columns[:, None, None] + steps), (rows[:, None, None] + steps[:, None])
    x, y = numpy.broadcast_arrays(x, y)
    fine = numpy.tile(background, (*x.shape, 1))
    for points, color in zip(polygons, colors):
        fine[(sides(points, x, y) >= 0).all(axis=0)] = color
    picture[edges > 0] = fine.mean(axis=(1, 2))
    return picture, edges


def hits(random, tool, scene, polygons):
    """How far from the point that was asked for the reported layer point is seen; 1 for a wrong layer or depth.

    Points within 0.01 pixels of an edge are not asked.
    """
    chain = layers_of(scene)
    matrices = planes(scene, chain)
    x, y = numpy.round(random.uniform(0, SIDE, (2, 40)), 3)
    inner = numpy.array([sides(points, x, y).min(axis=0) for points in polygons])
    clear = (numpy.abs(inner) > 0.01).all(axis=0)
    x, y, inner = x[clear], y[clear], inner[:, clear]
    for px, py, depths, hit in zip(x, y, inner.T, tool.hits(scene, list(zip(x.tolist(), y.tolist())))):
        front = max([i for i, inside in enumerate(depths) if inside > 0], default=None)
        if front is None or hit is None:
            yield float(front is not None or hit is not None)
            continue
        point, depth = numpy.array([*hit["point"], 1.0]), None
        for level in reversed(range(front + 1)):
            if level == 0:
                row = to_superlayer(chain[0])
                place = numpy.array([point[0], point[1], 0, 1])
                depth = (row[2] @ place) / (row[3] @ place)
            point = matrices[level] @ point
            point = point / point[2]
        wrong = [chain_path(chain, front) != hit["path"], abs(depth - hit["depth"]) > 1e-4 * max(1, abs(depth))]
        yield 1.0 if any(wrong) else float(numpy.hypot(point[0] - px, point[1] - py))


def chain_path(chain, index):
    return [0] + [len(layer["sublayers"]) - 1 for layer in chain[:index]]
