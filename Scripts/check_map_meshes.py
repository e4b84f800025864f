"""Compares pictures that maps bend with those of the meshes that the maps are of, and with OpenCV's remap.

Usage: check_map_meshes.py MESHRENDER FOLDER
"""

import json
import subprocess
import sys
from pathlib import Path

import cv2
import numpy

tool, folder = sys.argv[1], Path(sys.argv[2])
failed = 0


def run(*arguments):
    return subprocess.run([str(a) for a in arguments], check=True, capture_output=True, text=True).stdout


def check(name, passed, words):
    global failed
    print(f"{'ok  ' if passed else 'FAIL'} {name}: {words}")
    failed += not passed


def picture(path):
    """Premultiplied channels."""
    image = cv2.imread(str(path), cv2.IMREAD_UNCHANGED).astype(float)
    if image.shape[2] == 4:
        image[..., :3] *= image[..., 3:] / 255
    return image


def with_alpha(image):
    if image.shape[2] == 4:
        return image
    return numpy.dstack([image, numpy.full(image.shape[:2], 255.0)])


image = cv2.resize(cv2.imread("Examples/images/photo.png"), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
height, width = image.shape[:2]
content = folder / "content.png"
cv2.imwrite(str(content), image)

# Every preset's own map gives its picture back. Light is no part of a map, so that presets are not lit.
names = [mesh["name"] for mesh in json.loads(run(tool, "meshes", "--json"))]
for name in names:
    run(tool, "convert", name, folder / "mesh.json")
    if "brightness" in json.loads((folder / "mesh.json").read_text()):
        continue  # Positions have no brightness.
    drawn, mapped, again = folder / "drawn.png", folder / "map.npy", folder / "again.png"
    light = ["--light", "ambient:ambientIntensity=1"]
    run(tool, "render", content, "--mesh", name, *light, "-o", drawn, "--quiet")
    run(tool, "map", content, "--mesh", name, "-o", mapped, "--quiet")
    run(tool, "render", content, "--mesh", f"map:{mapped}", "-o", again, "--quiet")
    ours, theirs = with_alpha(picture(again)), with_alpha(picture(drawn))
    difference = numpy.abs(ours - theirs)
    # A map has no share of a pixel: borders are compared by the mean of all pixels only.
    holes = (numpy.load(mapped)[..., 0] < -1e5).astype(numpy.uint8)
    border = cv2.morphologyEx(numpy.pad(holes, 1, constant_values=1), cv2.MORPH_GRADIENT, numpy.ones((3, 3)))[1:-1, 1:-1]
    inside = difference[border == 0].mean()
    check(f"the map of {name}", inside < 0.2, f"mean {inside:.3f} of 255, with borders {difference.mean():.3f}")
    run(tool, "render", content, "--mesh", f"map:{mapped}", "--exact-map", "-o", again, "--quiet")
    exact = numpy.abs(with_alpha(picture(again)) - theirs)[border == 0].mean()
    check(f"the exact map of {name}", exact < 0.2, f"mean {exact:.3f} of 255")

# Maps of other programs: a lens, which enlarges, in each convention; remap of OpenCV samples linearly too.
ys, xs = numpy.mgrid[0:height, 0:width].astype(numpy.float64)
u, v = (xs - width / 2) / width, (ys - height / 2) / width
radius = u * u + v * v
places = numpy.dstack([width / 2 + width * u * (0.6 + 0.5 * radius), height / 2 + width * v * (0.6 + 0.5 * radius)])
expected = cv2.remap(image, places.astype(numpy.float32), None, cv2.INTER_LINEAR).astype(float)

def bilinear(image, x, y):
    """In double precision, since OpenCV 4 rounds positions to 1/32 of a pixel."""
    x, y = numpy.clip(x, 0, image.shape[1] - 1), numpy.clip(y, 0, image.shape[0] - 1)
    left, top = numpy.minimum(x.astype(int), image.shape[1] - 2), numpy.minimum(y.astype(int), image.shape[0] - 2)
    u, v = (x - left)[..., None], (y - top)[..., None]
    upper = (1 - u) * image[top, left] + u * image[top, left + 1]
    lower = (1 - u) * image[top + 1, left] + u * image[top + 1, left + 1]
    return (1 - v) * upper + v * lower


precise = bilinear(image.astype(float), places[..., 0], places[..., 1])
size = numpy.array([width, height])
unit = (places + 0.5) / size
conventions = {
    "pixels": (places, []),
    "unit": (unit, ["--map-units", "unit"]),
    "ndc": (2 * unit - 1, ["--map-units", "ndc"]),
    "ndc-corners": (2 * places / (size - 1) - 1, ["--map-units", "ndc-corners"]),
    "origin at the bottom": (numpy.dstack([unit[..., 0], 1 - unit[..., 1]]),
                             ["--map-units", "unit", "--map-origin", "bottom"]),
    "relative": (places - numpy.dstack([xs, ys]), ["--map-relative"]),
}  # fmt: skip
for name, (values, flags) in conventions.items():
    numpy.save(folder / "map.npy", values.astype(numpy.float32))
    run(tool, "render", content, "--mesh", f"map:{folder / 'map.npy'},tolerance=0", *flags, "-o", folder / "out.png",
        "--quiet")  # fmt: skip
    difference = numpy.abs(picture(folder / "out.png")[..., :3] - expected)
    worst = numpy.percentile(difference, 99.9)
    check(f"cv2.remap, {name}", worst <= 1 and difference.mean() < 0.3, f"mean {difference.mean():.3f}, 99.9 % within {worst:.0f}")
    run(tool, "render", content, "--mesh", f"map:{folder / 'map.npy'}", "--exact-map", "--minification-filter", "linear",
        *flags, "-o", folder / "out.png", "--quiet")  # fmt: skip
    exact = picture(folder / "out.png")
    inside = numpy.abs(exact[..., :3] - precise)[cv2.erode(exact[..., 3].astype(numpy.uint8), numpy.ones((3, 3))) == 255]
    check(f"bilinear, exact, {name}", inside.max() <= 1, f"mean {inside.mean():.3f}, all within {inside.max():.2f}")

# A forward map: each pixel of the content moves where the map says.
forward = numpy.dstack([20 + 1.5 * xs + 8 * numpy.sin(ys / 40), 1.5 * ys + 8 * numpy.cos(xs / 40) + 10])
canvas = (int(1.5 * width) + 60, int(1.5 * height) + 40)
numpy.save(folder / "map.npy", forward.astype(numpy.float32))
run(tool, "render", content, "--mesh", f"map:{folder / 'map.npy'},direction=forward", "--size", "%dx%d" % canvas, "-o",
    folder / "out.png", "--quiet")  # fmt: skip
found = cv2.remap(picture(folder / "out.png")[..., :3], forward.astype(numpy.float32), None, cv2.INTER_LINEAR)
blurred = cv2.GaussianBlur(image.astype(float), None, 0.6)
difference = numpy.abs(found - blurred)[8:-8, 8:-8]
check("forward and back", difference.mean() < 2, f"mean {difference.mean():.3f} of 255")

sys.exit(failed > 0)
