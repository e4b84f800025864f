"""Writes sets of points with the maps that other programs fit to them, one JSON object a line, for FitOracleTests: NumPy's
least squares, GDAL's polynomials where gdaltransform is installed, OpenCV's homography (refined by SciPy's least squares), SciPy's
thin-plate splines and natural splines, moving least squares by the sums of the paper, and libigl's as-rigid-as-possible.

usage: check_fits.py COUNT SEED >fits.jsonl
"""

import itertools
import json
import shutil
import subprocess
import sys

import cv2
import numpy
from scipy.interpolate import CubicSpline, RBFInterpolator
from scipy.optimize import least_squares

try:
    import igl
except ImportError:
    igl = None

PROBES = 8


def write(name, size, points, places, tolerance):
    """Tolerances are parts of the picture's size."""
    rows = [[float(v) for v in row] for row in numpy.asarray(points)]
    expected = [[float(v) for v in row] for row in numpy.asarray(places)]
    print(json.dumps({"method": name, "size": [float(v) for v in size], "points": rows, "places": expected, "tolerance": tolerance}))


def warped(random, size, content):
    """A smooth map of some random bends."""
    u = content / size
    bend = random.uniform(-0.06, 0.06, (4,))
    x = u[:, 0] + bend[0] * numpy.sin(5 * u[:, 1]) + bend[1] * u[:, 0] * u[:, 1]
    y = u[:, 1] + bend[2] * numpy.cos(4 * u[:, 0]) + bend[3] * u[:, 1] ** 2
    return numpy.stack([x, y], 1) * size


def monomials(u, degree):
    x, y = u[:, 0], u[:, 1]
    return numpy.stack([x ** (t - j) * y**j for t in range(degree + 1) for j in range(t + 1)], 1)


def layouts(random, size):
    """Content points: at random, in clusters, and all but one on a line."""
    count = int(random.integers(24, 60))
    yield "random", random.uniform(0, 1, (count, 2)) * size
    centers = random.uniform(0.1, 0.9, (4, 2)) * size
    yield "clustered", centers[random.integers(0, 4, count)] + random.normal(0, 2, (count, 2))
    line = numpy.linspace(0.05, 0.95, 12)[:, None] * size
    yield "line", numpy.concatenate([line, [[0.2 * size[0], 0.8 * size[1]]]])


def polynomials(random, size, probes):
    content = random.uniform(0, 1, (int(random.integers(24, 60)), 2)) * size
    canvas = warped(random, size, content) + random.normal(0, 1, content.shape)
    points = numpy.hstack([content, canvas])
    for name, degree in [("affine", 1), ("polynomial2", 2), ("polynomial3", 3)]:
        factors = numpy.linalg.lstsq(monomials(content / size, degree), canvas, rcond=None)[0]
        write(name, size, points, numpy.hstack([probes, monomials(probes / size, degree) @ factors]), 1e-9)
    rows, values = [], []
    for (x, y), (u, v) in zip(content, canvas):
        rows += [[x, -y, 1, 0], [y, x, 0, 1]]
        values += [u, v]
    a, b, c, d = numpy.linalg.lstsq(numpy.array(rows), numpy.array(values), rcond=None)[0]
    x, y = probes.T
    write("similarity", size, points, numpy.stack([x, y, a * x - b * y + c, b * x + a * y + d], 1), 1e-9)


def gdal(random, size, probes):
    """What GDAL's warper does with ground control points."""
    content = random.uniform(0, 1, (int(random.integers(24, 60)), 2)) * size
    canvas = warped(random, size, content) + random.normal(0, 1, content.shape)
    points = numpy.hstack([content, canvas])
    control = [text for row in points for text in ["-gcp", *map(repr, map(float, row))]]
    lines = "\n".join(f"{x!r} {y!r}" for x, y in probes.tolist())
    for name, order in [("affine", 1), ("polynomial2", 2), ("polynomial3", 3)]:
        run = subprocess.run(
            ["gdaltransform", "-order", str(order), *control], input=lines, capture_output=True, text=True, check=True)
        places = [[float(word) for word in line.split()[:2]] for line in run.stdout.splitlines()]
        write(name, size, points, numpy.hstack([probes, places]), 1e-9)


def projective(random, size, probes):
    corners = numpy.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * size
    moved = corners + random.uniform(-0.15, 0.15, (4, 2)) * size
    true = cv2.getPerspectiveTransform(numpy.float32(corners), numpy.float32(moved))
    content = random.uniform(0, 1, (int(random.integers(5, 60)), 2)) * size
    canvas = cv2.perspectiveTransform(content[None], true)[0] + random.normal(0, 1, content.shape)
    found, _ = cv2.findHomography(content, canvas, 0)

    def through(h, places):
        return cv2.perspectiveTransform(places[None], numpy.append(h, 1).reshape(3, 3))[0]

    start = (found / found[2, 2]).ravel()[:8]
    best = least_squares(lambda h: (through(h, content) - canvas).ravel(), start, x_scale="jac", xtol=1e-15, ftol=1e-15, gtol=1e-15)
    write("projective", size, numpy.hstack([content, canvas]), numpy.hstack([probes, through(best.x, probes)]), 1e-6)


