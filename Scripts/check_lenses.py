"""Cameras at random, with the pixels at which OpenCV and, where they are installed, pycolmap, ImageMagick and Hugin's nona
see points: one JSON object a line, for the suite LensOracleTests.

usage: check_lenses.py COUNT SEED >cameras.jsonl
"""
import json
import shutil
import subprocess
import sys
import tempfile

import cv2
import numpy

try:
    import pycolmap
except ImportError:
    pycolmap = None

count, seed = (int(text) for text in sys.argv[1:])
random = numpy.random.default_rng(seed)


def spread(*scales):
    return random.uniform(-1, 1, len(scales)) * numpy.array(scales)


def camera():
    """A size, and a camera matrix."""
    width, height = (int(n) for n in random.integers(320, 4096, 2))
    fx, fy = random.uniform(0.5, 1.5) * width * (1 + spread(0.1, 0.1))
    cx, cy = numpy.array([width, height]) / 2 + spread(20, 20)
    return width, height, numpy.array([[fx, 0, cx], [0, fy, cy], [0, 0, 1.0]])


def row(name, text, ideal, seen, size, **more):
    points = numpy.c_[ideal, seen].round(12).tolist()
    print(json.dumps({"name": name, "file": text, "size": size, "points": points, **more}))


def opencv_yaml(width, height, matrix, coefficients):
    def written(name, values):
        values = numpy.atleast_2d(values)
        numbers = ", ".join(f"{v:.17g}" for v in values.ravel())
        return f"{name}: !!opencv-matrix\n   rows: {values.shape[0]}\n   cols: {values.shape[1]}\n   dt: d\n   data: [ {numbers} ]\n"

    return (f"%YAML:1.0\n---\nimage_width: {width}\nimage_height: {height}\n" + written("camera_matrix", matrix)
            + written("distortion_coefficients", coefficients))


def project(points, matrix, c):
    return cv2.projectPoints(numpy.c_[points, numpy.ones(len(points))], numpy.zeros(3), numpy.zeros(3), matrix, c)[0].reshape(-1, 2)


def view_of(width, height, matrix, c):
    """OpenCV's new camera matrix for a random alpha; none where its five steps have not found the ideal points of the
    picture's border, so that the matrix is of other points."""
    alpha = random.uniform(0, 1)
    view, _ = cv2.getOptimalNewCameraMatrix(matrix, c, (width, height), alpha)
    border = numpy.array([[x, y] for x in range(9) for y in range(9)]) / 8 * [width - 1, height - 1]
    found = cv2.undistortPoints(border.reshape(-1, 1, 2), matrix, c).reshape(-1, 2)
    grid = found.reshape(9, 9, 2)
    # Beyond the one-to-one radius, other points have the same pixels.
    is_one_to_one = (numpy.diff(grid[..., 0], axis=0) > 0).all() and (numpy.diff(grid[..., 1], axis=1) > 0).all()
    if not is_one_to_one or numpy.abs(project(found, matrix, c) - border).max() > 0.2:
        return {}
    return {"alpha": alpha, "view": [view[0, 0], view[1, 1], view[0, 2], view[1, 2]]}


