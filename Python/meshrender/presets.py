"""Presets: meshes by their parameters.

    Layer(contents=Contents(text="Hello"), mesh=presets.Wave(waves=2))

A value that is None is not stated, and the tool takes its default.
"""

# Made from `meshrender reference` by Scripts/python_api; `make reference` writes this file again.

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from .scene import PresetMesh


@dataclass(repr=False)
class Wave(PresetMesh):
    """Waves of the top and bottom edge, narrowing to the right.

    Attributes:
        waves: Crests between the left and right edge (0...100). Default: 3.
        amplitude: Amplitude of the crests (heights, 0...0.4). Default: 0.15.
        shrink: Displacement of each edge toward the middle at the right (heights, -1...0.4). Default: 0.3.
        phase: Time in turns; a growing phase moves the waves to the right (turns, -1000...1000). Default: 0.
        rows: Faces from top to bottom (1...1000). Default: 1.
        columns: Faces from left to right (1...1000). Default: 40.
    """

    preset: Literal["wave"] = field(default="wave", init=False)
    waves: float | None = None
    amplitude: float | None = None
    shrink: float | None = None
    phase: float | None = None
    rows: int | None = None
    columns: int | None = None


@dataclass(repr=False)
class Ripple(PresetMesh):
    """Circular waves in depth, visible with a light or a tilt.

    Attributes:
        amplitude: Height of the waves (means of width and height, -1...1). Default: 0.05.
        waves: Waves from the center to a side's length away (0...100). Default: 4.
        phase: Time in turns; a growing phase moves the waves outward (turns, -1000...1000). Default: 0.
        center_x: X of the center of the waves (widths, -2...3). Default: 0.5.
        center_y: Y of the center of the waves (heights, -2...3). Default: 0.5.
        rows: Faces from top to bottom (1...1000). Default: 50.
        columns: Faces from left to right (1...1000). Default: 50.
    """

    preset: Literal["ripple"] = field(default="ripple", init=False)
    amplitude: float | None = None
    waves: float | None = None
    phase: float | None = None
    center_x: float | None = None
    center_y: float | None = None
    rows: int | None = None
    columns: int | None = None


@dataclass(repr=False)
class Curtain(PresetMesh):
    """A curtain drawn to one side, with gathered folds.

    Attributes:
        amount: Progress; 0 is flat, 1 is drawn completely (0...1). Default: 0.5.
        folds: Folds over the width (0...40). Default: 6.
        depth: Depth of a fold of the drawn curtain (widths, 0...0.5). Default: 0.12.
        swag: Reduction of the gathering at the top (0...1). Default: 0.5.
        side: Position to which it is drawn: 0 the left edge, 1 the right (widths, 0...1). Default: 0.
        rows: Faces from top to bottom (1...1000). Default: 40.
        columns: Faces from left to right (1...1000). Default: 160.
    """

    preset: Literal["curtain"] = field(default="curtain", init=False)
    amount: float | None = None
    folds: float | None = None
    depth: float | None = None
    swag: float | None = None
    side: float | None = None
    rows: int | None = None
    columns: int | None = None


@dataclass(repr=False)
class Bulge(PresetMesh):
    """A magnifying bump; a pinch for negative strength.

    Attributes:
        strength: Magnification of the center, minus 1 (-1...1). Default: 0.8.
        radius: Radius of the bump (shorter sides, 0.01...2). Default: 0.45.
        center_x: X of the middle of the bump (widths, -1...2). Default: 0.5.
        center_y: Y of the middle of the bump (heights, -1...2). Default: 0.5.
        height: Height of the bump at strength 1 (shorter sides, 0...1). Default: 0.2.
        aspect: The layer's width divided by its height (0.01...100). Default: that of the layer.
        rows: Faces from top to bottom (1...1000). Default: 50.
        columns: Faces from left to right (1...1000). Default: 50.
    """

    preset: Literal["bulge"] = field(default="bulge", init=False)
    strength: float | None = None
    radius: float | None = None
    center_x: float | None = None
    center_y: float | None = None
    height: float | None = None
    aspect: float | None = None
    rows: int | None = None
    columns: int | None = None


