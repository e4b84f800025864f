"""Bent sheets of paper, as grids of points. Paper does not stretch: each kind keeps the lengths of the flat sheet.

A sheet is an array of the shape (rows, columns, 3) in points: x right, y down, z up from the desk, which is at 0.
"""

import math

import numpy

# Points between neighbors of the grid, and the width of a crease.
CELL, CREASE = 8, 20
# The most by which an edge may differ from its flat length.
STRETCH = 0.02


def flat(width, height):
    """The flat sheet; the numbers of its cells are multiples of 4."""
    columns, rows = (4 * round(side / CELL / 4) + 1 for side in (width, height))
    y, x = numpy.meshgrid(numpy.linspace(0, height, rows), numpy.linspace(0, width, columns), indexing="ij")
    return numpy.stack([x, y, 0 * x], -1)


def smooth(x):
    x = numpy.clip(x, 0, 1)
    return x * x * (3 - 2 * x)


def cylinder(sheet, direction, angle):
    """A general cylinder. `angle` gives the slope, in radians, at a distance of 0...1 along `direction`."""
    along = numpy.array([math.cos(direction), math.sin(direction)])
    across = numpy.array([-along[1], along[0]])
    s, t = sheet[..., :2] @ along, sheet[..., :2] @ across
    steps = numpy.linspace(s.min(), s.max(), 4001)
    slope = angle(numpy.linspace(0, 1, 4001))

    def integral(values):
        middles = (values[1:] + values[:-1]) / 2 * (steps[1] - steps[0])
        return numpy.concatenate([[0], numpy.cumsum(middles)])

    x, z = rested(integral(numpy.cos(slope)), integral(numpy.sin(slope)))
    x, z = numpy.interp(s, steps, x), numpy.interp(s, steps, z)
    return numpy.concatenate([x[..., None] * along + t[..., None] * across, z[..., None]], -1)


def rested(x, z):
    """A profile, turned until it stands on the two points of its lower hull on both sides of its middle."""
    hull = []
    for i in numpy.argsort(x, kind="stable"):
        while len(hull) > 1 and ((x[hull[-1]] - x[hull[-2]]) * (z[i] - z[hull[-2]])
                                 <= (z[hull[-1]] - z[hull[-2]]) * (x[i] - x[hull[-2]])):
            hull.pop()
        hull.append(i)
    right = next((k for k in range(1, len(hull)) if x[hull[k]] >= x.mean()), len(hull) - 1)
    a, b = hull[right - 1], hull[right]
    turn = math.atan2(z[b] - z[a], x[b] - x[a])
    c, s = math.cos(turn), math.sin(turn)
    x, z = c * x + s * z, c * z - s * x
    return x, z - z.min()


def curl(sheet, random):
    """An edge that curls up."""
    start, turn = random.uniform(0.3, 0.75), math.radians(random.uniform(35, 150))
    return cylinder(sheet, random.choice([0, 0.5, 1, 1.5]) * math.pi + random.uniform(-0.5, 0.5),
                    lambda s: turn * smooth((s - start) / (1 - start)))


def wave(sheet, random):
    """One or two soft waves."""
    waves = [(math.radians(random.uniform(12, 34)) / n, n * random.uniform(0.6, 1.1), random.uniform(0, 6.3)) for n in (1, 2)]
    return cylinder(sheet, random.uniform(0, math.pi),
                    lambda s: sum(a * numpy.sin(2 * math.pi * n * s + phase) for a, n, phase in waves))


def letter(sheet, random):
    """A letter that was folded along parallel lines."""
    count = random.randint(1, 3)
    places = [(k + 1) / (count + 1) + random.uniform(-0.02, 0.02) for k in range(count)]
    turns = [random.choice([-1, 1]) * math.radians(random.uniform(12, 60)) for _ in places]
    direction = random.choice([0, 0.5]) * math.pi + random.uniform(-0.03, 0.03)
    corners = sheet[::len(sheet) - 1, ::len(sheet[0]) - 1, :2] @ [math.cos(direction), math.sin(direction)]
    width = CREASE / (corners.max() - corners.min())
    return cylinder(sheet, direction, lambda s: sum(
        turn * numpy.clip((s - place) / width + 0.5, 0, 1) for place, turn in zip(places, turns)))


