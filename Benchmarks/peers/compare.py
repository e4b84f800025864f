"""Fails when two PNGs differ by more than antialiasing and filtering explain: then they are not the same work."""

import sys

import numpy as np
from PIL import Image

MEAN_LIMIT = 2.0  # of 255, premultiplied, over all channels


def premultiplied(path):
    pixels = np.asarray(Image.open(path).convert("RGBA"), dtype=np.float64)
    pixels[..., :3] *= pixels[..., 3:] / 255
    return pixels


first, second = (premultiplied(path) for path in sys.argv[1:3])
if first.shape != second.shape:
    sys.exit(f"the pictures differ in size: {first.shape[1::-1]} and {second.shape[1::-1]}")
difference = np.abs(first - second)
print(f"mean difference {difference.mean():.3f} of 255, {100 * (difference.max(-1) > 32).mean():.2f} % of pixels over 32")
if difference.mean() > MEAN_LIMIT:
    sys.exit(f"the pictures differ by {difference.mean():.2f} on average, more than {MEAN_LIMIT}: not the same work")
