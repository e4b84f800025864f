"""Runs the tool: ``python -m meshrender ARGUMENTS``."""

import os
import sys

from meshrender import _program


def main() -> None:
    """Replaces this process by the tool. Where there is none, ends with its exit code for what is missing."""
    try:
        program = _program.path()
    except FileNotFoundError as error:
        print(f"meshrender: {error}", file=sys.stderr)
        sys.exit(69)
    os.execv(program, [program, *sys.argv[1:]])


if __name__ == "__main__":
    main()
