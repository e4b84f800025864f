#!/usr/bin/env python3
"""Compares the pictures of two folders by name: those of the second folder with those of the first.

Usage: Scripts/compare_pictures.py EXPECTED ACTUAL [--exact]

With --exact the files are the same byte for byte. Otherwise pictures of the same size are alike: another version of Mesa
rounds colors and places samples differently, another FreeType shapes letters differently. Channels count in 0...255.
"""

import pathlib
import sys

import numpy as np
from PIL import Image, ImageSequence

# The mean difference, and the share of pixels that differ by more than NOTICEABLE, of any frame.
MEAN = 0.1
NOTICEABLE = 32
SHARE = 0.002


def frames(path):
    with Image.open(path) as image:
        return [np.asarray(frame.convert("RGBA"), dtype=np.int16) for frame in ImageSequence.Iterator(image)]


def premultiplied(frame):
    return np.dstack([frame[..., :3] * frame[..., 3:] // 255, frame[..., 3:]])


def difference(expected, actual):
    """The worst mean and the worst share of all frames; a word where they cannot be compared."""
    expected, actual = frames(expected), frames(actual)
    if len(expected) != len(actual):
        return f"{len(actual)} frames instead of {len(expected)}"
    worst = (0.0, 0.0)
    for one, other in zip(expected, actual):
        if one.shape != other.shape:
            return f"{other.shape[1]}x{other.shape[0]} pixels instead of {one.shape[1]}x{one.shape[0]}"
        apart = np.abs(premultiplied(one) - premultiplied(other))
        worst = max(worst[0], apart.mean()), max(worst[1], (apart.max(axis=2) > NOTICEABLE).mean())
    return worst


def main(expected, actual, is_exact):
    names = sorted(path.name for path in pathlib.Path(actual).iterdir())
    if not names:
        sys.exit(f"compare_pictures: {actual} has no pictures")
    faults, worst, same = [], (0.0, 0.0), 0
    for name in names:
        one, other = pathlib.Path(expected, name), pathlib.Path(actual, name)
        if not one.exists():
            faults.append(f"{name} is not in {expected}")
        elif one.read_bytes() == other.read_bytes():
            same += 1
        else:
            apart = difference(one, other)
            if isinstance(apart, str):
                faults.append(f"{name}: {apart}")
                continue
            worst = max(worst[0], apart[0]), max(worst[1], apart[1])
            if is_exact or apart[0] > MEAN or apart[1] > SHARE:
                faults.append(f"{name}: mean difference {apart[0]:.3f}, {100 * apart[1]:.2f} % of pixels differ noticeably")
    if faults:
        sys.exit("\n".join(faults))
    print(
        f"{len(names)} pictures, {same} of them the same byte for byte; mean difference at most {worst[0]:.3f}, "
        f"{100 * worst[1]:.2f} % of pixels differ noticeably")


if __name__ == "__main__":
    arguments = [argument for argument in sys.argv[1:] if argument != "--exact"]
    if len(arguments) != 2:
        sys.exit("usage: Scripts/compare_pictures.py EXPECTED ACTUAL [--exact]")
    main(*arguments, is_exact="--exact" in sys.argv)
