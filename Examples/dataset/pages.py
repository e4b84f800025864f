"""A data set of bent pages, one sample at a time, for torch.utils.data.DataLoader or a loop. Needs NumPy and Pillow."""

import json
import pathlib

import numpy
from PIL import Image


class Pages:
    """Sample i is a dictionary of arrays: the picture, the flat page, each pass by its name, and the words with their boxes."""

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
        # A word's "box" is its place on the flat page, its "canvas" that in the picture.
        sample["words"] = [json.loads(line) for line in (folder / "words.jsonl").open()]
        return sample
