"""Checks passes: depth, positions, normals and distances beside VTK's of the same surfaces; files beside the readers of NumPy,
OpenEXR and OpenCV; forward after backward, motion, layers and light beside one another.

Usage: check_passes.py TOOL FOLDER SEED COUNT
"""

import json
import os
import pathlib
import subprocess
import sys

os.environ["OPENCV_IO_ENABLE_OPENEXR"] = "1"
import cv2
import numpy
import OpenEXR
from vtkmodules.util.numpy_support import numpy_to_vtk, vtk_to_numpy
from vtkmodules.vtkCommonCore import mutable, vtkPoints
from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkGenericCell, vtkPolyData, vtkStaticCellLocator
from vtkmodules.vtkFiltersCore import vtkPolyDataNormals, vtkTriangleMeshPointNormals

from checks import expect, finish

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "Python"))
import meshrender

TOOL, FOLDER, SEED, COUNT = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
# Points, and parts of a unit vector: 32-bit floats of coordinates below 1000 have steps of 6e-5.
LIMIT = 1e-4


def run(*arguments):
    result = subprocess.run([TOOL, *map(str, arguments)], cwd=FOLDER, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"meshrender {' '.join(map(str, arguments))}: {result.stderr}")
    return result.stdout


def load(name):
    return numpy.load(FOLDER / f"{name}.npy")


def write(name, value):
    (FOLDER / name).write_text(json.dumps(value))


def rotation(axis, degrees):
    """Of row vectors, as in CSS: x right, y down, z toward the viewer."""
    c, s = numpy.cos(numpy.radians(degrees)), numpy.sin(numpy.radians(degrees))
    return numpy.array({
        "X": [[1, 0, 0], [0, c, s], [0, -s, c]], "Y": [[c, 0, -s], [0, 1, 0], [s, 0, c]],
        "Z": [[c, s, 0], [-s, c, 0], [0, 0, 1]]}[axis])


class Surface:
    """A layer with a random mesh, as a scene describes it and as triangles of VTK."""

    def __init__(self, random, eye, shading):
        self.eye, self.shading = eye, shading
        size, position = random.uniform(120, 260, 2), random.uniform(110, 210, 2)
        z = random.uniform(-60, 60)
        rows, columns = random.integers(2, 9, 2)
        y, x = numpy.meshgrid(numpy.linspace(0, 1, rows + 1), numpy.linspace(0, 1, columns + 1), indexing="ij")
        bend = random.uniform(-0.15, 0.15, 6)
        to = numpy.stack([
            x + bend[0] * y * y + bend[1] * x * y, y + bend[2] * x * x,
            bend[3] * numpy.sin(5 * x + 2 * y) + 2 * bend[4] * x * y + bend[5]], -1).reshape(-1, 3).astype(numpy.float32)
        content = numpy.stack([x, y], -1).reshape(-1, 2)
        at = numpy.arange((rows + 1) * (columns + 1)).reshape(rows + 1, columns + 1)
        faces = numpy.stack([at[:-1, :-1], at[:-1, 1:], at[1:, 1:], at[1:, :-1]], -1).reshape(-1, 4)
        turns = [(axis, float(random.uniform(-50, 50))) for axis in "XYZ"]
        words = [f"rotate{axis}({angle}deg)" for axis, angle in turns]
        self.layer = {
            "bounds": [0, 0, *size], "position": list(position), "zPosition": z, "contents": {"color": "white"},
            "transform": " ".join(([f"perspective({eye})"] if eye else []) + words),
            "surface": {"shading": shading},
            "mesh": {
                "vertices": [[*map(float, c), *map(float, p)] for c, p in zip(content, to)],
                "faces": faces.tolist(), "depthNormalization": "average"}}
        points = (to - [0.5, 0.5, 0]) * [size[0], size[1], (size[0] + size[1]) / 2]
        # The leftmost function acts last.
        for axis, angle in reversed(turns):
            points = points @ rotation(axis, angle)
        self.points = points + [*position, z]
        self.center = numpy.array([*position, z + (eye or 0)])
        # Each face is two triangles, 0-1-2 and 2-3-0.
        self.triangles = numpy.stack([faces[:, [0, 1, 2]], faces[:, [2, 3, 0]]], 1).reshape(-1, 3)
        self.data = vtkPolyData()
        corners = vtkPoints()
        corners.SetDataTypeToDouble()
        corners.SetData(numpy_to_vtk(self.points, deep=True))
        self.data.SetPoints(corners)
        cells = vtkCellArray()
        for triangle in self.triangles:
            cells.InsertNextCell(3, triangle.tolist())
        self.data.SetPolys(cells)
        self.locator = vtkStaticCellLocator()
        self.locator.SetDataSet(self.data)
        self.locator.BuildLocator()
        if shading == "flat":
            filter = vtkPolyDataNormals()
            filter.ComputePointNormalsOff()
            filter.ComputeCellNormalsOn()
            filter.SplittingOff()
            filter.ConsistencyOff()
        else:
            filter = vtkTriangleMeshPointNormals()
        filter.SetInputData(self.data)
        filter.Update()
        output = filter.GetOutput()
        attributes = output.GetCellData() if shading == "flat" else output.GetPointData()
        self.normals = vtk_to_numpy(attributes.GetNormals()).astype(float)

    def hit(self, x, y):
        """VTK's nearest intersection with the line of sight: position, normal on the visible side, distance, face."""
        there = numpy.array([x, y, self.center[2] - (self.eye or 0)])
        start = self.center if self.eye else there + [0, 0, 2000]
        way = there - start
        end = start + way * (3 if self.eye else 2)
        t, sub, cell = mutable(0.0), mutable(0), mutable(0)
        place, weights = [0.0] * 3, [0.0] * 3
        if not self.locator.IntersectWithLine(start, end, 1e-9, t, place, weights, sub, cell, vtkGenericCell()):
            return None
        triangle, place = self.triangles[int(cell)], numpy.array(place)
        if self.shading == "flat":
            normal = self.normals[int(cell)]
        else:
            r, s = weights[:2]
            normal = numpy.array([1 - r - s, r, s]) @ self.normals[triangle]
        a, b, c = self.points[triangle]
        facet = numpy.cross(b - a, c - a)
        # The two triangles have one order of corners, which VTK's normals follow.
        normal = normal * numpy.sign(facet @ (start - place)) / numpy.linalg.norm(normal)
        return place, normal, numpy.linalg.norm(start - place) if self.eye else numpy.inf, int(cell) // 2