def plates(random, size, probes):
    for layout, content in layouts(random, size):
        canvas = warped(random, size, content)
        points = numpy.hstack([content, canvas])
        for name, smoothing in [("thinPlate", 0), ("thinPlate1000", 1000)]:
            # Far from clusters and lines, plates are determined by the digits of their points.
            places = probes if layout == "random" else content[::4] + 0.3
            spline = RBFInterpolator(content, canvas, kernel="thin_plate_spline", degree=1, smoothing=smoothing)
            write(name, size, points, numpy.hstack([places, spline(places)]), 1e-6)


def splines(random, size, probes):
    xs = numpy.concatenate([[0], numpy.sort(random.uniform(0.1, 0.9, 7)), [1]]) * size[0]
    ys = numpy.concatenate([[0], numpy.sort(random.uniform(0.1, 0.9, 3)), [1]]) * size[1]
    content = numpy.array([[x, y] for y in ys for x in xs])
    canvas = warped(random, size, content)
    down = CubicSpline(ys, canvas.reshape(5, 9, 2), axis=0, bc_type="natural")
    places = [CubicSpline(xs, down(y), axis=0, bc_type="natural")(x) for x, y in probes]
    write("spline", size, random.permutation(numpy.hstack([content, canvas])), numpy.hstack([probes, places]), 1e-9)


def moving(random, size, probes):
    content = random.uniform(0, 1, (int(random.integers(5, 40)), 2)) * size
    canvas = warped(random, size, content)

    def across(a):
        return numpy.stack([-a[..., 1], a[..., 0]], -1)

    for kind in ("Affine", "Similarity", "Rigid"):
        places = []
        for v in probes:
            w = 1 / ((content - v) ** 2).sum(1)
            p, q = (w[:, None] * content).sum(0) / w.sum(), (w[:, None] * canvas).sum(0) / w.sum()
            ph, qh = content - p, canvas - q
            if kind == "Affine":
                left = (ph[:, :, None] * w[:, None, None] * ph[:, None, :]).sum(0)
                right = (ph[:, :, None] * w[:, None, None] * qh[:, None, :]).sum(0)
                places.append((v - p) @ numpy.linalg.solve(left, right) + q)
                continue
            f = numpy.zeros(2)
            for weight, a, b in zip(w, ph, qh):
                f += b @ (weight * numpy.stack([a, -across(a)]) @ numpy.stack([v - p, -across(v - p)]).T)
            if kind == "Similarity":
                places.append(f / (w * (ph**2).sum(1)).sum() + q)
            else:
                places.append(numpy.linalg.norm(v - p) * f / numpy.linalg.norm(f) + q)
        write("moving" + kind, size, numpy.hstack([content, canvas]), numpy.hstack([probes, places]), 1e-9)


def rigid(random, size):
    """Pins at vertices of the sheet: 24 cells along the longer side."""
    cell = max(size) / 24
    nx, ny = round(size[0] / cell), round(size[1] / cell)
    vertices = numpy.array([[x * size[0] / nx, y * size[1] / ny] for y, x in itertools.product(range(ny + 1), range(nx + 1))])
    faces = []
    for y, x in itertools.product(range(ny), range(nx)):
        a = y * (nx + 1) + x
        faces += [[a, a + 1, a + nx + 2], [a + nx + 2, a + nx + 1, a]]
    pins = [0, nx, ny * (nx + 1), ny * (nx + 1) + nx, *random.choice(numpy.arange(nx + 3, len(vertices) - nx - 3), 2, replace=False)]
    targets = vertices[pins] + random.uniform(-0.08, 0.08, (6, 2)) * size
    data = igl.ARAPData()
    data.energy, data.max_iter = igl.ARAP_ENERGY_TYPE_ELEMENTS, 20_000
    igl.arap_precomputation(vertices, numpy.array(faces, dtype=numpy.int64), 2, numpy.array(pins, dtype=numpy.int32), data)
    places = igl.arap_solve(numpy.ascontiguousarray(targets), data, numpy.ascontiguousarray(vertices.copy()))
    shown = random.choice(len(vertices), PROBES, replace=False)
    write("rigid", size, numpy.hstack([vertices[pins], targets]), numpy.hstack([vertices[shown], places[shown]]), 1e-6)


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    random = numpy.random.default_rng(seed)
    for _ in range(count):
        size = random.integers(200, 5000, 2).astype(float)
        probes = random.uniform(0, 1, (PROBES, 2)) * size
        polynomials(random, size, probes)
        if shutil.which("gdaltransform"):
            gdal(random, size, probes)
        projective(random, size, probes)
        plates(random, size, probes)
        splines(random, size, probes)
        moving(random, size, probes)
        if igl:
            rigid(random, size)


if __name__ == "__main__":
    main()
