"""Compares two PNGs, premultiplied; prints their largest and mean difference and how many pixels differ by more than
32, and fails where the mean says that they are not the same work. All of 255.

Usage: compare.py ONE.png OTHER.png [MEAN-LIMIT]
The limit is 2 unless given: what antialiasing and filtering explain, and light at the vertices.
"""

import sys

import numpy as np
from PIL import Image


def premultiplied(path):
    pixels = np.asarray(Image.open(path).convert("RGBA"), dtype=np.float32).copy()
    pixels[..., :3] *= pixels[..., 3:] / 255
    return pixels


first, second = (premultiplied(path) for path in sys.argv[1:3])
limit = float(sys.argv[3]) if len(sys.argv) > 3 else 2.0
if first.shape != second.shape:
    sys.exit(f"the pictures differ in size: {first.shape[1::-1]} and {second.shape[1::-1]}")
difference = np.abs(first - second)
mean = difference.mean(dtype=np.float64)
over = 100 * (difference.max(-1) > 32).mean()
print(f"{difference.max():.0f} {mean:.3f} {over:.2f}")
if mean > limit:
    sys.exit(f"the pictures differ by {mean:.2f} on average, more than {limit}: not the same work")
