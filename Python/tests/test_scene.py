"""Checks the generated modules with the tool that MESHRENDER_PROGRAM names: they have its keys and flags, and it draws
the scenes that they describe. Run it in the root of the repository:

    PYTHONPATH=Python MESHRENDER_PROGRAM=.build-tests/release/meshrender python3 -m unittest discover Python/tests
"""

from __future__ import annotations

import ast
import dataclasses
import json
import os
import struct
import subprocess
import tempfile
import unittest
from pathlib import Path
from typing import Any, Iterator

from meshrender import _options, presets, scene
from meshrender.scene import (
    Animation, Border, Canvas, Contents, Face, Gradient, InlineMesh, Layer, Light, LensFile, LensMesh, MeshReference,
    Scene, SceneObject, Spring, Stop, Surface)

ROOT = Path(__file__).resolve().parents[2]
TOOL = os.path.abspath(os.environ.get("MESHRENDER_PROGRAM", ROOT / ".build-tests/release/meshrender"))
# Bases, which are no objects of their own.
BASES = {scene.SceneObject, scene.MeshObject, scene.DisplaceableMesh, scene.PresetMesh}


def run(*arguments: str, given: str = "") -> str:
    return subprocess.run([TOOL, *arguments], input=given, capture_output=True, text=True, check=True, cwd=ROOT).stdout


def classes() -> dict[type[SceneObject], dict[str, str]]:
    """The fields of each class by the keys of a scene file."""
    found = [value for module in (scene, presets) for value in vars(module).values()
             if isinstance(value, type) and issubclass(value, SceneObject)]
    return {cls: {scene._key(key.name): key.name for key in dataclasses.fields(cls)}
            for cls in found if cls not in BASES}


def objects(schema: Any) -> Iterator[dict[str, Any]]:
    """The properties of each object of a schema."""
    if isinstance(schema, dict):
        if isinstance(schema.get("properties"), dict) and schema.get("type") == "object":
            yield schema["properties"]
        schema = list(schema.values())
    if isinstance(schema, list):
        for part in schema:
            yield from objects(part)


def built(value: Any, key: str = "") -> Any:
    """An example as objects of classes, without comments."""
    if isinstance(value, list):
        return [built(part, key) for part in value]
    if not isinstance(value, dict) or key == "morph":
        return value
    value = {name: built(part, name) for name, part in value.items() if not name.startswith("//")}
    name = value.pop("preset", None)
    for cls, fields in classes().items():
        if set(value) <= set(fields) and (not name or vars(cls).get("preset") == name):
            return cls(**{fields[key]: part for key, part in value.items()})
    raise AssertionError(f"no class has the keys {sorted(value)}")


def plain(value: Any) -> Any:
    """An example without comments."""
    if isinstance(value, list):
        return [plain(part) for part in value]
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items() if not name.startswith("//")}
    return value


class Keys(unittest.TestCase):
    def test_classes_have_the_keys_of_the_schema(self) -> None:
        schema = {frozenset(keys) for keys in objects(json.loads(run("schema", "scene")))}
        # A mesh of triangles alone is an object of its own in the schema.
        schema.remove(frozenset(classes()[InlineMesh]) - {"faces"})
        own = {frozenset(fields) for fields in classes().values()}
        self.assertEqual({tuple(sorted(keys)) for keys in schema - own}, set(), "objects of the schema without a class")
        self.assertEqual({tuple(sorted(keys)) for keys in own - schema}, set(), "classes that the schema does not have")

    def test_presets_have_their_names(self) -> None:
        names = {value["const"] for keys in objects(json.loads(run("schema", "scene"))) if "preset" in keys
                 for value in [keys["preset"]]}
        self.assertEqual({cls.preset for cls in classes() if hasattr(cls, "preset")}, names)

    def test_options_are_flags_of_the_command(self) -> None:
        reference = json.loads(run("reference"))
        for command in reference["commandLine"]["command"]["subcommands"]:
            flags = {name["name"] for argument in command.get("arguments", []) for name in argument.get("names", [])}
            options = _options.FLAGS.get(command["commandName"], frozenset())
            self.assertEqual({name for name in options if name.rstrip("_").replace("_", "-") not in flags}, set())
        self.assertIn("fit_mesh", _options.FLAGS["render"])
        self.assertIn("from_", _options.FLAGS["animate"])
        self.assertNotIn("fps", _options.FLAGS["render"])
        self.assertNotIn("output", _options.FLAGS["render"])

    def test_modules_need_python_3_9(self) -> None:
        for module in (_options, presets, scene):
            assert module.__file__
            ast.parse(Path(module.__file__).read_text(), feature_version=(3, 9))


