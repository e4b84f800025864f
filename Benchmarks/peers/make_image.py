"""Writes a photo-like square PNG, the same bytes at every run: soft shapes, sharp edges and a little noise."""

import sys

import numpy as np
from PIL import Image

path, side = sys.argv[1], int(sys.argv[2])
random = np.random.default_rng(2014)
y, x = np.mgrid[0:side, 0:side] / side
picture = np.stack([120 + 90 * np.sin(5 * x + 2), 110 + 80 * np.cos(4 * y + x), 130 + 90 * np.sin(3 * (x + y))], -1)
for _ in range(60):
    cx, cy, radius = random.random(), random.random(), random.uniform(0.02, 0.12)
    edge = np.clip((radius - np.hypot(x - cx, y - cy)) * side, 0, 1)[..., None]
    picture += edge * 0.8 * (random.uniform(0, 255, 3) - picture)
picture += random.normal(0, 2, (side, side, 3))
Image.fromarray(picture.clip(0, 255).astype(np.uint8)).save(path)
