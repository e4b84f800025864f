"""A data set of bent pages, one sample at a time, for torch.utils.data.DataLoader or a loop. Needs NumPy and Pillow."""

import json
import pathlib

import numpy
from PIL import Image


class Pages:
    """Sample i is a dictionary of arrays: the picture, the flat page, each pass by its name, and the moved boxes."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        if not (self.folder / "pages.jsonl").exists():
            raise FileNotFoundError(f"{folder} has no pages.jsonl: name the folder that make.py has written")
        self.pages = [json.loads(line) for line in (self.folder / "pages.jsonl").open()]

    def __len__(self):
        return len(self.pages)

    def __getitem__(self, index):
        page, folder = self.pages[index], self.folder / self.pages[index]["name"]
        if not all((folder / f"{name}.png").exists() for name in ("picture", "flat")):
            raise FileNotFoundError(f"{folder} has no pictures: run 'meshrender batch jobs.jsonl' in {self.folder}")
        sample = {name: numpy.asarray(Image.open(folder / f"{name}.png").convert("RGB")) for name in ("picture", "flat")}
        sample |= {path.stem: numpy.load(path) for path in sorted(folder.glob("*.npy"))}
        if page["lens"]:
            # These are of the picture before the lens: the lens shows the pixel nearest to where it looks.
            x, y = numpy.rint(numpy.load(self.folder / f"lenses/{page['lens']}.npy")).astype(int).transpose(2, 0, 1)
            sample |= {name: sample[name][y, x] for name in ("depth", "position", "normal", "face") if name in sample}
        sample["words"] = [json.loads(line) for line in (folder / "boxes.jsonl").open()]
        if "forward" in sample and "backward" in sample:
            sample["boxes"], sample["visible"] = moved([word["box"] for word in sample["words"]], sample)
        return sample


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
