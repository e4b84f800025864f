"""Meshes as arrays."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Mapping, Optional, Union

from ._flags import mesh_text
from .errors import UsageError
from .scene import to_json

if TYPE_CHECKING:
    from ._types import Path

#: The units of a depth, as in mesh files.
_NORMALIZATIONS = ("none", "width", "height", "min", "max", "average")


@dataclass(eq=False)
class Mesh:
    """A mesh transform: where each vertex of the content goes.

    Attributes:
        vertices: floats of the shape (count, 5): the position in the content, x and y of 0...1 from its upper left corner,
            and the new position, x and y likewise and z toward the viewer. With the shape (count, 4), z is 0.
        faces: whole numbers of the shape (count, 4): the vertices of each quadrilateral, in order around its edge.
        depth_normalization: the length of one unit of z: "none" is a point, "width", "height", "min", "max" and "average"
            those of the layer.
        creases: numbers of the shape (count, 4) for subdivision: the sharpness of the edges of each face, each from one of
            its vertices to the next; 0 is smooth, n is sharp for n steps. None: all are smooth.
        properties: other keys of a mesh file, such as {"subdivisionSteps": 2}.
    """

    vertices: Any
    faces: Any
    depth_normalization: str = "none"
    creases: Any = None
    properties: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        from ._numpy import numpy

        self.vertices = numpy.asarray(self.vertices, numpy.float64)
        self.faces = numpy.asarray(self.faces)
        if self.vertices.ndim != 2 or self.vertices.shape[1] not in (4, 5):
            raise UsageError(f"vertices have the shape {self.vertices.shape}; use (count, 5): x, y, new x, new y, new z")
        if self.vertices.shape[1] == 4:
            self.vertices = numpy.pad(self.vertices, ((0, 0), (0, 1)))
        if self.faces.ndim != 2 or self.faces.shape[1] != 4 or not numpy.issubdtype(self.faces.dtype, numpy.integer):
            raise UsageError(
                f"faces are {self.faces.dtype} of the shape {self.faces.shape}; use whole numbers of the shape (count, 4)")
        if self.creases is not None and numpy.shape(self.creases) != self.faces.shape:
            raise UsageError(f"creases have the shape {numpy.shape(self.creases)}; use that of the faces, {self.faces.shape}")
        if self.depth_normalization not in _NORMALIZATIONS:
            raise UsageError(
                f"depth_normalization is {self.depth_normalization!r}; use one of {', '.join(_NORMALIZATIONS)}")

    @classmethod
    def grid(
        cls, positions: Any, *, depth_normalization: str = "none", properties: Optional[Mapping[str, Any]] = None,
    ) -> Mesh:
        """A mesh of an even grid over the content.

        Args:
            positions: floats of the shape (rows + 1, columns + 1, 3) or (rows + 1, columns + 1, 2): the new position of
                each point of the grid, x and y of 0...1, and z toward the viewer.
        """
        from ._numpy import numpy

        places = numpy.asarray(positions, numpy.float64)
        if places.ndim != 3 or places.shape[2] not in (2, 3) or min(places.shape[:2]) < 2:
            raise UsageError(f"positions have the shape {places.shape}; use (rows + 1, columns + 1, 3)")
        rows, columns = places.shape[0] - 1, places.shape[1] - 1
        v, u = numpy.mgrid[0:1:(rows + 1) * 1j, 0:1:(columns + 1) * 1j]
        vertices = numpy.concatenate([u[..., None], v[..., None], places], axis=-1).reshape(-1, 2 + places.shape[2])
        corner = (numpy.arange(rows)[:, None] * (columns + 1) + numpy.arange(columns)).reshape(-1, 1)
        faces = corner + numpy.array([0, 1, columns + 2, columns + 1])
        return cls(vertices, faces, depth_normalization, properties=properties or {})

    @classmethod
    def load(cls, source: Union[Path, Mapping[str, Any]]) -> Mesh:
        """A mesh of a file, a preset or the object of a mesh file.

        Args:
            source: a file (JSON, OBJ, glTF, CAMesh text, a warp mesh), a preset such as "wave:amplitude=0.1", measured
                points ("fit:points.csv,from=640x480"), or a map ("map:lens.npy").

        Raises:
            Error: of the tool, which reads it.
        """
        from ._calls import run

        if not isinstance(source, (str, os.PathLike)):
            source = to_json(source)
        if isinstance(source, Mapping) and "preset" in source:
            source = mesh_text(source)
        if isinstance(source, Mapping):
            name, given, mesh = "-", json.dumps(source), source
        else:
            name, given, mesh = os.fspath(source), "", {}
        if not {"vertices", "faces"} <= mesh.keys():
            mesh = json.loads(run(lambda: ["convert", name, "-", "--to", "json"], given=given.encode()).printed)
        faces = [face if isinstance(face, Mapping) else {"indices": face} for face in mesh["faces"]]
        creases = [face.get("creases", (0, 0, 0, 0)) for face in faces]
        known = {"vertices", "faces", "depthNormalization"}
        return cls(
            mesh["vertices"], [face["indices"] for face in faces], mesh.get("depthNormalization", "none"),
            creases if any(map(any, creases)) else None,
            {key: value for key, value in mesh.items() if key not in known})

    def to_json(self) -> dict[str, Any]:
        """The object of a mesh file."""
        faces = self.faces.tolist()
        if self.creases is not None:
            faces = [{"indices": face, "creases": [float(value) for value in sharpness]}
                     for face, sharpness in zip(faces, self.creases)]
        return {
            "vertices": self.vertices.tolist(), "faces": faces, "depthNormalization": self.depth_normalization,
            **self.properties}

    def save(self, path: Path) -> None:
        """Writes a JSON mesh file."""
        with open(path, "w", encoding="utf-8") as file:
            json.dump(self.to_json(), file)

    def __repr__(self) -> str:
        return f"Mesh({len(self.vertices)} vertices, {len(self.faces)} faces)"
