"""Scenes: the objects of a scene file, with their keys in snake_case.

    Scene(canvas=Canvas(size=(400, 300)), layers=[Layer(contents=Contents(text="Hello"), mesh=presets.Wave(waves=2))])

A value that is None is not stated, and the tool takes its default. Dictionaries can stand for all objects. Give values
by name: the order of the fields may change.
"""

# Made from `meshrender reference` by Scripts/python_api; `make reference` writes this file again.

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Literal, Tuple, Union

if TYPE_CHECKING:
    from ._types import ImageLike
    from .mesh import Mesh

#: The path of a file.
FilePath = Union[str, "os.PathLike[str]"]
#: An object as in a scene file.
JSON = Mapping[str, Any]
#: A CSS color, or red, green, blue and alpha, each 0 to 1; without alpha, it is 1.
Color = Union[str, Sequence[float]]
#: A timing function, such as "ease-in-out", or the control points (x1, y1, x2, y2) of a Bezier curve.
Timing = Union[str, Tuple[float, float, float, float]]


def to_json(value: Any) -> Any:
    """A value as in a scene file: without keys whose value is None, and with keys in camelCase.

    Goes through lists and dictionaries. Images and other values without a method to_json stay as they are.
    """
    if isinstance(value, (list, tuple)):
        return [to_json(element) for element in value]
    if isinstance(value, Mapping):
        # The keys of morph are names from a file.
        return {_key(name): dict(element) if name == "morph" else to_json(element)
                for name, element in value.items() if element is not None}
    return value.to_json() if hasattr(value, "to_json") else value


def _key(name: str) -> str:
    """`corner_radius` as cornerRadius, `from_` as from, `schema` as $schema."""
    if name == "schema":
        return "$schema"
    return re.sub("_([a-z0-9])", lambda found: found[1].upper(), name.rstrip("_")) if name.isidentifier() else name


@dataclass(repr=False)
class SceneObject:
    """The base of all objects of a scene."""

    def to_json(self) -> dict[str, Any]:
        """The object as in a scene file: without what is None, and with keys in camelCase."""
        result: dict[str, Any] = to_json({key.name: getattr(self, key.name) for key in fields(self)})
        return result

    def __repr__(self) -> str:
        values = [(key.name, getattr(self, key.name)) for key in fields(self) if key.init]
        stated = ", ".join(f"{name}={value!r}" for name, value in values if value is not None)
        return f"{type(self).__name__}({stated})"


@dataclass(repr=False)
class Scene(SceneObject):
    """The scene file as a whole.

    Attributes:
        canvas: The canvas: the size of the picture and everything that concerns it as a whole. Required.
        layers: The layers, from back to front. Required.
        lights: The lights of the layers; without any, layers are not shaded. Default: none.
        animations: The animations of the scene's lights; layers have their own. Default: none.
        schema: The address of the schema, for editors. Default: none.
    """

    canvas: Canvas | JSON | None = None
    layers: Sequence[Layer | JSON] | None = None
    lights: Sequence[Light | JSON] | None = None
    animations: Sequence[Animation | JSON] | None = None
    schema: str | None = None


@dataclass(repr=False)
class Canvas(SceneObject):
    """The canvas of a scene.

    Attributes:
        size: The width and the height of the canvas; with fit, the size to which the outline is scaled (points, 1e-6 or
            more). Default: that of the frame, or of the outline with fit.
        frame: The visible rectangle, x, y, width and height, instead of a size; it excludes size and fit (points).
            Default: the size at the origin.
        scale: The pixels of the picture per point (1e-6 or more). Default: 1.
        background: The color behind all layers. Default: transparent.
        blending: The color values in which light is computed and colors are blended. Default: encoded.
        color_space: The color space of the picture: srgb, display-p3, a98-rgb, rec2020 or the path of an ICC file;
            images and colors are converted to it. Default: that of the images, else sRGB.
        depth: How the top-level layers hide one another. Default: automatic.
        padding: The margin on every side (points, 0 or more). Default: 0.
        fit: Whether the canvas is the outline of what is drawn. Default: False.
    """

    size: tuple[float, float] | None = None
    frame: tuple[float, float, float, float] | None = None
    scale: float | None = None
    background: Color | None = None
    blending: Literal["encoded", "linear"] | None = None
    color_space: FilePath | None = None
    depth: Literal["automatic", "shared", "ordered"] | None = None
    padding: float | None = None
    fit: bool | None = None


