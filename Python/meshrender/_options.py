"""The options of the functions of meshrender: the long flags of the command of the same name, in snake_case.

True gives a flag that takes no value. The name of an option that is a word of Python ends with an underscore: `from_`.
"""

# Made from `meshrender reference` by Scripts/python_api; `make reference` writes this file again.

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Dict, FrozenSet, Literal, Tuple, TypedDict, Union

#: The path of a file, or what the option takes instead of one.
FilePath = Union[str, "os.PathLike[str]"]
#: Two numbers: (200, 100) or "200x100".
Size = Union[str, Tuple[int, int]]


class _RenderAnimateMapPassesProjectHit(TypedDict, total=False):
    """Options that render, animate, map, passes, project and hit share."""

    # Limits

    #: The maximum side length of an image or canvas. Default: 32768.
    max_side: int

    #: The maximum number of pixels of an image or canvas; four times as many for a PNG or JPEG output, which is written
    #: in bands. Default: 268435456, and 16777216 with --untrusted.
    max_pixels: int

    #: The maximum number of vertices of a mesh. Default: 1000000.
    max_vertices: int

    #: The maximum number of faces of all meshes of a picture, counted in every pass that draws them. Default: 33554432.
    max_faces: int

    #: The maximum number of pixels that all layers of a picture cover together, including hidden ones. Default:
    #: 17179869184.
    max_overdraw: int

    #: A folder or file that a scene may read in addition to its own folder and the working directory; may be repeated.
    allow_read: FilePath | Sequence[FilePath]


class _RenderAnimateMapPassesProject(TypedDict, total=False):
    """Options that render, animate, map, passes and project share."""

    # Mesh

    #: A calibration file, whose lens's distortion is removed: OpenCV's or ROS's YAML, Kalibr's camchain, COLMAP's
    #: cameras.txt, a Hugin project, lines k1=..., or ImageMagick's Barrel arguments; with model=fisheye, camera=1, and
    #: the view alpha=0.5 (0 no border, 1 the whole picture) or fov=90 after commas: camera.yaml,alpha=0.5.
    undistort: FilePath

    #: A calibration file, whose lens's distortion is added, as --undistort removes it.
    distort: FilePath

    #: The axes of the model in a mesh file (.obj, .gltf, .glb) that point right, up and toward the viewer, each with a
    #: minus where its opposite does: x,z,-y for a model whose z points up, as in Blender. Default: x,y,z.
    axes: str

    #: The size of the model in a mesh file: contain (as large as the layer holds, with its proportions, in the middle),
    #: fill (stretched to the layer) or none (the layer is the square from 0,0 to 1,1 of the file). Fitted faces without
    #: texture coordinates show the content from the front. Default: none.
    fit_mesh: Literal["none", "contain", "fill"]

    #: An image whose brightness moves the points of the content, after the mesh, by x, y and z points where it is
    #: white, and the opposite way where it is black: cloth.png:x=12,y=12,blur=2. In an image with colors, red moves
    #: along x, green along y and blue along z.
    displace: FilePath

    #: Repeat the content's edge pixels where the mesh extends beyond it. Default: transparent.
    replicate_edges: bool

    #: Catmull-Clark steps, for a smooth surface of which the mesh's vertices are control points; 'auto' chooses the
    #: number by the size of the picture. Default: that of the mesh, else 0.
    subdivision_steps: Literal["auto"] | int

    #: The interpolation inside a face: on two triangles (triangles), or without a diagonal (bilinear, projective).
    #: Default: that of the mesh, else triangles.
    face_interpolation: Literal["triangles", "bilinear", "projective"]

    #: Read the intact part of damaged files, with a warning: drop a mesh file's faces that can never be drawn, and fill
    #: the missing part of a JPEG with gray. A damaged video holds its last complete frame, without a warning.
    lenient: bool

    # Canvas

    #: Canvas size in points, such as 800x600. Default: the content's own size. Content that is larger is cropped. With
    #: --fit: the size that the outline is scaled to.
    size: Size

    #: Pixels per point. Default: 1.
    scale: float

    #: Fit the canvas to what is drawn, so that nothing is cropped.
    fit: bool

    #: The margin on every side, in points. Default: 0.
    padding: float

    #: Canvas color, as in CSS. Default: transparent.
    background: str

    #: Compute light, blending and smooth edges in linear light instead of the encoded values of Core Animation.
    linear: bool


