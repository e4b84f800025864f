"""Checks the maps that meshrender writes in each format with other readers: NumPy, OpenCV's FileStorage, readOpticalFlow and
imread, and PyTorch's formulas of grid_sample in NumPy. Each must find the positions of the NPY in pixels, and the
pictures that cv2.remap and grid_sample draw by them must agree.

usage: Scripts/check_map_files.py MESHRENDER FOLDER
"""

import os
import pathlib
import subprocess
import sys

os.environ["OPENCV_IO_ENABLE_OPENEXR"] = "1"  # before the import
import cv2  # noqa: E402
import numpy  # noqa: E402

tool, folder = sys.argv[1], pathlib.Path(sys.argv[2])
failed = 0
width, height = 300, 200
OUTSIDE = -1e6


def check(name, passed, words):
    global failed
    print(f"{'ok  ' if passed else 'FAIL'} {name}: {words}")
    failed += not passed


# Smooth, so that a position that is off by a hundredth of a pixel changes no value by 1.
ys, xs = numpy.mgrid[0:height, 0:width].astype(numpy.float32)
picture = numpy.dstack([128 + 90 * numpy.sin(xs / 17), 128 + 90 * numpy.cos(ys / 13), 128 + 90 * numpy.sin((xs + ys) / 21)])
picture = picture.astype(numpy.float32)


def write(name, *flags):
    # A page that curls has a fold, a place where it is not, and depth.
    command = [tool, "map", "--content-size", f"{width}x{height}", "--mesh", "pageCurl:amount=0.4", "--fit", "--padding",
               "8", *flags, "-o", str(folder / name), "--quiet"]  # fmt: skip
    subprocess.run(command, check=True)
    return str(folder / name)


def compare(name, positions, tolerance):
    """Positions against those of the NPY in pixels; holes are NaN."""
    same_holes = (numpy.isnan(positions[..., 0]) == holes).all()
    error = numpy.nanmax(numpy.abs(positions - reference))
    check(name, bool(same_holes) and error <= tolerance,
          f"largest difference {error:.2g} px of {tolerance:.2g}, holes {'agree' if same_holes else 'DIFFER'}")  # fmt: skip


def without_holes(positions, mark):
    return numpy.where(mark[..., None], numpy.nan, positions)


reference = numpy.load(write("map.npy"))
holes = reference[..., 0] == OUTSIDE
reference = without_holes(reference, holes)
rows, columns = holes.shape
own = numpy.dstack(numpy.meshgrid(numpy.arange(columns), numpy.arange(rows))).astype(numpy.float32)

for ending in ("yaml", "json"):
    storage = cv2.FileStorage(write(f"map.{ending}"), cv2.FILE_STORAGE_READ)
    both = numpy.dstack([storage.getNode(f"map{axis}").mat() for axis in (1, 2)])
    compare(f"cv2.FileStorage of .{ending}", without_holes(both, both[..., 0] == OUTSIDE), 0)

flow = cv2.readOpticalFlow(write("map.flo"))
compare("cv2.readOpticalFlow", without_holes(flow + own, numpy.abs(flow[..., 0]) > 1e9), 1e-4)

relative = numpy.load(write("relative.npy", "--map-relative", "--outside", "nan"))
compare("differences of an NPY", relative + own, 1e-4)


def from_unit(red, green):
    """The positions of an ST map, whose origin is at the bottom: pixel i of w is at (i + 0.5) / w."""
    return numpy.dstack([red * width - 0.5, (1 - green) * height - 0.5])


image = cv2.imread(write("st.png"), cv2.IMREAD_UNCHANGED)
positions = from_unit(image[..., 2] / 65535, image[..., 1] / 65535)
compare("cv2.imread of an ST map", without_holes(positions, image[..., 3] == 0), width / 65535 / 2 + 1e-4)
blue = cv2.imread(write("blue.png", "--map-valid", "blue"), cv2.IMREAD_UNCHANGED)
positions = from_unit(blue[..., 2] / 65535, blue[..., 1] / 65535)
compare("cv2.imread of an ST map with blue", without_holes(positions, blue[..., 0] == 0), width / 65535 / 2 + 1e-4)

image = cv2.imread(write("st.exr"), cv2.IMREAD_UNCHANGED)
if image is None:
    print("this OpenCV reads no EXR: that format is not checked")
else:
    compare("cv2.imread of an EXR", without_holes(from_unit(image[..., 2], image[..., 1]), image[..., 3] == 0), 1e-4)


def grid_sample(grid, align_corners):
    """PyTorch's, bilinear with zeros as padding: grid_sampler_unnormalize and the four weighted neighbors."""
    size = numpy.array([width, height], numpy.float64)
    places = (grid + 1) / 2 * (size - 1) if align_corners else ((grid + 1) * size - 1) / 2
    low = numpy.floor(places).astype(int)
    part = places - low
    result = numpy.zeros((*grid.shape[:2], 3))
    for dy in (0, 1):
        for dx in (0, 1):
            x, y = low[..., 0] + dx, low[..., 1] + dy
            inside = (x >= 0) & (y >= 0) & (x < width) & (y < height)
            weight = numpy.abs(1 - dx - part[..., 0]) * numpy.abs(1 - dy - part[..., 1]) * inside
            result += weight[..., None] * picture[y.clip(0, height - 1), x.clip(0, width - 1)]
    return result


places = numpy.nan_to_num(reference, nan=OUTSIDE)
drawn = cv2.remap(picture, places[..., 0], places[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
for units, align_corners in (("ndc", False), ("ndc-corners", True)):
    grid = numpy.load(write("grid.npy", "--map-units", units, "--outside", "-3"))
    difference = numpy.abs(grid_sample(grid.astype(numpy.float64), align_corners) - drawn)
    check(f"grid_sample, align_corners={align_corners}", difference.max() < 1,
          f"largest difference from cv2.remap {difference.max():.3f} of 255")  # fmt: skip

sys.exit(1 if failed else 0)