@dataclass(repr=False)
class Layer(SceneObject):
    """A layer, its mask, its back or a sublayer.

    Attributes:
        name: A name for errors, --image and --set; it need not be unique. Default: none.
        bounds: The visible rectangle in layer points (points). Default: the size of the image, text or video, at the
            origin.
        frame: The rectangle in the superlayer, x, y, width and height; it replaces bounds and position, which are then
            omitted (points). Default: none.
        position: The position of the anchor point in the superlayer (points). Default: [0, 0].
        z_position: The anchor point's depth in the superlayer (points). Default: 0.
        anchor_point: The point of the layer that is at the position, in unit space: [0, 0] is the upper left corner of
            the bounds, [1, 1] the lower right one. Default: [0.5, 0.5].
        anchor_point_z: The anchor point's depth in the layer (points). Default: 0.
        transform: The transform about the anchor point: a CSS transform list, or sixteen numbers by rows. Default:
            none.
        sublayer_transform: The transform of all sublayers about the anchor point, such as a common perspective.
            Default: none.
        contents: The content above the background: an image, a text, a color, a gradient or moving pictures. Default:
            none.
        magnification_filter: The filter for magnified images. Default: linear.
        minification_filter: The filter for minified images. Default: footprint.
        opacity: The opacity of the layer with its sublayers, as one picture; 0 is invisible (0...1). Default: 1.
        blend_mode: How the layer combines with its backdrop, as in CSS. Default: normal.
        is_hidden: Whether the layer and its sublayers are hidden. Default: False.
        is_double_sided: Whether the layer is visible from behind. Default: True.
        masks_to_bounds: Whether contents and sublayers are clipped to the bounds; blended sublayers then blend with one
            another only. Default: False.
        mask_mode: Whether the layer masks its superlayer, and by what. Default: none.
        is_back_contents: Whether the layer is shown on the back of its superlayer. Default: False.
        corner_radius: The radius of the corners of background, border and mask (points, 0 or more). Default: 0.
        shadow_color: The color of the shadow. Default: #000000.
        shadow_opacity: The opacity of the shadow; 0 is none (0...1). Default: 0.
        shadow_radius: The standard deviation of the shadow's blur, in the superlayer (points, 0 or more). Default: 3.
        shadow_offset: The offset of the shadow from the layer, in the superlayer, y down (points). Default: [0, 3].
        contact_shadow_opacity: The opacity of the shadow that lifted parts of the mesh cast onto the layer's plane; 0
            is none (0...1). Default: 0.
        contact_shadow_spread: The standard deviation of that shadow's blur, for each point of height (0...100).
            Default: 0.4.
        contact_shadow_offset: The offset of that shadow from the part that casts it, for each point of height, y down
            (-100...100). Default: [0, 0.5].
        border: A line along the edge of the bounds, above contents and sublayers. Default: none.
        background_color: The color behind the contents. Default: none.
        mesh: The mesh that bends the layer with its sublayers: a preset, a file, or vertices and faces. Default: none.
        surface: The reflection of light by the layer. Default: matte.
        rasterization_scale: Texels per point of the texture of a layer with a mesh, as a multiple of the superlayer's
            scale (0.001...1000). Default: 1.
        animations: The animations of the layer; later ones apply after earlier ones. Default: none.
        lights: The lights of the sublayers, not of this layer, in layer points. Default: none.
        mask: The path of an image, or a layer, that cuts the layer with its sublayers; a mask without bounds and frame
            fills the bounds of this layer, and the maskMode of a mask is alpha unless it is given. Default: none.
        back_contents: The path of an image, or a layer, that shows where the layer is seen from behind. Default: the
            front, mirrored.
        depth: How sublayers hide one another. Default: automatic.
        sublayers: The layers inside this one, from back to front; they are flattened into its plane, and its mesh bends
            them with it. Default: none.
    """

    name: str | None = None
    bounds: tuple[float, float, float, float] | None = None
    frame: tuple[float, float, float, float] | None = None
    position: tuple[float, float] | None = None
    z_position: float | None = None
    anchor_point: tuple[float, float] | None = None
    anchor_point_z: float | None = None
    transform: str | Sequence[float] | None = None
    sublayer_transform: str | Sequence[float] | None = None
    contents: Contents | JSON | None = None
    magnification_filter: Literal["linear", "nearest", "cubic"] | None = None
    minification_filter: Literal["footprint", "linear", "trilinear"] | None = None
    opacity: float | None = None
    blend_mode: Literal[
        "normal", "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light",
        "soft-light", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plus-lighter"
    ] | None = None
    is_hidden: bool | None = None
    is_double_sided: bool | None = None
    masks_to_bounds: bool | None = None
    mask_mode: Literal["none", "alpha", "luminance", "inverted-alpha", "inverted-luminance", "shade"] | None = None
    is_back_contents: bool | None = None
    corner_radius: float | None = None
    shadow_color: Color | None = None
    shadow_opacity: float | None = None
    shadow_radius: float | None = None
    shadow_offset: tuple[float, float] | None = None
    contact_shadow_opacity: float | None = None
    contact_shadow_spread: float | None = None
    contact_shadow_offset: tuple[float, float] | None = None
    border: Border | JSON | None = None
    background_color: Color | None = None
    mesh: LayerMesh | None = None
    surface: Surface | JSON | None = None
    rasterization_scale: float | None = None
    animations: Sequence[Animation | JSON] | None = None
    lights: Sequence[Light | JSON] | None = None
    mask: ImageLike | Layer | JSON | None = None
    back_contents: ImageLike | Layer | JSON | None = None
    depth: Literal["automatic", "shared", "ordered"] | None = None
    sublayers: Sequence[Layer | JSON] | None = None