@dataclass(repr=False)
class Ellipse(PresetMesh):
    """The whole picture mapped to its inscribed ellipse.

    Attributes:
        amount: Progress; 0 is the rectangle, 1 the ellipse (0...1). Default: 1.
        rows: Faces from top to bottom (1...1000). Default: 50.
        columns: Faces from left to right (1...1000). Default: 50.
    """

    preset: Literal["ellipse"] = field(default="ellipse", init=False)
    amount: float | None = None
    rows: int | None = None
    columns: int | None = None


@dataclass(repr=False)
class Jelly(PresetMesh):
    """A wobbling jelly that stands on its bottom edge.

    Attributes:
        amplitude: Amplitude of the top (widths, 0...0.5). Default: 0.2.
        phase: Time in turns; one turn is a full oscillation (turns, -1000...1000). Default: 0.2.
        rows: Faces from top to bottom (1...1000). Default: 40.
        columns: Faces from left to right (1...1000). Default: 40.
    """

    preset: Literal["jelly"] = field(default="jelly", init=False)
    amplitude: float | None = None
    phase: float | None = None
    rows: int | None = None
    columns: int | None = None


@dataclass(repr=False)
class Flag(PresetMesh):
    """A flag in the wind, held at its left edge.

    Attributes:
        amplitude: Height of the waves (widths, 0...0.5). Default: 0.08.
        waves: Waves between the pole and the free end (0...20). Default: 1.75.
        phase: Time in turns; a growing phase moves the waves away from the pole (turns, -1000...1000). Default: 0.1.
        slant: Delay of the waves at the bottom (turns, -2...2). Default: 0.12.
        tilt: Vertical displacement by the waves (heights per width, -2...2). Default: 0.6.
        sag: Drop of the free end (heights, -1...1). Default: 0.04.
        rows: Faces from top to bottom (1...1000). Default: 30.
        columns: Faces from left to right (1...1000). Default: 90.
    """

    preset: Literal["flag"] = field(default="flag", init=False)
    amplitude: float | None = None
    waves: float | None = None
    phase: float | None = None
    slant: float | None = None
    tilt: float | None = None
    sag: float | None = None
    rows: int | None = None
    columns: int | None = None


@dataclass(repr=False)
class PageCurl(PresetMesh):
    """A turning page that bends around a cylinder.

    Attributes:
        amount: Progress; 0 is flat, at 1 the whole page is lifted (0...1). Default: 0.4.
        angle: Direction; 0 lifts the right edge, 45 the bottom right corner first (degrees, -180...180). Default: 30.
        radius: Radius of the cylinder (widths, 0.001...10). Default: 0.1.
        aspect: The layer's width divided by its height (0.01...100). Default: that of the layer.
        rows: Faces from top to bottom (1...1000). Default: 60.
        columns: Faces from left to right (1...1000). Default: 60.
    """

    preset: Literal["pageCurl"] = field(default="pageCurl", init=False)
    amount: float | None = None
    angle: float | str | None = None
    radius: float | None = None
    aspect: float | None = None
    rows: int | None = None
    columns: int | None = None


@dataclass(repr=False)
class Genie(PresetMesh):
    """A slide into a slot below, like a minimized window.

    Attributes:
        amount: Progress; 0 is the whole picture, at 1 it has disappeared in the slot (0...1). Default: 0.45.
        target_x: Middle of the slot (widths, -2...3). Default: 0.7.
        target_y: Height of the slot (heights, 1...4). Default: 1.3.
        target_width: Width of the slot (widths, 0...1). Default: 0.08.
        rows: Faces from top to bottom (1...1000). Default: 80.
        columns: Faces from left to right (1...1000). Default: 30.
    """

    preset: Literal["genie"] = field(default="genie", init=False)
    amount: float | None = None
    target_x: float | None = None
    target_y: float | None = None
    target_width: float | None = None
    rows: int | None = None
    columns: int | None = None


@dataclass(repr=False)
class Cylinder(PresetMesh):
    """The picture wrapped around an upright cylinder.

    Attributes:
        angle: The angle of the arc, which is as long as the layer is wide; negative for the inside of the cylinder
            (degrees, -360...360). Default: 150.
        rows: Faces from top to bottom (1...1000). Default: 1.
        columns: Faces from left to right (1...1000). Default: 100.
    """

    preset: Literal["cylinder"] = field(default="cylinder", init=False)
    angle: float | str | None = None
    rows: int | None = None
    columns: int | None = None