class _RenderAnimatePassesProject(TypedDict, total=False):
    """Options that render, animate, passes and project share."""

    # Content

    #: Draw this text instead of an image.
    text: str

    #: The text's font: families and styles, such as "DejaVu Serif Bold".
    font: str

    #: A font file (.ttf, .otf, .ttc) for the text; --font then selects one of its faces.
    font_file: FilePath

    #: The text's size in points. Default: 48.
    font_size: float

    #: The text's color, as in CSS. Default: black.
    color: str

    #: An outline around the letters of the text: width=3,color=white, with the width in points, at most the font size.
    outline: str

    #: The width at which lines of text break, in points.
    text_width: float

    #: Hyphenate words at line breaks by the installed patterns of a language, such as en or de-CH. Default: only at the
    #: text's soft hyphens (U+00AD).
    hyphens: str

    #: The extra space between letters, in points; negative moves them together. Joined letters, as in Arabic, are not
    #: separated.
    letter_spacing: float

    #: The alignment of lines of text.
    align: Literal["start", "center", "end", "justify"]

    #: The filter for magnified content: linear, nearest (hard squares) or cubic (sharper). Default: linear.
    magnification_filter: Literal["linear", "nearest", "cubic"]

    #: The filter for minified content: footprint (a mean over each pixel's area), trilinear (mipmaps) or linear
    #: (aliased). Default: footprint.
    minification_filter: Literal["footprint", "linear", "trilinear"]

    #: Make the paper of a photographed page evenly white: divide the colors by a smooth estimate of the light on the
    #: part that the mesh shows.
    flatten_light: bool

    #: The back of the content: a color, or an image file. Default: the content, mirrored.
    back: FilePath

    #: The handling of images in other color spaces (cICP, ICC profile or gamma): convert them, or keep them (values and
    #: profile). Default: keep, or convert with --color-space.
    color_profile: Literal["convert", "keep"]

    #: The color space of the picture, to which images and colors are converted: srgb, display-p3, a98-rgb, rec2020, or
    #: an ICC file. Default: srgb.
    color_space: FilePath

    # Transform and light

    #: The reflection of light by the content, such as specular=0.3,exponent=20,shading=flat.
    surface: str

    # Gestures

    #: Move the layer by a recorded track of pans, pinches and rotations, JSON Lines such as {"time": 0.1,
    #: "translation": [3, 0]}; a picture shows its final place.
    gestures: FilePath

    #: The layer of a scene that --gestures moves. Default: the first.
    gestures_layer: str


class _RenderAnimatePasses(TypedDict, total=False):
    """Options that render, animate and passes share."""

    # Mesh

    #: The scale of the numbers of a map: pixels (whole numbers at pixel centers), unit (0...1 from edge to edge), ndc
    #: (-1...1 from edge to edge) or ndc-corners (-1...1 between the centers of the outermost pixels). Default: that of
    #: the file's format.
    map_units: Literal["pixels", "unit", "ndc", "ndc-corners"]

    #: The edge at which y of a map is least. Default: bottom for .png and .exr, else top.
    map_origin: Literal["top", "bottom"]

    #: Whether a map holds for each pixel of the picture its place in the content (backward), or for each pixel of the
    #: content its place in the picture (forward). Default: backward.
    map_direction: Literal["backward", "forward"]

    #: The numbers of a map are differences from the pixel's own position.
    map_relative: bool

    #: The channel of a map that is 0 where a pixel has no position. Default: alpha for .png and .exr, else none.
    map_valid: Literal["none", "alpha", "blue"]

    #: Draw each pixel of a backward map by its own position, in place of a mesh that is exact within a quarter of a
    #: pixel. For images and videos.
    exact_map: bool


