"""Lists of calls, on all cores."""

from __future__ import annotations

import importlib
import os
import sys
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Iterable, Iterator, Mapping, Optional, Sequence, Union

from ._calls import listening
from .errors import Error, UsageError
from .results import Result
from .worker import Worker

#: The calls that a worker has at once: one is read, one drawn and one written.
_DEPTH = 3

_COMMANDS = ("render", "animate", "map", "passes", "project", "fit", "hit")


class Pool:
    """Several workers for lists of calls.

    Args:
        workers: their number; default: one for each core, or for each of the `devices`.
        devices: what draws, one after the other for the workers: [0, 1] are two GPUs.
        options: further arguments of `Worker`.
    """

    def __init__(
        self, workers: Optional[int] = None, *, devices: Optional[Sequence[Union[str, int]]] = None, **options: Any,
    ) -> None:
        if workers is not None and workers < 1:
            raise UsageError(f"workers is {workers}; use 1 or more")
        cores = len(os.sched_getaffinity(0))
        count = workers or (len(devices) if devices else cores)
        if devices:
            self._workers = [Worker(device=devices[index % len(devices)], **options) for index in range(count)]
        else:
            options.setdefault("threads", max(1, cores // count))
            self._workers = [Worker(**options) for _ in range(count)]

    def batch(self, jobs: Iterable[Mapping[str, Any]], *, progress: Optional[bool] = None) -> Iterator[Result]:
        """Does a list of calls; see `meshrender.batch`."""
        if isinstance(jobs, (Mapping, str)):
            raise UsageError("the jobs are a single one; use a list of dictionaries")
        window: deque[Future[Result]] = deque()
        with ThreadPoolExecutor(_DEPTH * len(self._workers), "meshrender") as threads, _bar(jobs, progress) as bar:
            try:
                for index, job in enumerate(jobs):
                    worker = self._workers[index % len(self._workers)]
                    window.append(threads.submit(_perform, worker, index, job))
                    if len(window) >= 2 * _DEPTH * len(self._workers):
                        yield window.popleft().result()
                        bar.update()
                while window:
                    yield window.popleft().result()
                    bar.update()
            finally:
                for call in window:
                    call.cancel()

    def close(self) -> None:
        """Ends all workers."""
        for worker in self._workers:
            worker.close()

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _perform(worker: Worker, index: int, job: Mapping[str, Any]) -> Result:
    if not isinstance(job, Mapping):
        return Result(index, error=UsageError(f"a job is of the type {type(job).__name__}; use a dictionary of arguments"))
    arguments = dict(job)
    command = arguments.pop("command", "render")
    with listening() as warnings:
        try:
            if command not in _COMMANDS:
                raise UsageError(f"the command of a job is {command!r}; use one of {', '.join(_COMMANDS)}")
            return Result(index, getattr(worker, command)(**arguments), warnings=warnings)
        except Error as error:
            return Result(index, error=error, warnings=warnings)
        except TypeError as error:
            return Result(index, error=UsageError(f"the arguments of a job do not fit: {error}"), warnings=warnings)


class _NoBar:
    def update(self) -> None:
        """Shows nothing."""

    def __enter__(self) -> _NoBar:
        return self

    def __exit__(self, *_: object) -> None:
        pass


def _bar(jobs: Any, progress: Optional[bool]) -> Any:
    """tqdm's bar where it is installed, and something shows it."""
    if progress is None:
        progress = "ipykernel" in sys.modules or sys.stderr.isatty()
    if not progress:
        return _NoBar()
    try:
        bars = importlib.import_module("tqdm.auto")
    except ImportError:
        return _NoBar()
    return bars.tqdm(total=len(jobs) if hasattr(jobs, "__len__") else None, unit="job")
