"""Runs meshrender on a scene, reads its pictures, and counts how far they are from a reference.

The product is only ever seen from outside: scene JSON in, PNG and JSON lines out.
"""

import json
import pathlib
import struct
import subprocess
import tempfile
import zlib
from dataclasses import dataclass, field

import numpy


class Tool:
    """The binary under test."""

    def __init__(self, path):
        self.path = str(path)

    def run(self, scene, command, *flags, text=None):
        """The path of the file that the command wrote as {out}, and its standard output."""
        with tempfile.TemporaryDirectory() as folder:
            source, output = pathlib.Path(folder, "scene.json"), pathlib.Path(folder, "out.png")
            source.write_text(json.dumps(scene))
            arguments = [self.path, command, str(source), *(str(f).format(out=output) for f in flags)]
            done = subprocess.run(arguments, input=text, capture_output=True, text=True)
            if done.returncode:
                raise ToolFailure(scene, f"exit {done.returncode}: {done.stderr.strip()}")
            return (output.read_bytes() if output.exists() else b""), done.stdout

    def draw(self, scene, samples=None):
        """The picture as premultiplied float64 RGBA, 0...255, rows from the top."""
        count = [] if samples is None else ["--samples", samples]
        data, _ = self.run(scene, "render", "-o", "{out}", "--compression", "none", *count)
        straight = read_png(data)
        straight[..., :3] *= straight[..., 3:] / 255
        return straight

    def hits(self, scene, points):
        """For each canvas pixel position the front hit, a dictionary, or None."""
        text = "".join(f"{x!r},{y!r}\n" for x, y in points)
        _, lines = self.run(scene, "hit", text=text)
        answers = [json.loads(line)["hits"] for line in lines.splitlines()]
        return [hits[0] if hits else None for hits in answers]

    def hit_map(self, scene):
        """For each pixel the index path of the layer under it as a tuple, None where there is none."""
        data, lines = self.run(scene, "hit", "--map", "{out}")
        picture = read_png(data).astype(numpy.int64)
        codes = picture[..., 0] << 16 | picture[..., 1] << 8 | picture[..., 2]
        owners = numpy.full(codes.shape, None, dtype=object)
        for line in lines.splitlines():
            entry = json.loads(line)
            chosen = (codes == int(entry["color"][1:], 16)) & (picture[..., 3] == 255)
            for index in zip(*numpy.nonzero(chosen)):
                owners[index] = tuple(entry["path"])
        return owners


class ToolFailure(Exception):
    """The binary refused a scene that is right."""

    def __init__(self, scene, words):
        super().__init__(scene, words)
        self.scene, self.words = scene, words


def read_png(data):
    """8-bit RGB or RGBA as float64 RGBA, straight alpha, 0...255 (PNG specification, sections 5 and 9)."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n", "this is no PNG"
    at, packed, header = 8, b"", None
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        if kind == b"IHDR":
            header = struct.unpack(">IIBBBBB", data[at + 8 : at + 8 + length])
        elif kind == b"IDAT":
            packed += data[at + 8 : at + 8 + length]
        at += length + 12
    width, height, depth, color, _, _, interlace = header
    channels = {0: 1, 2: 3, 4: 2, 6: 4}[color]
    assert depth == 8 and interlace == 0, header
    rows = numpy.frombuffer(zlib.decompress(packed), numpy.uint8).reshape(height, 1 + width * channels)
    before, picture = numpy.zeros((width, channels), numpy.int64), numpy.empty((height, width, channels))
    for y, row in enumerate(rows):
        before = picture[y] = unfiltered(row[0], row[1:].reshape(width, channels).astype(numpy.int64), before)
    picture = picture.astype(numpy.float64)
    rgb = picture[..., :3] if channels > 2 else numpy.repeat(picture[..., :1], 3, axis=-1)
    alpha = picture[..., -1:] if channels in (2, 4) else numpy.full((height, width, 1), 255.0)
    return numpy.concatenate([rgb, alpha], axis=-1)


def unfiltered(kind, row, above):
    if kind == 0:
        return row
    if kind == 1:
        return numpy.cumsum(row, axis=0) & 255
    if kind == 2:
        return (row + above) & 255
    left, corner = numpy.zeros(row.shape[1], numpy.int64), numpy.zeros(row.shape[1], numpy.int64)
    result = numpy.empty_like(row)
    for x in range(len(row)):
        up = above[x]
        if kind == 3:
            guess = (left + up) // 2
        else:
            a, b, c = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
            guess = numpy.where((a <= b) & (a <= c), left, numpy.where(b <= c, up, corner))
        left, corner = (row[x] + guess) & 255, up
        result[x] = left
    return result


@dataclass
class Comparison:
    """Differences of one scene under one check.

    `worst` limits each difference, `mean` the scene's mean; both in the unit of the differences.
    """

    check: str
    scene: dict
    differences: numpy.ndarray
    worst: float
    mean: float = numpy.inf

    @property
    def passes(self):
        values = self.differences
        return values.size == 0 or bool(numpy.max(values) <= self.worst and numpy.mean(values) <= self.mean)


@dataclass
class Tally:
    """One check over all scenes."""

    worst_limit: float
    mean_limit: float
    cases: int = 0
    count: int = 0
    worst: float = 0.0
    worst_mean: float = 0.0
    total: float = 0.0
    failed: list = field(default_factory=list)

    def add(self, comparison, case):
        values = comparison.differences
        self.cases += 1
        self.count += values.size
        if values.size:
            self.worst = max(self.worst, float(numpy.max(values)))
            self.worst_mean = max(self.worst_mean, float(numpy.mean(values)))
            self.total += float(numpy.sum(values))
        if not comparison.passes:
            self.failed.append(case)

    def line(self, name, seed, is_whole):
        # A check that compared nothing has not passed. A few cases alone may contain nothing for a check to compare.
        passed = not self.failed and (self.count > 0 or not is_whole)
        limits = f"limit {self.worst_limit:g}"
        if numpy.isfinite(self.mean_limit):
            limits += f", of a scene's mean {self.mean_limit:g}"
        return passed, (
            f"{('ok    ' if self.count else 'empty ') if passed else 'FAILED'} {name}: seed {seed}, {self.cases} cases, {self.count} compared, "
            f"worst {self.worst:.4g}, mean {self.total / max(self.count, 1):.4g}, "
            f"worst scene's mean {self.worst_mean:.4g} ({limits})"
        )