class _AnimatePassesProject(TypedDict, total=False):
    """Options that animate, passes and project share."""

    # Motion

    #: An animation: what changes, its values and its timing, such as "phase 0..1 2s linear loop" or
    #: "transform.rotation.y 0..90deg 1s ease-in-out"; repeatable.
    animate: str | Sequence[str]

    #: The layer of a scene that --animate moves. Default: the first.
    animate_layer: str

    #: The first mesh of a morph: a preset with its parameters, a file, or 'flat' for the other mesh without bending.
    from_: FilePath

    #: The last mesh of the morph. Meshes with different rows, columns or faces are resampled on a common grid.
    to: FilePath

    #: The timing function of --from and --to, or of the mesh's default motion: linear, ease, ease-in, ease-out,
    #: ease-in-out, cubic-bezier(x1, y1, x2, y2), steps(n).
    timing: str

    #: Use the default motion of the mesh also over moving content and together with --animate.
    motion: bool

    #: Do not use the default motion of the mesh.
    still: bool


class _MapPassesProject(TypedDict, total=False):
    """Options that map, passes and project share."""

    # Frames

    #: Frames per second of a clip, such as 25, 29.97 or 30000/1001. Default: 30, or what moving content has.
    fps: str | float

    #: The length of the clip, such as 2s, 250ms or 4. Default: that of 'meshrender animate'.
    duration: str | float

    #: The frames of the clip, numbered from 1, inclusive: 10..20, 10.. or ..20. Default with --fps or --duration: all.
    frames: str | int


class _RenderAnimate(TypedDict, total=False):
    """Options that render and animate share."""

    # Content

    #: The matrix between RGB and the luma and color differences of y4m, read or written: bt601, bt709 or bt2020.
    #: Default: that of the stream (XMATRIX), else bt709 from 720 lines on and bt601 below.
    color_matrix: Literal["bt601", "bt709", "bt2020"]

    #: The range of luma and color differences of y4m, read or written: limited (16...235, FFmpeg's tv) or full
    #: (0...255, FFmpeg's pc). Default: that of the stream (XCOLORRANGE), else limited; full for gray that is written.
    color_range: Literal["limited", "full"]

    #: The matrix of a video that states none (default: bt709 from 720 lines on, bt601 below) or a wrong one, and of y4m
    #: content where --color-matrix is that of the output.
    content_matrix: Literal["bt601", "bt709", "bt2020"]

    #: The range of a video that states none or a wrong one, and of y4m content where --color-range is that of the
    #: output.
    content_range: Literal["limited", "full"]

    # Output

    #: The compression of PNG: none, fast, balanced, small, or a zlib level 0...9. Default: fast.
    compression: Literal["none", "fast", "balanced", "small"] | int

    # Drawing

    #: Samples per pixel for smooth edges: auto (about 4, near edges), 1 (none), 4, 16 or 64, or a count that
    #: 'meshrender info' lists.
    samples: Literal["auto"] | int

    #: Draw every face of a dense mesh, and all edges with the same samples, for comparisons.
    exact: bool

    #: Draw the mesh's lines and control points over the picture.
    wireframe: bool

    #: The color of the wireframe, as in CSS; implies --wireframe.
    wireframe_color: str

    #: No --shader-cache: Keep compiled shaders in 'meshrender' of the user's cache directory, so that the next picture
    #: starts sooner.
    no_shader_cache: bool


