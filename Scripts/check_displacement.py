"""Checks displaced pictures with OpenCV's remap: a point moves by what the map says at it.

Usage: check_displacement.py MESHRENDER FOLDER
"""

import pathlib
import subprocess
import sys

import cv2
import numpy
from PIL import Image

tool, folder = sys.argv[1], pathlib.Path(sys.argv[2])
y, x = numpy.mgrid[0:240, 0:320]
failed = 0


def smooth_noise(seed, cells):
    random = numpy.random.default_rng(seed)
    return cv2.resize(random.uniform(0, 255, (cells * 3 // 4, cells)), (320, 240), interpolation=cv2.INTER_CUBIC)


def check(name, channels, distances):
    global failed
    pixels = numpy.clip(numpy.stack(channels, -1), 0, 255).astype(numpy.uint8)
    Image.fromarray(pixels).save(folder / "map.png")
    photo = cv2.merge([smooth_noise(seed, 40) for seed in (1, 2, 3)]).clip(0, 255).astype(numpy.uint8)
    Image.fromarray(photo).save(folder / "photo.png")
    value = f"{folder / 'map.png'}:x={distances[0]},y={distances[1]}"
    subprocess.run(
        [tool, "render", folder / "photo.png", "--displace", value, "-o", folder / "out.png", "--quiet"], check=True)  # fmt: skip
    moved = numpy.clip((pixels.astype(numpy.float32) - 128) / 127, -1, 1)
    # The point q of the content is drawn at q + d(q); q is found by repeated substitution.
    from_x, from_y = x + 0.5, y + 0.5
    for _ in range(80):
        places = [(from_x - 0.5).astype(numpy.float32), (from_y - 0.5).astype(numpy.float32)]
        d = cv2.remap(moved, *places, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        from_x, from_y = x + 0.5 - distances[0] * d[..., 0], y + 0.5 - distances[1] * d[..., 1]
    expected = cv2.remap(
        photo, (from_x - 0.5).astype(numpy.float32), (from_y - 0.5).astype(numpy.float32), cv2.INTER_LINEAR)  # fmt: skip
    drawn = numpy.asarray(Image.open(folder / "out.png").convert("RGB")).astype(int)
    difference = numpy.abs(drawn - expected.astype(int))[16:-16, 16:-16]
    # A quarter of a pixel, of pictures that change by about 8 of 255 a pixel.
    passed = difference.mean() < 1 and numpy.quantile(difference, 0.999) < 8
    failed += not passed
    print(f"{'' if passed else 'FAIL '}displaced by {name}: mean difference {difference.mean():.2f}, "
          f"99.9 % within {numpy.quantile(difference, 0.999):.0f} of 255")  # fmt: skip


neutral = numpy.full((240, 320), 128.0)
waves = 128 + 110 * numpy.sin(x / 40) * numpy.cos(y / 55)
check("nothing", [neutral] * 3, (20, 20))
check("gray waves", [waves] * 3, (8, -6))
check("two channels", [waves, 128 + 100 * numpy.cos(x / 60 + y / 35), neutral], (10, 7))
check("cloth", [smooth_noise(4, 12)] * 3, (6, 6))
sys.exit(1 if failed else 0)
