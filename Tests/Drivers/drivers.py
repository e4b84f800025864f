"""The drivers of Mesa that need no GPU, and how far their pictures may lie apart from llvmpipe's."""
import glob
from dataclasses import dataclass, field

import pictures


@dataclass(frozen=True)
class Tolerance:
    """Premultiplied channels, 0...255: the mean difference, and the share of pixels that differ by more than 24."""
    mean: float
    share: float


@dataclass(frozen=True)
class Driver:
    title: str
    renderer: str  # how 'meshrender info --json' names it
    environment: dict = field(default_factory=dict)
    tolerance: Tolerance = Tolerance(0, 0)
    exact_transparency: bool = True
    fault: str = ""


SOFTWARE = {"LIBGL_ALWAYS_SOFTWARE": "1"}
LLVMPIPE = Driver("llvmpipe", "llvmpipe", SOFTWARE)

# Without lists of fragments; all else is the same program on the same driver.
NO_LISTS = Driver("no geometry shaders", "llvmpipe",
                  {**SOFTWARE, "MESA_EXTENSION_OVERRIDE": "-GL_OES_geometry_shader -GL_EXT_geometry_shader"},
                  Tolerance(0, 0), False)

DRIVERS = [
    # Another rasterizer without multisampling: four samples are four fragments on a regular grid instead of its
    # rotated one, so that pixels on edges differ, and only they.
    Driver("softpipe", "softpipe", {**SOFTWARE, "GALLIUM_DRIVER": "softpipe"}, Tolerance(1.2, 0.03), False),
    # The same rasterizer behind Vulkan, and another translation of every shader.
    Driver("zink on lavapipe", "zink",
           {**SOFTWARE, "MESA_LOADER_DRIVER_OVERRIDE": "zink",
            "VK_ICD_FILENAMES": ":".join(glob.glob("/usr/share/vulkan/icd.d/lvp_icd.*.json"))},
           Tolerance(0.05, 0.001)),
    NO_LISTS,
    # Depths from -w to w: less precise, which only shows where surfaces meet.
    Driver("no clip control", "llvmpipe", SOFTWARE, Tolerance(0.01, 0.001), fault="clip-control"),
]

# A GPU puts its samples elsewhere and rounds in its own way: edges differ, and only they.
GPU = Tolerance(1.2, 0.03)


def expected_alike(driver, picture):
    return driver.exact_transparency or picture not in pictures.NEEDS_LISTS