@dataclass(repr=False)
class Twist(PresetMesh):
    """A ribbon twisted about its vertical middle line.

    Attributes:
        angle: Rotation from the top to the bottom edge (degrees, -3600...3600). Default: 180.
        anchor: Height that faces the viewer (heights, 0...1). Default: 0.
        rows: Faces from top to bottom (1...1000). Default: 80.
        columns: Faces from left to right (1...1000). Default: 20.
    """

    preset: Literal["twist"] = field(default="twist", init=False)
    angle: float | str | None = None
    anchor: float | None = None
    rows: int | None = None
    columns: int | None = None


@dataclass(repr=False)
class Swirl(PresetMesh):
    """A rotation of the middle in the plane, decreasing toward the rim.

    Attributes:
        angle: Rotation of the center; positive is clockwise (degrees, -360...360). Default: 150.
        radius: Radius of the swirl (shorter sides, 0.01...2). Default: 0.5.
        center_x: X of the middle of the swirl (widths, -1...2). Default: 0.5.
        center_y: Y of the middle of the swirl (heights, -1...2). Default: 0.5.
        aspect: The layer's width divided by its height (0.01...100). Default: that of the layer.
        rows: Faces from top to bottom (1...1000). Default: 100.
        columns: Faces from left to right (1...1000). Default: 100.
    """

    preset: Literal["swirl"] = field(default="swirl", init=False)
    angle: float | str | None = None
    radius: float | None = None
    center_x: float | None = None
    center_y: float | None = None
    aspect: float | None = None
    rows: int | None = None
    columns: int | None = None


@dataclass(repr=False)
class Fold(PresetMesh):
    """Stiff panels with alternating folds.

    Attributes:
        panels: Panels from left to right (1...1000). Default: 4.
        angle: Angle of a panel to the plane; positive folds start backward (degrees, -89...89). Default: 40.
    """

    preset: Literal["fold"] = field(default="fold", init=False)
    panels: int | None = None
    angle: float | str | None = None


@dataclass(repr=False)
class Lens(PresetMesh):
    """Barrel (k1 below 0) or pincushion (k1 above 0) distortion of a camera lens.

    Attributes:
        k1: Radial coefficient of r^2, where r is 1 at the corners; below 0 barrel, above 0 pincushion (-0.25...1).
            Default: -0.2.
        k2: Radial coefficient of r^4, where r is 1 at the corners (-0.04...1). Default: 0.
        aspect: The layer's width divided by its height (0.01...100). Default: that of the layer.
        rows: Faces from top to bottom (1...1000). Default: 50.
        columns: Faces from left to right (1...1000). Default: 50.
    """

    preset: Literal["lens"] = field(default="lens", init=False)
    k1: float | None = None
    k2: float | None = None
    aspect: float | None = None
    rows: int | None = None
    columns: int | None = None


@dataclass(repr=False)
class CornerPin(PresetMesh):
    """A perspective map of the picture to four given corners.

    Attributes:
        top_left_x: X of the top left corner (widths, -10...10). Default: 0.
        top_left_y: Y of the top left corner (heights, -10...10). Default: 0.
        top_right_x: X of the top right corner (widths, -10...10). Default: 1.
        top_right_y: Y of the top right corner (heights, -10...10). Default: 0.
        bottom_right_x: X of the bottom right corner (widths, -10...10). Default: 1.
        bottom_right_y: Y of the bottom right corner (heights, -10...10). Default: 1.
        bottom_left_x: X of the bottom left corner (widths, -10...10). Default: 0.
        bottom_left_y: Y of the bottom left corner (heights, -10...10). Default: 1.
        rows: Faces from top to bottom (1...1000). Default: 32.
        columns: Faces from left to right (1...1000). Default: 32.
    """

    preset: Literal["cornerPin"] = field(default="cornerPin", init=False)
    top_left_x: float | None = None
    top_left_y: float | None = None
    top_right_x: float | None = None
    top_right_y: float | None = None
    bottom_right_x: float | None = None
    bottom_right_y: float | None = None
    bottom_left_x: float | None = None
    bottom_left_y: float | None = None
    rows: int | None = None
    columns: int | None = None


