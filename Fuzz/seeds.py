"""Writes the first corpus and the dictionary of a fuzz target, from what the tests and examples hold and from what long
runs found (Fuzz/Found, inputs in base64; Scripts/keep-corpus.sh adds to it).

Usage: seeds.py TARGET CORPUS-FOLDER DICTIONARY-FILE, from the root of the repository.
"""

import base64
import hashlib
import pathlib
import re
import sys

# What tests give the parsers: files as they are, and the string literals of test sources.
FILES = {
    "png": ["Tests/ImageFilesTests/Fixtures/*.png", "Examples/images/label.png"],
    "jpeg": ["Fuzz/Seeds/jpeg/*"],
    "webp": ["Fuzz/Seeds/webp/*"],
    "exr": ["Tests/ImageFilesTests/Fixtures/exr/*.exr"],
    "scene": ["Examples/scenes/*.json", "Fuzz/Seeds/scene/*"],
    "mesh": ["Examples/meshes/*.json", "Fuzz/Seeds/mesh/*"],
    "bezier": ["Fuzz/Seeds/bezier/*"],
    "gltf": ["Fuzz/Seeds/gltf/*"],
    "y4m": ["Fuzz/Seeds/y4m/*"],
    "maps": ["Tests/MapFilesTests/Fixtures/*.*", "Fuzz/Seeds/maps/*"],
}
TESTS = {
    "scene": ["SceneDocumentTests/Scene*", "SceneDocumentTests/Animations/*", "meshrenderTests/SceneTests*"],
    "mesh": ["SceneDocumentTests/*Mesh*", "SceneDocumentTests/Attachment*", "SceneDocumentTests/SceneSamples*"],
    "bezier": ["SceneDocumentTests/Bezier*"],
    "obj": ["MeshFormatsTests/OBJ*", "MeshFormatsTests/FormatFuzz*", "MeshFormatsTests/Samples*"],
    "warp": ["MeshFormatsTests/Warp*", "MeshFormatsTests/FormatFuzz*"],
    "lens": ["MeshFormatsTests/Lenses/LensFile*"],
    "fit": ["SceneDocumentTests/Points/ControlPoint*"],
    "page": ["SceneDocumentTests/Meshes/Page*"],
    "camesh": ["MeshFormatsTests/CoreAnimation*", "MeshFormatsTests/FormatFuzz*"],
    "gestures": ["SceneDocumentTests/Gestures/*"],
    "points": ["SceneDocumentTests/Points/*"],
    "y4m": ["ImageFilesTests/Sequences/Y4M*", "ImageFilesTests/Sequences/Planar*"],
    "transforms": ["SceneDocumentTests/Transform*"],
    "specs": ["SceneDocumentTests/LightSpec*", "SceneDocumentTests/SpecTests*", "meshrenderTests/Mesh*"],
    "motions": ["SceneDocumentTests/Animations/*Text*"],
    "colors": ["SceneDocumentTests/Color*"],
    "maps": ["MapFilesTests/PGM*", "MapFilesTests/FileStorage*"],
    "sequences": ["AnimationFilesTests/PNGSequence*", "AnimationFilesTests/FrameRate*",
                  "ImageFilesTests/Sequences/*"],
}
# Examples with meshes of many faces, which a fuzzer reads for seconds.
SLOW = {"Examples/scenes/warp-styles.json", "Examples/scenes/page-bent.json"}
# Bytes that a target reads before its file.
PREFIX = {"warp": b"\0", "lens": b"\0\0\0\0", "fit": b"\0\0", "y4m": b"\0"}
# The sources whose words a target's inputs use.
WORDS = {
    "obj": ["MeshFormats/OBJ"], "warp": ["MeshFormats/Warp"], "camesh": ["MeshFormats/CoreAnimation"],
    "lens": ["MeshFormats/Lenses"], "fit": ["SceneDocument/Points"],
    "page": ["SceneDocument/Meshes"],
    "y4m": ["ImageFiles/Sequences"], "sequences": ["ImageFiles/Sequences"],
    "scene": ["SceneDocument", "MeshTransform/Presets", "MeshTransform/Animation"],
    "motions": ["SceneDocument", "MeshTransform/Presets", "MeshTransform/Animation"],
    "specs": ["SceneDocument/Text", "MeshTransform/Presets", "MeshTransform/Lighting"],
    "mesh": ["SceneDocument/Meshes", "SceneDocument/Scenes"], "bezier": ["SceneDocument/Meshes"],
    "gltf": ["MeshFormats/GLTF"], "gestures": ["SceneDocument/Gestures"], "points": ["SceneDocument/Points"],
    "transforms": ["SceneDocument/Text"], "colors": ["SceneDocument/Text"], "maps": ["MapFiles/OpenCV"],
}
ATTRIBUTES = ("channels chlist chromaticities compression dataWindow displayWindow box2i lineOrder pixelAspectRatio "
              "xDensity type scanlineimage tiledimage deepscanline R G B A Y").split()
CHUNKS = "IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP tEXt zTXt iTXt bKGD sBIT pHYs acTL fcTL fdAT".split()
NUMBERS = ["1e308", "-1e-400", "9999999999999999999", "nan", "inf", "0x1p9", "-0", "1e39"]

LITERAL = re.compile(r'#"((?:[^"\n]|"(?!#))*)"#|"""\n(.*?)"""|"((?:[^"\\\n]|\\.)*)"', re.DOTALL)
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", '"': '"', "\\": "\\"}


def literals(pattern):
    for path in sorted(pathlib.Path("Tests").glob(pattern + ".swift" if "." not in pattern else pattern)):
        for raw, block, plain in LITERAL.findall(path.read_text()):
            text = raw or block or plain
            if not raw:
                text = re.sub(r"\\u\{([0-9A-Fa-f]+)\}", lambda m: chr(int(m[1], 16)), text)
                text = re.sub(r"\\(.)", lambda m: ESCAPES.get(m[1], m[1]), text)
            yield text.encode()


def seeds(target):
    for pattern in FILES.get(target, []):
        for path in sorted(pathlib.Path().glob(pattern)):
            if str(path) not in SLOW:
                yield path.read_bytes()
    for pattern in TESTS.get(target, []):
        for text in literals(pattern):
            yield PREFIX.get(target, b"") + text
    found = pathlib.Path("Fuzz/Found", target + ".txt")
    for line in found.read_text().splitlines() if found.exists() else []:
        yield base64.b64decode(line)


def words(target):
    found = set({"png": CHUNKS, "exr": ATTRIBUTES}.get(target, NUMBERS))
    for folder in WORDS.get(target, []):
        for path in pathlib.Path("Sources", folder).rglob("*.swift"):
            text = path.read_text()
            found.update(re.findall(r'"([A-Za-z$][A-Za-z0-9.-]{1,30})"', text))
            for line in re.findall(r"^ *case ([a-z][A-Za-z, ]+)$", text, re.MULTILINE):
                found.update(line.replace(" ", "").split(","))
    return sorted(word for word in found if word)


def main():
    target, corpus, dictionary = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    corpus.mkdir(parents=True, exist_ok=True)
    for content in seeds(target):
        (corpus / hashlib.sha1(content).hexdigest()).write_bytes(content)
    dictionary.write_text("".join(f'"{word}"\n' for word in words(target)))


main()
