"""Mockups as one would script them: an artwork cut by a mask, around a cylinder, multiplied with a photo, a JPEG out.

Usage: mug.py TOOL OUT.jpg        one, of art-0.png; TOOL: opencv, pyvips or moderngl
       mug.py TOOL LIST WORKERS   those of LIST.txt, in a pool of processes, into a folder with the tool's name

Run in a folder that inputs() has filled. The drawing is that of peers/batch.py, with a mask.
"""

import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "peers"))
import batch

PHOTO, ART, BOX, FIRST = 1500, 1000, 800, 350  # pixels: sides of photo, artwork and square, and where the square begins
QUALITY = batch.QUALITY
batch.SIDE, batch.ART, batch.BOX, batch.FIRST, batch.MASK, batch.KEPT = PHOTO, ART, BOX, FIRST, "mask.png", 1


def inputs(folder, count):
    """Writes the photo, the mask, the artworks, the scene, and ImageMagick's map."""
    import numpy as np
    from PIL import Image

    random = np.random.default_rng(7)
    y, x = np.mgrid[0:PHOTO, 0:PHOTO] / PHOTO
    round_side = np.sqrt(np.clip(1 - (2.6 * (x - 0.5)) ** 2, 0.05, 1))
    glaze = np.where((abs(x - 0.5) < 0.36) & (abs(y - 0.5) < 0.38), 120 + 110 * round_side, 150 + 60 * y)
    cloth = glaze[..., None] * [1, 0.98, 0.94] + random.normal(0, 3, (PHOTO, PHOTO, 3))
    Image.fromarray(cloth.clip(0, 255).astype(np.uint8)).save(f"{folder}/photo.jpg", quality=92)
    v, u = (np.mgrid[0:ART, 0:ART] - ART / 2) / (ART / 2)
    cut = np.clip((0.92 - np.maximum(abs(u), abs(v))) * ART / 20, 0, 1) * np.clip((np.hypot(u - 0.95, v) - 0.35) * ART / 20, 0, 1)
    white = np.full((ART, ART, 4), 255.0)
    white[..., 3] *= cut
    Image.fromarray(white.astype(np.uint8)).save(f"{folder}/mask.png")
    radius, turn = np.hypot(u, v), np.arctan2(v, u)
    for number in range(count):
        art, petals = np.zeros((ART, ART, 4)), random.integers(3, 20)
        for inner, outer in [(0, 0.3), (0.36, 0.6), (0.66, 1.2)]:
            cover = np.clip((radius - inner) * ART / 2, 0, 1)
            cover *= np.clip((outer + 0.05 * np.sin(petals * turn) - radius) * ART / 2, 0, 1)
            art[cover > 0, :3] = random.uniform(20, 250, 3)
            art[..., 3] = np.maximum(art[..., 3], 255 * cover)
        art[..., :3] *= 0.85 + 0.15 * np.sin(40 * u + 30 * v)[..., None]
        Image.fromarray(art.astype(np.uint8)).save(f"{folder}/art-{number}.png")
    batch.write_map(folder, np)
    middle = [PHOTO / 2, PHOTO / 2]
    layers = [
        {"bounds": [0, 0, PHOTO, PHOTO], "position": middle, "contents": {"image": "photo.jpg"}},
        {"name": "art", "bounds": [0, 0, BOX, BOX], "position": middle, "blendMode": "multiply", "mask": "mask.png",
         "contents": {"image": "art-0.png"}, "mesh": {"preset": "cylinder", "angle": 140}},
    ]
    with open(f"{folder}/mug.json", "w") as file:
        json.dump({"canvas": {"size": [PHOTO, PHOTO]}, "layers": layers}, file)


def imagemagick(out):
    return ["$MAGICK", "photo.jpg",
            "(", "(", "(", "art-0.png", "mask.png", "-compose", "DstIn", "-composite", ")",
            "-background", "none", "-resize", f"{BOX}x{BOX}", ")", "map.ppm", "-virtual-pixel", "transparent",
            "-interpolate", "bilinear", "-define", f"compose:args={2 * BOX}x{2 * BOX}", "-compose", "displace", "-composite", ")",
            "-geometry", f"+{FIRST}+{FIRST}", "-compose", "multiply", "-composite", "-quality", f"{QUALITY}", out]


def main():
    tool, *rest = sys.argv[1:]
    if rest[0].endswith(".jpg"):
        batch.begin(tool)
        batch.draw("photo.jpg", "art-0.png", rest[0])
    else:
        batch.pool(tool, ".", *rest)


if __name__ == "__main__":
    main()
