"""Clips that a process of their own makes: pictures one after another, or a file of frames in memory."""

from __future__ import annotations

import fcntl
import io
import os
import subprocess
import threading
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Optional, Sequence

from ._calls import Request, report
from ._images import Place, is_image
from ._memory import Memory
from ._numpy import numpy
from ._process import started, to_text
from .errors import UsageError
from .pictures import Picture

if TYPE_CHECKING:
    from ._types import Array

#: Linux's fcntl for the size of a pipe, which Python names from 3.10 on.
_F_SETPIPE_SZ = 1031


class ClipProcess:
    """A `meshrender animate`, which takes frames from memory if there are some."""

    def __init__(
        self, request: Request, frames: Optional[Sequence[Any]], *, program: Optional[str], untrusted: bool,
    ) -> None:
        scene = request.job.get("scene", request.job.get("input"))
        # A scene in memory comes through standard input, as frames do.
        is_written = isinstance(scene, dict)
        memory = Memory(request.shared.count)
        self._memory = memory
        self._lease = memory.take(memory.count)
        request.shared.write(self._lease.take)
        words = request.arguments() + (["--untrusted"] if untrusted else [])
        if frames is not None:
            words += _stream_flags(frames, request.job)
        given: Optional[Iterable[Any]] = frames
        if is_written:
            given = [to_text(scene).encode()]
        if given is not None:
            scene = "-"
        words += [] if scene is None else ["--", os.fspath(scene)]
        self._messages = os.memfd_create("messages", os.MFD_CLOEXEC)
        self.process = started(
            program, words, memory, stdin=subprocess.DEVNULL if given is None else subprocess.PIPE, stderr=self._messages)
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                _enlarge(stream.fileno())
        self._feeder: Optional[threading.Thread] = None
        if given is not None:
            self._feeder = threading.Thread(target=self._feed, args=(given,), name="meshrender-frames", daemon=True)
            self._feeder.start()

    def _feed(self, given: Iterable[Any]) -> None:
        assert self.process.stdin is not None
        try:
            with self.process.stdin as pipe:
                for part in given:
                    view = memoryview(part) if isinstance(part, bytes) else _pixels(part).reshape(-1).data
                    while view.nbytes:
                        view = view[os.write(pipe.fileno(), view) :]
        except BrokenPipeError:
            pass  # The process says why it has ended, or was ended.

    def finish(self, place: Optional[Place] = None) -> Optional[bytes]:
        """Waits for the end of the process, warns, and raises its error; otherwise gives the value of a place."""
        status = self.process.wait()
        text = os.pread(self._messages, os.fstat(self._messages).st_size, 0).decode(errors="replace")
        value = None if place is None or place.block is None else place.block.read()
        lease = self._lease
        self.close()
        report(status, text, lease)
        return value

    def close(self) -> None:
        """Ends the process."""
        if self._messages < 0:
            return
        self.process.kill()
        self.process.wait()
        if self._feeder is not None:
            self._feeder.join()
        if self.process.stdout is not None:
            self.process.stdout.close()
        self._lease.release()
        self._memory.close()
        os.close(self._messages)
        self._messages = -1


