"""The exceptions and warnings of meshrender."""

from __future__ import annotations

import os
import re
from typing import Optional


class MeshrenderWarning(UserWarning):
    """A warning of the tool, such as a font that is not installed or an empty picture."""


class Error(Exception):
    """Something that was not done. Nothing partial is left of it.

    Attributes:
        code: the exit code that the same command has: 64 wrong usage, 65 bad input data, 66 input missing, 69 no device
            or library, 70 a fault of the tool itself, 73 and 74 an output that cannot be written, 130 to 143 a signal.
        message: one sentence that says what is wrong, where, and what to do.
        path: the place at which the message points, a file and in it a line and a key: "card.json:4:7: layers[0].opacity";
            None where it points at none.
    """

    code: int = 70

    def __init__(self, message: str, code: Optional[int] = None) -> None:
        super().__init__(message)
        self.message = message
        self.code = type(self).code if code is None else code
        # Names in front of the sentence, which are followed by colons.
        place = re.match(r"\S+(?:: \S+)*(?=: )", message)
        word = message.split(" ", 1)[0]
        self.path: Optional[str] = place.group() if place else word if os.path.lexists(word) else None

    def __reduce__(self) -> tuple[object, tuple[str, int]]:
        return (type(self), (self.message, self.code))


class UsageError(Error):
    """A wrong argument: an unknown name, a value out of its range, arguments that exclude each other."""

    code = 64


class DataError(Error):
    """Bad input data: a damaged file, a mesh that cannot be drawn, more than a limit allows."""

    code = 65


class InputMissingError(Error):
    """A file that does not exist or cannot be read."""

    code = 66


class NoDeviceError(Error):
    """A part of the system is missing: EGL or OpenGL ES, a library, FFmpeg, the program itself."""

    code = 69


class OutputError(Error):
    """An output that cannot be created (73) or not written completely (74)."""

    code = 74


#: Flags whose arguments have other names.
_NAMES = {
    "--light": "lights", "--image": "images", "--job-timeout": "timeout", "--job-memory": "memory", "--from": "from_",
    "-o": "output",
}


def plain(sentence: str) -> str:
    """A sentence of the tool with the names of arguments in place of flags."""
    sentence = re.sub(r"'(--[a-z-]+) <[^>']*>'", r"\1", sentence)
    sentence = re.sub(
        r"(?<![\w-])(--[a-z]+(?:-[a-z]+)*|-o)(?![\w-])",
        lambda flag: _NAMES.get(flag[1]) or flag[1].lstrip("-").replace("-", "_"), sentence)
    return sentence[len("Error: ") :] if sentence.startswith("Error: ") else sentence


_CLASSES = {64: UsageError, 65: DataError, 66: InputMissingError, 69: NoDeviceError, 73: OutputError, 74: OutputError}


def error(code: int, message: str) -> Error:
    """The exception of an exit code."""
    return _CLASSES.get(code, Error)(message, code)