@dataclass(repr=False)
class Style(PresetMesh):
    """A named warp of image editors, such as arc, flag or fish.

    Attributes:
        style: The shape. Default: arc.
        bend: Strength and direction; positive bends upward or outward (-1...1). Default: 0.5.
        horizontal: Growth of the height to the right; negative to the left (-1...1). Default: 0.
        vertical: Growth of the width to the bottom; negative to the top (-1...1). Default: 0.
        orientation: The direction of the shape; vertical turns it on its side. Default: horizontal.
        aspect: The layer's width divided by its height (0.01...100). Default: that of the layer.
        rows: Faces from top to bottom (1...1000). Default: 64.
        columns: Faces from left to right (1...1000). Default: 64.
    """

    preset: Literal["style"] = field(default="style", init=False)
    style: Literal[
        "arc", "arcLower", "arcUpper", "arch", "bulge", "shellLower", "shellUpper", "flag", "wave", "fish", "rise",
        "fisheye", "inflate", "squeeze", "twist"
    ] | None = None
    bend: float | None = None
    horizontal: float | None = None
    vertical: float | None = None
    orientation: Literal["horizontal", "vertical"] | None = None
    aspect: float | None = None
    rows: int | None = None
    columns: int | None = None


@dataclass(repr=False)
class Flat(PresetMesh):
    """A flat grid, which does not change the picture.

    Attributes:
        rows: Faces from top to bottom (1...1000). Default: 10.
        columns: Faces from left to right (1...1000). Default: 10.
    """

    preset: Literal["flat"] = field(default="flat", init=False)
    rows: int | None = None
    columns: int | None = None


@dataclass(repr=False)
class PageTurn(PresetMesh):
    """A page of a book that turns about its spine, until it is flat on the other side.

    Attributes:
        amount: Progress; 0 is flat, at 1 the page is flat on the other side of the spine (0...1). Default: 0.3.
        curl: How far the free edge runs ahead; 0 is a stiff cover (0...1). Default: 0.7.
        lean: How far the bottom edge runs ahead of the top edge (-1...1). Default: 0.2.
        thickness: Height over which the page passes the spine (widths, 0...0.5). Default: 0.02.
        gutter: How much the page is darkened at the spine (0...1). Default: 0.3.
        spine: The edge at which the page is bound. Default: left.
        rows: Faces from top to bottom (1...1000). Default: 24.
        columns: Faces from left to right (1...1000). Default: 48.
    """

    preset: Literal["pageTurn"] = field(default="pageTurn", init=False)
    amount: float | None = None
    curl: float | None = None
    lean: float | None = None
    thickness: float | None = None
    gutter: float | None = None
    spine: Literal["left", "right"] | None = None
    rows: int | None = None
    columns: int | None = None


@dataclass(repr=False)
class Panorama(PresetMesh):
    """A panorama, a fisheye picture or a view in another projection.

    Attributes:
        from_: Projection of the content. Default: equirectangular.
        to: Projection of the canvas. Default: fisheye.
        yaw: Turn of the view to the right (degrees, -360...360). Default: 0.
        pitch: Turn of the view up; 90 puts the zenith into the middle of a dome (degrees, -180...180). Default: 0.
        roll: Turn of the camera clockwise (degrees, -360...360). Default: 0.
        fov: Horizontal field of view of the canvas, or that of its circle; 0 is that of the projection: 360 for
            equirectangular and cylindrical, 180 for a circle, 90 for a view (degrees, 0...360). Default: 0.
        from_fov: Horizontal field of view of the content, as fov (degrees, 0...360). Default: 0.
        from_aspect: Width of the content divided by its height; 0 is that of the projection: all latitudes for
            equirectangular, 2 for cylindrical, 1 for a circle, that of the layer for a view (0...100). Default: 0.
        aspect: The layer's width divided by its height (0.01...100). Default: that of the layer.
        pixels: Pixels along the longer side for which the error of the mesh is at most a quarter pixel (64...16384).
            Default: 4096.
    """

    preset: Literal["panorama"] = field(default="panorama", init=False)
    from_: Literal[
        "equirectangular", "cylindrical", "fisheye", "equisolid", "stereographic", "rectilinear"
    ] | None = None
    to: Literal["equirectangular", "cylindrical", "fisheye", "equisolid", "stereographic", "rectilinear"] | None = None
    yaw: float | str | None = None
    pitch: float | str | None = None
    roll: float | str | None = None
    fov: float | str | None = None
    from_fov: float | str | None = None
    from_aspect: float | None = None
    aspect: float | None = None
    pixels: int | None = None
