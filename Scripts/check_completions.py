#!/usr/bin/env python3
"""Types command lines in bash, zsh and fish, presses the tab key, and checks the lines that the shells make of them.

Usage: Scripts/check_completions.py TOOL

The shells run in pseudoterminals with the scripts of `meshrender completions`. Those that are not installed are left out.
"""

import os
import pathlib
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time

# What is typed before the tab key, and what the line begins with afterwards.
LINES = [
    ("meshrender ren", "meshrender render "),
    ("meshrender help sub", "meshrender help subdivide "),
    ("meshrender render --mesh rip", "meshrender render --mesh ripple "),
    ("meshrender render --mesh=rip", "meshrender render --mesh=ripple "),
    ("meshrender render --mesh ripple:am", "meshrender render --mesh ripple:amplitude="),
    ("meshrender render --mesh ripple:waves=3,am", "meshrender render --mesh ripple:waves=3,amplitude="),
    ("meshrender render --mesh \"ripple:am", "meshrender render --mesh \"ripple:amplitude="),
    ("meshrender render --mesh ./sha", "meshrender render --mesh ./shape.obj "),
    ("meshrender render --light spot:coneE", "meshrender render --light spot:coneEdgeSoftness="),
    ("meshrender animate --animate transform.rotation.x", "meshrender animate --animate transform.rotation.x "),
    ("meshrender render --compression bal", "meshrender render --compression balanced "),
    ("meshrender render --minif", "meshrender render --minification-filter "),
    ("meshrender render pho", "meshrender render photo.png "),
    ("meshrender render ~/pho", "meshrender render ~/photo.png "),
    ("meshrender render my", "meshrender render my\\ photo.png "),
    ("meshrender render only", "meshrender render only.txt "),
    ("meshrender render --image art=pho", "meshrender render --image art=photo.png "),
    ("meshrender render --scale pho", "meshrender render --scale pho"),
]
FILES = ["photo.png", "photo.txt", "my photo.png", "shape.obj", "shape.txt", "only.txt"]

SHELLS = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], "source <(meshrender completions bash)"),
    "zsh": (["zsh", "-f", "-i"], "autoload -U compinit; compinit -D; source <(meshrender completions zsh)"),
    "fish": (["fish", "--no-config", "-i"], "meshrender completions fish | source"),
}

CONTROL = re.compile(rb"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b\][^\x07]*\x07|\x1b[=>]|\x1b[()].|[\x07\x0f]")


class Shell:
    def __init__(self, arguments, environment, folder):
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            os.execvpe(arguments[0], arguments, environment)
        self.output = b""

    def type(self, text):
        os.write(self.terminal, text.encode())

    def read(self, is_enough, limit):
        """Waits until the output is as wanted, at most `limit` seconds."""
        end = time.monotonic() + limit
        while not is_enough(self.text) and time.monotonic() < end:
            ready, _, _ = select.select([self.terminal], [], [], 0.05)
            if not ready:
                continue
            try:
                data = os.read(self.terminal, 65536)
            except OSError:
                return
            self.output += data
            if b"\x1b[c" in data:  # fish asks what the terminal can do
                os.write(self.terminal, b"\x1b[?62;c")

    def pause(self, seconds):
        self.read(lambda _: False, seconds)

    def settle(self):
        """Waits until nothing more comes."""
        size = -1
        while len(self.output) != size:
            size = len(self.output)
            self.pause(0.2)

    @property
    def text(self):
        return CONTROL.sub(b"", self.output).decode(errors="replace").replace("\r", "\n")

    def end(self):
        os.close(self.terminal)
        try:
            os.kill(self.process, 9)
        except ProcessLookupError:
            pass
        os.waitpid(self.process, 0)


def check(name, tool, folder):
    """The lines that the shell did not complete as expected."""
    arguments, setup = SHELLS[name]
    environment = {
        "PATH": f"{tool.parent}:/usr/bin:/bin", "HOME": str(folder), "TERM": "xterm", "PS1": "$ ", "LANG": "C.UTF-8",
        "COLUMNS": "200", "LINES": "50",
    }
    faults = []
    shell = Shell(arguments, environment, folder)
    try:
        shell.type(f"{setup}; echo rea''dy\r")
        shell.read(lambda text: "ready\n" in text, 30)
        for typed, expected in LINES:
            shell.settle()
            shell.output = b""
            shell.type(typed + "\t")
            if typed == expected:  # nothing is offered: as long as an offer takes
                shell.pause(1.5)
                found = expected in shell.text and expected + "to" not in shell.text
            else:
                shell.read(lambda text: expected in text, 10)
                found = expected in shell.text
            if not found:
                faults.append(f"{name}: {typed!r} became {shell.text.splitlines()!r} instead of {expected!r}")
            shell.type("\x15")  # kills the line
    finally:
        shell.end()
    return faults


def main(tool):
    tool = pathlib.Path(tool).resolve()
    if tool.name != "meshrender":
        sys.exit("check_completions: the tool's file is to be named meshrender")
    done, faults = [], []
    for name in SHELLS:
        if not shutil.which(name):
            print(f"completions: {name} is not installed, and left out")
            continue
        with tempfile.TemporaryDirectory() as folder:
            for file in FILES:
                pathlib.Path(folder, file).touch()
            script = subprocess.run([tool, "completions", name], check=True, capture_output=True).stdout
            subprocess.run([name, "-n", "/dev/stdin"], check=True, input=script)
            faults += check(name, tool, folder)
            done.append(name)
    if faults:
        sys.exit("\n".join(faults))
    print(f"completions: {len(LINES)} lines each in {', '.join(done)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
