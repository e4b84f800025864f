"""Compares displaced pictures with OpenCV's remap and, where it is installed, with ImageMagick's -displace.

Usage: check_displacement.py MESHRENDER FOLDER
"""

import pathlib
import shutil
import subprocess
import sys

import cv2
import numpy
from PIL import Image

tool, folder = sys.argv[1], pathlib.Path(sys.argv[2])
width, height = 320, 240
y, x = numpy.mgrid[0:height, 0:width]
failed = 0


def find_imagemagick():
    """The path of ImageMagick's magick or convert; other programs have these names as well."""
    for name in ("magick", "convert", "/usr/bin/convert"):
        path = shutil.which(name)
        if path and "Version: ImageMagick" in subprocess.run([path, "-version"], capture_output=True, text=True).stdout:
            return path


def smooth_noise(seed, cells):
    random = numpy.random.default_rng(seed)
    return cv2.resize(random.uniform(0, 255, (cells * 3 // 4, cells)), (width, height), interpolation=cv2.INTER_CUBIC)


def read(name):
    return numpy.asarray(Image.open(folder / name).convert("RGB"))


photo = cv2.merge([smooth_noise(seed, 40) for seed in (1, 2, 3)]).clip(0, 255).astype(numpy.uint8)
Image.fromarray(photo).save(folder / "photo.png")


def displaced(map_name, distances):
    """The photo as meshrender displaces it: the point q of the content is drawn at q + d(q)."""
    value = f"{folder / map_name}:x={distances[0]},y={distances[1]}"
    command = [tool, "render", folder / "photo.png", "--displace", value, "-o", folder / "out.png", "--quiet"]
    subprocess.run(command, check=True)
    return read("out.png")


def displaced_by_imagemagick(map_name, distances):
    """The photo as ImageMagick displaces it: the pixel p shows the content at p + d(p)."""
    subprocess.run(
        [imagemagick, folder / "photo.png", folder / map_name, "-virtual-pixel", "edge", "-interpolate", "bilinear",
         "-define", f"compose:args={distances[0]}x{distances[1]}", "-compose", "displace", "-composite",
         folder / "imagemagick.png"], check=True)  # fmt: skip
    return read("imagemagick.png")


def resampled(places, interpolation):
    return cv2.remap(photo, *(place.astype(numpy.float32) for place in places), interpolation)


def compare(name, drawn, expected, places):
    """Checks two conditions for all pixels that are 16 pixels or more from the picture's edges.

    The mean difference is at most that of two resampling filters at the same places: OpenCV's linear and cubic ones.
    Each single difference is at most a quarter of the largest steps between neighboring pixels, along x and along y
    together, and 2 for roundings: the mesh keeps the map within a quarter of a pixel.
    """
    global failed
    inner = (slice(16, -16), slice(16, -16))
    linear, cubic = (resampled(places, filter).astype(int) for filter in (cv2.INTER_LINEAR, cv2.INTER_CUBIC))
    steps = numpy.abs(numpy.diff(linear, axis=0, prepend=0)) + numpy.abs(numpy.diff(linear, axis=1, prepend=0))
    steps = cv2.dilate(steps.astype(numpy.float32), numpy.ones((3, 3)))[inner]
    difference = numpy.abs(drawn.astype(int) - expected)[inner]
    filters = numpy.abs(linear - cubic)[inner].mean()
    beyond = (difference > 2 + steps / 4).mean()
    passed = difference.mean() <= filters and beyond == 0
    failed += not passed
    print(f"{'ok  ' if passed else 'FAIL'} displaced by {name}: mean difference {difference.mean():.2f}, "
          f"of two filters {filters:.2f}; {100 * beyond:.2f} % of the values differ by more than a quarter of a pixel, "
          f"the largest by {difference.max()} of 255")  # fmt: skip


def check(name, channels, distances):
    pixels = numpy.clip(numpy.stack(channels, -1), 0, 255).astype(numpy.uint8)
    Image.fromarray(pixels).save(folder / "map.png")
    drawn = displaced("map.png", distances)
    # The point q that is drawn at p, by repeated substitution; places are relative to pixel centers.
    moved = numpy.clip((pixels.astype(numpy.float32) - 128) / 127, -1, 1)
    places = numpy.stack([x, y]).astype(numpy.float32)
    for _ in range(80):
        d = cv2.remap(moved, *places, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        places = numpy.stack([x - distances[0] * d[..., 0], y - distances[1] * d[..., 1]]).astype(numpy.float32)
    compare(f"{name}, cv2.remap", drawn, resampled(places, cv2.INTER_LINEAR), places)
    if imagemagick:
        # The map that leads back from p to q, in 16 bits; half of 65536 is neutral.
        reach = numpy.abs(places - (x, y)).max() + 1
        back = numpy.stack([*((places - (x, y)) / reach), numpy.zeros((height, width))], -1)
        back = (32768 + 32767 * back).round().astype(">u2")
        (folder / "back.ppm").write_bytes(b"P6 %d %d 65535\n" % (width, height) + back.tobytes())
        compare(f"{name}, ImageMagick", drawn, displaced_by_imagemagick("back.ppm", (reach, reach)), places)


def check_same_map():
    """One file for both programs, with negative distances for ImageMagick.

    Points move along the diagonals on which the values are equal, so that d(q) = d(p). ImageMagick's neutral value is
    127.5, which moves all points by 1/256 of the distances.
    """
    pixels = (128 + 120 * numpy.sin((x - y) / 50)).astype(numpy.uint8)
    Image.fromarray(pixels).save(folder / "diagonals.png")
    moved = 8 * (pixels.astype(float) - 128) / 127
    compare("diagonals, the same map in ImageMagick", displaced("diagonals.png", (8, 8)),
            displaced_by_imagemagick("diagonals.png", (-8, -8)), (x - moved, y - moved))  # fmt: skip


imagemagick = find_imagemagick()
if not imagemagick:
    print("ImageMagick is not installed: its -displace is not compared")
neutral = numpy.full((height, width), 128.0)
waves = 128 + 110 * numpy.sin(x / 40) * numpy.cos(y / 55)
check("nothing", [neutral] * 3, (20, 20))
check("gray waves", [waves] * 3, (8, -6))
check("two channels", [waves, 128 + 100 * numpy.cos(x / 60 + y / 35), neutral], (10, 7))
check("cloth", [smooth_noise(4, 12)] * 3, (6, 6))
if imagemagick:
    check_same_map()
sys.exit(1 if failed else 0)