def check_vtk(random, index):
    """One surface, and then several that cross."""
    for count in [1, 3]:
        eye = None if index % 3 == 2 else float(random.uniform(400, 900))
        surfaces = [Surface(random, eye, "flat" if (index + i) % 2 else "smooth") for i in range(count)]
        write("v.json", {"canvas": {"size": [320, 240], "depth": "shared"}, "layers": [s.layer for s in surfaces]})
        run("passes", "v.json", "--pass", "depth,distance,normal,position,layer,face", "-o", "v-{pass}.npy")
        depth, distance, normal = load("v-depth"), load("v-distance"), load("v-normal")
        position, layer, face = load("v-position"), load("v-layer"), load("v-face")
        worst, seen, others = numpy.zeros(4), 0, 0
        for y in range(3, 240, 7):
            for x in range(2, 320, 5):
                # The projected depth orders surfaces with eyes of their own.
                found = [(s.hit(x + 0.5, y + 0.5), i) for i, s in enumerate(surfaces)]
                found = [(f, i) for f, i in found if f is not None]

                def order(entry):
                    (place, _, _, _), i = entry
                    base = surfaces[i].center[2] - (eye or 0)
                    z = place[2] - base
                    return base + (z / (1 - z / eye) if eye else z)

                front = max(found, key=order, default=None)
                if (front is None) != (layer[y, x] < 0) or front is not None and (
                        layer[y, x] != front[1] or face[y, x] != front[0][3]):
                    others += 1
                    continue
                if front is None:
                    continue
                (place, n, way, _), _ = front
                seen += 1
                far = abs(distance[y, x] - way) if eye else float(not numpy.isinf(distance[y, x]))
                worst = numpy.maximum(worst, [
                    abs(depth[y, x] - place[2]), abs(position[y, x] - place).max(), abs(normal[y, x] - n).max(), far])
        words = f"surfaces {index}, {count} of them, eye {eye}"
        expect(seen > 200, f"{words}: {seen} pixels are compared")
        # Centers of pixels within rounding errors of an edge.
        expect(others <= 2, f"{words}: {others} of {seen} pixels show another face")
        for name, value in zip(["depth", "position", "normal", "distance"], worst):
            expect(value <= LIMIT, f"{words}: {name} differs by {value:.2g}")
        print(f"{words}: {seen} pixels, depth {worst[0]:.1e}, position {worst[1]:.1e}, normal {worst[2]:.1e}, "
              f"distance {worst[3]:.1e}")


