"""The moving sheets of Benchmarks/matrix in numpy: points about the image's center (x right, y down, z to the viewer)
and normals, not yet tilted; for matrix_moderngl.py.

Only what moves is evaluated for each frame. Where the formula has a short derivative, normals come from it (ripple,
Bezier); else from central differences between the vertices. Formulas: Documentation/reference.
"""

import numpy as np

from frames_ripple import Ripple


def smoothstep(x):
    x = np.clip(x, 0, 1)
    return x * x * (3 - 2 * x)


class Sheet:
    """A grid of vertices in memory that is kept: 3 coordinates and 3 components of the normal each."""

    def __init__(self, width, height, cells):
        self.width, self.height, self.cells = width, height, cells
        steps = np.linspace(0, 1, cells + 1, dtype="f4")
        self.v, self.u = np.meshgrid(steps, steps, indexing="ij")
        self.texcoords = np.stack([self.u, self.v], axis=-1).reshape(-1, 2)
        first = (np.arange(cells)[:, None] * (cells + 1) + np.arange(cells)).reshape(-1)
        corners = np.stack([first, first + 1, first + cells + 2, first + cells + 1], axis=-1)
        self.triangles = np.concatenate([corners[:, [0, 1, 2]], corners[:, [2, 3, 0]]], axis=1).reshape(-1, 3)
        self.moving = np.empty((cells + 1, cells + 1, 6), "f4")

    def place(self, x, y, z, depth):
        """From unit layer space to points, and normals from differences."""
        points = self.moving[..., :3]
        np.multiply(x - np.float32(0.5), np.float32(self.width), out=points[..., 0])
        np.multiply(y - np.float32(0.5), np.float32(self.height), out=points[..., 1])
        np.multiply(z, np.float32(depth), out=points[..., 2])
        along, down = np.empty_like(points), np.empty_like(points)
        for difference, p in ((along, points.swapaxes(0, 1)), (down, points)):
            d = difference.swapaxes(0, 1) if difference is along else difference
            np.subtract(p[2:], p[:-2], out=d[1:-1])
            np.subtract(p[1], p[0], out=d[0])
            np.subtract(p[-1], p[-2], out=d[-1])
        self.moving[..., 3:] = np.cross(along, down)


class Flag(Sheet):
    def evaluate(self, phase):
        amplitude, waves, slant, tilt, sag = 0.08, 1.75, 0.12, 0.6, 0.04
        # The curve of unit speed, integrated by the midpoint rule between columns.
        steps = max(1, (max(64, int(64 * waves)) + self.cells - 1) // self.cells)
        u = ((np.arange(self.cells * steps) + 0.5) / (self.cells * steps)).astype("f4")
        behind = (phase + slant * self.v[:, :1]).astype("f4")
        envelope = (2 * np.pi * waves * amplitude * u * (2 - u)).astype("f4")
        slope = envelope * np.cos(np.float32(2 * np.pi) * (np.float32(waves) * u - behind))
        c = 1 / np.sqrt(1 + slope * slope)
        x, z = np.zeros_like(self.u), np.zeros_like(self.u)
        np.cumsum(c, axis=1, out=c)
        np.cumsum(slope / np.sqrt(1 + slope * slope), axis=1, out=slope)
        x[:, 1:], z[:, 1:] = c[:, steps - 1::steps] / len(u), slope[:, steps - 1::steps] / len(u)
        self.place(x, self.v - np.float32(tilt) * z + np.float32(sag) * self.u * self.u, z, self.width)


class PageCurl(Sheet):
    def evaluate(self, phase):
        amount, angle, radius, height = 0.2 + 0.4 * phase, np.radians(30), 0.1, self.height / self.width
        pull_x, pull_y = np.float32(np.cos(angle)), np.float32(np.sin(angle))
        farthest = pull_x + pull_y * height
        past = self.u * pull_x + self.v * (height * pull_y) - np.float32(farthest - amount * farthest)
        turn = np.clip(past, 0, np.pi * radius) / np.float32(radius)
        along = np.where(past < np.pi * radius, radius * np.sin(turn), np.float32(np.pi * radius) - past)
        back = np.where(past > 0, along - past, 0)
        z = np.float32(2 * radius) * np.sin(turn / 2) ** 2
        self.place(self.u + pull_x * back, self.v + pull_y / np.float32(height) * back, z, self.width)


class Curtain(Sheet):
    def evaluate(self, phase):
        amount, folds, depth, swag = 0.2 + 0.4 * phase, 6, 0.12, 0.5
        relief = np.sin(amount * np.pi / 2)
        v = self.v[:, :1]
        gather = 1 - swag * (1 - smoothstep(v / 0.75)) - 0.25 * swag * smoothstep((v - 0.75) / 0.5)
        width = (1 - 0.8 * amount * gather).astype("f4")
        # Folds depend on the column alone.
        u = self.u[:1]
        z = (0.5 * depth * relief * np.sin(2 * np.pi * folds * u)).astype("f4")
        bunched = (u + 0.7 * relief * np.sin(4 * np.pi * folds * u) / (4 * np.pi * folds)).astype("f4")
        self.place(bunched * width, self.v + np.float32(0.3) * z * self.v, np.broadcast_to(z, self.u.shape), self.width)


class Bezier(Sheet):
    def __init__(self, *arguments):
        super().__init__(*arguments)
        t = np.linspace(0, 1, self.cells + 1)
        s = 1 - t
        self.basis = np.stack([s**3, 3 * t * s**2, 3 * t**2 * s, t**3], -1).astype("f4")
        self.slopes = 3 * np.stack([-s**2, s**2 - 2 * t * s, 2 * t * s - t**2, t**2], -1).astype("f4")

    def evaluate(self, phase):
        control = np.empty((4, 4, 3), "f4")
        thirds = np.arange(4) / 3 - 0.5
        control[..., 0], control[..., 1], control[..., 2] = thirds * self.width, thirds[:, None] * self.height, 0
        swing = 0.8 * (1 - 2 * phase) * (self.width + self.height) / 2
        control[1:3, 1:3, 2] = [[swing, -swing], [-swing, swing]]
        for i in range(3):
            self.moving[..., i] = self.basis @ control[..., i] @ self.basis.T
        along = [self.basis @ control[..., i] @ self.slopes.T for i in range(3)]
        down = [self.slopes @ control[..., i] @ self.basis.T for i in range(3)]
        for i in range(3):
            j, k = (i + 1) % 3, (i + 2) % 3
            self.moving[..., 3 + i] = along[j] * down[k] - along[k] * down[j]


class MovingRipple(Sheet):
    """The ripple of frames_ripple.py: only its height and slopes move."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.ripple = ripple = Ripple(*arguments)
        self.flat = self.moving.reshape(-1, 6)
        self.flat[:, :2], self.flat[:, 5] = ripple.points, 1

    def evaluate(self, phase):
        flat = self.flat
        self.ripple.evaluate(phase * 30, flat[:, 2], flat[:, 3], flat[:, 4])
        np.negative(flat[:, 3:5], out=flat[:, 3:5])


SHEETS = {"ripple": MovingRipple, "flag": Flag, "pageCurl": PageCurl, "curtain": Curtain, "bezier": Bezier}
CELLS = {"W1": 100, "W2": 100, "W2aa": 100, "W3": 1000, "W5": 100, "pipe": 100}