class RenderOptions(
    _RenderAnimateMapPassesProjectHit, _RenderAnimateMapPassesProject, _RenderAnimatePassesProject,
    _RenderAnimatePasses, _RenderAnimate, total=False,
):
    """Options of `meshrender render`."""

    #: The time at which a scene with animations, a video or an animated picture is drawn, such as 1.5 or 250ms.
    #: Default: without animations, or the first frame.
    time: str | float

    # Output

    #: The quality of a JPEG, 1...100 (default 90; full color resolution from 90 on), or of a WebP, which is lossless by
    #: default.
    quality: int

    #: The bits per channel of a PNG or NPY: 8, or 16, which reads, draws and blends 16-bit images at full precision.
    #: Default: 8, for an EXR 16.
    depth: Literal[8, 16]

    #: The handling of transparency: keep, drop (flatten onto white, without alpha in PNG, WebP, EXR and NPY) or auto
    #: (no alpha in PNG, EXR and NPY if the picture is opaque). Default: keep.
    alpha: Literal["keep", "drop", "auto"]

    #: The dots per inch stored in a PNG or JPEG for print; pixels do not change. Default: that of the rendered image,
    #: none for a scene.
    dpi: float

    # Mesh

    #: Apply the inverse of the mesh, which undoes its bending. Exact for a flat, one-to-one mesh of triangles or
    #: projective faces; others are rejected ('meshrender map' computes their inverse).
    inverse: bool

    # Messages

    #: Turn every warning, such as a missing font or an empty picture, into an error: exit with 65 and write nothing.
    strict: bool


class AnimateOptions(
    _RenderAnimateMapPassesProjectHit, _RenderAnimateMapPassesProject, _RenderAnimatePassesProject,
    _RenderAnimatePasses, _AnimatePassesProject, _RenderAnimate, total=False,
):
    """Options of `meshrender animate`."""

    # Moving content

    #: The format of a stream of frames: y4m, or raw pixels as rgba, premultiplied or rgb24. Default: y4m if the input
    #: is one.
    content_format: Literal["y4m", "rgba", "premultiplied", "rgb24"]

    #: The size of raw frames in pixels, such as 1920x1080.
    content_size: Size

    #: The frame rate of a sequence or a stream; a video, GIF, animated PNG or WebP has its own times. Default: that of
    #: a y4m stream, else 25.
    content_fps: str | float

    #: The content, or that of --image, after its last frame: hold it, loop (not for streams) or stop. Default: the clip
    #: ends there, unless it has a --duration; for --image what the layer says, or hold.
    content_end: Literal["hold", "loop", "stop"]

    # Frames

    #: Frames per second, such as 25, 29.97 or 30000/1001. Default: 30, or what moving content has.
    fps: str | float

    #: The length of the clip, such as 2s, 250ms or 4. Default: one period of an endless motion, else until all motion
    #: has ended.
    duration: str | float

    #: Only these frames, numbered from 1, inclusive: 10..20, 10.. or ..20.
    frames: str | int

    #: Remove the frames of an earlier, longer clip after the last frame of the PNG sequence.
    overwrite_sequence: bool

    #: The number of encoding threads besides the drawing thread; 1 uses a single thread for both. The frames are the
    #: same. Default: one per core.
    threads: int

    #: The maximum number of frames of a clip. Default: 100000.
    max_frames: int

    # Output

    #: The number of plays of an animated picture: a number, once or forever. Default: that of a GIF, animated PNG or
    #: WebP that is shown to its end, else forever if the last frame leads to the first, else once.
    loop: Literal["once", "forever"] | int

    #: The handling of transparency: keep, drop (frames are flattened onto white) or auto (no alpha in PNG and APNG if
    #: the background is opaque); or the alpha of raw RGBA: straight or premultiplied. Default: keep, straight.
    alpha: Literal["keep", "drop", "auto", "straight", "premultiplied"]

    #: The quality of WebP, MP4 and WebM, 0...100. Default: lossless WebP, visually lossless video.
    quality: float

    #: The effort of WebP compression and of the GIF palette search: 0 (fast) ... 6 (small, good). Default: 2.
    effort: int

    #: The chroma subsampling of y4m: 444, 422, 420 or mono; 420 with its sample in the middle of four pixels (420jpeg),
    #: at their left (420mpeg2) or as in PAL DV (420paldv). Default: 444.
    chroma: Literal["444", "422", "420jpeg", "420mpeg2", "420paldv", "mono"]

    #: Omit the sound of the video, which MP4, WebM, MOV and MKV keep otherwise.
    no_audio: bool

    #: Write one PNG with this many columns and rows of frames, evenly spaced, instead of a clip.
    sheet: Size

    #: The distance between the frames of --sheet in pixels. Default: 0.
    sheet_gap: int

    #: Also write the positions of the frames of --sheet for game engines: TexturePacker's hash JSON, in the folder of
    #: the PNG.
    sheet_json: FilePath

    #: Trim the transparent borders of the frames of --sheet; needs --sheet-json, which records them.
    sheet_trim: bool

    # Mesh

    #: Apply the inverse of the mesh, which undoes its bending. Exact for a flat, one-to-one mesh of triangles or
    #: projective faces; others are rejected ('meshrender map' computes their inverse).
    inverse: bool

    # Messages

    #: Turn every warning, such as a missing font or an empty picture, into an error: exit with 65 and write nothing.
    strict: bool