def photo(size):
    """A picture with detail at every place, smooth enough to be filtered."""
    y, x = numpy.mgrid[0:size[1], 0:size[0]].astype(float)
    channels = [128 + 90 * numpy.sin(x / a + y / b) for a, b in [(7, 19), (23, 9), (13, -11)]]
    cv2.imwrite(str(FOLDER / "photo.png"), numpy.stack(channels, -1).astype(numpy.uint8))


def moving():
    """A sheet with a sticker in a wave, and a card in front of it that moves."""
    write("m.json", {
        "canvas": {"size": [320, 240]}, "lights": [{"type": "directional", "direction": [0.4, 0.3, -1]}],
        "layers": [
            {"name": "sheet", "bounds": [0, 0, 240, 160], "position": [160, 120], "contents": {"image": "photo.png"},
             "transform": "perspective(700) rotateX(25deg)",
             "mesh": {"preset": "wave", "amplitude": 0.06, "rows": 30, "columns": 30},
             "animations": [{"keyPath": "mesh.phase", "from": 0, "to": 1, "duration": 1},
                            {"keyPath": "transform.rotation.y", "from": 0, "to": "35deg", "duration": 1}],
             "sublayers": [{"name": "sticker", "bounds": [0, 0, 60, 40], "position": [90, 60],
                            "contents": {"image": "photo.png"},
                            "animations": [{"keyPath": "position", "from": [90, 60], "to": [150, 100], "duration": 1}]}]},
            {"name": "card", "bounds": [0, 0, 50, 50], "position": [60, 80], "zPosition": 120,
             "contents": {"image": "photo.png"},
             "animations": [{"keyPath": "position", "from": [60, 80], "to": [220, 130], "duration": 1}]}]})


def remap(values, x, y):
    return cv2.remap(values, x.astype(numpy.float32), y.astype(numpy.float32), cv2.INTER_LINEAR,
                     borderMode=cv2.BORDER_CONSTANT, borderValue=(numpy.nan,) * 4)


def check_motion():
    run("passes", "m.json", "--fps", "12", "--frames", "4..6", "--pass", "uv,layer,motion,occlusion,albedo",
        "-o", "m-{pass}-%d.npy")
    for frame in [4, 5]:
        motion, hidden, uv, layer = (load(f"m-{name}-{frame}") for name in ["motion", "occlusion", "uv", "layer"])
        after = {name: load(f"m-{name}-{frame + 1}") for name in ["uv", "layer", "albedo"]}
        y, x = numpy.mgrid[0:240, 0:320]
        x, y = x + motion[..., 0], y + motion[..., 1]
        # Where all pixels around the place show one layer. OpenCV rounds places to 1/32 of a pixel.
        same = numpy.ones(layer.shape, bool)
        for dx in range(-1, 3):
            for dy in range(-1, 3):
                column, row = (numpy.nan_to_num(v, nan=-9).astype(int) + d for v, d in [(x, dx), (y, dy)])
                inside = (column >= 0) & (column < 320) & (row >= 0) & (row < 240)
                there = after["layer"][row.clip(0, 239), column.clip(0, 319)]
                same &= inside & (there == layer)
        same &= (hidden == 0) & (layer >= 0)
        there = remap(after["uv"], x, y)
        off = numpy.abs(there - uv).max(-1)[same]
        # Parts of the content; a fold within the four pixels mixes two sheets.
        expect(numpy.percentile(off, 99.5) < 2e-3, f"frame {frame}: uv is off by {numpy.percentile(off, 99.5):.2g}")
        before = load(f"m-albedo-{frame}")[..., :3]
        colors = numpy.abs(remap(after["albedo"][..., :3], x, y) - before).max(-1)[same]
        expect(numpy.mean(colors) < 0.02 and numpy.percentile(colors, 98) < 0.08,
               f"frame {frame}: colors differ by {numpy.mean(colors):.3f}, {numpy.percentile(colors, 98):.3f}")
        # A forward-backward check of the opposite kind: what is hidden shows something else.
        covered = (hidden == 1) & numpy.isfinite(x)
        expect(same.sum() > 15_000 and covered.sum() > 100, f"frame {frame}: {same.sum()} seen, {covered.sum()} hidden")
        print(f"frame {frame}: {same.sum()} pixels arrive, uv within {numpy.percentile(off, 99.5):.1e} for 99.5 % of them, colors "
              f"{numpy.mean(colors):.4f} on average")