def fisheye_view_of(width, height, matrix, c):
    """As view_of, by OpenCV's function for fisheye lenses."""
    alpha = random.uniform(0, 1)
    view = cv2.fisheye.estimateNewCameraMatrixForUndistortRectify(matrix, c, (width, height), numpy.eye(3), balance=alpha)
    border = numpy.array([[width // 2, 0], [width, height // 2], [width // 2, height], [0, height // 2]], float)
    found = cv2.fisheye.undistortPoints(border.reshape(-1, 1, 2), matrix, c)
    if numpy.abs(cv2.fisheye.distortPoints(found, matrix, c).reshape(-1, 2) - border).max() > 0.2:
        return {}
    return {"alpha": alpha, "view": [view[0, 0], view[1, 1], view[0, 2], view[1, 2]]}


def ros_yaml(width, height, matrix, coefficients, model):
    numbers = ", ".join(repr(float(v)) for v in matrix.ravel())
    return (f"image_width: {width}\nimage_height: {height}\ncamera_name: left\ncamera_matrix:\n  rows: 3\n  cols: 3\n"
            f"  data: [{numbers}]\ndistortion_model: {model}\ndistortion_coefficients:\n  rows: 1\n"
            f"  cols: {len(coefficients)}\n  data: {[float(v) for v in coefficients]}\n")


def kalibr_yaml(width, height, matrix, coefficients, model):
    return (f"cam0:\n  camera_model: pinhole\n  distortion_coeffs: {[float(v) for v in coefficients]}\n"
            f"  distortion_model: {model}\n"
            f"  intrinsics: [{matrix[0, 0]!r}, {matrix[1, 1]!r}, {matrix[0, 2]!r}, {matrix[1, 2]!r}]\n"
            f"  resolution: [{width}, {height}]\n").replace("np.float64(", "").replace(")", "")


for index in range(count):
    for terms in (4, 5, 8, 12, 14):
        width, height, matrix = camera()
        c = spread(0.3, 0.15, 0.01, 0.01, 0.1, 0.3, 0.15, 0.05, 0.01, 0.01, 0.01, 0.01, 0.05, 0.05)[:terms]
        ideal = random.uniform(-0.7, 0.7, (8, 2))
        seen = project(ideal, matrix, c)
        texts = [opencv_yaml(width, height, matrix, c)]
        if terms in (5, 8):
            texts.append(ros_yaml(width, height, matrix, c, "plumb_bob" if terms == 5 else "rational_polynomial"))
        if terms == 4:
            texts.append(kalibr_yaml(width, height, matrix, c, "radtan"))
        row(f"OpenCV {terms}", texts[index % len(texts)], ideal, seen, [width, height],
            **view_of(width, height, matrix, c))

    width, height, matrix = camera()
    c = spread(0.1, 0.05, 0.02, 0.01)
    ideal = random.uniform(-2, 2, (8, 2))
    plane = cv2.fisheye.distortPoints(ideal.reshape(-1, 1, 2), matrix, c)
    texts = [(opencv_yaml(width, height, matrix, c), {"model": "fisheye"}),
             (ros_yaml(width, height, matrix, c, "equidistant"), {}), (kalibr_yaml(width, height, matrix, c, "equi"), {})]
    text, more = texts[index % 3]
    row("OpenCV fisheye", text, ideal, plane.reshape(-1, 2), [width, height],
        **fisheye_view_of(width, height, matrix, c), **more)

    # undistortPoints is the other direction, and initUndistortRectifyMap what a picture is made with.
    width, height, matrix = camera()
    c = spread(0.2, 0.1, 0.005, 0.005, 0.05)
    pixels = random.uniform(0.1, 0.9, (8, 2)) * [width, height]
    criteria = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 200, 1e-15)
    ideal = cv2.undistortPoints(pixels.reshape(-1, 1, 2), matrix, c, criteria=criteria).reshape(-1, 2)
    # Beyond the one-to-one radius there is no ideal point, and OpenCV's steps stop anywhere.
    if numpy.abs(project(ideal, matrix, c) - pixels).max() < 1e-6:
        row("undistortPoints", opencv_yaml(width, height, matrix, c), ideal, pixels, [width, height])
    x, y = cv2.initUndistortRectifyMap(matrix, c, None, matrix, (width, height), cv2.CV_32FC1)
    places = random.integers(0, [width, height], (64, 2))
    seen = numpy.array([[x[v, u], y[v, u]] for u, v in places], float)
    # Floats are exact enough in the picture and beside it.
    is_near = (numpy.abs(seen) < 4096).all(axis=1)
    places, seen = places[is_near][:8], seen[is_near][:8]
    ideal = (places - matrix[:2, 2]) / [matrix[0, 0], matrix[1, 1]]
    # A float has 1/8192 of a pixel at most.
    row("initUndistortRectifyMap", opencv_yaml(width, height, matrix, c), ideal, seen, [width, height], tolerance=5e-4)

    if pycolmap is None:
        continue
    models = {
        "SIMPLE_PINHOLE": (1, []), "PINHOLE": (2, []), "SIMPLE_RADIAL": (1, [0.2]), "RADIAL": (1, [0.2, 0.1]),
        "OPENCV": (2, [0.2, 0.1, 0.01, 0.01]), "FULL_OPENCV": (2, [0.2, 0.1, 0.01, 0.01, 0.05, 0.1, 0.05, 0.02]),
        "OPENCV_FISHEYE": (2, [0.1, 0.05, 0.02, 0.01]), "SIMPLE_RADIAL_FISHEYE": (1, [0.1]),
        "RADIAL_FISHEYE": (1, [0.1, 0.05]), "FOV": (2, [1]), "SIMPLE_DIVISION": (1, [0.2]), "DIVISION": (2, [0.2]),
        "SIMPLE_FISHEYE": (1, []), "FISHEYE": (2, []), "EUCM": (2, [0.2, 0.4]),
        "THIN_PRISM_FISHEYE": (2, [0.1, 0.05, 0.01, 0.01, 0.02, 0.01, 0.01, 0.01]),
        "RAD_TAN_THIN_PRISM_FISHEYE": (2, [0.1, 0.05, 0.02, 0.01, 0.01, 0.01] + [0.01] * 6),
    }
    for name, (focals, scales) in models.items():
        if not hasattr(pycolmap.CameraModelId, name):
            continue
        width, height, matrix = camera()
        c = spread(*scales) if scales else numpy.zeros(0)
        if name == "FOV":
            c = numpy.abs(c) + 0.1
        if name == "EUCM":
            c += [0.5, 1]
        parameters = [*[matrix[0, 0], matrix[1, 1]][:focals], matrix[0, 2], matrix[1, 2], *c]
        ideal = random.uniform(-0.7, 0.7, (8, 2))
        seen = pycolmap.Camera(model=name, width=width, height=height, params=parameters).img_from_cam(
            numpy.c_[ideal, numpy.ones(8)])
        text = ("# Camera list with one line of data per camera:\n#   CAMERA_ID, MODEL, WIDTH, HEIGHT, PARAMS[]\n"
                f"1 {name} {width} {height} " + " ".join(f"{p:.17g}" for p in parameters) + "\n")
        # COLMAP counts pixels from the corner of the first.
        row(f"COLMAP {name}", text, ideal, numpy.array(seen) - 0.5, [width, height])


def ramps(folder, width, height):
    """Pictures of 16 bits whose values are the positions of their pixels, one for x and one for y."""
    y, x = numpy.mgrid[0:height, 0:width]
    names = []
    for name, values, last in [("x", x, width - 1), ("y", y, height - 1)]:
        names.append(f"{folder}/{name}.tif")
        # The lowest values are left for pixels without content.
        cv2.imwrite(names[-1], numpy.repeat((2000 + values * (60000 / last)).round().astype(numpy.uint16)[..., None], 3, 2))
    return names


def positions(pictures, width, height):
    """The positions that bent ramps show; NaN outside of the content."""
    found = []
    for path, last in zip(pictures, (width - 1, height - 1)):
        values = cv2.imread(path, cv2.IMREAD_UNCHANGED)
        values = values[..., 0] if values.ndim == 3 else values
        found.append(numpy.where(values < 2001, numpy.nan, (values - 2000.0) * (last / 60000)))
    return numpy.stack(found, -1)


def sampled(name, text, bent, to_plane, size):
    """A row for pixels of a bent picture that are well within the content."""
    width, height = size
    places = random.integers([20, 20], [width - 20, height - 20], (400, 2))
    seen = bent[places[:, 1], places[:, 0]]
    inside = ((seen > 5) & (seen < [width - 6, height - 6])).all(1)
    if inside.sum() < 8:
        return
    row(name, text, to_plane(places[inside][:8]), seen[inside][:8], size, tolerance=0.05)


def image_magick(folder):
    width, height = (int(n) for n in random.integers(300, 700, 2))
    pictures = ramps(folder, width, height)
    a, b, c = spread(0.05, 0.1, 0.1)
    x, y = numpy.array([width, height]) / 2 + spread(20, 20)
    half = min(width, height) / 2
    for method in ("Barrel", "BarrelInverse"):
        for arguments, center in [(f"{a} {b} {c}", (width / 2, height / 2)),
                                  (f"{a} {b} {c} {1 - a - b - c + 0.05} {x} {y}", (x, y))]:
            out = []
            for path in pictures:
                out.append(path.replace(".tif", "-bent.tif"))
                subprocess.run(["convert", path, "-virtual-pixel", "Black", "-interpolate", "Bilinear", "-filter", "Point",
                                "-distort", method, arguments, "-depth", "16", out[-1]], check=True)
            sampled(f"ImageMagick {method}", f"{method} {arguments}\n", positions(out, width, height),
                    lambda p: (p + 0.5 - center) / half, [width, height])


def nona(folder):
    width, height = (int(n) for n in random.integers(300, 700, 2))
    pictures = ramps(folder, width, height)
    a, b, c, d, e = spread(0.03, 0.06, 0.06, 15, 15)
    view = random.uniform(30, 80)
    focal = width / 2 / numpy.tan(numpy.radians(view) / 2)
    out = []
    for path in pictures:
        image = (f'i w{width} h{height} f0 v{view:.10g} Ra0 Rb0 Rc0 Rd0 Re0 Eev0 Er1 Eb1 r0 p0 y0 TrX0 TrY0 TrZ0 j0 '
                 f'a{a:.10g} b{b:.10g} c{c:.10g} d{d:.10g} e{e:.10g} g0 t0 Va1 Vb0 Vc0 Vd0 Vx0 Vy0 Vm5 n"{path}"')
        text = f'# hugin project file\np f0 w{width} h{height} v{view:.10g} E0 R0 n"TIFF_m r:CROP"\nm i5\n\n{image}\n'
        text = text.replace(" r:CROP", "")
        with open(f"{folder}/project.pto", "w") as file:
            file.write(text)
        # The first letter of the output is that of its axis.
        name = path.replace(".tif", "-bent")
        subprocess.run(["nona", "-m", "TIFF", "-o", name, f"{folder}/project.pto", path], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        out.append(f"{name}.tif")
    center = numpy.array([width - 1, height - 1]) / 2
    text = text.replace(f'n"{pictures[1]}"', 'n"a picture.tif"')
    sampled("Hugin", text, positions(out, width, height), lambda p: (p - center) / focal, [width, height])


with tempfile.TemporaryDirectory() as folder:
    for index in range(min(count, 10)):
        if shutil.which("convert"):
            image_magick(folder)
        if shutil.which("nona"):
            nona(folder)
