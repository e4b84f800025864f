"""The place of the tool, which is a program of its own beside this package."""

from __future__ import annotations

import os
import shutil
import sysconfig
from typing import Iterator, Optional


def path() -> str:
    """The path of the tool.

    That is what the environment variable ``MESHRENDER_PROGRAM`` names; without it, the program that was installed with this
    package, or the first ``meshrender`` of the ``PATH``.

    Raises:
        FileNotFoundError: there is none. The message says how to install one.
    """
    named = os.environ.get("MESHRENDER_PROGRAM")
    if named:
        found = shutil.which(named)
        if found is None:
            raise FileNotFoundError(f"MESHRENDER_PROGRAM is {named!r}, which is no program; set it to the path of meshrender")
        return found
    for folder in _folders():
        found = shutil.which("meshrender", path=folder)
        if found is not None:
            return found
    raise FileNotFoundError("there is no program meshrender beside this package or on the PATH; "
                            "install it with: pip install --force-reinstall meshrender")


def _folders() -> Iterator[Optional[str]]:
    """Where an installer has put the program, likeliest first; None is the PATH."""
    packages = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    # Below an environment, a prefix or a home, packages lie in lib/python3.X/site-packages.
    yield os.path.normpath(os.path.join(packages, "..", "..", "..", "bin"))
    # pip install --target
    yield os.path.join(packages, "bin")
    for schemes in (), (f"{os.name}_user",):
        try:
            yield sysconfig.get_path("scripts", *schemes)
        except (AttributeError, KeyError):
            pass  # There is none of this kind, or another thread is just about to find out.
    yield None