def check_maps():
    run("passes", "m.json", "--time", "0.4s", "--layer", "sheet", "--pass", "backward,forward,layer", "-o", "b-{pass}.npy")
    backward, forward, layer = load("b-backward"), load("b-forward"), load("b-layer")
    seen = numpy.isfinite(backward[..., 0])
    expect((seen == (layer == 0)).all(), "backward is that of the sheet")
    inner = seen & (backward > 0).all(-1) & (backward[..., 0] < forward.shape[1] - 1)
    inner &= backward[..., 1] < forward.shape[0] - 1
    there = remap(forward, backward[..., 0], backward[..., 1])
    y, x = numpy.mgrid[0:240, 0:320]
    off = numpy.hypot(there[..., 0] - x, there[..., 1] - y)[inner]
    off = off[numpy.isfinite(off)]
    expect(off.size > 10_000, f"{off.size} pixels come back")
    # forward is the nearest place: where the sheet covers itself, it is another one. Linear between pixels, OpenCV rounds
    # places to 1/32 of a pixel.
    share = numpy.mean(off < 0.05)
    expect(share > 0.99, f"{100 * share:.2f} % come back within 1/20 pixel")
    print(f"forward after backward: {off.size} pixels, {100 * share:.2f} % within 1/20 pixel, median {numpy.median(off):.4f}")


def check_hits():
    run("passes", "m.json", "--pass", "layer,face,uv", "-o", "h-{pass}.npy")
    names = {entry["name"]: entry["id"] for entry in json.loads((FOLDER / "h-passes.json").read_text())["layers"]}
    layer, face, uv = load("h-layer"), load("h-face"), load("h-uv")
    random = numpy.random.default_rng(SEED)
    places = [(int(random.integers(320)), int(random.integers(240))) for _ in range(300)]
    lines = run("hit", "m.json", *[f"{x + 0.5},{y + 0.5}" for x, y in places]).splitlines()
    wrong = 0
    for (x, y), line in zip(places, lines):
        hits = json.loads(line)["hits"]
        expected = (names[hits[0]["layer"]], hits[0]["face"] or 0) if hits else (-1, -1)
        wrong += (layer[y, x], face[y, x]) != expected
        wrong += bool(hits) and numpy.abs(uv[y, x] - hits[0]["unitPoint"]).max() > 1e-6
    expect(wrong == 0, f"{wrong} of 300 pixels differ from 'meshrender hit'")


def check_light():
    run("passes", "m.json", "--time", "0.3s", "--pass", "albedo,shading,normal,layer,coverage", "-o", "l-{pass}.npy")
    run("render", "m.json", "--time", "0.3s", "--samples", "1", "-o", "l.png")
    picture = cv2.imread(str(FOLDER / "l.png"), cv2.IMREAD_UNCHANGED)[..., [2, 1, 0, 3]] / 255
    albedo, shading, layer = load("l-albedo"), load("l-shading"), load("l-layer")
    seen = layer >= 0
    off = numpy.abs(albedo[..., :3] * shading[..., :3] - picture[..., :3])[seen]
    # The picture rounds to 1/255 after filtering; pixels at edges of a bent texture have alpha.
    expect(numpy.percentile(off, 99) < 2 / 255, f"albedo times shading differs by {255 * numpy.percentile(off, 99):.1f} of 255")
    expect((albedo[..., 3] > 0)[seen].mean() > 0.999, "what is seen has a color")
    expect((albedo[..., 3] > 0)[~seen].mean() < 0.001, "what is not seen has none")
    coverage = load("l-coverage")
    eroded = cv2.erode(seen.astype(numpy.uint8), numpy.ones((3, 3)))
    expect((coverage[eroded > 0] > 0.999).all(), "coverage is 1 inside")
    expect(((coverage > 0.01) & (coverage < 0.99)).sum() > 100, "coverage is antialiased")