@dataclass(repr=False)
class Contents(SceneObject):
    """The content of a layer: one of image, text, color, gradient, sequence, video and stream; a text may have a color,
    too.

    Attributes:
        image: The path of a PNG, JPEG, WebP, EXR or NPY file, relative to the scene file, or of a video, GIF, animated
            PNG or WebP, which 'meshrender animate' plays. Default: none.
        text: The text to draw; line breaks are kept. Default: none.
        color: The color that fills the bounds; of a text, the color of its letters. Default: none; black for a text.
        gradient: The gradient that fills the bounds. Default: none.
        font: The font of the text: families and styles, such as DejaVu Serif Bold. Default: DejaVu Sans.
        font_file: The path of a font file (.ttf, .otf, .ttc); font then selects one of its faces. Default: none.
        font_size: The size of the text (points, 0.1...8192). Default: 48.
        outline: An outline around the letters of the text. Default: none.
        width: The width at which the lines of the text break (points, 0.1 or more). Default: the width of the bounds;
            without bounds only line breaks end lines.
        letter_spacing: The space added between letters; in scripts that join letters, such as Arabic, only between
            words (points, -1000...1000). Default: 0.
        align: The alignment of the lines of the text. Default: start.
        hyphens: The language by whose installed patterns words are hyphenated where lines break, such as en or de-CH.
            Default: none: only soft hyphens (U+00AD) of the text are shown.
        fit: The size of the text in the bounds. Default: none.
        minimum_font_size: The font size at which a text with the fit shrink stops shrinking (points, 0.1...8192).
            Default: 6.
        split: The parts of the text that become sublayers, each named by its text; animations with stagger move them.
            Default: none: the text is one image.
        sequence: The numbered files of a sequence of images, such as frames/%04d.png, from the lowest number on and
            without gaps. Default: none.
        stream: The path of a y4m file; - is standard input. Default: none.
        video: The path of a video, GIF, animated PNG or animated WebP. Default: none.
        frames_per_second: The rate of a sequence or a stream, in frames per second (0.001...1000). Default: 25 for a
            sequence, the stream's own rate for a stream.
        end: The picture after the last frame of a sequence, a stream, a video or an image that moves. Default: hold.
        begin_time: The time of the first frame of a sequence, a stream, a video or an image that moves, which also
            shows before; a negative one begins within the frames (seconds). Default: 0.
        color_matrix: The matrix between RGB and the luma and color differences of a stream or a video. Default: that of
            the content, else bt709 from 720 lines on and bt601 below.
        color_range: The range of the luma and color differences of a stream or a video: limited, 16 to 235, or full, 0
            to 255. Default: that of the content, else limited.
        flatten_light: Whether paper in an image becomes evenly white: colors are divided by a smooth estimate of the
            light on the part that the mesh shows. Default: False.
        gravity: The place and size of an image in the bounds. Default: resize; center for a text.
        rect: The shown part of an image, x, y, width and height in unit space, where [0, 0, 1, 1] is the whole image.
            Default: [0, 0, 1, 1].
        scale: Pixels of an image per layer point (1e-6 or more). Default: 1 for an image; a text follows the canvas.
        center: The part of an image that is stretched, in the unit space of the shown part; corners keep their size.
            Default: [0, 0, 1, 1].
    """

    image: ImageLike | None = None
    text: str | None = None
    color: Color | None = None
    gradient: Gradient | JSON | None = None
    font: str | None = None
    font_file: FilePath | None = None
    font_size: float | None = None
    outline: Outline | JSON | None = None
    width: float | None = None
    letter_spacing: float | None = None
    align: Literal["start", "center", "end", "justify"] | None = None
    hyphens: str | None = None
    fit: Literal["none", "shrink"] | None = None
    minimum_font_size: float | None = None
    split: Literal["glyphs", "words", "lines"] | None = None
    sequence: str | None = None
    stream: FilePath | None = None
    video: FilePath | None = None
    frames_per_second: float | None = None
    end: Literal["hold", "loop", "stop"] | None = None
    begin_time: float | str | None = None
    color_matrix: Literal["bt601", "bt709", "bt2020"] | None = None
    color_range: Literal["limited", "full"] | None = None
    flatten_light: bool | None = None
    gravity: Literal[
        "center", "top", "bottom", "left", "right", "topLeft", "topRight", "bottomLeft", "bottomRight", "resize",
        "resizeAspect", "resizeAspectFill"
    ] | None = None
    rect: tuple[float, float, float, float] | None = None
    scale: float | None = None
    center: tuple[float, float, float, float] | None = None


