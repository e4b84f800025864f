"""What each fault of faults.c must lead to: the right picture, or one sentence and its exit code."""
from dataclasses import dataclass


@dataclass(frozen=True)
class Case:
    fault: str
    scene: tuple  # arguments of 'meshrender render'
    code: int = 0
    says: str = ""  # a regular expression on standard error; empty: nothing is said
    tolerance: float = 0  # mean difference from the picture without the fault
    share: float = 0  # of pixels that differ by more than 24
    without_lists: bool = False  # the right picture is that of a device without lists of fragments


PAGE = ("Examples/images/page.png", "--mesh", "pageCurl", "--transform", "perspective(2000)", "--fit", "--size",
        "200x240")
LISTS = ("{folder}/crossing.json",)
SMALL = ("Examples/images/checker.png", "--mesh", "wave", "--size", "300x200")
HAIRLINES = ("{folder}/hairlines.json",)
LOST = "^Warning: the driver reset the GPU while [^\n]+; the picture is drawn again\n"
NVIDIA = "/dev/nvidia0 exists, but NVIDIA's EGL cannot be loaded [^\n]*libEGL_nvidia[^\n]*NVIDIA_DRIVER_CAPABILITIES=graphics"
DENIED = "/dev/dri/renderD128 cannot be opened: permission denied; add the user to the group render"

CASES = [
    Case("none", PAGE),
    # Limits: what is beyond them is reached another way.
    # Tiles end elsewhere, so that a sample on an edge may fall to its other side.
    Case("viewport", HAIRLINES, tolerance=0.01, share=0.0005),
    Case("viewport", ("{folder}/tall.json",), tolerance=0.01, share=0.0005),
    Case("texture-samples", PAGE, tolerance=1.2, share=0.03),
    # Their depths are read from a multisampled texture, and so are the samples that edges weigh by area.
    Case("texture-samples", LISTS, without_lists=True, tolerance=0.2, share=0.002),
    Case("samples", PAGE, tolerance=1.2, share=0.03),  # a regular grid of fragments, as under softpipe
    Case("samples", LISTS, tolerance=1.2, share=0.03),
    Case("texture-size", ("{folder}/crossing.json", "--scale", "4"), tolerance=0.01, share=0.0005),  # drawn in tiles
    Case("texture-size", ("Examples/images/photo.png", "--mesh", "wave", "--size", "200x100"), tolerance=2, share=0.0005),
    Case("ssbo", LISTS),  # in bands
    Case("ssbo", ("{folder}/crossing.json", "--scale", "4")),
    Case("clip-control", PAGE, tolerance=0.01, share=0.001),
    Case("robustness", PAGE),
    # Failures: one sentence.
    Case("map", PAGE),  # maps nothing
    Case("map", LISTS, 69, "^Error: [^\n]*ran out of memory[^\n]*\n$"),
    Case("framebuffer", SMALL, 69, "^Error: a framebuffer of [^\n]* is incomplete [^\n]*; try fewer samples"),
    Case("memory", SMALL, 69, "^Error: [^\n]*ran out of memory; try a smaller canvas or fewer samples\n$"),
    Case("initialize", SMALL, 69, "^Error: no EGL display [^\n]*: apt install libgl1-mesa-dri\n$"),
    Case("context", SMALL, 69, "^Error: eglCreateContext failed [^\n]*: apt install libgl1-mesa-dri\n$"),
    # A context that is lost: once more, then a sentence.
    Case("reset", PAGE, says=LOST + "$"),
    Case("reset", LISTS, says=LOST + "$"),
    Case("lost-compile", PAGE, says=LOST + "$"),
    Case("unknown-status", PAGE),
    Case("resets", PAGE, 69, LOST + "Error: the driver reset the GPU twice while [^\n]*another --device\n$"),
    # Devices that may not be used, or cannot.
    Case("node", PAGE, says=f"^Warning: drawing on the CPU: {DENIED}[^\n]*\n$"),
    Case("node", (*PAGE, "--quiet")),
    Case("node", (*PAGE, "--device", "software")),
    Case("node", (*PAGE, "--device", "gpu"), 69, f"^Error: {DENIED}[^\n]*\n$"),
    Case("node", (*PAGE, "--device", "/dev/dri/renderD128"), 69, f"^Error: {DENIED}[^\n]*\n$"),
    Case("gpu-node", PAGE, says=f"^Warning: drawing on the CPU: {DENIED}[^\n]*\n$"),
    Case("gpu-node", (*PAGE, "--device", "gpu"), 69, f"^Error: {DENIED}[^\n]*\n$"),
    Case("gpu", PAGE, says="^Warning: drawing on the CPU: device 0 .* provides no OpenGL ES 3.1 context[^\n]*\n$"),
    Case("gpu", (*PAGE, "--device", "/dev/dri/renderD128"), 69, "^Error: no EGL display [^\n]*\n$"),
    Case("nvidia", PAGE, says=f"^Warning: drawing on the CPU: {NVIDIA}[^\n]*\n$"),
    Case("nvidia", (*PAGE, "--device", "gpu"), 69, f"^Error: there is no GPU that EGL lists; [^\n]*; {NVIDIA}[^\n]*\n$"),
    Case("nvidia", (*PAGE, "--device", "cuda:0"), 69, f"^Error: unknown device 'cuda:0'[^\n]*; {NVIDIA}[^\n]*\n$"),
    Case("nvidia", (*PAGE, "--device", "software")),
    Case("none", (*PAGE, "--device", "gpu"), 69, "^Error: there is no GPU that EGL lists; use one of: auto"),
    Case("none", (*PAGE, "--device", "cuda:0"), 64, "^Error: unknown device 'cuda:0'; use one of: auto"),
    Case("none", (*PAGE, "--device", "/dev/dri/renderD1000"), 64, "^Error: unknown device [^\n]*use one of: auto"),
    # A driver that loads from a folder of its own.
    Case("folder", PAGE),
    Case("folder-kept", PAGE),
]