class JSON(unittest.TestCase):
    def test_keys_are_in_camel_case_and_unstated_values_left_out(self) -> None:
        layer = Layer(corner_radius=3, anchor_point_z=1, mesh=presets.Panorama(from_="fisheye", from_fov=90))
        self.assertEqual(layer.to_json(), {
            "cornerRadius": 3, "anchorPointZ": 1, "mesh": {"preset": "panorama", "from": "fisheye", "fromFov": 90}})
        self.assertEqual(Scene(schema="scene.json").to_json(), {"$schema": "scene.json"})

    def test_dictionaries_may_stand_for_objects(self) -> None:
        layer = Layer(contents={"text": "A", "font_size": 20, "fontFile": None},
                      sublayers=[{"mesh": presets.Fold(panels=2)}])
        self.assertEqual(layer.to_json(), {
            "contents": {"text": "A", "fontSize": 20}, "sublayers": [{"mesh": {"preset": "fold", "panels": 2}}]})
        self.assertEqual(scene.to_json({"//a_b": "stays", "layers": [Layer(opacity=0)]}),
                         {"//a_b": "stays", "layers": [{"opacity": 0}]})

    def test_names_of_shapes_stay(self) -> None:
        mesh = MeshReference(file="face.glb", morph={"mouth_open": 0.5})
        self.assertEqual(mesh.to_json(), {"file": "face.glb", "morph": {"mouth_open": 0.5}})

    def test_images_stay_and_meshes_are_asked(self) -> None:
        class Picture:
            pass

        class Arrays:
            def to_json(self) -> dict[str, Any]:
                return {"vertices": [], "faces": []}

        picture: Any = Picture()
        mesh: Any = Arrays()
        result = Layer(contents=Contents(image=picture), mask=picture, mesh=mesh).to_json()
        self.assertIs(result["contents"]["image"], picture)
        self.assertIs(result["mask"], picture)
        self.assertEqual(result["mesh"], {"vertices": [], "faces": []})

    def test_objects_show_what_is_stated(self) -> None:
        self.assertEqual(repr(Layer(name="a", mesh=presets.Wave(waves=2))), "Layer(name='a', mesh=Wave(waves=2))")

    def test_examples_come_back(self) -> None:
        paths = [path for path in sorted((ROOT / "Examples").rglob("*.json")) if '"canvas"' in path.read_text()]
        self.assertGreater(len(paths), 5)
        for path in paths:
            with self.subTest(path=path.name):
                example = json.loads(path.read_text())
                self.assertEqual(built(example).to_json(), plain(example))