@dataclass(repr=False)
class Outline(SceneObject):
    """An outline around letters.

    Attributes:
        width: The reach beyond the letters, at most the font size (points, 0...1000). Default: 1.
        color: The color of the line. Default: #ffffff.
    """

    width: float | None = None
    color: Color | None = None


@dataclass(repr=False)
class Gradient(SceneObject):
    """A gradient.

    Attributes:
        type: The shape of the gradient. Default: axial.
        start: The position of the first color, in unit space: [0, 0] is the upper left corner of the filled area, [1,
            1] the lower right one. Default: [0.5, 0].
        end: The position of the last color, in unit space. Default: [0.5, 1].
        stops: The colors with their locations, in ascending order. Required.
    """

    type: Literal["axial", "radial"] | None = None
    start: tuple[float, float] | None = None
    end: tuple[float, float] | None = None
    stops: Sequence[Stop | JSON] | None = None


@dataclass(repr=False)
class Stop(SceneObject):
    """A color of a gradient.

    Attributes:
        location: The fraction of the way from start to end (0...1). Required.
        color: The color at the location. Required.
    """

    location: float | None = None
    color: Color | None = None


@dataclass(repr=False)
class Border(SceneObject):
    """The border of a layer.

    Attributes:
        width: The width, inward from the edge of the bounds (points, 0 or more). Default: 1.
        color: The color of the border. Default: #000000.
    """

    width: float | None = None
    color: Color | None = None


@dataclass(repr=False)
class Surface(SceneObject):
    """The reflection of light by a layer.

    Attributes:
        ambient: The fraction of ambient light that is reflected (0 or more). Default: 1.
        diffuse: The fraction of directed light that is scattered, in the content's colors (0 or more). Default: 1.
        specular: The strength of highlights, in the light's color; 0 is matte (0 or more). Default: 0.
        exponent: The exponent of highlights; larger for smaller, sharper ones (above 0). Default: 32.
        shading: The source of normals. Default: smooth.
    """

    ambient: float | None = None
    diffuse: float | None = None
    specular: float | None = None
    exponent: float | None = None
    shading: Literal["smooth", "flat"] | None = None


@dataclass(repr=False)
class Light(SceneObject):
    """A light of the scene, or of a layer's sublayers.

    Attributes:
        type: The kind of light. Default: directional.
        enabled: Whether the light is on. Default: True.
        color: The color of the light; alpha has no effect. Default: #ffffff.
        intensity: The factor of the ambient, diffuse and specular intensity (0 or more). Default: 1.
        ambient_intensity: The strength of the light that comes from everywhere (0 or more). Default: 1 for an ambient
            light, else 0.25.
        diffuse_intensity: The strength of the light that surfaces scatter (0 or more). Default: 0.75.
        specular_intensity: The strength of the light in highlights (0 or more). Default: 1.
        direction: The direction in which the light travels, x to the right, y down, z toward the viewer: a vector of
            any length but 0. Default: [0, 0, -1].
        position: The position of the light in the coordinates of the canvas, or of the layer that has the light: x to
            the right, y down, z toward the viewer (points). Default: [0, 0, 0].
        falloff: The attenuation with the distance from the light, 1 / (1 + falloff * (distance / falloffDistance)^2); 0
            for none (0 or more). Default: 0.
        falloff_distance: The distance at which the falloff attenuates the light to 1 / (1 + falloff); with a falloff,
            about the size of the lit layer is a good start (points, 1e-9 or more). Default: 1.
        cone_angle: The half angle of the cone, from its axis to its rim (degrees, 0...90). Default: 45.
        cone_edge_softness: The fraction of the cone angle that fades out at the rim (0...1). Default: 0.
    """

    type: Literal["ambient", "directional", "point", "spot"] | None = None
    enabled: bool | None = None
    color: Color | None = None
    intensity: float | None = None
    ambient_intensity: float | None = None
    diffuse_intensity: float | None = None
    specular_intensity: float | None = None
    direction: tuple[float, float, float] | None = None
    position: tuple[float, float, float] | None = None
    falloff: float | None = None
    falloff_distance: float | None = None
    cone_angle: float | str | None = None
    cone_edge_softness: float | None = None


