"""Pictures in and out: arrays, Pillow images, bytes, scenes and meshes."""

import io
import os
import pathlib
import tempfile
import unittest
import warnings

import numpy
from PIL import Image

import meshrender
from meshrender.scene import Canvas, Contents, Layer, Light, Scene
from support import picture, scene, tool


class Arrays(unittest.TestCase):
    def test_a_picture_comes_back_as_it_was(self):
        for channels in (3, 4):
            given = picture(channels=channels)
            found = meshrender.render(given)
            self.assertEqual((found.dtype, found.shape), (numpy.uint8, (32, 48, 4)))
            numpy.testing.assert_array_equal(found[..., :channels], given)
        gray = picture()[..., 0]
        numpy.testing.assert_array_equal(meshrender.render(gray, alpha="auto"), numpy.repeat(gray[..., None], 3, axis=-1))

    def test_other_orders_and_types(self):
        given = picture()
        for view in (given[::-1], given[:, ::2], numpy.asfortranarray(given), given[..., ::-1]):
            numpy.testing.assert_array_equal(meshrender.render(view)[..., :3], view)
        mask = given[..., 0] > 100
        numpy.testing.assert_array_equal(meshrender.render(mask)[..., 0], mask * 255)
        deep = given * numpy.uint16(257) + 3 * (given < 255).astype(numpy.uint16)
        numpy.testing.assert_array_equal(meshrender.render(deep, depth=16)[..., :3], deep)

    def test_wrong_types_name_the_remedy(self):
        with self.assertRaisesRegex(meshrender.UsageError, "float64; use uint8"):
            meshrender.render(picture() / 255)
        with self.assertRaisesRegex(meshrender.UsageError, "the image is of the type dict_keys; use a file"):
            meshrender.render({}.keys())
        for shape in ((32, 48, 7), (0, 48, 3), (5, 32, 48, 3), (48,)):
            with self.assertRaisesRegex(meshrender.UsageError, "the image is an array of the shape .* use .height, width, 4"):
                meshrender.render(numpy.zeros(shape, numpy.uint8))
        with self.assertRaisesRegex(meshrender.UsageError, r"the image of card is an array of int64; .*: array.astype"):
            meshrender.render(scene(picture()), images={"card": picture().astype(numpy.int64)})
        with self.assertRaisesRegex(meshrender.UsageError, "images are not named"):
            meshrender.render(scene(picture()), images=[picture()])
        numpy.testing.assert_array_equal(meshrender.render(picture().astype(">u2") * 257)[..., :3], picture())

    def test_pillow_images(self):
        given = Image.fromarray(picture())
        for mode in ("RGB", "RGBA", "L", "P", "1", "LA", "CMYK"):
            image = given.convert(mode)
            expected = numpy.asarray(image.convert("RGBA" if mode != "CMYK" else "RGB").convert("RGBA"))
            numpy.testing.assert_array_equal(meshrender.render(image), expected, mode)

    def test_bytes_of_files(self):
        data = io.BytesIO()
        Image.fromarray(picture()).save(data, "png")
        numpy.testing.assert_array_equal(meshrender.render(data.getvalue())[..., :3], picture())
        png = meshrender.render(picture(), format="png")
        numpy.testing.assert_array_equal(numpy.asarray(Image.open(io.BytesIO(png)))[..., :3], picture())
        self.assertEqual(Image.open(io.BytesIO(meshrender.render(picture(), format="jpeg", quality=80))).format, "JPEG")
        self.assertEqual(meshrender.render(picture())._repr_png_()[1:4], b"PNG")

    def test_large_pictures(self):
        given = numpy.random.default_rng(1).integers(0, 256, (3000, 4000, 4), numpy.uint8)
        given[..., 3] = 255
        numpy.testing.assert_array_equal(meshrender.render(given), given)


