"""Puts the tool, its man pages, completions and schemas into a wheel. Hatchling runs it (pyproject.toml).

They come from the folder MESHRENDER_TREE, which Scripts/package.sh makes by Scripts/stage.sh of a program for every Linux
with glibc 2.34. Without it, as in `pip install` of a source distribution, Swift builds a program for this system.
"""

import os
import pathlib
import platform
import subprocess
import sys
import tempfile
from typing import Any, Dict

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

#: Folders of Scripts/stage.sh, and their places in an environment of Python.
SHARED = {
    "share/bash-completion/completions": "share/bash-completion/completions",
    "share/doc/meshrender/schemas": "share/meshrender/schemas",
    "share/fish/vendor_completions.d": "share/fish/vendor_completions.d",
    "share/man/man1": "share/man/man1",
    "share/zsh/site-functions": "share/zsh/site-functions",
}
INSTEAD = "install a wheel of meshrender for x86-64 or ARM64, which needs no Swift"


class ToolHook(BuildHookInterface):
    def initialize(self, version: str, build_data: Dict[str, Any]) -> None:
        tree = os.environ.get("MESHRENDER_TREE")
        system = "manylinux_2_34" if tree else "linux"
        tree = tree or self.built()
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{system}_{platform.machine()}"
        build_data["shared_scripts"][f"{tree}/bin/meshrender"] = "meshrender"
        for folder, place in SHARED.items():
            build_data["shared_data"][f"{tree}/{folder}"] = place
        # pip removes a folder only if it has installed a file there, not in a folder of it alone.
        build_data["shared_data"]["LICENSE"] = "share/meshrender/LICENSE"

    def built(self) -> str:
        """The tree of an installation, of a tool that is built here."""
        if sys.platform != "linux":
            self.app.abort(f"meshrender: it runs on Linux only, and this is {sys.platform}")
        swift = subprocess.run(["Scripts/check-swift.sh", INSTEAD], cwd=self.root, stderr=subprocess.PIPE, text=True)
        if swift.returncode != 0:
            self.app.abort(swift.stderr.strip())
        # Removed when the hook is, after the wheel is written.
        self.folder = tempfile.TemporaryDirectory()
        # Man pages bear a date, for which a source distribution has no commits.
        day = str(int((pathlib.Path(self.root) / "CHANGELOG.md").stat().st_mtime))
        environment = {"SOURCE_DATE_EPOCH": day, **os.environ}
        for command in ["make", "build"], ["Scripts/stage.sh", ".build/release/meshrender", self.folder.name]:
            if subprocess.run(command, cwd=self.root, env=environment, stdin=subprocess.DEVNULL).returncode != 0:
                self.app.abort(f"meshrender: {' '.join(command)} failed, for the reason above; or {INSTEAD}")
        return self.folder.name