@dataclass(repr=False)
class LensFile(SceneObject):
    """A lens.

    Attributes:
        file: The path of a calibration file, relative to the scene file: OpenCV's YAML, JSON or XML, ROS's camera_info,
            Kalibr's camchain, COLMAP's cameras.txt, a Hugin project, lines k1=..., or ImageMagick's Barrel arguments.
            Required.
        direction: Whether the content is a picture of the camera and becomes one without distortion, or the other way.
            Default: undistort.
        model: The model of the coefficients, for files that do not state it. Default: as the file states, else opencv,
            or barrel for numbers alone.
        camera: The name or the number of a camera of a file with several. Default: the only one.
        alpha: The view of the picture without distortion: 0 is the largest without pixels from outside of the content,
            1 the smallest with all of its pixels (0...1). Default: the camera matrix of the file.
        fov: The horizontal field of view of the picture without distortion, instead of alpha (degrees, 1...179).
            Default: the camera matrix of the file.
    """

    file: FilePath | None = None
    direction: Literal["undistort", "distort"] | None = None
    model: Literal["opencv", "fisheye", "barrel", "barrelInverse"] | None = None
    camera: str | None = None
    alpha: float | None = None
    fov: float | str | None = None


@dataclass(repr=False)
class Points(SceneObject):
    """Measured points.

    Attributes:
        file: The path of the points, relative to the scene file: CSV, JSON, and lists of QGIS, GDAL, BigWarp and
            ImageMagick; see 'meshrender fit'. Required.
        method: The map that is fitted. Default: thin-plate.
        degree: The degree of polynomials (1...5). Default: 2.
        smoothing: The weight of a thin plate's bending, in square pixels of the content; with 0 it meets all points (0
            or more). Default: 0.
        reject: The distance from the map at which points are wrong and left out, for least squares (pixels, 0 or more).
            Default: none is left out.
        units: The units of coordinates in tables and JSON. Default: pixels.
        from_: The size of the content, [width, height] (pixels, 1 or more). Default: that of the layer in points.
        to: The size of the canvas, which the layer fills, [width, height] (pixels, 1 or more). Default: that of the
            content.
    """

    file: FilePath | None = None
    method: Literal[
        "thin-plate", "spline", "similarity", "affine", "projective", "polynomial", "moving-affine",
        "moving-similarity", "moving-rigid", "rigid"
    ] | None = None
    degree: int | None = None
    smoothing: float | None = None
    reject: float | None = None
    units: Literal["pixels", "unit"] | None = None
    from_: tuple[float, float] | None = None
    to: tuple[float, float] | None = None


@dataclass(repr=False)
class Page(SceneObject):
    """A page in a photo.

    Attributes:
        file: The path of a JSON file with the other keys, relative to the scene file, instead of points here. Default:
            the points are given here.
        top: Points of the top edge from left to right, in pixels of the photo, two or more. Default: straight between
            the corners.
        bottom: Points of the bottom edge from left to right, in pixels of the photo, two or more. Default: straight
            between the corners.
        left: Points of the left edge from top to bottom, in pixels of the photo, two or more. Default: straight between
            the corners.
        right: Points of the right edge from top to bottom, in pixels of the photo, two or more. Default: straight
            between the corners.
        corners: The corners in pixels of the photo: top left, top right, bottom right, bottom left. Default: the ends
            of the edges.
        lines: Points of lines of text, or of others that are parallel to the top edge, from left to right; they need
            not reach the edges, and straighten the inside of the page. Default: none.
        model: The shape of the page. Default: cylinder where the outline is that of one, else coons.
        aspect: The width of the flat page divided by its height (0.001...1000). Default: as the photo shows it.
        focal: The focal length of the camera: that in millimeters divided by the width of the sensor (36 for a focal
            length as of 35 mm) and multiplied by that of the photo (pixels, 1 or more). Default: as the photo shows it.
        center: The point of the photo on the camera's axis (pixels). Default: the middle of the photo.
        from_: The size of the photo, [width, height] (pixels, 1 or more). Default: that of the content.
        to: The size of the flat page, [width, height]; in a scene, the size of the layer holds (pixels, 1 or more).
            Default: the one at which no edge loses pixels of the photo.
    """

    file: FilePath | None = None
    top: Sequence[Sequence[float]] | None = None
    bottom: Sequence[Sequence[float]] | None = None
    left: Sequence[Sequence[float]] | None = None
    right: Sequence[Sequence[float]] | None = None
    corners: Sequence[Sequence[float]] | None = None
    lines: Sequence[Sequence[Sequence[float]]] | None = None
    model: Literal["cylinder", "coons"] | None = None
    aspect: float | None = None
    focal: float | None = None
    center: tuple[float, float] | None = None
    from_: tuple[float, float] | None = None
    to: tuple[float, float] | None = None


