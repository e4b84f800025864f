"""The types of arguments."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Mapping, Sequence, Union

if TYPE_CHECKING:
    import numpy
    import numpy.typing
    from PIL import Image

    from .mesh import Mesh
    from .scene import Scene

    #: An array of any type.
    Array = numpy.typing.NDArray[Any]
    #: A file.
    Path = Union[str, os.PathLike[str]]
    #: A picture: a file; an array of uint8 or uint16 with the shape (height, width), (height, width, 3) or (height, width,
    #: 4), gray, RGB or RGBA with straight alpha; a Pillow image; the bytes of a PNG, JPEG, WebP or EXR.
    ImageLike = Union[Path, numpy.typing.ArrayLike, Image.Image, bytes, bytearray, memoryview]
    #: A scene: a JSON file, the object of one, or a `Scene`. Images in it may be arrays.
    SceneLike = Union[Path, Mapping[str, Any], Scene]
    #: A mesh: a preset with its parameters ("wave:amplitude=0.1"), a file, `Mesh`, or the object of a mesh file.
    MeshLike = Union[Path, Mesh, Mapping[str, Any]]
    #: A light: "directional:direction=0.3/0.5/-1", or an object with its type and keys.
    LightLike = Union[str, Mapping[str, Any], object]
    #: A list of CSS transforms, or a matrix of 4 rows and columns for column vectors.
    TransformLike = Union[str, Sequence[str], Array]
    #: An image or a scene.
    Content = Union[ImageLike, SceneLike, None]
else:
    Array = Content = Path = ImageLike = SceneLike = MeshLike = LightLike = TransformLike = Any