class Drawing(unittest.TestCase):
    def draw(self, value: Scene) -> tuple[int, int]:
        """The size of the picture; a warning of the tool is an error."""
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/out.png"
            try:
                run("render", "-", "--strict", "--time", "0.5", "-o", path, given=json.dumps(value.to_json()))
            except subprocess.CalledProcessError as error:
                raise AssertionError(error.stderr) from error
            width, height = struct.unpack(">II", Path(path).read_bytes()[16:24])
            return width, height

    @staticmethod
    def scene() -> Scene:
        board = Layer(
            name="board", frame=(10, 10, 100, 80), contents=Contents(gradient=Gradient(
                type="radial", start=(0.5, 0.5), end=(1, 1), stops=[Stop(location=0, color="gold"),
                                                                    Stop(location=1, color=(1, 0, 0, 1))])),
            mesh=presets.Ripple(waves=3, phase=0.25, subdivision_steps=1), corner_radius=8, blend_mode="multiply",
            surface=Surface(specular=0.4, shading="smooth"), border=Border(width=2, color="navy"), animations=[
                Animation(key_path="mesh.phase", from_=0, to=1, duration="2s", repeat_count="infinite"),
                Animation(key_path="opacity", values=[0.5, 1, 0.5], key_times=[0, 0.5, 1], duration=1,
                          timing_functions=["ease-in", (0.4, 0, 0.6, 1)])])
        label = Layer(
            name="label", bounds=(0, 0, 90, 30), position=(160, 50), z_position=20, transform="rotateY(20deg)",
            contents=Contents(text="Hello", font_size=20, color="white", align="center"), background_color="#2458a0",
            shadow_opacity=0.5, shadow_offset=(2, 3), animations=[
                Animation(key_path="position.x", from_=150, to=160, spring=Spring(stiffness=80, damping=9))])
        photo = Layer(
            frame=(120, 70, 60, 40), contents=Contents(image="Examples/images/checker.png", gravity="resizeAspectFill"),
            mask=Layer(background_color="black", corner_radius=20), mesh=InlineMesh(
                vertices=[(0, 0, 0, 0, 0), (1, 0, 1, 0.1, 0), (1, 1, 1, 0.9, 0), (0, 1, 0, 1, 0)],
                faces=[Face(indices=(0, 1, 2, 3))], depth_normalization="width", face_interpolation="projective"))
        return Scene(
            canvas=Canvas(size=(220, 120), scale=2, background="#f4f1ea", depth="ordered"),
            layers=[Layer(frame=(0, 0, 220, 120), sublayer_transform="perspective(600)",
                          sublayers=[board, label, photo])],
            lights=[Light(type="ambient", ambient_intensity=0.4), Light(type="directional", direction=(0.3, 0.5, -1)),
                    Light(type="spot", position=(60, 40, 200), cone_angle="40deg")])

    def test_a_scene_is_drawn(self) -> None:
        self.assertEqual(self.draw(self.scene()), (440, 240))

    def test_every_preset_is_drawn(self) -> None:
        found: list[Any] = [cls for cls in classes() if hasattr(cls, "preset")]
        tile = Contents(image="Examples/images/checker.png")
        layers = [Layer(frame=(40 * i, 0, 36, 36), contents=tile, mesh=cls()) for i, cls in enumerate(found)]
        self.assertEqual(self.draw(Scene(Canvas(size=(40 * len(found), 40)), layers)), (40 * len(found), 40))

    def test_a_wrong_value_is_answered_by_its_place(self) -> None:
        with self.assertRaisesRegex(AssertionError, "cornerRadius"):
            self.draw(Scene(Canvas(size=(4, 4)), [Layer(background_color="red", corner_radius=-1)]))
        with self.assertRaisesRegex(AssertionError, "lens"):
            self.draw(Scene(Canvas(size=(4, 4)), [Layer(background_color="red", mesh=LensMesh(lens=LensFile()))]))

    def test_a_scene_follows_the_schema(self) -> None:
        try:
            from jsonschema import Draft202012Validator
        except ImportError:
            self.skipTest("jsonschema of PyPI is not installed")
        validator = Draft202012Validator(json.loads(run("schema", "scene")))
        wrong = Scene(Canvas(size=(4, 4)), [Layer(opacity=2)])
        for value, faults in ((self.scene(), []), (wrong, ["$.layers[0].opacity"])):
            self.assertEqual([fault.json_path for fault in validator.iter_errors(value.to_json())], faults)


if __name__ == "__main__":
    unittest.main()
