"""Runs a notebook in its folder, and checks what its cells display: each code cell a picture, and one of them a clip. A cell
that raises an exception or warns ends the check. The stored notebook is valid and has no outputs.

Usage: check_notebook.py NOTEBOOK FOLDER, FOLDER being where sockets are made
"""

import base64
import io
import pathlib
import re
import sys

import jupyter_client
import nbclient
import nbformat
from PIL import Image

from checks import expect, finish


def displayed(cell):
    """What the last line of a cell displays, by media types."""
    results = [output["data"] for output in cell.outputs if output.output_type == "execute_result"]
    return results[0] if results else {}


path = pathlib.Path(sys.argv[1])
notebook = nbformat.read(path, as_version=4)
nbformat.validate(notebook)
cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
expect(all(not cell.outputs and cell.execution_count is None for cell in cells), f"{path} is stored without outputs")

# Sockets in the file system need no encryption.
kernel = jupyter_client.AsyncKernelManager(kernel_name="python3", transport="ipc", ip=f"{sys.argv[2]}/kernel")
try:
    nbclient.NotebookClient(
        notebook, km=kernel, timeout=120, resources={"metadata": {"path": str(path.parent)}}).execute()
except nbclient.exceptions.CellExecutionError as error:
    sys.exit(f"{path}: {error}")

clips = 0
for cell in cells:
    name, shown = cell.id, displayed(cell)
    printed = "".join(output.get("text", "") for output in cell.outputs if output.output_type == "stream")
    expect(not printed, f"{name} prints nothing: {printed}")
    clip = re.search(r"data:image/(\w+);base64,([\w+/=]+)", shown.get("text/html", ""))
    expect("image/png" in shown or clip, f"{name} displays a picture or a clip, not only {sorted(shown)}")
    if clip:
        clips += 1
        with Image.open(io.BytesIO(base64.b64decode(clip[2]))) as frames:
            expect(frames.format.lower() == clip[1] and frames.n_frames > 10, f"{name} displays moving frames")
    elif "image/png" in shown:
        with Image.open(io.BytesIO(base64.b64decode(shown["image/png"]))) as picture:
            expect(min(picture.size) > 100 and len(picture.convert("RGB").getcolors(1 << 24)) > 100, f"{name} displays an image")
expect(clips == 1, f"{clips} cells display a clip")
finish(f"checks of {path.name}")
