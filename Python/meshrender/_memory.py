"""Memory that is shared with the tool: open files without a name, which vanish with the processes."""

from __future__ import annotations

import fcntl
import io
import json
import os
import re
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Iterator, Optional, Sequence, Union

from .errors import OutputError, UsageError, plain

if TYPE_CHECKING:
    from ._types import Array

#: The tool reads and writes these files as /proc/self/fd/N.
VARIABLE = "MESHRENDER_SHARED_DESCRIPTORS"

#: Numbers below are those of standard streams and of what other programs expect there.
_LOWEST = 100

#: A block that has been larger gives its memory back when it is free again.
_KEPT_BYTES = 64 << 20


class Block:
    """One file in memory, for a value that goes to the tool or comes back."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor

    @property
    def path(self) -> str:
        """The path by which the tool opens it."""
        return f"/proc/self/fd/{self.descriptor}"

    def write(self, *parts: Union[bytes, memoryview]) -> None:
        """Replaces the contents."""
        try:
            offset = 0
            for part in parts:
                view = memoryview(part).cast("B")
                while view.nbytes:
                    count = os.pwrite(self.descriptor, view, offset)
                    view, offset = view[count:], offset + count
            os.ftruncate(self.descriptor, offset)
        except OSError as error:
            raise OutputError(f"there is no memory for the data of a call: {error.strerror}") from error

    def write_array(self, array: Array) -> None:
        """Replaces the contents by NumPy's file of an array."""
        from ._numpy import numpy

        array = numpy.ascontiguousarray(array)
        head = io.BytesIO()
        numpy.lib.format.write_array_header_1_0(head, numpy.lib.format.header_data_from_array_1_0(array))
        self.write(head.getvalue(), array.data if array.size else b"")

    def read(self) -> bytes:
        """The contents."""
        return os.pread(self.descriptor, os.fstat(self.descriptor).st_size, 0)

    def read_array(self) -> Array:
        """The array of NumPy's file in the block, in memory of its own."""
        from ._numpy import numpy

        head = io.BytesIO(os.pread(self.descriptor, 4096, 0))
        numpy.lib.format.read_magic(head)
        shape, _, dtype = numpy.lib.format.read_array_header_1_0(head)
        array = numpy.empty(shape, dtype)
        view, offset = array.reshape(-1).view(numpy.uint8).data, head.tell()
        while view.nbytes:
            count = os.preadv(self.descriptor, [view], offset)
            if count <= 0:
                raise OutputError("the tool has written less than the whole array")
            view, offset = view[count:], offset + count
        return array

    def read_json(self) -> Any:
        """The value of the JSON text in the block."""
        return json.loads(self.read())


class Memory:
    """The blocks that one process of the tool shares with this one; it inherits them when it starts.

    Args:
        count: the number of blocks.
        is_kept: whether the memory of free blocks, and what is in it, stays for the next call.
    """

    def __init__(self, count: int, *, is_kept: bool = True) -> None:
        self._kept_bytes = _KEPT_BYTES if is_kept else 0
        self.count = count
        self._blocks: list[Block] = []
        self._free: list[Block] = []
        self._condition = threading.Condition()
        self._is_closed = False
        try:
            for _ in range(count):
                self._blocks.append(Block(_open(self._blocks[-1].descriptor + 1 if self._blocks else _LOWEST)))
        except OSError as error:
            self.forget()
            raise OutputError(f"no memory can be shared with the tool: {error.strerror} (ulimit -n)") from error
        self._free = list(self._blocks)

    @property
    def descriptors(self) -> Sequence[int]:
        """The numbers that the tool's process inherits."""
        return [block.descriptor for block in self._blocks]

    @property
    def environment(self) -> dict[str, str]:
        """What tells the tool about them."""
        numbers = self.descriptors
        return {VARIABLE: f"{numbers[0]}-{numbers[-1]}"} if numbers else {}

    def take(self, count: int) -> Lease:
        """Takes blocks, waiting until as many are free."""
        if count > self.count:
            raise UsageError(
                f"one call shares at most {self.count} arrays with the tool, its results counted, not {count}; use files")
        with self._condition:
            self._condition.wait_for(lambda: len(self._free) >= count)
            return Lease(self, [self._free.pop() for _ in range(count)])

    @contextmanager
    def blocks(self, count: int) -> Iterator[Lease]:
        """Takes blocks, and gives them back unless they are kept."""
        lease = self.take(count)
        try:
            yield lease
        finally:
            if not lease.is_kept:
                lease.release()

    def give_back(self, blocks: Sequence[Block]) -> None:
        """Makes blocks free again."""
        for block in blocks:
            if os.fstat(block.descriptor).st_size > self._kept_bytes:
                os.ftruncate(block.descriptor, 0)
        with self._condition:
            self._free.extend(blocks)
            if self._is_closed:
                self._close_free()
            self._condition.notify_all()

    def close(self) -> None:
        """Closes all blocks, those that calls still have when they give them back."""
        with self._condition:
            self._is_closed = True
            self._close_free()

    def _close_free(self) -> None:
        for block in self._free:
            os.close(block.descriptor)
        self._free = []

    def forget(self) -> None:
        """Closes all blocks in a forked process, in which nobody uses them."""
        for block in self._blocks:
            os.close(block.descriptor)


class Lease:
    """Blocks that one call has."""

    def __init__(self, memory: Memory, blocks: Sequence[Block]) -> None:
        self._memory, self._blocks = memory, blocks
        self._next = 0
        #: Whether the tool may still use them after the call, which was interrupted.
        self.is_kept = False
        #: What the blocks are to the caller, by their paths.
        self.names: dict[str, str] = {}

    def take(self, name: str) -> Block:
        """The next block."""
        block = self._blocks[self._next]
        self._next += 1
        self.names[block.path] = name
        return block

    def release(self) -> None:
        """Gives the blocks back."""
        self._memory.give_back(self._blocks)

    def told(self, sentence: str) -> str:
        """A sentence of the tool with the names of the blocks in place of their paths."""
        for path, name in self.names.items():
            # Of a text in memory nobody sees lines and columns.
            sentence = re.sub(rf"{path}(:\d+:\d+)?\b(?!\d)", lambda _: name, sentence)
        return plain(sentence)


def _open(lowest: int) -> int:
    """An empty file in memory whose number is the next free one from `lowest` on."""
    made = os.memfd_create("meshrender", os.MFD_CLOEXEC)
    try:
        return fcntl.fcntl(made, fcntl.F_DUPFD_CLOEXEC, lowest)
    finally:
        os.close(made)


