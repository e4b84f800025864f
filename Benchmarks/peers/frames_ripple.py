"""The moving ripple that every tool draws frame by frame, and what each work asks of it; for frames_*.py.
W1 is one picture from a cold start, the others are frames in a process that has drawn before.

Vertices are evaluated in vectorized numpy, only what moves, into memory that is kept; normals come from the
derivative, which no general mesh has: this is as fast as a script for this one ripple gets.
"""

import resource
import sys
from typing import NamedTuple

import numpy as np

AMPLITUDE = 0.05  # of the depth unit, which is the average of width and height
WAVES = 4  # for one unit of distance from the center
FRAMES_A_TURN = 30  # the phase grows by a turn in that many
AMBIENT, DIFFUSE = 0.25, 0.75


class Work(NamedTuple):
    width: int
    height: int
    cells: int  # a side
    samples: int  # a pixel
    frames: int  # Slow tools draw and time only the last quarter.
    eye_distance: float = 2000  # points
    angle: float = np.radians(-30)


WORKS = {
    "W1": Work(1024, 1024, 50, 4, 1, 800, np.radians(-45)),
    "W2": Work(1920, 1080, 100, 1, 120),
    "W2aa": Work(1920, 1080, 100, 4, 80),
    "W3": Work(1920, 1080, 1000, 1, 20),
    "W4": Work(3840, 2160, 100, 4, 8),
    "W5": Work(1280, 720, 100, 4, 120),
}
WRITTEN = ("W4", "W5")  # as PNG files, each frame


def timed_frames(work, is_slow=False):
    """The numbers of the frames to draw; all end with the same one, whose pictures are compared."""
    count = WORKS[work].frames
    return range(count - max(count // 4, 2) if is_slow else 0, count)


class Ripple:
    """Points about the image's center: x right, y down, z to the viewer, not yet rotated."""

    def __init__(self, width, height, cells):
        v, u = np.meshgrid(np.linspace(0, 1, cells + 1), np.linspace(0, 1, cells + 1), indexing="ij")
        self.texcoords = np.stack([u, v], axis=-1).reshape(-1, 2).astype("f4")
        self.points = ((self.texcoords - 0.5) * (width, height)).astype("f4")
        first = (np.arange(cells)[:, None] * (cells + 1) + np.arange(cells)).reshape(-1)
        corners = np.stack([first, first + 1, first + cells + 2, first + cells + 1], axis=-1)
        self.triangles = np.concatenate([corners[:, [0, 1, 2]], corners[:, [2, 3, 0]]], axis=1).reshape(-1, 3)
        x, y = (self.texcoords - 0.5).astype("f8").T
        distance = np.hypot(x, y)
        self.turns = (2 * np.pi * WAVES * distance).astype("f4")
        self.height = np.float32(AMPLITUDE * (width + height) / 2)
        # The slope in points: dz/dr times dr/dx, where r is measured in unit space.
        slope = self.height * 2 * np.pi * WAVES / np.maximum(distance, 1e-9)
        self.slope_x, self.slope_y = (slope * x / width).astype("f4"), (slope * y / height).astype("f4")
        self.angle, self.wave = np.empty_like(self.turns), np.empty_like(self.turns)

    def evaluate(self, frame, z, slope_x, slope_y):
        """Fills the three arrays, which may be strided."""
        np.subtract(self.turns, np.float32(2 * np.pi * (frame / FRAMES_A_TURN % 1)), out=self.angle)
        np.sin(self.angle, out=self.wave)
        np.multiply(self.wave, self.height, out=z)
        np.cos(self.angle, out=self.wave)
        np.multiply(self.wave, self.slope_x, out=slope_x)
        np.multiply(self.wave, self.slope_y, out=slope_y)


def make_straight(pixels):
    """Premultiplied to PNG's straight alpha, in place; only at edges is anything in between."""
    alpha = pixels[..., 3]
    edges = np.nonzero((alpha != 0) & (alpha != 255))
    partial = pixels[edges].astype(np.uint16)
    color = (partial[:, :3] * np.uint16(255) + partial[:, 3:] // 2) // partial[:, 3:]
    pixels[edges[0], edges[1], :3] = np.minimum(color, 255)


def peak_memory():
    """Of the process, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def report(seconds, frames):
    """One line: seconds a frame, peak memory."""
    print(f"{seconds / len(frames):.6f} {peak_memory():.0f}")


def arguments():
    if len(sys.argv) < 4 or sys.argv[1] not in WORKS:
        sys.exit(f"usage: {sys.argv[0]} {'|'.join(WORKS)} IN.png FOLDER [ENCODER]")
    return sys.argv[1], sys.argv[2], sys.argv[3], *sys.argv[4:]