@dataclass(repr=False)
class Face(SceneObject):
    """A face with creases.

    Attributes:
        indices: Four vertex indices in order around the face (0 or more). Required.
        creases: The sharpness of the four edges, each from one index to the next: 0 is smooth, n stays sharp for n
            subdivision steps (0 or more). Default: [0, 0, 0, 0].
    """

    indices: tuple[int, int, int, int] | None = None
    creases: tuple[float, float, float, float] | None = None


@dataclass(repr=False)
class Bezier(SceneObject):
    """Bezier patches.

    Attributes:
        points: The control points, [x, y] or [x, y, z] in unit space, row by row: 16 for one patch. Required.
        patches: The rows and columns of patches (1...1000). Default: [1, 1].
        row_splits: The places in the content where rows of patches meet, as fractions of its height (0...1). Default:
            even spaces.
        column_splits: The places in the content where columns of patches meet, as fractions of its width (0...1).
            Default: even spaces.
        detail: The rows and columns of faces that each patch becomes (1...1000). Default: 24.
    """

    points: Sequence[Sequence[float]] | None = None
    patches: tuple[int, int] | None = None
    row_splits: Sequence[float] | None = None
    column_splits: Sequence[float] | None = None
    detail: int | None = None


@dataclass(repr=False)
class Animation(SceneObject):
    """An animation of a layer, of the scene or in a group.

    Attributes:
        key_path: The animated property, such as opacity, transform.rotation.z, mesh.phase or lights[0].direction.
            Default: none, for a group or gestures.
        name: A descriptive name. Default: none.
        from_: The value at the start. Default: the layer's own value.
        to: The value at the end. Default: the layer's own value.
        by: The difference between the end and the start. Default: none.
        values: The key values, instead of from, to and by. Default: none.
        animations: The animations of a group, whose time they share. Default: none.
        gestures: Recorded pans, pinches and rotations: the path of a file with one event per line, or the events.
            Default: none.
        timing: The timing function of the whole, such as ease-in-out, or an array with one for each step between
            values, one fewer than values. Default: linear.
        timing_functions: The timing functions of the steps between values, one fewer than values. Default: linear.
        key_times: The times of the values as fractions of the duration, one for each value, rising from 0 to 1; with
            calculationMode discrete, the times at which the values begin (0...1). Default: even spaces.
        calculation_mode: The interpolation between values. Default: linear.
        tension_values: The tension of a cubic curve at each value: 1 is tight, -1 is round (-1000...1000). Default: 0
            at each value.
        continuity_values: The continuity of a cubic curve at each value: 0 has no corner (-1000...1000). Default: 0 at
            each value.
        bias_values: The bias of a cubic curve at each value: 1 overshoots after it, -1 before it (-1000...1000).
            Default: 0 at each value.
        spring: The spring that moves the property from its start to its end, instead of a timing function; a given
            duration ends its motion, settled or not, and does not stretch it. Default: none.
        additive: Whether the values are added to those of the layer. Default: False.
        cumulative: Whether each pass begins at the end of the previous one. Default: False.
        duration: The length of one pass, with autoreverses of one direction of it; 0 shows the end at once (seconds,
            1e-6 or more). Default: 0.25; the time in which a spring settles, the end of a group's last animation, the
            length of gestures.
        begin_time: The start, in the time of the enclosing group (seconds). Default: 0.
        time_offset: The skipped part of its own time (seconds). Default: 0.
        removal_time: The time at which the animation is removed (seconds). Default: never.
        speed: The rate of its own time; negative plays backward. Default: 1.
        repeat_count: The number of passes; 0 is one (0 or more). Default: 0.
        repeat_duration: The length of all passes; 0 is unset (seconds, 0 or more). Default: 0.
        autoreverses: Whether each pass runs there and back, which takes twice the duration. Default: False.
        fill_mode: The effect before the beginning and after the end. Default: both.
        stagger: Of a layer with a split text: the animation moves its parts instead of the layer, each of them this
            much later than the previous one (seconds, 0 or more). Default: none: the animation moves the layer.
        stagger_order: The order in which the parts begin. Default: forwards.
    """

    key_path: str | None = None
    name: str | None = None
    from_: AnimationValue | None = None
    to: AnimationValue | None = None
    by: AnimationValue | None = None
    values: Sequence[AnimationValue] | None = None
    animations: Sequence[Animation | JSON] | None = None
    gestures: FilePath | Sequence[Event | JSON] | None = None
    timing: Timing | Sequence[Timing] | None = None
    timing_functions: Sequence[Timing] | None = None
    key_times: Sequence[float] | None = None
    calculation_mode: Literal["linear", "discrete", "paced", "cubic", "cubicPaced"] | None = None
    tension_values: Sequence[float] | None = None
    continuity_values: Sequence[float] | None = None
    bias_values: Sequence[float] | None = None
    spring: Spring | JSON | None = None
    additive: bool | None = None
    cumulative: bool | None = None
    duration: float | str | None = None
    begin_time: float | str | None = None
    time_offset: float | str | None = None
    removal_time: float | str | None = None
    speed: float | None = None
    repeat_count: float | Literal["infinite"] | None = None
    repeat_duration: float | str | None = None
    autoreverses: bool | None = None
    fill_mode: Literal["removed", "forwards", "backwards", "both"] | None = None
    stagger: float | str | None = None
    stagger_order: Literal["forwards", "backwards", "center", "edges"] | None = None


