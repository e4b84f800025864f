"""What keeps a process of the tool for a worker."""

from __future__ import annotations

import atexit
import contextlib
import functools
import os
import threading
import weakref
from typing import Any, Callable, Mapping, Optional, Sequence, TypeVar, Union

from ._calls import Output, Request, deliver, run
from ._images import Place
from ._memory import Block
from ._process import Process, working_directory
from .errors import UsageError

Value = TypeVar("Value")
Self = TypeVar("Self", bound="Keeper")

#: The blocks of memory that a worker shares: for arrays of calls that wait, and for all passes of one.
_BLOCKS = 48

_keepers: weakref.WeakSet[Keeper] = weakref.WeakSet()


class Keeper:
    """Starts a process at the first call, and another one where it has died, where the working directory has changed, and in
    a forked process. Its arguments are those of `Worker`."""

    def __init__(
        self, *, device: Union[str, int, None] = None, threads: Optional[int] = None, timeout: Optional[float] = None,
        memory: Union[int, str, None] = None, cache: Union[int, str, None] = None, untrusted: bool = False,
        program: Optional[str] = None, options: Sequence[str] = (),
    ) -> None:
        self._arguments: dict[str, Any] = {
            "device": device, "threads": threads, "timeout": timeout, "memory": memory, "cache": cache,
            "untrusted": untrusted, "program": program, "options": options}
        flags = list(options)
        for name, value in (("device", device), ("job-memory", memory), ("cache", cache)):
            if value is not None:
                flags.append(f"--{name}={value}")
        if threads is not None and threads < 1:
            raise UsageError(f"threads is {threads}; use 1 or more")
        if timeout is not None:
            flags.append(f"--job-timeout={timeout}s")
        # The caller names the outputs, wherever they are.
        flags += ["--untrusted"] if untrusted else ["--output-root", "/"]
        self._flags, self._program, self._is_untrusted = flags, program, untrusted
        self._threads = threads
        self._device = device
        self._process: Optional[Process] = None
        self._lock = threading.Lock()
        # A stranger's scene may name all blocks: it finds only its own.
        self._alone: Any = threading.Lock() if untrusted else contextlib.nullcontext()
        _keepers.add(self)

    def _request(self, command: str, content: Any, arguments: Mapping[str, Any]) -> Request:
        given = dict(arguments)
        request = Request(command)
        if command != "render":
            request.job["command"] = command
        names = ("scene", "images", "set", "mesh", "transform", "lights")
        scene, images, values, mesh, transform, lights = (given.pop(name, None) for name in names)
        request.set_options(given)
        request.set_content(content, scene, images, values, allows_reading=not self._is_untrusted)
        request.set_surface(mesh, transform, lights)
        return request

    def _run(
        self, arguments: Callable[[], Sequence[Any]], request: Request, *, output: Optional[Place] = None, given: str = "",
    ) -> Output:
        """Runs the tool once, for what the kept process does not do."""
        flags = ["--untrusted"] if self._is_untrusted else []
        return run(
            lambda: [*arguments()[:1], *flags, *arguments()[1:]], shared=request.shared, output=output,
            given=given.encode(), program=self._program)

    def _perform(self, request: Request, read: Callable[[Mapping[str, Block]], Value]) -> Value:
        """Has the process do a job, and reads what came back."""
        # A process that is idle may have died; one that has just been started says why.
        for is_last in (False, True):
            process = self._running()
            with self._alone, process.memory.blocks(request.shared.count + len(request.outputs)) as lease:
                request.shared.write(lease.take)
                blocks = {key: lease.take(name) for key, name in request.outputs.items()}
                job = dict(request.job)
                for key, block in blocks.items():
                    name, _, part = key.partition(":")
                    if part:
                        job.setdefault(name, []).append(f"{part}={block.path}")
                    else:
                        job[name] = block.path
                found = process.perform(job, lease)
                if found is None:
                    if is_last:
                        raise process.end()
                    continue
                process.close_if_retired()
                deliver(found, lease)
                return read(blocks)
        raise AssertionError("unreachable")

    def _running(self) -> Process:
        with self._lock:
            process = self._process
            if process is not None and process.is_usable and process.folder == working_directory():
                return process
            self._process = Process(
                self._program, self._flags, _BLOCKS, threads=self._threads, is_kept=not self._is_untrusted)
        if process is not None:
            # Calls of other threads may still wait for it.
            process.retire()
        return self._process

    def close(self) -> None:
        """Ends the process, after the calls of other threads."""
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            process.close()

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        # Calls hold the worker: its process has nothing to do.
        if getattr(self, "_process", None) is not None:
            self._kill()

    def __reduce__(self) -> Union[str, tuple[Any, ...]]:
        """In another process it has a process of its own."""
        return (functools.partial(type(self), **self._arguments), ())

    def _forget(self) -> None:
        """In a forked process: the process belongs to the other one."""
        process, self._process = self._process, None
        self._lock = threading.Lock()
        self._alone = threading.Lock() if self._is_untrusted else contextlib.nullcontext()
        if process is not None:
            process.forget()

    def _kill(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.close(kill=process.is_busy)

    def job(self, record: Mapping[str, Any]) -> Mapping[str, Any]:
        """Does a job of `meshrender batch` as it stands in a list, such as {"scene": "mug.json", "output": "mug.png"}.

        Returns:
            its result, as the tool prints it: status, code, message, warnings, times, size and checksum of the output.
        """
        for is_last in (False, True):
            process = self._running()
            answer = process.perform(record)
            if answer is not None:
                return answer
            if is_last:
                raise process.end()
        raise AssertionError("unreachable")


def _forget_all() -> None:
    for keeper in list(_keepers):
        keeper._forget()


def _end_all() -> None:
    for keeper in list(_keepers):
        keeper._kill()


os.register_at_fork(after_in_child=_forget_all)
atexit.register(_end_all)
