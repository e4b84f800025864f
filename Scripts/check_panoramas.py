"""Compares the preset panorama with FFmpeg's filter v360, where it is installed: projections, angles and fields of view.

Usage: check_panoramas.py MESHRENDER FOLDER
"""

import shutil
import subprocess
import sys
from pathlib import Path

import cv2
import numpy

tool, folder = sys.argv[1], Path(sys.argv[2])
failed = 0
if not shutil.which("ffmpeg"):
    print("FFmpeg is not installed: panoramas are not compared")
    sys.exit()

# A smooth equirectangular picture, so that only places count, and not the filters.
y, x = numpy.mgrid[0:512, 0:1024]
longitude, latitude = (x + 0.5) / 1024 * 2 * numpy.pi, (y + 0.5) / 512 * numpy.pi
picture = numpy.dstack([
    numpy.sin(5 * longitude) * numpy.sin(latitude), numpy.cos(7 * latitude), numpy.cos(longitude) * numpy.sin(latitude),
])  # fmt: skip
sphere = folder / "sphere.png"
cv2.imwrite(str(sphere), (127 + 100 * picture).round().astype(numpy.uint8))

circle, wide = (512, 512), (1024, 512)
# Degrees: a view of 100 of 2:1, and a cylinder of 270 of 2:1.
view = "h_fov=100:v_fov=%.4f" % numpy.degrees(2 * numpy.arctan(numpy.tan(numpy.radians(50)) / 2))
cylinder = "h_fov=270:v_fov=%.4f" % numpy.degrees(2 * numpy.arctan(numpy.radians(135) / 2))
for ours, theirs, size in [
    ("to=fisheye", "e:fisheye:h_fov=180:v_fov=180", circle),
    ("to=fisheye,fov=220,pitch=90", "e:fisheye:h_fov=220:v_fov=220:pitch=90", circle),
    ("to=stereographic,fov=200", "e:sg:h_fov=200:v_fov=200", circle),
    ("to=rectilinear,fov=100,yaw=40,pitch=20,roll=20", f"e:flat:{view}:yaw=40:pitch=20:roll=20", wide),
    ("to=cylindrical,fov=270,roll=20", f"e:cylindrical:{cylinder}:roll=20", wide),
    ("to=equirectangular,yaw=30,pitch=-50", "e:e:yaw=30:pitch=-50", wide),
]:
    width, height = size
    drawn, expected = folder / "drawn.png", folder / "expected.png"
    subprocess.run([tool, "render", sphere, "--mesh", f"panorama:{ours}", "--size", f"{width}x{height}", "-o", drawn, "--quiet"],
                   check=True)  # fmt: skip
    subprocess.run(["ffmpeg", "-y", "-loglevel", "error", "-i", sphere, "-vf",
                    f"format=gbrp,v360={theirs}:w={width}:h={height}:interp=linear", "-pix_fmt", "rgb24", expected],
                   check=True)  # fmt: skip
    a, b = (cv2.imread(str(path), cv2.IMREAD_UNCHANGED).astype(float) for path in (drawn, expected))
    inside = numpy.ones(a.shape[:2], numpy.uint8) if a.shape[2] == 3 else (a[..., 3] == 255).astype(numpy.uint8)
    inside = cv2.erode(inside, numpy.ones((7, 7))) == 1
    difference = numpy.abs(a[..., :3] - b)[inside]
    passed = difference.mean() < 0.7 and numpy.percentile(difference, 99.9) <= 4 and inside.mean() > 0.7
    print(f"{'ok  ' if passed else 'FAIL'} v360, {ours}: mean {difference.mean():.2f} of 255, worst {difference.max():.0f}")
    failed += not passed
sys.exit(failed > 0)
