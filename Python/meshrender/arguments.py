"""The named arguments of the functions of meshrender: those that Python values fill, beside the tool's flags."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Mapping, Optional, Sequence, TypedDict, Union

from ._options import AnimateOptions, MapOptions, PassesOptions, ProjectOptions, RenderOptions

if TYPE_CHECKING:
    from ._types import ImageLike, LightLike, MeshLike, SceneLike, TransformLike


class ContentArguments(TypedDict, total=False):
    """A scene, or the mesh and the place of an image or a text."""

    #: A scene, as another name of the content.
    scene: Optional[SceneLike]
    #: A preset with its parameters ("ripple:waves=6,amplitude=0.08"), a file, a `Mesh`, measured points
    #: ("fit:points.csv,method=projective"), a page ("page:page.json"), a lens or a map.
    mesh: Optional[MeshLike]
    #: CSS transforms, such as "perspective(800) rotateX(-45deg)", or a matrix of the shape (4, 4) for column vectors; in
    #: points, y down, z toward the viewer.
    transform: Optional[TransformLike]
    #: Images in place of the contents of the layers of a scene, by the names of the layers.
    images: Optional[Mapping[str, ImageLike]]
    #: Other values of the scene: {"title.contents.text": "Ana"}.
    set: Optional[Mapping[str, Any]]


class PictureArguments(ContentArguments, total=False):
    """What is lit."""

    #: One or several: "directional:direction=0.3/0.5/-1", or dictionaries or `scene.Light` with their type.
    lights: Optional[Union[LightLike, Sequence[LightLike]]]


class RenderArguments(PictureArguments, RenderOptions, total=False):
    """The arguments of `render`."""


class AnimateArguments(PictureArguments, AnimateOptions, total=False):
    """The arguments of `animate`."""


class MapArguments(ContentArguments, MapOptions, total=False):
    """The arguments of `map`."""


class PassesArguments(PictureArguments, PassesOptions, total=False):
    """The arguments of `passes`."""


class ProjectArguments(ContentArguments, ProjectOptions, total=False):
    """The arguments of `project`."""