def cone(sheet, random):
    """A corner that curls up: a cone, whose apex lies outside the sheet."""
    width, height = sheet[-1, -1, :2]
    flips = [random.random() < 0.5, random.random() < 0.5]
    points = numpy.abs(sheet[..., :2] - numpy.multiply(flips, [width, height]))
    apex = numpy.array([width * random.uniform(1, 1.3), -height * random.uniform(0.15, 0.8)])
    away = points - apex
    turned, radius = numpy.arctan2(away[..., 0], away[..., 1]), numpy.hypot(away[..., 0], away[..., 1])
    start = math.atan2(width * random.uniform(0.3, 0.7) - apex[0], height - apex[1])
    steps = numpy.linspace(turned.min(), turned.max(), 2001)
    step = steps[1] - steps[0]
    ramp = smooth((steps - start) / (steps[-1] - start) * 1.5)
    curvature = -ramp / ramp.sum() / step * math.radians(random.uniform(50, 130))
    # The rulings are a curve on the unit sphere with this geodesic curvature: each step turns the frame
    # (ruling, tangent, normal).
    s, c = math.sin(steps[0]), math.cos(steps[0])
    frame = numpy.array([[s, c, 0], [c, -s, 0], [0, 0, -1]])
    rulings = []
    for k in curvature:
        rulings.append(frame[0])
        frame = frame @ rotation((frame[2] + k * frame[0]) * step)
    rulings = numpy.array(rulings)
    bent = numpy.stack([numpy.interp(turned, steps, rulings[:, i]) for i in range(3)], -1)
    bent *= (radius / numpy.linalg.norm(bent, axis=-1))[..., None]
    bent[..., :2] = numpy.where(flips, [width, height] - (bent[..., :2] + apex), bent[..., :2] + apex)
    return bent


def rotation(vector):
    """The rotation of row vectors about a vector by its length in radians."""
    angle = numpy.linalg.norm(vector)
    x, y, z = vector / angle
    cross = numpy.array([[0, z, -y], [-z, 0, x], [y, -x, 0]])
    return numpy.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * (cross @ cross)


def folds(sheet, random):
    """One to three creases along straight lines in any direction that do not cross, each with a flap that rises."""
    bent, middle = sheet.copy(), sheet[-1, -1, :2] / 2
    flaps = []
    for _ in range(random.randint(1, 3) * 8):
        direction = random.uniform(0, 2 * math.pi)
        normal = numpy.array([math.cos(direction), math.sin(direction)])
        reach = numpy.abs(normal) @ middle
        distance = (sheet[..., :2] - middle) @ normal - reach * random.uniform(0.15, 0.7)
        # The base, in the middle, has no part in a flap, and flaps have none in one another.
        if len(flaps) < 3 and not any(((distance > -CREASE) & (other > -CREASE)).any() for other, _, _ in flaps):
            flaps.append((distance, normal, math.radians(random.uniform(15, 80))))
    for distance, normal, angle in flaps:
        radius = CREASE / angle
        turned = numpy.clip(distance / radius, 0, angle)
        rest = numpy.maximum(distance - CREASE, 0)
        x = radius * numpy.sin(turned) + rest * math.cos(angle)
        bent[..., :2] += numpy.where(distance > 0, x - distance, 0)[..., None] * normal
        bent[..., 2] += numpy.where(distance > 0, radius * (1 - numpy.cos(turned)) + rest * math.sin(angle), 0)
    return bent


