#!/usr/bin/env bash
# Checks exported maps with the programs they are for: OpenCV's remap from PyPI and, where it is installed, FFmpeg's
# remap filter bend a picture by our map, and the results are compared with what meshrender itself draws. Displaced
# pictures are compared with OpenCV's remap and, where it is installed, ImageMagick's -displace. The files of every format
# are read by OpenCV and NumPy. Maps as meshes and exact maps give the pictures back from which they are, and those of
# OpenCV's remap. Panoramas are compared with FFmpeg's v360.
#
# usage: Scripts/check-maps.sh [path of meshrender]
set -euo pipefail
source "$(dirname "$0")/checking.sh"
"$python" Scripts/check_map_files.py "$tool" "$folder"
"$python" Scripts/check_displacement.py "$tool" "$folder"
"$python" Scripts/check_warp_styles.py "$tool" "$folder"
"$python" Scripts/check_map_meshes.py "$tool" "$folder"
"$python" Scripts/check_panoramas.py "$tool" "$folder"
"$python" Scripts/check_points.py "$tool" "$folder"
"$python" - "$tool" "$folder" Examples/images/photo.png <<'END'
import shutil
import subprocess
import sys

import cv2
import numpy

tool, folder, photo = sys.argv[1:]
failed = 0


def run(*arguments):
    subprocess.run([str(a) for a in arguments], check=True)


def check(name, passed, words):
    global failed
    print(f"{'ok  ' if passed else 'FAIL'} {name}: {words}")
    failed += not passed


# Half as large: the same pixels for everyone, and quick. A fringe of the content's edge would tell borders apart.
image = cv2.resize(cv2.imread(photo), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
height, width = image.shape[:2]
content = f"{folder}/content.png"
cv2.imwrite(content, image)
tilt = ["--transform", "perspective(900) rotateX(-35deg) rotateZ(8deg)"]

# Enlarged, for OpenCV filters nothing that shrinks; the renderer does.
cases = {
    "swirl": ["--mesh", "swirl:angle=40deg", "--scale", 2],
    "lens": ["--mesh", "lens", "--scale", 2],
    "tilted ripple": ["--mesh", "ripple", *tilt, "--fit", "--scale", 3],
    "page that curls over itself": ["--mesh", "pageCurl:amount=0.4", "--fit", "--padding", 10, "--scale", 3],
    "bilinear quads": ["--mesh", "cornerPin:topLeftX=0.2,topLeftY=0.1,rows=1,columns=1",
                       "--face-interpolation", "bilinear", "--scale", 2],
    "projective quads": ["--mesh", "cornerPin:topLeftX=0.2,topLeftY=0.1,rows=1,columns=1",
                         "--face-interpolation", "projective", "--scale", 2],
}
# The part of the content that nothing hides, at least; else all of it.
shown = {"tilted ripple": 0.85, "page that curls over itself": 0.7}
for name, flags in cases.items():
    drawn, mapped = f"{folder}/drawn.png", f"{folder}/map.npy"
    run(tool, "render", content, *flags, "--samples", 1, "--background", "black", "-o", drawn)
    run(tool, "map", content, *flags, "-o", mapped)
    ours = cv2.imread(drawn).astype(int)
    places = numpy.load(mapped)
    if places.dtype != numpy.float32 or places.shape != (*ours.shape[:2], 2):
        check(name, False, f"the map is {places.dtype} {places.shape}, the picture {ours.shape}")
        continue
    theirs = cv2.remap(image, places[..., 0], places[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    difference = numpy.abs(theirs.astype(int) - ours)
    # OpenCV rounds places to 1/32 of a pixel.
    check(f"cv2.remap, {name}", difference.mean() < 0.3 and numpy.percentile(difference, 99) <= 3,
          f"mean {difference.mean():.3f}, 99 % within {numpy.percentile(difference, 99):.0f} of 255")

    # The other way: what it finds at a content pixel's place on the canvas is that pixel.
    run(tool, "map", content, *flags, "--forward", "--outside", "nan", "-o", mapped)
    forward = numpy.load(mapped)
    rows, columns = ours.shape[:2]
    ys, xs = numpy.mgrid[0:height, 0:width].astype(numpy.float32)
    # A place behind a nearer part of the surface holds something else: compare where the backward map comes back.
    found = cv2.remap(places, numpy.nan_to_num(forward[..., 0], nan=-1e6), numpy.nan_to_num(forward[..., 1], nan=-1e6),
                      cv2.INTER_NEAREST, borderValue=(-1e6, -1e6))
    off = numpy.hypot(found[..., 0] - xs, found[..., 1] - ys)
    seen = found[..., 0] > -1e5
    near = (off[seen] < 2).mean()
    check(f"forward and back, {name}", near > shown.get(name, 0.99) and seen.mean() > 0.9,
          f"{100 * seen.mean():.0f} % on the canvas, {100 * near:.1f} % of it found again")

if shutil.which("ffmpeg"):
    for name in ["swirl", "tilted ripple"]:
        flags = cases[name]
        run(tool, "map", content, *flags, "-o", f"{folder}/m.pgm")
        run(tool, "map", content, *flags, "-o", f"{folder}/map.npy")
        run("ffmpeg", "-v", "error", "-y", "-i", content, "-i", f"{folder}/m-x.pgm", "-i", f"{folder}/m-y.pgm",
            "-lavfi", "[0]format=gbrp[a];[a][1][2]remap=fill=black,format=rgb24", "-frames:v", 1, f"{folder}/ff.png")
        theirs = cv2.imread(f"{folder}/ff.png").astype(int)
        places = numpy.load(f"{folder}/map.npy")
        rounded = numpy.floor(places + numpy.float32(0.5)).astype(int)
        inside = places[..., 0] > -1e5
        expected = numpy.zeros_like(theirs)
        expected[inside] = image[rounded[..., 1][inside], rounded[..., 0][inside]]
        differs = (theirs != expected).any(-1).mean()
        # Halves may be rounded either way.
        check(f"FFmpeg's remap, {name}", theirs.shape[:2] == places.shape[:2] and differs < 0.001,
              f"{100 * differs:.3f} % of the pixels differ from the nearest ones")
else:
    print("FFmpeg is not installed: its remap filter is not checked")

sys.exit(failed > 0)
END
