"""Makes the fixtures of this folder with NumPy 2.4 and OpenCV 5.0; not run by the tests.

The files hold the same positions in a picture of 8x4 pixels: x = 1.5 column - 0.25 and
y = 0.75 row + 0.125 for 5 columns and 3 rows, with a hole at column 2 of row 1 where the format has one. These numbers
have few bits, so that all formats but PNG hold them exactly.
Usage: make.py, in this folder.
"""
import cv2
import numpy

columns, rows, width, height = 5, 3, 8, 4
x, y = numpy.meshgrid(1.5 * numpy.arange(columns) - 0.25, 0.75 * numpy.arange(rows) + 0.125)
x[1, 2] = y[1, 2] = numpy.nan
both = numpy.stack([x, y], -1)

numpy.save("little.npy", both.astype("<f4"))
numpy.save("big-fortran.npy", numpy.asfortranarray(both.astype(">f8")))
numpy.save("planes.npy", both.transpose(2, 0, 1).astype("<f8"))
# A grid of grid_sample(align_corners=False): -1 and 1 are the edges of the picture.
grid = numpy.stack([(2 * x + 1) / width - 1, (2 * y + 1) / height - 1], -1)
numpy.save("grid.npy", grid[None].astype("<f4"))
numpy.save("x.npy", x.astype("<f4"))
numpy.save("y.npy", y.astype("<f4"))

x, y = x.astype(numpy.float32), y.astype(numpy.float32)


def store(name, flags=0, **matrices):
    storage = cv2.FileStorage(name, cv2.FILE_STORAGE_WRITE | flags)
    storage.write("note", 3)
    for key, matrix in matrices.items():
        storage.write(key, matrix)
    storage.release()


for ending in ("yml", "json", "xml"):
    store(f"floats.{ending}", map1=x, map2=y)
    store(f"base64.{ending}", cv2.FILE_STORAGE_BASE64, map1=x, map2=y)
store("pairs.yml", positions=numpy.dstack([x, y]))
filled = numpy.nan_to_num(numpy.dstack([x, y]), nan=-8)
whole, fractions = cv2.convertMaps(filled[..., 0].copy(), filled[..., 1].copy(), cv2.CV_16SC2)
store("fixed.yml", camera=numpy.eye(3), map_y=fractions, map_x=whole)

# An ST map: u from the left, v from the bottom, alpha 0 at the hole.
hole = numpy.isnan(x)
u, v = (filled[..., 0] + 0.5) / width, 1 - (filled[..., 1] + 0.5) / height
numbers = numpy.dstack([numpy.zeros_like(u), v, u, ~hole])
cv2.imwrite("st.png", (numbers.clip(0, 1) * 65535).round().astype(numpy.uint16))
# KITTI's flow: differences of (number - 32768) / 64 pixels, blue 0 where there is none.
flow = filled - numpy.dstack(numpy.meshgrid(numpy.arange(columns), numpy.arange(rows)))
numbers = numpy.dstack([~hole, flow[..., 1] * 64 + 32768, flow[..., 0] * 64 + 32768])
cv2.imwrite("kitti.png", numbers.round().clip(0, 65535).astype(numpy.uint16))
# cv2 writes Middlebury's optical flow.
cv2.writeOpticalFlow("flow.flo", numpy.where(hole[..., None], numpy.float32(1e10), flow).astype(numpy.float32))
