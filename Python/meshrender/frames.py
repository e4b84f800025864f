"""Clips as pictures, one after another."""

from __future__ import annotations

import fcntl
import io
import os
import subprocess
import threading
from typing import Any, Iterator, Optional, Sequence

from ._calls import Request, report
from ._images import is_image
from ._memory import Memory
from ._numpy import numpy
from ._process import environment, find
from .errors import UsageError
from .pictures import Picture


#: Linux's fcntl for the size of a pipe, which Python names from 3.10 on.
_F_SETPIPE_SZ = 1031


class Frames(Iterator[Picture]):
    """The frames of a clip, which a process of its own draws while the program goes on: arrays of uint8 with the shape
    (height, width, 4). Its length is known at once; closing it, or the end of a `with` block, ends the process.
    """

    def __init__(
        self, request: Request, frames: Optional[Sequence[Any]], *, program: Optional[str], untrusted: bool,
    ) -> None:
        self._left = 0
        self._memory = Memory(request.shared.count + (1 if isinstance(request.job.get("scene"), dict) else 0))
        self._messages = os.memfd_create("messages", os.MFD_CLOEXEC)
        self._lease = self._memory.take(self._memory.count)
        scene = request.job.get("scene", request.job.get("input"))
        if isinstance(scene, dict):
            scene = request.document(scene, "scene")
        request.shared.write(self._lease.take)
        words = request.arguments() + ["--output=-", "--format=npy"] + (["--untrusted"] if untrusted else [])
        if frames is not None:
            words += _stream_flags(frames, request.job)
            scene = "-"
        words += [] if scene is None else ["--", os.fspath(scene)]
        self._process = subprocess.Popen(
            [program or find(), *words], stdin=subprocess.DEVNULL if frames is None else subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=self._messages, pass_fds=self._memory.descriptors,
            env=environment(self._memory), start_new_session=True)
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                _enlarge(stream.fileno())
        if frames is not None:
            threading.Thread(target=self._feed, args=(frames,), name="meshrender-frames", daemon=True).start()
        #: The number of frames, their height and width, and the number of channels.
        self.shape: tuple[int, ...] = (0, 0, 0, 4)
        assert isinstance(self._process.stdout, io.BufferedReader)
        self._output = self._process.stdout
        if not self._output.peek(1):
            self._finish()
            raise AssertionError("meshrender has ended without a clip")
        numpy.lib.format.read_magic(self._output)
        self.shape, _, _ = numpy.lib.format.read_array_header_1_0(self._output)
        self._left = self.shape[0]

    def _feed(self, frames: Sequence[Any]) -> None:
        assert self._process.stdin is not None
        try:
            for frame in frames:
                self._process.stdin.write(_pixels(frame).data)
            self._process.stdin.close()
        except (BrokenPipeError, ValueError):
            pass  # The process says why it has ended, or the clip was closed.

    def __len__(self) -> int:
        """The number of frames that are left."""
        return self._left

    def __iter__(self) -> Frames:
        return self

    def __next__(self) -> Picture:
        if not self._left:
            self.close()
            raise StopIteration
        frame = numpy.empty(self.shape[1:], numpy.uint8)
        view = frame.reshape(-1).data
        while view.nbytes:
            count = self._output.readinto(view)
            if not count:
                self._finish()
                raise AssertionError("meshrender has ended within the clip")
            view = view[count:]
        self._left -= 1
        if not self._left:
            self._finish()
        return frame.view(Picture)

    def _finish(self) -> None:
        """Waits for the end of the process, warns, and raises its error."""
        self._left = 0
        status = self._process.wait()
        text = os.pread(self._messages, os.fstat(self._messages).st_size, 0).decode(errors="replace")
        lease = self._lease
        self.close()
        report(status, text, lease)

    def close(self) -> None:
        """Ends the process."""
        self._left = 0
        if self._messages < 0:
            return
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                try:
                    stream.close()
                except BrokenPipeError:
                    pass
        self._lease.release()
        self._memory.close()
        os.close(self._messages)
        self._messages = -1

    def __enter__(self) -> Frames:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_process", None) is not None:
            self.close()


def frames_of(content: Any) -> Optional[Sequence[Any]]:
    """The frames of a content that is a sequence of pictures; None for another one."""
    if getattr(content, "ndim", 0) == 4:
        return content  # type: ignore[no-any-return]
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
    if array.ndim == 2:
        array = numpy.repeat(array[..., None], 3, axis=-1)
    if array.dtype != numpy.uint8 or array.ndim != 3 or array.shape[2] not in (3, 4):
        raise UsageError(
            f"a frame is {array.dtype} of the shape {array.shape}; use uint8 of the shape (height, width, 3) or (height, "
            "width, 4)")
    return numpy.ascontiguousarray(array)


def _stream_flags(frames: Sequence[Any], job: Any) -> list[str]:
    """What says what comes through standard input."""
    shapes = {_pixels(frame).shape for frame in frames}
    if len(shapes) != 1:
        raise UsageError(f"the frames have the shapes {sorted(shapes)}; use one for all")
    height, width, channels = shapes.pop()
    rate = float(job.get("content-fps", 25))
    own = [] if "duration" in job or "frames" in job else [f"--duration={len(frames) / rate!r}"]
    return [f"--content-format={'rgba' if channels == 4 else 'rgb24'}", f"--content-size={width}x{height}", *own]