def crumple(sheet, random):
    """A sheet that was crumpled and smoothed out: random ridges, relaxed until all edges have their flat lengths again."""
    width, height = sheet[-1, -1, :2]
    z = numpy.zeros(sheet.shape[:2])
    for _ in range(random.randint(7, 12)):
        direction = random.uniform(0, math.pi)
        distance = (sheet[..., 0] - random.uniform(0, width)) * math.cos(direction)
        distance += (sheet[..., 1] - random.uniform(0, height)) * math.sin(direction)
        z += random.choice([-1, 1]) * random.uniform(0.05, 0.16) * numpy.sqrt(distance ** 2 + 9)
    z -= fitted_plane(sheet, z)
    slopes = numpy.hypot(numpy.diff(z, axis=0)[:, 1:], numpy.diff(z, axis=1)[1:]) / CELL
    slope = random.uniform(0.15, 0.3)
    bent = sheet * (1 - slope ** 2 / 4)
    bent[..., 2] = z * slope / math.sqrt((slopes ** 2).mean())
    for stride, times in ((4, 150), (2, 120), (1, 240)):
        coarse = bent[::stride, ::stride].copy()
        relax(coarse, sheet[::stride, ::stride], times)
        bent = coarse if stride == 1 else bent + spread(coarse - bent[::stride, ::stride], sheet.shape)
    # The least-squares plane becomes that of the desk.
    center = bent.reshape(-1, 3) - bent.mean((0, 1))
    normal = numpy.linalg.eigh(center.T @ center)[1][:, 0]
    axis = numpy.cross(normal * math.copysign(1, normal[2]), [0, 0, 1])
    if (sine := numpy.linalg.norm(axis)) > 1e-6:
        bent = bent @ rotation(axis / sine * math.asin(sine))
    return bent


def fitted_plane(sheet, z):
    basis = numpy.concatenate([sheet[..., :2], numpy.ones((*z.shape, 1))], -1).reshape(-1, 3)
    return (basis @ numpy.linalg.solve(basis.T @ basis, basis.T @ z.ravel())).reshape(z.shape)


def spread(coarse, shape):
    """A coarse grid, interpolated to a finer one."""
    for axis in (0, 1):
        places = numpy.linspace(0, coarse.shape[axis] - 1, shape[axis])
        low = numpy.minimum(places.astype(int), coarse.shape[axis] - 2)
        part = (places - low).reshape([-1, 1, 1] if axis == 0 else [1, -1, 1])
        coarse = coarse.take(low, axis) * (1 - part) + coarse.take(low + 1, axis) * part
    return coarse


def edges(sheet):
    """The pairs of neighbors in rows, columns and both diagonals, as views; those of one pair of views share no point."""
    for first in (0, 1):
        rows, columns = 2 * ((len(sheet) - first) // 2), 2 * ((len(sheet[0]) - first) // 2)
        yield sheet[:, first:first + columns:2], sheet[:, first + 1:first + columns:2]
        upper, lower = sheet[first:first + rows:2], sheet[first + 1:first + rows:2]
        yield upper, lower
        yield upper[:, :-1], lower[:, 1:]
        yield upper[:, 1:], lower[:, :-1]


def relax(sheet, flat_sheet, times):
    """Position-based dynamics: moves both ends of each edge until it has its flat length."""
    lengths = [numpy.linalg.norm(b - a, axis=-1, keepdims=True) for a, b in edges(flat_sheet)]
    pairs = list(edges(sheet))
    for _ in range(times):
        for (a, b), length in zip(pairs, lengths):
            move = b - a
            move *= 0.5 - 0.5 * length / numpy.sqrt((move * move).sum(-1, keepdims=True))
            a += move
            b -= move


def stretch(sheet, flat_sheet):
    """How much longer or shorter each edge is than on the flat sheet, as fractions."""
    return numpy.concatenate([
        (numpy.linalg.norm(b - a, axis=-1) / numpy.linalg.norm(q - p, axis=-1) - 1).ravel()
        for (a, b), (p, q) in zip(edges(sheet), edges(flat_sheet))])


KINDS = {make.__name__: make for make in (curl, wave, letter, cone, folds, crumple)}


def bent(kind, width, height, random):
    """A sheet of a kind, its lowest point on the desk, its middle in that of the flat one. Draws again what stretches."""
    sheet = original = flat(width, height)
    while sheet is original or abs(stretch(sheet, original)).max() > STRETCH:
        sheet = KINDS[kind](original, random)
    low, high = sheet.min((0, 1)), sheet.max((0, 1))
    return sheet + [width / 2 - (low[0] + high[0]) / 2, height / 2 - (low[1] + high[1]) / 2, -low[2]]