class Options(unittest.TestCase):
    def test_sizes_and_colors(self):
        for size in ((80, 60), [80, 60], (80.0, 60.0), numpy.array([80, 60]), "80x60"):
            found = meshrender.render(picture(), size=size, background=(1, 0.5, 0))
            self.assertEqual((found.shape, found[0, 0].tolist()), ((60, 80, 4), [255, 128, 0, 255]))
        self.assertEqual(meshrender.render(picture(), size=(80, 60), background=[0, 0, 1, 0.5])[0, 0].tolist(), [0, 0, 255, 128])
        with self.assertRaisesRegex(meshrender.UsageError, "of 0...1, or a CSS color"):
            meshrender.render(picture(), background=(255, 0, 0))
        with self.assertRaisesRegex(meshrender.UsageError, "depth is True; use a value"):
            meshrender.render(picture(), depth=True)
        self.assertEqual(meshrender.render(picture(), fit=0).shape, (32, 48, 4))
        for size in ((100,), (1, 2, 3), ("a", "b")):
            with self.assertRaisesRegex(meshrender.UsageError, "use a width and a height"):
                meshrender.render(picture(), size=size)
        self.assertTrue(numpy.isnan(meshrender.map(content_size=(9, 9), mesh="lens", outside=float("nan"))).any())

    def test_a_back_in_memory(self):
        turned = meshrender.render(picture(), transform="rotateY(180deg)", back=picture()[::-1])
        numpy.testing.assert_array_equal(turned[..., :3], meshrender.render(picture()[::-1])[..., :3])
        with self.assertRaisesRegex(meshrender.UsageError, "displace is an array; use a file"):
            meshrender.render(picture(), displace=picture())

    def test_names_of_arguments_are_suggested(self):
        for wrong, right in (("light", "lights"), ("image", "images"), ("transfrom", "transform"), ("backgroud", "background")):
            with self.assertRaisesRegex(meshrender.UsageError, f"did you mean '{right}'"):
                meshrender.render(picture(), **{wrong: "x"})

    def test_sentences_name_arguments(self):
        with self.assertRaisesRegex(meshrender.UsageError, "^mesh: there is no mesh preset") as caught:
            meshrender.render(picture(), mesh="wavve")
        self.assertEqual(caught.exception.path, "mesh")

    def test_numbers_of_a_picture_are_numbers(self):
        found = meshrender.render(picture())
        self.assertIsInstance(found[:3], meshrender.Picture)
        self.assertNotIsInstance(found.mean(), numpy.ndarray)
        self.assertIs(type(found / 255), numpy.ndarray)


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_a_file_is_that_of_the_tool(self):
        Image.fromarray(picture()).save(self.folder / "in.png")
        flags = {"mesh": "wave", "transform": "perspective(800) rotateX(-40deg)", "lights": "directional", "fit": True}
        self.assertIsNone(meshrender.render(self.folder / "in.png", output=self.folder / "a.png", **flags))
        tool("render", str(self.folder / "in.png"), "--mesh", "wave", "--transform", flags["transform"], "--light", "directional",
             "--fit", "-o", str(self.folder / "b.png"))
        self.assertEqual((self.folder / "a.png").read_bytes(), (self.folder / "b.png").read_bytes())

    def test_relative_names_follow_the_working_directory(self):
        before = os.getcwd()
        self.addCleanup(os.chdir, before)
        Image.fromarray(picture()).save(self.folder / "in.png")
        meshrender.render(picture())
        os.chdir(self.folder)
        meshrender.render("in.png", output="out.png")
        self.assertEqual(sorted(os.listdir()), ["in.png", "out.png"])
        numpy.testing.assert_array_equal(meshrender.render(scene("in.png"))[..., :3], picture())

    def test_a_changed_file_is_read_again(self):
        path = self.folder / "in.png"
        for given in (picture(), picture()[::-1]):
            Image.fromarray(given).save(path)
            numpy.testing.assert_array_equal(meshrender.render(path)[..., :3], given)


class Scenes(unittest.TestCase):
    def test_arrays_in_scenes(self):
        given = picture()
        described = Scene(canvas=Canvas(size=(48, 32)), layers=[
            Layer(name="card", frame=(0, 0, 48, 32), contents=Contents(image=given))])
        for value in (scene(given), scene(Image.fromarray(given)), described):
            numpy.testing.assert_array_equal(meshrender.render(value)[..., :3], given)
        other = meshrender.render(scene(given), images={"card": given[::-1]})
        numpy.testing.assert_array_equal(other[..., :3], given[::-1])

    def test_values_of_numpy(self):
        given = scene(picture())
        given["layers"][0]["frame"] = numpy.array([0.0, 0, 48, 32])
        given["layers"][0]["opacity"] = numpy.float32(0.5)
        self.assertEqual(meshrender.render(given)[4, 4, 3], 128)
        self.assertEqual(meshrender.render(given, set={"card.opacity": numpy.float64(1)})[4, 4, 3], 255)

    def test_a_mistake_is_told_with_its_place(self):
        wrong = scene(picture())
        wrong["layers"][0]["contents"]["imag"] = wrong["layers"][0]["contents"].pop("image")
        wrong["layers"][0]["contents"]["imag"] = "x.png"
        with self.assertRaisesRegex(meshrender.DataError, r"^scene:.*layers\[0\].contents.imag: .*did you mean") as caught:
            meshrender.render(wrong)
        self.assertIn("layers[0].contents.imag", caught.exception.path)
        with self.assertRaisesRegex(meshrender.UsageError, "both an image and a scene"):
            meshrender.render(picture(), scene=scene(picture()))

    def test_flags_of_images_are_refused(self):
        for flags in ({"flatten_light": True}, {"mesh": "wave"}, {"lights": "ambient"}):
            with self.assertRaisesRegex(meshrender.UsageError, "applies only to an image or text"):
                meshrender.render(scene(picture()), **flags)

    def test_an_empty_text_is_refused(self):
        for form in (None, "png"):
            with self.assertRaisesRegex(meshrender.Error, "the text is empty"):
                meshrender.render(text="", format=form)

    def test_warnings_point_at_the_caller(self):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            meshrender.render(text="a", font="No Such Family", format="png")
        self.assertEqual([(w.category, w.filename) for w in caught], [(meshrender.MeshrenderWarning, __file__)])
        self.assertIn("No Such Family", str(caught[0].message))