class Frames(Iterator[Picture]):
    """The frames of a clip, which a process of its own draws while the program goes on: arrays of uint8 with the shape
    (height, width, 4). Closing it, or the end of a `with` block, ends the process.

    Attributes:
        shape: the number of frames, their height and width, and 4 channels. The number is -1 for a video, whose length is
            known at its end only.
    """

    shape: tuple[int, ...] = (0, 0, 0, 4)

    def __init__(self, clip: ClipProcess) -> None:
        self._clip, self._left = clip, 0
        assert isinstance(clip.process.stdout, io.RawIOBase)
        self._output: io.BufferedReader = io.BufferedReader(clip.process.stdout)
        if not self._output.peek(1):
            self._finish()
            raise AssertionError("meshrender has ended without a clip")
        numpy.lib.format.read_magic(self._output)
        self.shape, _, _ = numpy.lib.format.read_array_header_1_0(self._output)
        self._left = self.shape[0]

    def __len__(self) -> int:
        """The number of all frames."""
        if self.shape[0] < 0:
            raise TypeError("the length of a video is known at its end only")
        return self.shape[0]

    def __length_hint__(self) -> int:
        return max(0, self._left)

    def __iter__(self) -> Frames:
        return self

    def __next__(self) -> Picture:
        if self._left == 0:
            self.close()
            raise StopIteration
        frame = numpy.empty(self.shape[1:], numpy.uint8)
        view, is_begun = frame.reshape(-1).data, False
        while view.nbytes:
            count = self._output.readinto(view)
            if not count:
                is_end = self._left < 0 and not is_begun
                self._finish()
                if is_end:
                    raise StopIteration
                raise AssertionError("meshrender has ended within the clip")
            view, is_begun = view[count:], True
        self._left -= 1
        if self._left == 0:
            self._finish()
        return frame.view(Picture)

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> Array:
        """All frames that are left, with the shape (count, height, width, 4)."""
        frames = list(self)
        return numpy.stack(frames).astype(dtype or numpy.uint8) if frames else numpy.empty((0, *self.shape[1:]), numpy.uint8)

    def __repr__(self) -> str:
        count, height, width, _ = self.shape
        return f"Frames({count if count >= 0 else 'some'} of {width} x {height} pixels)"

    def _finish(self) -> None:
        self._left = 0
        self._clip.finish()

    def close(self) -> None:
        """Ends the process."""
        self._left = 0
        self._clip.close()

    def __enter__(self) -> Frames:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if hasattr(self, "_clip"):
            self.close()


def frames_of(content: Any) -> Optional[Sequence[Any]]:
    """The frames of a content that is a sequence of pictures; None for another one."""
    if getattr(content, "ndim", 0) == 4:
        return content  # type: ignore[no-any-return]
    if hasattr(content, "__next__"):
        content = list(content)
        if not content:
            raise UsageError("there are no frames")
    if isinstance(content, (list, tuple)) and content and is_image(content[0]):
        return content
    return None


def _enlarge(pipe: int) -> None:
    """Makes a pipe hold more, so that its two ends wait less often for each other."""
    try:
        fcntl.fcntl(pipe, _F_SETPIPE_SZ, 1 << 20)
    except OSError:
        pass  # The system allows this user no more.


def _pixels(frame: Any) -> Any:
    array = numpy.asarray(frame)
    if array.ndim == 2 or array.ndim == 3 and array.shape[2] == 1:
        array = numpy.repeat(array.reshape(*array.shape[:2], 1), 3, axis=-1)
    if array.dtype != numpy.uint8 or array.ndim != 3 or array.shape[2] not in (3, 4):
        raise UsageError(
            f"a frame is {array.dtype} of the shape {array.shape}; use uint8 of the shape (height, width, 3) or (height, "
            "width, 4)")
    return numpy.ascontiguousarray(array)


def _stream_flags(frames: Sequence[Any], job: dict[str, Any]) -> list[str]:
    """What says what comes through standard input."""
    shapes = {_pixels(frames[0]).shape} if getattr(frames, "ndim", 0) == 4 else {_pixels(frame).shape for frame in frames}
    if len(shapes) != 1:
        raise UsageError(f"the frames have the shapes {sorted(shapes)}; use one for all")
    height, width, channels = shapes.pop()
    rate = job.get("content-fps", job.get("fps", 25))
    words = [f"--content-format={'rgba' if channels == 4 else 'rgb24'}", f"--content-size={width}x{height}"]
    if "content-fps" not in job:
        words.append(f"--content-fps={rate}")
    if "duration" not in job and "frames" not in job:
        try:
            words.append(f"--duration={float(len(frames) / Fraction(str(rate)))!r}")
        except (ValueError, ZeroDivisionError):
            pass  # The tool says what is wrong with the rate.
    return words