class MapOptions(_RenderAnimateMapPassesProjectHit, _RenderAnimateMapPassesProject, _MapPassesProject, total=False):
    """Options of `meshrender map`."""

    #: The layer of a scene by its name, as 'meshrender hit' names it: card/label. Default: the only one.
    layer: str

    #: The time of a scene with animations or moving contents, such as 1.5 or 250ms. Default: without animations, with
    #: first frames.
    time: str | float

    # Content

    #: The size in pixels, such as 1920x1080, instead of an image.
    content_size: Size

    # Output

    #: The PGM of the rows; -o is then the PGM of the columns.
    y: FilePath

    #: Write the canvas position of every pixel of the content instead.
    forward: bool

    #: The scale of the numbers: pixels, unit (0...1), ndc (-1...1 between edges) or ndc-corners (-1...1 between pixel
    #: centers). Default: unit for PNG and EXR, else pixels.
    map_units: Literal["pixels", "unit", "ndc", "ndc-corners"]

    #: The edge at which y is 0: top or bottom. Default: bottom for PNG and EXR, else top.
    map_origin: Literal["top", "bottom"]

    #: Write differences from each pixel's own position. FLO files always hold these.
    map_relative: bool

    #: The channel of a PNG or EXR that is 0 outside the content: alpha, blue or none. Default: alpha.
    map_valid: Literal["none", "alpha", "blue"]

    #: The value of an NPY, YAML or JSON outside the content, which may be nan. Default: -1000000.
    outside: float

    # Mesh

    #: Apply the inverse of the mesh, which undoes its bending. Exact for a flat, one-to-one mesh of triangles or
    #: projective faces; others are rejected ('meshrender map' computes their inverse).
    inverse: bool

    # Messages

    #: Turn every warning, such as a missing font or an empty picture, into an error: exit with 65 and write nothing.
    strict: bool


class PassesOptions(
    _RenderAnimateMapPassesProjectHit, _RenderAnimateMapPassesProject, _RenderAnimatePassesProject,
    _RenderAnimatePasses, _AnimatePassesProject, _MapPassesProject, total=False,
):
    """Options of `meshrender passes`."""

    #: The time of a scene with animations or moving contents, such as 1.5 or 250ms. Default: without animations, with
    #: first frames.
    time: str | float

    # Passes

    #: The layer of uv, backward and forward by its name, as 'meshrender hit' names it: card/label. Default: the layer
    #: that each pixel shows; of forward the only one.
    layer: str

    #: See layers only where their alpha exceeds this, 0...1. Default: wherever they draw, however transparent, as
    #: 'meshrender hit'.
    minimum_alpha: float

    #: The numbers of a PNG for each point of depth and distance.
    depth_steps: int

    #: The JSON file that describes the passes and names the layers; '-' is standard output. Default: the name of the
    #: passes with 'passes' in place of {pass}, or the file's with .passes.json.
    info: FilePath

    # Mesh

    #: Apply the inverse of the mesh, which undoes its bending. Exact for a flat, one-to-one mesh of triangles or
    #: projective faces; others are rejected ('meshrender map' computes their inverse).
    inverse: bool

    # Messages

    #: Turn every warning, such as a missing font or an empty picture, into an error: exit with 65 and write nothing.
    strict: bool