@dataclass(repr=False)
class Spring(SceneObject):
    """A spring.

    Attributes:
        mass: The mass of the weight (1e-6 or more). Default: 1.
        stiffness: Force per distance (1e-6 or more). Default: 100.
        damping: Force per speed; 0 swings without end (0 or more). Default: 10.
        initial_velocity: Distances per second toward the end. Default: 0.
    """

    mass: float | None = None
    stiffness: float | None = None
    damping: float | None = None
    initial_velocity: float | None = None


@dataclass(repr=False)
class Event(SceneObject):
    """An event of recorded gestures; a line of a file of gestures.

    Attributes:
        time: The time of the event (seconds, 0 or more). Required.
        translation: The movement since the event before (points). Default: [0, 0].
        scale: The factor since the event before (1e-6 or more). Default: 1.
        rotation: The clockwise rotation since the event before, or an angle with its unit (degrees). Default: 0.
        around: The point about which the fingers scale and rotate, in the superlayer (points). Default: [0, 0].
        start_over: Whether the event resets all earlier ones. Default: False.
    """

    time: float | None = None
    translation: tuple[float, float] | None = None
    scale: float | None = None
    rotation: float | str | None = None
    around: tuple[float, float] | None = None
    start_over: bool | None = None


@dataclass(repr=False)
class MeshObject(SceneObject):
    """The keys of all meshes.

    Attributes:
        subdivision_steps: The Catmull-Clark steps by which the mesh becomes a smooth surface; -1 takes the least number
            after which one more step changes the picture by a quarter of a pixel at most (-1 or more). Default: 0.
        replicates_edges: Whether the content's edge pixels continue where the mesh reaches beyond it. Default: False.
        face_interpolation: The place of the content inside a face. Default: triangles.
    """

    subdivision_steps: int | None = None
    replicates_edges: bool | None = None
    face_interpolation: Literal["triangles", "bilinear", "projective"] | None = None


@dataclass(repr=False)
class DisplaceableMesh(MeshObject):
    """The keys of meshes that an image can displace.

    Attributes:
        displacement: The path of an image that is stretched over the layer and whose brightness moves the points of the
            mesh: white by x, y and z, black the opposite way, 50 % gray not at all; in an image with colors, red moves
            along x, green along y and blue along z. Default: none.
        x: The movement of white points to the right (points). Default: 10.
        y: The movement of white points downward (points). Default: 10.
        z: The movement of white points toward the viewer (points). Default: 0.
        blur: The standard deviation of the image's blur (points, 0 or more). Default: 0.
        shading: How much the luminance of the image darkens the content; 1 multiplies (0...1). Default: 0.
    """

    displacement: ImageLike | None = None
    x: float | None = None
    y: float | None = None
    z: float | None = None
    blur: float | None = None
    shading: float | None = None


@dataclass(repr=False)
class PresetMesh(DisplaceableMesh):
    """A mesh from a preset, whose parameters are further keys."""


@dataclass(repr=False)
class MeshReference(DisplaceableMesh):
    """A mesh from a file.

    Attributes:
        file: The path of a mesh file (.json, .obj, .camesh, .warp, .data, .gltf, .glb), relative to the scene file.
            Required.
        morph: The weights of the shapes of a mesh file by their names, or "time", a time of its key frames in seconds;
            'meshrender inspect' lists them. Default: what the file says.
        axes: The axes of the model in the file that point right, up and toward the viewer, each with a minus where its
            opposite does: x,z,-y for a model whose z points up. Default: x,y,z.
        fit: The size of the model in the file; fitted faces without texture coordinates show the content from the
            front. Default: none.
        subdivision_steps: The Catmull-Clark steps by which the mesh becomes a smooth surface; -1 takes the least number
            after which one more step changes the picture by a quarter of a pixel at most (-1 or more). Default: that of
            the file.
        replicates_edges: Whether the content's edge pixels continue where the mesh reaches beyond it. Default: that of
            the file.
        face_interpolation: The place of the content inside a face. Default: that of the file.
    """

    file: FilePath | None = None
    morph: Mapping[str, float | str] | None = None
    axes: str | None = None
    fit: Literal["none", "contain", "fill"] | None = None
    subdivision_steps: int | None = None
    replicates_edges: bool | None = None
    face_interpolation: Literal["triangles", "bilinear", "projective"] | None = None


