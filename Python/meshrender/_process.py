"""The process of the tool behind a worker."""

from __future__ import annotations

import io
import json
import os
import subprocess
import threading
from concurrent.futures import Future
from typing import Any, Mapping, Optional, Sequence

from . import _program
from ._memory import Memory
from .errors import Error, NoDeviceError, error

#: Seconds in which a process that has nothing to do ends.
_END_LIMIT = 10.0


class Process:
    """A `meshrender batch -`, which answers jobs until its standard input is closed."""

    def __init__(
        self, program: Optional[str], options: Sequence[str], blocks: int, *, threads: Optional[int] = None,
        is_kept: bool = True,
    ) -> None:
        #: Where relative names begin.
        self.folder = working_directory()
        self.memory = Memory(blocks, is_kept=is_kept)
        self._pending: dict[str, Future[Mapping[str, Any]]] = {}
        # The reader takes answers while a writer waits until its job is read.
        self._lock, self._writing = threading.Lock(), threading.Lock()
        self._count = 0
        self._has_ended = False
        # Nobody has to read it while the process runs.
        self._messages = os.memfd_create("messages", os.MFD_CLOEXEC)
        try:
            self._process = started(
                program, ["batch", "-", "--quiet", "--as-finished", "--jobs", "1", *options], self.memory, threads=threads,
                stdin=subprocess.PIPE, stderr=self._messages)
        except Error:
            self.memory.forget()
            os.close(self._messages)
            raise
        self._reader = threading.Thread(target=self._read, name="meshrender", daemon=True)
        self._reader.start()

    @property
    def has_ended(self) -> bool:
        """Whether it answers no more jobs."""
        return self._has_ended

    @property
    def is_busy(self) -> bool:
        """Whether it has jobs."""
        return bool(self._pending)

    def submit(self, job: dict[str, Any]) -> Optional[Future[Mapping[str, Any]]]:
        """Gives it a job; its answer is the tool's result, or an `Error` where the process ends meanwhile. None where it
        has ended before."""
        answer: Future[Mapping[str, Any]] = Future()
        job.pop("id", None)
        line = to_text(job)
        with self._writing:
            with self._lock:
                if self._has_ended:
                    return None
                self._count += 1
                number = str(self._count)
                self._pending[number] = answer
            if self._write(f'{{"id": "{number}", {line[1:]}\n'.encode()):
                return answer
            with self._lock:
                self._pending.pop(number, None)
                self._has_ended = True
            return None

    def _write(self, line: bytes) -> bool:
        """False where nobody reads it: the process has ended, which its reader finds as well."""
        assert self._process.stdin is not None
        rest = memoryview(line)
        try:
            while rest.nbytes:
                rest = rest[os.write(self._process.stdin.fileno(), rest) :]
        except (BrokenPipeError, ValueError):
            return False
        return True

    def _read(self) -> None:
        assert isinstance(self._process.stdout, io.RawIOBase)
        with io.BufferedReader(self._process.stdout) as lines:
            for line in lines:
                answer = json.loads(line)
                with self._lock:
                    future = self._pending.pop(answer["id"], None)
                if future is not None:
                    future.set_result(answer)
        error = self.end()
        with self._lock:
            self._has_ended = True
            pending, self._pending = list(self._pending.values()), {}
        for future in pending:
            future.set_exception(error)

    def end(self) -> Error:
        """Why it has ended."""
        return _ended(self._process.wait(), self._last_words())

    def _last_words(self) -> str:
        size = os.fstat(self._messages).st_size
        text = os.pread(self._messages, 2000, max(0, size - 2000)).decode(errors="replace")
        return " | ".join(text.strip().splitlines()[-2:])

    def close(self, *, kill: bool = False) -> None:
        """Ends it: after the jobs that it has, or at once."""
        if kill:
            self._process.kill()
        with self._writing:
            assert self._process.stdin is not None
            self._process.stdin.close()
        self._reader.join(None if not kill and self.is_busy else _END_LIMIT)
        if self._reader.is_alive():
            self._process.kill()
            self._reader.join()
        self.memory.close()
        os.close(self._messages)

    def forget(self) -> None:
        """Closes what a forked process has inherited. The process itself belongs to the other one."""
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            stream.close()
        self._process.returncode = 0  # Not to be waited for here.
        self.memory.forget()
        os.close(self._messages)


def working_directory() -> str:
    """Where relative names begin; empty where that folder has been removed."""
    try:
        return os.getcwd()
    except OSError:
        return ""


def started(
    program: Optional[str], words: Sequence[str], memory: Memory, *, stdin: int, stderr: int, threads: Optional[int] = None,
) -> subprocess.Popen[bytes]:
    """A process of the tool, which shares memory."""
    try:
        return subprocess.Popen(
            [program or find(), *words], bufsize=0, stdin=stdin, stdout=subprocess.PIPE, stderr=stderr,
            pass_fds=memory.descriptors, env=environment(memory, threads),
            # An interrupt from the keyboard is this process's own matter.
            start_new_session=True)
    except OSError as problem:
        raise NoDeviceError(f"meshrender cannot be started: {problem}") from problem


def environment(memory: Memory, threads: Optional[int] = None) -> dict[str, str]:
    """The environment of a process of the tool, in which a software rasterizer draws on some cores."""
    variables = {**os.environ, **memory.environment}
    if threads is not None:
        # Mesa's thread that calls waits for those that draw, or draws itself.
        variables["LP_NUM_THREADS"] = str(threads if threads > 1 else 0)
    return variables


def find() -> str:
    """The path of the tool."""
    try:
        return _program.path()
    except FileNotFoundError as problem:
        raise NoDeviceError(str(problem)) from problem


def _ended(status: int, words: str) -> Error:
    if status < 0:
        return Error(f"the process of meshrender was ended by signal {-status}; the next call starts another one", 128 - status)
    return error(status or 70, words or f"the process of meshrender has ended with {status}; the next call starts another one")


def to_text(value: Any) -> str:
    """A value as JSON, in which places of memory are their paths."""
    return json.dumps(value, default=_plain)


def _plain(value: Any) -> Any:
    """NumPy's numbers and arrays of numbers as JSON."""
    for name in ("tolist", "to_json", "__fspath__"):
        convert = getattr(value, name, None)
        if convert is not None:
            return convert()
    raise TypeError(f"{value!r} is neither a number, a text nor a list of them")
