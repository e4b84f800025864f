"""A client of meshrender for Python: one worker behind a pipe, NumPy arrays in and out, errors as exceptions.

    with Worker() as worker:
        waves = worker.render(pixels, mesh="wave", background="white")
        mug = worker.render(scene="mug.json", images={"art": pixels}, set={"title.contents.text": "Ana"})
        truth = worker.passes(scene="mug.json", images={"art": pixels}, passes=["depth", "normal", "layer"])

Arrays are uint8 of the shape (height, width, 4), RGBA with straight alpha, (height, width, 3) or (height, width); a result is
RGBA. Needs NumPy and the program `meshrender`. The worker keeps its renderer and decoded images from call to call.
"""

import itertools
import json
import pathlib
import subprocess
import tempfile
import threading

import numpy


class RenderError(Exception):
    """A picture that was not made. `code` is the exit code that the same command would have."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


class Worker:
    """A process `meshrender batch -` that draws one picture after the other. Calls may come from several threads."""

    def __init__(self, program="meshrender", options=()):
        """`options` are those of `meshrender batch`, such as ["--job-timeout", "30s"]."""
        # Memory where there is some, else a disk.
        memory = pathlib.Path("/dev/shm")
        self._folder = tempfile.TemporaryDirectory(prefix="meshrender-", dir=memory if memory.is_dir() else None)
        self._lock = threading.Lock()
        self._numbers = itertools.count()
        # The caller names the outputs, wherever they are.
        self._process = subprocess.Popen(
            [program, "batch", "-", "--quiet", "--jobs", "1", "--output-root", "/", *options], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True)
        #: The warnings of the last picture.
        self.warnings = []
        #: What the last picture's flags left open, such as that a size crops.
        self.notes = []

    def render(self, input=None, *, scene=None, images=None, set=None, output=None, **flags):
        """Draws a picture.

        `input` is an array or the path of an image; or there is a `scene` (a path, or the object of one), with arrays or
        paths for the layers named in `images`, and other values of it in `set`. Other arguments are the flags of
        `meshrender render`, with underscores in place of dashes: size="200x100", fit=True, light=["ambient"].

        Returns an array; or None where `output` names a file to write. Raises RenderError.
        """
        return self._make({}, input, scene, images, set, output, flags)

    def map(self, input=None, *, scene=None, images=None, set=None, output=None, **flags):
        """Computes the map of a picture: for each of its pixels, the place in the content, as `cv2.remap` expects it.

        The arguments are those of `render`, and the flags those of `meshrender map`: layer="card", time="1s", forward=True,
        outside="nan", or content_size="640x360" in place of an input.

        Returns a float32 array of the shape (height, width, 2), x and y, -1000000 outside the content; or None where
        `output` names a file to write. Raises RenderError.
        """
        return self._make({"command": "map"}, input, scene, images, set, output, flags)

    def passes(self, input=None, *, scene=None, passes=None, images=None, set=None, output=None, **flags):
        """Computes what each pixel of a picture shows.

        The arguments are those of `render`, `passes` is a list of names such as ["depth", "normal", "layer"], and the flags are
        those of `meshrender passes`: time="1s", layer="card", minimum_alpha=0.5.

        Returns a dictionary of arrays by the names of the passes: float32 of the shape (height, width) or (height, width,
        channels), NaN where nothing is seen; int32 with -1 there for layer, face and occlusion. The key "info" has the names of
        the layers and the conventions. Returns None where `output` names files to write: "truth/{pass}-%04d.npy". Raises
        RenderError.
        """
        if passes is not None:
            flags["pass"] = ",".join(passes)
        return self._make({"command": "passes"}, input, scene, images, set, output, flags)

    def _make(self, job, input, scene, images, set, output, flags):
        with self._lock:
            made = []
            try:
                return self._run(job, input, scene, images or {}, dict(set or {}), output, flags, made)
            finally:
                for path in made:
                    path.unlink(missing_ok=True)

    def _run(self, job, input, scene, images, values, output, flags, made):
        def path(value):
            if not isinstance(value, numpy.ndarray):
                return str(value)
            made.append(self._path("in"))
            numpy.save(made[-1], numpy.ascontiguousarray(value))
            return str(made[-1])

        job |= {name.replace("_", "-"): value for name, value in flags.items()}
        if input is not None:
            job["input"] = path(input)
        if scene is not None:
            job["scene"] = scene if isinstance(scene, dict) else str(scene)
        allowed = job.pop("allow-read", [])
        folders = [allowed] if isinstance(allowed, (str, pathlib.Path)) else list(allowed)
        for name, image in images.items():
            is_array = isinstance(image, numpy.ndarray)
            values[f"{name}.contents.image"] = path(image) if is_array else str(pathlib.Path(image).absolute())
            folders.append(self._folder.name if is_array else str(pathlib.Path(image).absolute().parent))
        if folders:
            job["allow-read"] = [str(folder) for folder in folders]
        if values:
            job["set"] = values
        of_passes = job.get("command") == "passes"
        result = pathlib.Path(output) if output is not None else self._path("out-{pass}-" if of_passes else "out")
        if output is None and not of_passes:
            made.append(result)
        job["output"] = str(result)
        answer = self._ask(job)
        self.warnings, self.notes = answer.get("warnings", []), answer.get("notes", [])
        if answer["status"] != "done":
            raise RenderError(answer["code"], answer["message"])
        if output is not None:
            return None
        return self._load_passes(result, made) if of_passes else numpy.load(result)

    @staticmethod
    def _load_passes(pattern, made):
        report = pattern.with_name(pattern.name.replace("{pass}", "passes")).with_suffix(".json")
        made.append(report)
        info = json.loads(report.read_text())
        files = {entry["name"]: pattern.with_name(entry["file"]) for entry in info["passes"]}
        made.extend(files.values())
        return {name: numpy.load(path) for name, path in files.items()} | {"info": info}

    def _path(self, kind):
        return pathlib.Path(self._folder.name) / f"{kind}{next(self._numbers)}.npy"

    def _ask(self, job):
        job["id"] = str(next(self._numbers))
        try:
            self._process.stdin.write(json.dumps(job) + "\n")
            self._process.stdin.flush()
            while line := self._process.stdout.readline():
                answer = json.loads(line)
                # The answer of a call that was interrupted comes first.
                if answer["id"] == job["id"]:
                    return answer
        except BrokenPipeError:
            pass
        raise RenderError(self._process.wait(), "meshrender has ended; standard error has its message")

    def close(self):
        """Ends the process."""
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()
        self._folder.cleanup()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