class Meshes(unittest.TestCase):
    def test_a_preset_as_arrays_draws_the_same(self):
        mesh = meshrender.Mesh.load("wave:amplitude=0.1")
        numpy.testing.assert_array_equal(
            meshrender.render(picture(), mesh=mesh, fit=True), meshrender.render(picture(), mesh="wave:amplitude=0.1", fit=True))
        self.assertEqual(mesh.vertices.shape[1], 5)

    def test_a_grid_moves_each_point(self):
        y, x = numpy.mgrid[0:3, 0:4]
        mesh = meshrender.Mesh.grid(numpy.stack([1 - x / 3, y / 2], axis=-1))
        self.assertEqual((len(mesh.vertices), len(mesh.faces)), (12, 6))
        numpy.testing.assert_array_equal(meshrender.render(picture(), mesh=mesh)[..., :3], picture()[:, ::-1])
        numpy.testing.assert_array_equal(
            meshrender.render(picture(), mesh=meshrender.Mesh.load(mesh.to_json()))[..., :3], picture()[:, ::-1])

    def test_presets_as_objects(self):
        text = meshrender.render(picture(), mesh="wave:waves=3,amplitude=0.2", fit=True)
        wave = meshrender.presets.Wave(waves=3, amplitude=0.2)
        for value in (wave, wave.to_json(), {"preset": "wave", "waves": 3, "amplitude": 0.2}, meshrender.Mesh.load(wave)):
            numpy.testing.assert_array_equal(meshrender.render(picture(), mesh=value, fit=True), text)
        with self.assertRaisesRegex(meshrender.UsageError, "the mesh is of the type bool"):
            meshrender.render(picture(), mesh=True)
        with self.assertRaisesRegex(meshrender.UsageError, r"array of the shape .* use Mesh\(vertices, faces\) or Mesh.grid"):
            meshrender.render(picture(), mesh=numpy.zeros((3, 3, 2)))

    def test_wrong_arrays_are_refused(self):
        for vertices, faces, words in (
            (numpy.zeros((4, 3)), [[0, 1, 2, 3]], r"\(4, 3\); use \(count, 5\)"),
            (numpy.zeros((4, 5)), [[0, 1, 2]], r"\(1, 3\); use whole numbers"),
            (numpy.zeros((4, 5)), [[0.0, 1, 2, 3]], "float64 of the shape"),
        ):
            with self.assertRaisesRegex(meshrender.UsageError, words):
                meshrender.Mesh(vertices, faces)
        with self.assertRaisesRegex(meshrender.DataError, r"the mesh:.*faces\[0\]\[3\] is 9"):
            meshrender.render(picture(), mesh=meshrender.Mesh(numpy.zeros((4, 5)), [[0, 1, 2, 9]]))

    def test_matrices_and_lights_as_values(self):
        turn = numpy.eye(4)
        turn[:2, :2] = [[0.8, -0.6], [0.6, 0.8]]
        turn[:2, 3] = 3, 5
        light = {"type": "directional", "direction": (0.3, 0.5, -1), "color": "#ffcc88"}
        text = meshrender.render(
            picture(), mesh="wave", transform="matrix3d(0.8,0.6,0,0,-0.6,0.8,0,0,0,0,1,0,3,5,0,1)",
            lights="directional:direction=0.3/0.5/-1,color=#ffcc88")
        for value in (light, [light], Light(type="directional", direction=(0.3, 0.5, -1), color="#ffcc88")):
            numpy.testing.assert_array_equal(meshrender.render(picture(), mesh="wave", transform=turn, lights=value), text)


if __name__ == "__main__":
    unittest.main()
