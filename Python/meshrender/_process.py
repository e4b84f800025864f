"""The process of the tool behind a worker."""

from __future__ import annotations

import io
import json
import os
import subprocess
import threading
from typing import Any, Mapping, Optional, Sequence

from . import _program
from ._memory import Lease, Memory
from .errors import Error, NoDeviceError, error, plain

#: Seconds in which a process that has nothing to do ends.
_END_LIMIT = 10.0


class Process:
    """A `meshrender batch -`, which answers jobs until its standard input is closed.

    It has no thread of its own, so that the program may fork: the calls that wait for answers read them, one of them for all.
    """

    def __init__(
        self, program: Optional[str], options: Sequence[str], blocks: int, *, threads: Optional[int] = None,
        is_kept: bool = True,
    ) -> None:
        #: Where relative names begin.
        self.folder = working_directory()
        self.memory = Memory(blocks, is_kept=is_kept)
        self._writing, self._reading = threading.Lock(), threading.Condition()
        self._is_reading = False
        self._count = 0
        # Jobs without an answer, answers that nobody has taken, and the leases of jobs that nobody waits for.
        self._pending: set[str] = set()
        self._answers: dict[str, Mapping[str, Any]] = {}
        self._kept: list[Lease] = []
        self._end: Optional[Error] = None
        self._is_retired = self._is_closed = False
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
        assert isinstance(self._process.stdout, io.RawIOBase)
        self._lines: io.BufferedReader = io.BufferedReader(self._process.stdout)

    @property
    def is_usable(self) -> bool:
        """Whether it takes jobs."""
        return self._end is None and not self._is_retired

    @property
    def is_busy(self) -> bool:
        """Whether it has jobs."""
        return bool(self._pending)

    def perform(self, job: Mapping[str, Any], lease: Optional[Lease] = None) -> Optional[Mapping[str, Any]]:
        """Does a job.

        Args:
            lease: the blocks that the process uses for it.

        Returns:
            the tool's result; None where the process has ended before it got the job.

        Raises:
            Error: the process has ended meanwhile.
        """
        number = self._submit(job)
        if number is None:
            return None
        try:
            return self._wait(number)
        except Error:
            raise
        except BaseException:
            # An interrupt, perhaps within an answer. The process may still use the blocks.
            with self._reading:
                if lease is not None:
                    lease.is_kept = True
                    self._kept.append(lease)
                self._pending.discard(number)
                self._is_retired = True
                if not self._pending:
                    self._process.kill()
                self._reading.notify_all()
            raise

    def _submit(self, job: Mapping[str, Any]) -> Optional[str]:
        text = to_text({key: value for key, value in job.items() if key != "id"})
        with self._writing:
            if self._end is not None:
                return None
            self._count += 1
            number = str(self._count)
            self._pending.add(number)
            if self._write(f'{{"id": "{number}", {text[1:]}\n'.encode()):
                return number
            self._pending.discard(number)
            return None

    def _write(self, line: bytes) -> bool:
        """False where nobody reads it: the process has ended."""
        assert self._process.stdin is not None
        rest = memoryview(line)
        try:
            while rest.nbytes:
                rest = rest[os.write(self._process.stdin.fileno(), rest) :]
        except (BrokenPipeError, ValueError):
            self._end = self.end()
            return False
        return True

    def _wait(self, number: str) -> Mapping[str, Any]:
        """The answer to a job. One of the threads that wait reads, also what the others wait for."""
        with self._reading:
            while number not in self._answers:
                if self._end is not None:
                    self._pending.discard(number)
                    raise self._end
                if not self._is_reading:
                    self._is_reading = True
                    break
                self._reading.wait()
            else:
                return self._take(number)
        try:
            while True:
                line = self._lines.readline()
                with self._reading:
                    if not line:
                        self._end = self._end or self.end()
                        self._pending.discard(number)
                        raise self._end
                    answer = json.loads(line)
                    self._answers[answer["id"]] = answer
                    if answer["id"] == number:
                        return self._take(number)
                    self._reading.notify_all()
        finally:
            with self._reading:
                self._is_reading = False
                self._reading.notify_all()

    def _take(self, number: str) -> Mapping[str, Any]:
        self._pending.discard(number)
        return self._answers.pop(number)

    def end(self) -> Error:
        """Why it has ended."""
        return _ended(self._process.wait(), self._last_words())

    def _last_words(self) -> str:
        size = os.fstat(self._messages).st_size
        text = os.pread(self._messages, 2000, max(0, size - 2000)).decode(errors="replace")
        return " | ".join(text.strip().splitlines()[-2:])

    def retire(self) -> None:
        """Closes it once it has no jobs: now, or by `close_if_retired`."""
        self._is_retired = True
        self.close_if_retired()

    def close_if_retired(self) -> None:
        """Closes a process without jobs that takes no more."""
        with self._reading:
            if not self._is_retired or self._pending or self._is_closed:
                return
            self._is_closed = True
        self._close()

    def close(self, *, kill: bool = False) -> None:
        """Ends it: after the jobs that it has, or at once."""
        self._is_retired = True
        if kill:
            self._process.kill()
        with self._reading:
            self._reading.wait_for(lambda: not self._pending, None if not kill else _END_LIMIT)
        self.close_if_retired()

    def _close(self) -> None:
        with self._writing:
            assert self._process.stdin is not None
            self._process.stdin.close()
        try:
            self._process.wait(_END_LIMIT)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._lines.close()
        for lease in self._kept:
            lease.release()
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
    return error(status or 70, plain(words) or f"the process of meshrender has ended with {status}; the next call starts another one")


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
