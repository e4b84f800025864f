"""Checks Examples/dataset: the same seed gives the same bytes; sheets keep their lengths; forward after backward is the identity;
moved boxes are those of the forward map; words lie in their boxes; albedo times shading is the picture.

Usage: check_dataset.py TOOL FOLDER
"""

import hashlib
import json
import pathlib
import subprocess
import sys

import numpy

sys.path.append("Examples/dataset")
import sheets
from checks import expect, finish
from pages import Pages

TOOL, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
# A page of each kind, and pixels: the most by which a place may differ.
COUNT, LIMIT = len(sheets.KINDS), 0.05


def make(name, *flags):
    return subprocess.run([sys.executable, "-B", "Examples/dataset/make.py", str(COUNT), "--seed", "5", "--size", "256", *flags,
                           FOLDER / name], capture_output=True, text=True)


def hashes(name):
    made = make(name, "--lenses", "0.5")
    if made.returncode != 0:
        sys.exit(f"make.py: {made.stderr}")
    results = subprocess.run([TOOL, "batch", "jobs.jsonl", "--quiet"], cwd=FOLDER / name, capture_output=True, text=True)
    for result in map(json.loads, results.stdout.splitlines()):
        expect(result["status"] == "done", f"{result['id']}: {result.get('message')}")
    paths = sorted(path for path in (FOLDER / name).rglob("*") if path.is_file())
    return {str(path.relative_to(FOLDER / name)): hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}


def check_sheet(name, folder, size):
    mesh = json.loads((folder / "sheet.json").read_text())
    height, width = size
    sheet = numpy.array(mesh["vertices"])[:, 2:].reshape(sheets.flat(width, height).shape) * [width, height, (width + height) / 2]
    worst = abs(sheets.stretch(sheet, sheets.flat(width, height))).max()
    expect(worst < sheets.STRETCH + 0.001, f"{name}: an edge is stretched by {worst:.2%}")
    expect(sheet[..., 2].min() > -0.01, f"{name}: the sheet is below the desk")


def check_maps(name, sample):
    y, x = numpy.nonzero(~numpy.isnan(sample["backward"][..., 0]))
    back = sampled(sample["forward"], sample["backward"][y, x].astype(float))
    off = numpy.hypot(back[:, 0] - x, back[:, 1] - y)
    # Between the pixels of the content, the forward map is interpolated: across a crease that takes some more.
    expect(len(x) > 4000, f"{name}: only {len(x)} pixels show the page")
    expect(numpy.nanpercentile(off, 99.5) < LIMIT, f"{name}: forward after backward is off by {numpy.nanpercentile(off, 99.5):.3f} pixels")
    expect(numpy.nanmax(off) < 3 * LIMIT, f"{name}: forward after backward is off by up to {numpy.nanmax(off):.3f} pixels")
    seen = ~numpy.isnan(sample["backward"][..., 0])
    edge = (sample["coverage"] > 0.05) & (sample["coverage"] < 0.95)
    expect((seen == (sample["coverage"] > 0.5))[~edge].all(), f"{name}: coverage and backward differ")
    # The light that a pass shows ends at 1.
    dim = sample["shading"][..., :3].max(-1) < 0.99
    drawn, product = sample["picture"] / 255, sample["albedo"][..., :3] * sample["shading"][..., :3]
    near = numpy.median(abs(drawn - product)[dim])
    expect(near < 1 / 255, f"{name}: albedo times shading differs from the picture by {255 * near:.1f} of 255")


def check_boxes(page, sample):
    """The boxes of 'meshrender project' beside those of the forward map."""
    boxes, shares = moved([word["box"] for word in sample["words"]], sample)
    for word, box, visible in zip(sample["words"], boxes, shares):
        # The extremes of an outline lie between the points at which the map is sampled.
        off = abs(numpy.subtract(word["canvas"], box)).max() if word["canvas"] else 0
        expect(off < 0.35, f"{page['name']}: the box of '{word['text']}' is off by {off:.2f} pixels")
        expect(word["visible"] or visible < 0.2, f"{page['name']}: '{word['text']}' is hidden, and the map shows {visible:.2f} of it")


def moved(boxes, sample):
    """The boxes x, y, width, height in pixels of the picture, and the part of each that is seen, 0...1."""
    x, y, width, height = numpy.array(boxes)[:, :, None, None].transpose(1, 0, 2, 3)
    points = numpy.stack(numpy.broadcast_arrays(
        x + width * numpy.linspace(0, 1, 17)[:, None], y + height * numpy.linspace(0, 1, 9)), -1) - 0.5
    places = sampled(sample["forward"], points)
    # NaN is what a lens leaves out.
    low, high = numpy.fmin.reduce(places, (1, 2)), numpy.fmax.reduce(places, (1, 2))
    column, row = numpy.rint(numpy.nan_to_num(places, nan=-9)).astype(int).transpose(3, 0, 1, 2)
    inside = (column >= 0) & (row >= 0) & (column < sample["backward"].shape[1]) & (row < sample["backward"].shape[0])
    # Where another part of the sheet is seen, or none (NaN), the point is hidden.
    seen = sample["backward"][row * inside, column * inside]
    visible = inside & (numpy.abs(seen - points).max(-1) < 4)
    return numpy.concatenate([low + 0.5, high - low], -1), visible.mean((1, 2))


def sampled(values, points):
    """Values between the pixels of an array: bilinear, at x, y of which whole numbers are the middles of pixels."""
    low = numpy.clip(numpy.floor(points).astype(int), 0, numpy.array(values.shape[1::-1]) - 2)
    x, y = numpy.moveaxis(points - low, -1, 0)[..., None]
    column, row = low[..., 0], low[..., 1]
    upper = values[row, column] * (1 - x) + values[row, column + 1] * x
    return upper * (1 - y) + (values[row + 1, column] * (1 - x) + values[row + 1, column + 1] * x) * y


def check_words(page, sample):
    dark = sample["flat"].min(-1) < 0.6 * sample["flat"].max()
    boxed = numpy.zeros_like(dark)
    for word in sample["words"]:
        x, y, width, height = word["box"]
        part = numpy.s_[max(int(y) - 1, 0):int(y + height) + 2, max(int(x) - 1, 0):int(x + width) + 2]
        boxed[part] = True
        expect(dark[part].any(), f"{page['name']}: the box of '{word['text']}' is empty")
    # A line under the title has no box.
    ruled = dark.mean(1) > 0.7
    expect(not (dark & ~boxed)[~ruled].any(), f"{page['name']}: {(dark & ~boxed)[~ruled].sum()} dark pixels lie in no box")


first, second = hashes("first"), hashes("second")
expect(first == second, f"the second run differs in {[k for k in first if first[k] != second.get(k)][:5]}")
pages = Pages(FOLDER / "first")
expect(len(pages) == COUNT and any(page["lens"] for page in pages.pages), "there is no page with a lens")
for index, page in enumerate(pages.pages):
    sample, folder = pages[index], FOLDER / "first" / page["name"]
    check_sheet(f"{page['name']} ({page['kind']})", folder, sample["flat"].shape[:2])
    check_maps(f"{page['name']} ({page['kind']})", sample)
    check_boxes(page, sample)
    check_words(page, sample)
for flags in ([], ["--kinds", "ball"], ["--passes", "heat"], ["--size", "9"]):
    wrong = make("first" if not flags else "new", *flags)
    expect(wrong.returncode == 2 and "Traceback" not in wrong.stderr, f"make.py {' '.join(flags)}: {wrong.stderr}")
finish("checks of the data set")