@dataclass(repr=False)
class LensMesh(DisplaceableMesh):
    """A mesh from the calibration file of a lens.

    Attributes:
        lens: The removal of a camera lens's distortion by its calibration file, or its addition. Required.
    """

    lens: LensFile | JSON | None = None


@dataclass(repr=False)
class PointMesh(DisplaceableMesh):
    """A mesh from measured points.

    Attributes:
        points: Pairs of measured points: where each lies in the content, and where it is to lie. Required.
    """

    points: Points | JSON | None = None


@dataclass(repr=False)
class PageMesh(DisplaceableMesh):
    """A mesh that makes a photographed page flat.

    Attributes:
        page: A page in a photo by points of its edges, which becomes flat. Required.
    """

    page: Page | JSON | None = None


@dataclass(repr=False)
class MeasuredMap(DisplaceableMesh):
    """A map of positions, which another program may have measured.

    Attributes:
        map: The path of a map (.npy, .png, .exr, .yaml, .json, .flo), or those of x and y (.pgm), relative to the scene
            file: for each pixel of the layer, a position in the content. Required.
        units: The scale of the map's numbers. Default: that of the file's format.
        origin: The edge at which y is least. Default: that of the file's format.
        direction: What the map's pixels are, and what its numbers. Default: that of the file's format.
        relative: Whether the numbers are differences from the pixel's own position. Default: that of the file's format.
        valid: The channel that is 0 where a pixel has no position. Default: that of the file's format.
        smooth: Whether whole numbers of pixels are rounded positions, which are smoothed within half a pixel. Default:
            False.
        tolerance: The largest error of the mesh at a pixel of the map, in pixels of the content, or of the content
            scaled to the size of the map if that is smaller (pixels, 0 or more). Default: 0.25.
        exact: Whether the layer shows its image through the map itself, each pixel of the map by its own position, in
            place of a mesh; for images and backward maps. Default: False.
    """

    map: FilePath | tuple[FilePath, FilePath] | None = None
    units: Literal["pixels", "unit", "ndc", "ndc-corners"] | None = None
    origin: Literal["top", "bottom"] | None = None
    direction: Literal["backward", "forward"] | None = None
    relative: bool | None = None
    valid: Literal["none", "alpha", "blue"] | None = None
    smooth: bool | None = None
    tolerance: float | None = None
    exact: bool | None = None


@dataclass(repr=False)
class DisplacedMesh(DisplaceableMesh):
    """A flat mesh that an image displaces.

    Attributes:
        displacement: The path of an image that is stretched over the layer and whose brightness moves the points of the
            mesh: white by x, y and z, black the opposite way, 50 % gray not at all; in an image with colors, red moves
            along x, green along y and blue along z. Required.
    """

    displacement: ImageLike | None = None


@dataclass(repr=False)
class InlineMesh(MeshObject):
    """An inline mesh, or a mesh file.

    Attributes:
        vertices: The vertices, [from.x, from.y, to.x, to.y, to.z]: a point of the content and the place to which it
            moves, in unit space, where [0, 0] is the upper left corner of the layer and [1, 1] the lower right one; z
            points toward the viewer. Required.
        faces: The faces: four vertex indices each, in order around it, or an object with indices and creases (0 or
            more). Required.
        triangles: Triangles of three vertex indices each, in arrays of their own or in one; they follow the faces,
            which they may replace (0 or more). Default: none.
        depth_normalization: The length of one unit of z. Default: none.
        brightness: A factor of the colors at each vertex, interpolated between them (0 or more). Default: 1 everywhere.
    """

    vertices: Sequence[Sequence[float]] | None = None
    faces: Sequence[Sequence[int] | Face | JSON] | None = None
    triangles: Sequence[Sequence[int] | int] | None = None
    depth_normalization: Literal["none", "width", "height", "min", "max", "average"] | None = None
    brightness: Sequence[float] | None = None


@dataclass(repr=False)
class Patches(MeshObject):
    """An inline mesh of Bezier patches, or a mesh file.

    Attributes:
        bezier: Bezier patches, instead of vertices and faces. Required.
        depth_normalization: The length of one unit of z. Default: none.
        brightness: A factor of the colors at each vertex, interpolated between them (0 or more). Default: 1 everywhere.
    """

    bezier: Bezier | JSON | None = None
    depth_normalization: Literal["none", "width", "height", "min", "max", "average"] | None = None
    brightness: Sequence[float] | None = None


#: A mesh of a layer.
LayerMesh = Union[MeshObject, "Mesh", JSON]
#: A value of an animated property: a number, a boolean, a color, a transform, a point, a rectangle or a mesh.
AnimationValue = Union[float, str, Sequence[float], LayerMesh]