def check_files():
    run("passes", "m.json", "--fps", "12", "--frames", "5..5", "--pass", "motion", "-o", "f-{pass}-%d.flo")
    run("passes", "m.json", "--fps", "12", "--frames", "5..5", "--pass", "motion", "-o", "f-{pass}-%d.png")
    motion = load("m-motion-5")
    raw = (FOLDER / "f-motion-5.flo").read_bytes()
    flow = numpy.frombuffer(raw[12:], "<f4").reshape(240, 320, 2)
    seen = numpy.isfinite(motion[..., 0])
    expect(raw[:4] == b"PIEH" and (flow[seen] == motion[seen]).all() and (flow[~seen] > 1e9).all(), "FLO")
    expect(numpy.array_equal(cv2.readOpticalFlow(str(FOLDER / "f-motion-5.flo")), flow), "FLO as OpenCV reads it")
    kitti = cv2.imread(str(FOLDER / "f-motion-5.png"), cv2.IMREAD_UNCHANGED)[..., ::-1].astype(float)
    expect((numpy.abs((kitti[..., :2] - 32768) / 64 - motion)[seen] <= 1 / 128 + 1e-4).all(), "KITTI's flow")
    expect(((kitti[..., 2] == 1) == seen).all(), "KITTI's validity")
    # Layers without perspective are infinitely far from the eye.
    passes = "uv,depth,normal,albedo,layer,face,coverage"
    run("passes", "m.json", "--pass", passes, "-o", "e-{pass}.npy")
    run("passes", "m.json", "--pass", passes, "-o", "e-{pass}.png")
    run("passes", "m.json", "--pass", passes, "-o", "e.exr")
    report = {p["name"]: p for p in json.loads((FOLDER / "e.passes.json").read_text())["passes"]}
    codes = {p["name"]: p["png"] for p in json.loads((FOLDER / "e-passes.json").read_text())["passes"]}
    with OpenEXR.File(str(FOLDER / "e.exr"), separate_channels=True) as file:
        channels = {name: channel.pixels for name, channel in file.channels().items()}
    for name in passes.split(","):
        values = load(f"e-{name}").astype(float)
        values = values.reshape(240, 320, -1)
        for number, channel in enumerate(report[name]["channels"]):
            same = numpy.array_equal(channels[channel], values[..., number].astype(numpy.float32), equal_nan=True)
            expect(same, f"the channel {channel} of an EXR")
        image = cv2.imread(str(FOLDER / f"e-{name}.png"), cv2.IMREAD_UNCHANGED)
        expect(image.dtype == numpy.uint16, f"{name}.png has 16 bits")
        numbers = image.reshape(240, 320, -1).astype(float)
        numbers = numbers[..., [2, 1, 0, 3]] if numbers.shape[2] == 4 else numbers
        decoded = (numbers - codes[name]["offset"]) / codes[name]["scale"]
        seen = numpy.isfinite(values[..., 0]) & (values[..., 0] != -1)
        off = numpy.abs(decoded[..., :values.shape[2]] - values)[seen].max()
        expect(off <= 0.51 / codes[name]["scale"] + 1e-6, f"{name}.png is off by {off}")
        if numbers.shape[2] == 4 and name != "albedo":
            expect(((numbers[..., 3] > 0) == seen).all(), f"the alpha of {name}.png")
        elif name not in ["albedo", "coverage"]:
            expect(((numbers[..., 0] > 0) == seen).all(), f"holes of {name}.png")


def check_package():
    pixels = numpy.full((40, 60, 3), 200, numpy.uint8)
    open_files = len(os.listdir("/proc/self/fd"))
    with meshrender.Worker(program=TOOL) as worker:
        view = {"mesh": "wave", "transform": "perspective(400) rotateX(30deg)", "fit": True}
        truth = worker.passes(pixels, ["depth", "layer", "uv"], **view)
        picture = worker.render(pixels, **view)
        expect(truth["depth"].shape == picture.shape[:2] == truth["uv"].shape[:2], "arrays of the Python package")
        expect(truth["layer"].dtype == numpy.int32 and truth.info["layers"][0]["content"] == [60, 40], "what they are")
        try:
            worker.passes(pixels, ["dpeth"])
            expect(False, "a misspelt pass is an exception")
        except meshrender.UsageError as error:
            expect(error.code == 64 and "depth" in str(error), "its code and its words")
    expect(len(os.listdir("/proc/self/fd")) == open_files, "no file is left open")


# VTK's warnings of degenerate cells would be findings.
for number in range(6 * COUNT):
    check_vtk(numpy.random.default_rng([SEED, number]), number)
photo((240, 160))
moving()
check_motion()
check_maps()
check_hits()
check_light()
check_files()
check_package()
finish("checks of passes")
