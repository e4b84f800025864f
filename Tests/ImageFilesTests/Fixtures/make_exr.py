"""Makes the OpenEXR files of the tests with OpenEXR itself (PyPI's OpenEXR 3.5.3) into the folder exr.

Usage: make_exr.py
"""

import pathlib

import numpy
import OpenEXR

FOLDER = pathlib.Path(__file__).parent / "exr"
WIDTH, HEIGHT = 5, 17


def channels():
    """The samples that EXRFileTests computes, too."""
    y, x = numpy.mgrid[0:HEIGHT, 0:WIDTH]
    alpha = numpy.ones((HEIGHT, WIDTH), numpy.float16)
    alpha[0] = [numpy.nan, numpy.inf, -numpy.inf, 6e-8, 65504]
    return {
        "R": (x / 8 + y / 32).astype(numpy.float16),
        "A": alpha,
        "G": (1000 * x + y).astype(numpy.uint32),
        "B": (1 / (1 + x + 7 * y)).astype(numpy.float32),
        "layer.R": (-1e30 * (x - 2.0) * y).astype(numpy.float32),
    }


def write(name, samples, compression, **header):
    header = {"compression": compression, "type": OpenEXR.scanlineimage, **header}
    with OpenEXR.File(header, samples) as file:
        file.write(str(FOLDER / f"{name}.exr"))


def box(x, y, width, height):
    return (numpy.array([x, y], numpy.int32), numpy.array([x + width - 1, y + height - 1], numpy.int32))


def main():
    FOLDER.mkdir(exist_ok=True)
    write("none", channels(), OpenEXR.NO_COMPRESSION)
    write("rle", channels(), OpenEXR.RLE_COMPRESSION)
    write("zips", channels(), OpenEXR.ZIPS_COMPRESSION)
    write("zip", channels(), OpenEXR.ZIP_COMPRESSION)
    write("decreasing", channels(), OpenEXR.ZIPS_COMPRESSION, lineOrder=OpenEXR.DECREASING_Y)
    # A UV pass with overscan, as renderers write it: the data window is larger than the display window at the left and
    # smaller at the bottom.
    y, x = numpy.mgrid[-2:4, -3:5]
    uv = {"UV.U": ((x + 0.5) / 6).astype(numpy.float32), "UV.V": ((4.5 - y) / 5).astype(numpy.float32)}
    write("windows", uv, OpenEXR.ZIP_COMPRESSION, dataWindow=box(-3, -2, 8, 6), displayWindow=box(0, 0, 6, 5))
    # Linear light, multiplied by alpha.
    light = numpy.array([0, 0.0005, 0.05, 0.214041, 0.5, 1, 4, -1], numpy.float32)
    alpha = numpy.array([1, 0.75, 0.5, 0.25, 0], numpy.float32)[:, None]
    color = light[None] * alpha
    rgba = {"R": color, "G": color[:, ::-1].copy(), "B": color / 2, "A": numpy.broadcast_to(alpha, color.shape).copy()}
    write("light", rgba, OpenEXR.ZIP_COMPRESSION)


main()