class ProjectOptions(
    _RenderAnimateMapPassesProjectHit, _RenderAnimateMapPassesProject, _RenderAnimatePassesProject,
    _AnimatePassesProject, _MapPassesProject, total=False,
):
    """Options of `meshrender project`."""

    #: Compute the points of the layer at places in the picture.
    inverse: bool

    #: The layer of a scene by its name, as 'meshrender hit' names it: card/label. Default: the only one, or that of the
    #: line.
    layer: str

    #: The units of the layer's points: pixels of its image, points, or unit (0...1 over its bounds). Default: pixels
    #: for an image, points for a text or a scene.
    units: Literal["pixels", "points", "unit"]

    #: List all places of a point at which the mesh shows it, as "all".
    all: bool

    #: The time of a scene with animations, a video or an animated picture, such as 1.5 or 250ms. Default: without
    #: animations, or the first frame.
    time: str | float

    # Messages

    #: Turn every warning, such as a missing font or an empty picture, into an error: exit with 65 and write nothing.
    strict: bool


class HitOptions(_RenderAnimateMapPassesProjectHit, total=False):
    """Options of `meshrender hit`."""

    #: All hits, not only the front one.
    all: bool

    #: Report only hits with more than this alpha, 0...1. Default: all that is drawn, however transparent.
    minimum_alpha: float

    #: Write a picture in which each layer has its own color, and print the color of each layer.
    map: FilePath

    #: The time of a scene with animations or moving contents, such as 1.5 or 250ms. Default: without animations, with
    #: first frames.
    time: str | float


class FitOptions(TypedDict, total=False):
    """Options of `meshrender fit`."""

    #: The size of the content in pixels, such as 640x480, or an image of that size.
    from_size: Size | FilePath

    #: The size of the canvas in pixels. Default: that of the content, or of the page.
    to_size: Size

    #: The maximum number of vertices of the mesh. Default: 200000.
    max_vertices: int

    #: Turn every warning, such as a missing font or an empty picture, into an error: exit with 65 and write nothing.
    strict: bool

    # Method

    #: The map: thin-plate (the smoothest through all points), spline (through a full grid), similarity, affine,
    #: projective or polynomial (least squares), moving-affine, moving-similarity or moving-rigid (moving least
    #: squares), or rigid (pins in a sheet that resists stretching). Default: thin-plate.
    method: Literal[
        "thin-plate", "spline", "similarity", "affine", "projective", "polynomial", "moving-affine",
        "moving-similarity", "moving-rigid", "rigid"
    ]

    #: The degree of polynomials, 1 to 5. Default: 2.
    degree: int

    #: The smoothness of a thin plate, which then passes near to the points: the weight of its bending in square pixels
    #: of the content. Default: 0.0.
    smoothing: float

    #: Leave out wrong points: those farther than this many pixels from the map with which most points agree. For least
    #: squares.
    reject: float

    #: The units of tables and JSON: pixels, or unit (0...1 over each picture). Default: pixels.
    units: Literal["pixels", "unit"]

    # Page

    #: The width of a page divided by its height, such as 0.707 for A4. Default: as the photo shows it.
    aspect: float

    #: The focal length of the camera that has seen a page: millimeters as of 35 mm, divided by 36 and multiplied by the
    #: width of the photo. Default: as the photo shows it.
    focal: float


#: The names of the options by command.
FLAGS: Dict[str, FrozenSet[str]] = {
    "render": RenderOptions.__optional_keys__,
    "animate": AnimateOptions.__optional_keys__,
    "map": MapOptions.__optional_keys__,
    "passes": PassesOptions.__optional_keys__,
    "project": ProjectOptions.__optional_keys__,
    "hit": HitOptions.__optional_keys__,
    "fit": FitOptions.__optional_keys__,
}
