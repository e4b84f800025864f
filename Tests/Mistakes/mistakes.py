"""Makes the mistakes of a new user, one by one, and checks the sentence that answers each: its exit code, that it says
what is wrong, where, with which value and what to do, and that no file is written or changed.

Usage: mistakes.py MESHRENDER [--show]
"""

import argparse
import concurrent.futures
import os
import pathlib
import shlex
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

parser = argparse.ArgumentParser()
parser.add_argument("tool")
parser.add_argument("--show", action="store_true", help="print all answers")
options = parser.parse_args()
tool = os.path.abspath(options.tool)


def png(width, height, cut=0, damage=False, claimed=None):
    """A gray picture; without its last bytes, with a wrong checksum, or with another size in its header."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data) ^ damage)

    header = struct.pack(">IIBBBBB", *(claimed or (width, height)), 8, 0, 0, 0, 0)
    data = zlib.compress(b"".join(b"\0" + bytes(range(width)) for _ in range(height)))
    whole = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b"")
    return whole[: len(whole) - cut]


def layer(rest="", contents='{"image": "in.png"}'):
    return '{"canvas": {"size": [40, 30]},\n "layers": [{"name": "card", "contents": %s%s}]}' % (contents, rest)


square = "[[0,0,0,0,0],[1,0,1,0,0],[1,1,1,1,0],[0,1,0,1,0]]"
files = {
    "in.png": png(40, 30),
    "point.jsonl": '{"x": 1, "y": 2}\n{"x": 3}\n',
    "out.png": b"as it was",
    "scene.json": layer(),
    "scene.txt": layer(),
    "cut.png": png(40, 30, cut=30),
    "damaged.png": png(40, 30, damage=True),
    "huge.png": png(40, 30, claimed=(2000000, 2000000)),
    "empty.png": b"",
    "words.png": b"these are words",
    "comma.json": '{"canvas": {"size": [40, 30]},\n "layers": [{"name": "card",}]}',
    "quote.json": '{"canvas": {"size": [40, 30]},\n "layers: []}',
    "key.json": layer(', "positon": [1, 2]'),
    "type.json": layer(', "opacity": "half"'),
    "range.json": layer(', "opacity": 3'),
    "color.json": layer(', "backgroundColor": "bleu"'),
    "transform.json": layer(', "transform": "rotateX(45)"'),
    "blend.json": layer(', "blendMode": "multipy"'),
    "preset.json": layer(', "mesh": {"preset": "riple"}'),
    "parameter.json": layer(', "mesh": {"preset": "ripple", "amplitud": 1}'),
    "keypath.json": layer(', "animations": [{"keyPath": "opacty", "from": 0, "to": 1, "duration": 1}]'),
    "image.json": layer(contents='{"image": "no.png"}'),
    "outside.json": layer(contents='{"image": "/etc/hostname"}'),
    "light.json": '{"canvas": {"size": [40, 30]}, "layers": [], "lights": [{"type": "sun"}]}',
    "array.json": "[1, 2]",
    "element.json": '{"canvas": {"size": [40, 30]},\n "layers": [{"bounds": [0, 0, 1, 1]},]}',
    "contents.json": '{"canvas": {"size": [40, 30]},\n "layers": [{"image": "in.png"}]}',
    "mask.json": layer(', "mask": "no.png"'),
    "back.json": layer(', "backContents": "no.png"'),
    "letters.json": layer(contents='{"text": "a", "fontFile": "no.ttf"}'),
    "frames.json": layer(contents='{"sequence": "no-%04d.png"}'),
    "film.json": layer(contents='{"video": "no.mp4"}'),
    "large.json": '{"canvas": {"size": [900000, 9]},\n "layers": []}',
    "wide.json": '{"canvas": {"fit": true}, "layers": [{"frame": [0, 0, 1e6, 1], "contents": {"color": "red"}}]}',
    "beyond.json": '{"canvas": {"size": [40, 30]}, "layers": [{"frame": [0, 0, 9, 9], "contents": {"color": "red"}, "mesh": '
    '{"vertices": %s, "faces": [[0,1,2,3]]}}]}' % square.replace("[1,0,1", "[1,0,1e20"),
    "negative.json": layer(', "frame": [0, 0, -9, 9]'),
    "empty-mesh.json": layer(', "mesh": {}'),
    "preset-last.json": layer(', "mesh": {"angel": 3, "preset": "twist"}'),
    "inner.json": layer(', "mesh": {"file": "dir.png/face.json"}'),
    "flag.json": layer(', "isHidden": 0'),
    "light-path.json": layer(', "animations": [{"keyPath": "lights[].color", "from": "red", "to": "blue"}]'),
    "depth-path.json": layer(', "animations": [{"keyPath": "position.z", "from": 0, "to": 1}]'),
    "style.json": layer(', "mesh": {"preset": "arc"}'),
    "set.jsonl": '{"scene": "scene.json", "set": {"card.opacity": 2}, "output": "a.png"}\n',
    "mesh.json": '{"vertices": %s, "faces": [[0,1,2,3]]}' % square,
    "index.json": '{"vertices": %s,\n "faces": [[0,1,2,4]]}' % square,
    "vertex.json": '{"vertices": [[0,0,0,0]], "faces": []}',
    "degenerate.json": '{"vertices": %s, "faces": [[0,0,1,1]]}' % square,
    "steps.json": '{"vertices": %s, "faces": [[0,1,2,3]], "subdivisionSteps": 20}' % square,
    "face.obj": "v 0 0 0\nv 1 0 0\nvt 0 0\nvt 1 0\nf 1/1 2/2 9/2\n",
    "track.jsonl": '{"time": 0, "scale": 1}\n{"time": -1, "scale": 2}\n',
    "stream.y4m": b"YUV4MPEG2 W4 H4 F0:1\nFRAME\n",
    "color.jsonl": '{"text": "a", "colr": "red", "output": "a.png"}\n',
    "jobs.jsonl": '{"text": "a", "outptu": "a.png"}\n',
    "names.csv": b"id,card.contents.text\r\n1,Zo\xeb\r\n",
    "pairs.csv": "1,2,3,4\n30,4,33,9\n20,20,21,26\n",
    "zigzag.csv": "0,0,0,0\n60,0,60,0\n60,40,0,40\n0,40,60,40\n",
    "corner-twice.csv": "0,0,0,0\n0,0,0,0\n60,0,60,0\n0,40,0,40\n",
    "dent.json": '{"corners": [[113, 63], [370, 31], [200, 150], [143, 410]]}\n',
    "line.csv": "x,y,X,Y\n1,1,3,4\n2,2,33,9\n5,5,21,26\n",
    "page.json": '{"top": [[1, 2], [30, 3]], "bottom": [[31, 29], [2, 28]]}\n',
    "corner.json": '{"top": [[1, 2], [30, 3]]}\n',
    "open.csv": 'id,card.name\n\n1,"b\n2,c\n',
    "header.csv": b"id,card.opacity,Zo\xeb\r\n1,1,2\r\n",
    "flags.csv": "id,--qualty\n1,80\n",
    "cell.csv": "id,card.opacity\n1,7\n",
    "fields.csv": "id,card.opacity\n1,0.5,7\n",
    "true.csv": "id,--fit\n1,perhaps\n",
    "line.json": '{"canvas": {"size": [4, 4]}, "layers": []}\n',
    "turn.json": layer(', "animations": [{"keyPath": "transform.rotation.z", "to": 90}]'),
    "twice.json": layer(', "opacity": 1, "opacity": 0.5'),
    "for-ever.json": layer(', "animations": [{"keyPath": "opacity", "to": 0, "repeatCount": "endless"}]'),
    "gray.pgm": b"P5 2 2 255 abcd",
    "font.ttf": b"no font",
    "profile.icc": b"no profile",
    "locked.png": png(40, 30),
    "dir.png/file": b"",
    "dir.png/face.json": '{"vertices": [[0,0,0,0,0]],\n "faces": [[0,0,0,9]]}',
}
render, out = "render in.png", "-o new.png"

# The name of a mistake; the command line, as a shell splits it; the exit code; words of the answer.
mistakes = [
    # Commands.
    ("misspelt command", "rendr in.png -o new.png", 64, ["rendr", "'render'"]),
    ("no command", "in.png -o new.png", 64, ["in.png", "meshrender render"]),
    ("help about nothing", "help bogus", 64, ["bogus"]),
    ("command of another tool", "convert in.png new.jpg", 64, ["in.png is a picture", ".obj", "meshrender render"]),
    ("picture of gray values as a mesh", "convert gray.pgm new.json", 64, ["gray.pgm is a picture", ".obj"]),
    ("mesh as a picture", "convert face.obj new.png", 64, ["new.png is a picture", "meshrender render"]),
    ("name of a program", "meshrender render in.png", 64, ["unknown command 'meshrender'"]),
    ("command with a capital", "Render in.png -o new.png", 64, ["Render", "'render'"]),
    ("plural of a command", "renders in.png -o new.png", 64, ["renders", "'render'"]),
    ("help of two commands", "help render animate", 64, ["animate"]),
    # Flags.
    ("misspelt flag", f"{render} --widht 3 {out}", 64, ["--widht", "'--size'"]),
    ("output of a conversion by flag", "convert face.obj -o new.json", 64, ["'-o'", "second argument"]),
    ("negative size", f"{render} --size -3x4 {out}", 64, ["--size=-3x4"]),
    ("factor with a letter", f"{render} --scale 2x {out}", 64, ["'2x'", "--scale", "without x: 2"]),
    ("quality in words", f"{render} --quality high -o new.jpg", 64, ["'high'", "--quality", "a whole number in 1...100, such as 85"]),
    ("compression beyond the best", f"{render} --compression 12 {out}", 64, ["'12'", "none, fast, balanced, small, or a zlib level in 0...9"]),
    ("jobs in words", "batch jobs.jsonl --jobs many", 64, ["'many'", "1...60"]),
    ("effort in words", "animate in.png --mesh wave --effort most -o new.webp", 64, ["'most'", "0...6"]),
    ("gap with a fraction", "animate in.png --mesh wave --sheet 2x2 --sheet-gap 1.5 -o new.png", 64, ["'1.5'", "0...1000"]),
    ("size of letters in words", f"render --text a --font-size big {out}", 64, ["'big'", "0.1...8192"]),
    ("limit in words", f"{render} --max-side huge {out}", 64, ["'huge'", "such as 16384"]),
    ("form of colors of no kind", "animate in.png --mesh wave --chroma 411 -o new.y4m", 64, ["'411'", "use 444, 422,"]),
    ("scale in percent", f"{render} --scale 50% {out}", 64, ["--scale", "write it as a factor: 50% is 0.5"]),
    ("padding in percent", f"{render} --padding 5% {out}", 64, ["--padding", "without %: 5"]),
    ("dots per inch with their unit", f"{render} --dpi 300dpi {out}", 64, ["--dpi", "without dpi: 300"]),
    ("quality in percent", f"{render} --quality 80% -o new.jpg", 64, ["--quality", "without %: 80"]),
    ("size in percent", f"{render} --size 50% {out}", 64, ["50%", "800x600"]),
    ("size with a star", f"{render} --size 100*80 {out}", 64, ["100*80", "800x600"]),
    ("size with a comma", f"{render} --size 100,80 {out}", 64, ["100,80", "800x600"]),
    ("padding with a unit", f"{render} --padding 5px {out}", 64, ["--padding", "without px: 5"]),
    ("padding of four sides", f"{render} --padding 5,5 {out}", 64, ["5,5", "decimal number"]),
    ("sheet of one number", "animate in.png --mesh wave --sheet 5 -o new.png", 64, ["--sheet", "5x1 for 5 frames"]),
    ("sheet of words", "animate in.png --mesh wave --sheet wide -o new.png", 64, ["--sheet", "4x3"]),
    ("sheet without end", "animate in.png --mesh wave --sheet 1000x1 -o new.png", 64, ["--sheet", "1...100"]),
    ("rate with a unit", "animate in.png --mesh wave --fps 25fps -o new.gif", 64, ["--fps", "25fps"]),
    ("three samples", f"{render} --samples 3 {out}", 64, ["'3'", "auto, 1, 4, 16 or 64"]),
    ("samples with a letter", f"{render} --samples 4x {out}", 64, ["'4x'", "auto, 1, 4, 16 or 64"]),
    ("no samples", f"{render} --samples 0 {out}", 64, ["'0'", "auto, 1, 4, 16 or 64"]),
    ("map of a displacement", f"{render} --map in.png {out}", 64, ["'--map'", "--displace"]),
    ("loop of zero", "animate in.png --mesh wave --loop 0 -o new.gif", 64, ["--loop", "forever"]),
    ("loop in other words", "animate in.png --mesh wave --loop always -o new.gif", 64, ["always", "once or forever"]),
    ("frames of nothing", "animate in.png --mesh wave --fps 0 -o new.gif", 64, ["--fps", "0"]),
    ("duration with a comma", "animate in.png --mesh wave --duration 1,5 -o new.gif", 64, ["1,5", "2s, 250ms or 1.5"]),
    ("time that has been", "animate in.png --mesh wave --duration -1 -o new.gif", 64, ["-1", "above 0"]),
    ("clip and sheet", "animate in.png --mesh wave --sheet 2x2 --format gif -o new.png", 64, ["--sheet", "--format"]),
    ("depth of a JPEG", f"{render} --depth 16 -o new.jpg", 64, ["--depth 16", ".png"]),
    ("resolution of a WebP", f"{render} --dpi 300 -o new.webp", 64, ["--dpi", "PNG and JPEG"]),
    ("picture and scene on one pipe", "render - --mesh - -o new.png", 64, ["standard input", "one of them"]),
    ("two ends that are one", "animate in.png --from wave --to wave -o new.gif", 64, ["--from", "--to", "same"]),
    ("one end of a motion", "animate in.png --from wave -o new.gif", 64, ["--from", "--to"]),
    ("still and moving", "animate in.png --mesh wave --still --motion -o new.gif", 64, ["--still", "--motion"]),
    ("font and no text", f"render --font Serif {out}", 64, ["--text"]),
    ("size of letters below zero", f"render --text a --font-size -3 {out}", 64, ["-3.0", "0.1...8192"]),
    ("color in words", f"render --text a --color 'light blue' {out}", 64, ["light blue", "CSS color name"]),
    ("color without its sign", f"{render} --background ff8800 {out}", 64, ["ff8800", "#"]),
    ("size with a unit", f"render --text a --font-size 12pt {out}", 64, ["'12pt'", "--font-size", "without pt: 12"]),
    ("unknown effort", f"{render} --compression best {out}", 64, ["'best'", "balanced"]),
    ("steps without a mesh", f"{render} --subdivision-steps 1 {out}", 64, ["--subdivision-steps", "add --mesh or --displace"]),
    ("inverse of a morph", "animate in.png --from wave --to genie --inverse -o new.gif", 64, ["--inverse", "not to the meshes of --from and --to"]),
    ("displacement of a morph", "animate in.png --from wave --to genie --displace in.png:x=4 -o new.gif", 64, ["--displace", "not to the meshes of --from and --to"]),
    ("a mesh beside a morph", "project in.png --points in.png --from wave --to genie --undistort lens.json", 64, ["--from and --to replace --undistort"]),
    ("steps in words", f"{render} --mesh wave --subdivision-steps two {out}", 64, ["'two'", "auto"]),
    ("name too long", f"render {'x' * 300}.png {out}", 66, ["no such file"]),
    ("output name too long", f"{render} -o {'x' * 300}.png", 73, ["too long", "shorten"]),
    ("a picture as a list of jobs", "batch in.png", 65, ["in.png is not a list of jobs", "--csv"]),
    ("flag twice", f"{render} --scale 1 --scale 2 {out}", 64, ["--scale"]),
    ("axes in words", f"{render} --mesh face.obj --axes z-up {out}", 64, ["z-up", "three axes", "x,z,-y"]),
    ("axes without commas", f"{render} --mesh face.obj --axes xzy {out}", 64, ["xzy", "commas", "x,z,-y"]),
    ("an axis twice", f"{render} --mesh face.obj --axes x,y,-y {out}", 64, ["--axes", "y is named twice"]),
    ("fit of another kind", f"{render} --mesh face.obj --fit-mesh cover {out}", 64, ["cover", "contain"]),
    ("fit of a preset", f"{render} --mesh wave --fit-mesh contain {out}", 64, ["--fit-mesh", "wave is a preset", "model.obj"]),
    ("flag without its value", f"{render} {out} --mesh", 64, ["--mesh"]),
    ("no output", render, 64, ["-o"]),
    ("two inputs", f"{render} scene.json {out}", 64, ["scene.json", "unexpected argument"]),
    ("name with a space", f"render my photo.png {out}", 64, ["photo.png", "quotation marks"]),
    ("option that does not exist", f"{render} --sparkle {out}", 64, ["--sparkle", "help render"]),
    ("option of other programs", f"{render} --height 300 {out}", 64, ["--height", "'--size'"]),
    ("atlas of sprites", "animate in.png --mesh wave --sheet 2x2 --atlas new.json -o new.png", 64, ["--atlas", "'--sheet-json'"]),
    ("sheet of sprites", "animate in.png --mesh wave --spritesheet 2x2 -o new.gif", 64, ["'--sheet'"]),
    ("rate in words", "animate in.png --mesh wave --frames-per-second 10 -o new.gif", 64, ["'--fps'"]),
    ("delay of frames", "animate in.png --mesh wave --delay 100 -o new.gif", 64, ["'--delay'", "--fps", "100 ms"]),
    ("repeating", "animate in.png --mesh wave --repeat 2 -o new.gif", 64, ["'--loop'"]),
    ("transparency", f"{render} --transparent {out}", 64, ["'--transparent'", "--background"]),
    ("picture and text", f"{render} --text hello {out}", 64, ["--text", "one of them"]),
    ("text without words", f"render --text '' {out}", 64, ["empty"]),
    ("font for a picture", f"{render} --font Serif {out}", 64, ["--font", "--text"]),
    ("flag of another command", f"{render} --fps 12 {out}", 64, ["--fps", "animate"]),
    ("quiet and verbose", f"{render} -q -v {out}", 64, ["--quiet", "--verbose"]),
    ("flag of a mesh without one", f"{render} --inverse {out}", 64, ["--inverse", "--mesh"]),
    # Values.
    ("misspelt preset", f"{render} --mesh riple {out}", 64, ["riple", "'ripple'"]),
    ("misspelt parameter", f"{render} --mesh ripple:amplitud=1 {out}", 64, ["amplitud", "'amplitude'"]),
    ("parameter out of range", f"{render} --mesh ripple:rows=0 {out}", 64, ["rows", "0"]),
    ("words for a number", f"{render} --mesh ripple:waves=many {out}", 64, ["many", "column"]),
    ("misspelt color", f"{render} --background bleu {out}", 64, ["bleu", "blue"]),
    ("color of five digits", f"{render} --background '#12345' {out}", 64, ["#12345"]),
    ("angle without a unit", f"{render} --transform 'rotateX(45)' {out}", 64, ["45", "deg", "column"]),
    ("unknown transform", f"{render} --transform 'spin(3deg)' {out}", 64, ["spin"]),
    ("length beyond all numbers", f"{render} --transform 'translateZ(1e300)' {out}", 64, ["--transform: ", "1e+300"]),
    ("open parenthesis", f"{render} --transform 'rotate(3deg' {out}", 64, ["--transform", "column"]),
    ("unknown light", f"{render} --light sun {out}", 64, ["sun", "directional"]),
    ("direction of two numbers", f"{render} --light directional:direction=1/2 {out}", 64, ["direction"]),
    ("size of one number", f"{render} --size 100 {out}", 64, ["100", "800x600"]),
    ("size of nothing", f"{render} --size 0x0 {out}", 64, ["0x0"]),
    ("negative padding", f"{render} --padding -3 {out}", 64, ["--padding", "-3"]),
    ("scale of zero", f"{render} --scale 0 {out}", 64, ["--scale", "0"]),
    ("picture beyond the limit", f"{render} --size 90000x40 {out}", 64, ["90000", "32768", "--max-side"]),
    ("unknown samples", f"{render} --mesh wave --samples 3 {out}", 64, ["3", "choose"]),
    ("unknown device", f"{render} --device gpu7 {out}", 64, ["gpu7", "auto"]),
    ("unknown filter", f"{render} --magnification-filter bicubic {out}", 64, ["bicubic", "cubic"]),
    ("time of a still picture", f"{render} --time 1 {out}", 64, ["--time", "animate"]),
    ("value without a path", f"render scene.json --set opacity {out}", 64, ["opacity", "path"]),
    ("value of no layer", f"render scene.json --set crad.opacity=1 {out}", 64, ["--set crad.opacity=1: ", "card"]),
    ("value beyond its range", f"render scene.json --set card.opacity=2 {out}", 64, ["--set card.opacity=2: found 2; use"]),
    ("value of an unknown key", f"render scene.json --set card.opacty=1 {out}", 64, ["--set card.opacty=1: ", '"opacity"']),
    ("picture of a value", f"render scene.json --set card.contents.image=no.png {out}", 66, ["--set card.contents.image=no.png: "]),
    ("size of a value", f"render scene.json --set canvas.size[0]=900000 {out}", 64, ["--set canvas.size[0]=900000: ", "32768"]),
    ("value of a job", "batch set.jsonl -q", 75, ["card.opacity=2: found 2; use", '"code": 64']),
    ("style as a preset", f"{render} --mesh arc {out}", 64, ["--mesh: ", "style:arc"]),
    ("preset with a comma", f"{render} --mesh wave,amplitude=0.1 {out}", 64, ["write wave:amplitude=0.1"]),
    ("motion beyond its range", "animate in.png --animate 'opacity 0..2' -o new.gif", 64, ['--animate "opacity 0..2": ', "is 2; use"]),
    ("motion of no light", "animate in.png --animate 'lights[3].intensity 0..1' -o new.gif", 64, ["--animate \"lights[3]", "no lights[3]"]),
    ("clip for no layer", "animate scene.json --image crad=in.png -o new.gif", 64, ["crad", "card"]),
    ("clip for a picture", "animate in.png --image card=in.png -o new.gif", 64, ["--image", "the input is an image or a text"]),
    ("end of a still picture", "animate scene.json --image card=in.png --content-end loop -o new.gif", 64, ["--content-end", "--image"]),
    ("rate of a still picture", "animate scene.json --image card=in.png --content-fps 9 -o new.gif", 64, ["--content-fps", "in-%04d.png"]),
    ("picture for no layer", f"render scene.json --image crad=in.png {out}", 64, ["crad", "card"]),
    ("direction with commas", f"{render} --mesh wave --light directional:direction=0.3,0.5,-1 {out}", 64, ["slashes", "direction=0.3/0.5"]),
    ("position with commas", f"{render} --mesh wave --light point:position=1,2,3 {out}", 64, ["slashes", "position=1/2"]),
    ("light without a key", f"{render} --light directional:bright {out}", 64, ["bright", "key=value"]),
    ("intensity below zero", f"{render} --light point:intensity=-1 {out}", 64, ["intensity", "-1"]),
    ("surface of no kind", f"{render} --light directional --surface shiny=1 {out}", 64, ["shiny", "specular"]),
    ("change with a minus", "animate in.png --animate 'opacity 0-1' -o new.gif", 64, ["0..1"]),
    ("pace of other programs", "animate in.png --animate 'opacity 0..1 1s bounce' -o new.gif", 64, ["bounce", "spring"]),
    ("pace of a mesh from other programs", "animate in.png --mesh wave --timing elastic -o new.gif", 64, ["elastic", "spring"]),
    ("pace that nothing has", "animate in.png --animate 'opacity 0..1 1s zigzag' -o new.gif", 64, ["zigzag", "linear"]),
    ("rotation without a unit", "animate in.png --animate 'rotation 0..90 1s' -o new.gif", 64, ["90deg", "90rad"]),
    ("motion without a value", "animate in.png --animate opacity -o new.gif", 64, ["opacity", "0..1"]),
    ("motion of nothing", "animate in.png --animate 'opcaity 0..1' -o new.gif", 64, ["opcaity", "'opacity'"]),
    ("time without its unit", "animate in.png --animate 'opacity 0..1 2' -o new.gif", 64, ["2 has no unit", "2s"]),
    ("preset of no kind", f"{render} --mesh nothing {out}", 64, ["nothing", ".json"]),
    ("style of no kind", f"{render} --mesh style:arx {out}", 64, ["arx", "arc"]),
    ("value of a style of no kind", f"{render} --mesh style:arc,bent=1 {out}", 64, ["bent", "bend"]),
    ("rows and a half", f"{render} --mesh ripple:rows=2.5 {out}", 64, ["rows", "2.5", "whole"]),
    ("transform with a comma between", f"{render} --transform 'rotate(3deg), scale(2)' {out}", 64, ["--transform", "column"]),
    ("transform of nothing", f"{render} --transform '' {out}", 64, ["--transform"]),
    ("perspective below zero", f"{render} --transform 'perspective(-5)' {out}", 64, ["perspective", "above 0"]),
    ("matrix of five", f"{render} --transform 'matrix(1,0,0,1,0)' {out}", 64, ["matrix", "6"]),
    # Outputs.
    ("folder that does not exist", f"{render} -o typo/dir/new.png", 73, ["there is no folder typo/dir", "mkdir -p typo/dir"]),
    ("folder of a clip that does not exist", "animate in.png --mesh wave -o typo/new.gif", 73, ["there is no folder typo", "mkdir -p"]),
    ("folder of a mesh that does not exist", "convert face.obj typo/new.json", 73, ["there is no folder typo", "mkdir -p"]),
    ("format that is not written", f"{render} -o new.tiff", 64, [".tiff", "new.png"]),
    ("misspelt ending", f"{render} -o new.jgp", 64, [".jgp", "new.jpg", "--format"]),
    ("ending of a text", f"{render} -o scene.json", 64, ["scene.json", "scene.png", "--format"]),
    ("ending of a format that is not written", f"{render} -o new.heic", 64, [".heic", ".webp", "new.png"]),
    ("space behind an ending", f"{render} -o 'new.jpg '", 64, ["new.jpg"]),
    ("sheet of another format", "animate in.png --mesh wave --sheet 2x2 -o scene.json", 64, [".json", "--sheet"]),
    ("map of another format", "hit scene.json --map new.jpg", 64, [".jpg", "new.png"]),
    ("drawing of another format", "inspect wave --picture new.jpg", 64, [".jpg", "new.png"]),
    ("mesh in a picture's name", "subdivide wave --steps 1 -o new.png", 64, [".png", "new.json", "convert"]),
    ("scene in a picture's name", "new new.png", 64, [".png", "new.json"]),
    ("clip from a still command", f"{render} -o new.gif", 64, ["new.gif", "animate", "new.png"]),
    ("clip of no kind", "animate in.png --mesh wave -o new.xyz", 64, ["new.xyz"]),
    ("quality of a PNG", f"{render} --quality 80 {out}", 64, ["--quality", "jpeg"]),
    ("quality beyond the best", f"{render} --quality 101 -o new.jpg", 64, ["101", "1...100"]),
    ("folder below a file", f"{render} -o in.png/no/new.png", 73, ["in.png/no", "Not a directory"]),
    ("folder as the output", f"{render} -o dir.png", 73, ["dir.png"]),
    ("folder without permission", f"{render} -o /proc/new.png", 73, ["/proc/new.png"]),
    ("resume of one file", "animate in.png --mesh wave --resume -o new.gif", 64, ["--resume", "frame-%04d.png"]),
    ("nothing moves", "animate scene.json -o new.gif", 64, ["--duration"]),
    # Inputs.
    ("missing picture", f"render no.png {out}", 66, ["no.png", "no such file"]),
    ("folder as a picture", f"render dir.png {out}", 66, ["dir.png"]),
    ("picture of words", f"render words.png {out}", 65, ["words.png"]),
    ("scene without its ending", f"render scene.txt {out}", 65, ["scene.txt", "looks like a JSON document", "name it scene.json"]),
    ("empty picture", f"render empty.png {out}", 65, ["empty.png", "empty"]),
    ("half a picture", f"render cut.png {out}", 65, ["cut.png", "incomplete"]),
    ("damaged picture", f"render damaged.png {out}", 65, ["damaged.png", "damaged"]),
    ("picture beyond all limits", f"render huge.png {out}", 65, ["huge.png", "2000000", "--max-side"]),
    ("missing mesh", f"{render} --mesh no.json {out}", 66, ["no.json"]),
    ("font that is none", f"render --text a --font-file font.ttf {out}", 65, ["font.ttf"]),
    ("profile that is none", f"{render} --color-space profile.icc {out}", 64, ["--color-space", "profile.icc"]),
    ("mesh as the picture", f"render mesh.json {out}", 64, ["mesh.json", "--mesh"]),
    ("track out of order", f"{render} --gestures track.jsonl {out}", 65, ["track.jsonl:2", "-1"]),
    ("stream without frames", "animate stream.y4m --mesh wave -o new.gif", 65, ["stream.y4m"]),
    ("misspelt option of a job", "batch color.jsonl -q", 75, ["--colr", "'--color'"]),
    ("misspelt key of a job", "batch jobs.jsonl -q", 75, ["outptu", "output"]),
    ("scene as a list of jobs", "batch line.json", 65, ["line.json is a scene", "meshrender render"]),
    ("picture as a scene", "hit in.png 1,1", 65, ["in.png is a PNG picture", "scene"]),
    ("point of one number", "hit scene.json 3", 64, ["'3'", "x,y"]),
    ("list of points that is a picture", "project in.png in.png", 65, ["in.png:1:", "UTF-8"]),
    ("list of points that is missing", "project in.png no.jsonl", 66, ["no.jsonl", "list of points"]),
    ("point without a coordinate", "project in.png point.jsonl", 65, ["point.jsonl:2:1", '"y"']),
    ("table without coordinates", "project in.png names.csv", 65, ["names.csv:1", "x and y"]),
    ("points of a layer that is none", "project scene.json point.jsonl --layer crad", 64, ["crad", "card"]),
    ("map of a layer that is none", "map scene.json --layer crad -o new.npy", 64, ["crad", "card"]),
    ("passes in one file", "passes scene.json -o new.npy", 64, ["several passes", "{pass}"]),
    ("passes of an unknown format", "passes scene.json -o {pass}.tif", 64, ["{pass}.tif", ".npy"]),
    ("passes without a file", "passes scene.json", 64, ["--output"]),
    ("misspelt pass", "passes scene.json --pass dpeth -o {pass}.npy", 64, ["dpeth", "depth"]),
    ("pass without a name", "passes scene.json --pass uv, -o {pass}.npy", 64, ["name each pass"]),
    ("pass that does not fit", "passes scene.json --pass position -o {pass}.png", 64, ["position", ".npy or .exr"]),
    ("depth as a flow", "passes scene.json --pass depth -o {pass}.flo", 64, ["FLO", "depth"]),
    ("motion of a picture", "passes scene.json --pass motion -o {pass}.npy", 64, ["next frame", "--frames"]),
    ("flow of a picture", "passes scene.json -o new.flo", 64, ["next frame", "--frames"]),
    ("frames without numbers", "passes scene.json --frames 1..2 -o {pass}.npy", 64, ["{pass}-%04d.npy"]),
    ("number without frames", "passes scene.json -o {pass}-%d.npy", 64, ["single picture", "--frames"]),
    ("passes of a layer that is none", "passes scene.json --layer crad -o {pass}.npy", 64, ["crad", "card"]),
    ("passes of two sizes in one file", "passes scene.json --pass uv,forward -o new.exr", 64, ["forward", "{pass}.exr"]),
    ("passes over the scene", "passes scene.json --info scene.json -o {pass}.npy", 64, ["scene.json", "written over"]),
    ("report that is a picture", "passes scene.json --info new.png -o {pass}.npy", 64, [".png", "new.json"]),
    ("passes in a missing folder", "passes scene.json -o typo/new.exr", 73, ["there is no folder typo", "mkdir -p"]),
    ("passes of a missing scene", "passes no.json -o {pass}.npy", 66, ["no.json", "no such file"]),
    ("passes of a broken scene", "passes comma.json -o {pass}.npy", 65, ["comma.json:2"]),
    ("alpha beyond 1", "passes scene.json --minimum-alpha 2 -o {pass}.npy", 64, ["2", "0...1"]),
    ("steps of depth below 0", "passes scene.json --depth-steps -3 -o {pass}.png", 64, ["-3", "above 0"]),
    ("passes that nothing names", "animate in.png --mesh wave --pass uv -o new.gif", 64, ["--passes"]),
    ("passes of a sheet", "animate in.png --mesh wave --sheet 2x2 --passes {pass}-%d.npy -o new.png", 64, ["--passes", "clip"]),
    ("passes of frames without numbers", "animate in.png --mesh wave --passes {pass}.npy -o new.gif", 64, ["{pass}-%04d.npy"]),
    ("points without the size of their picture", "fit pairs.csv", 64, ["--from-size"]),
    ("three points for four corners", "fit pairs.csv --from-size 60x40 --method projective", 65, ["3 points", "4 or more"]),
    ("corners in zigzag", "fit zigzag.csv --from-size 60x40 --method projective", 65, ["zigzag.csv: ", "cross", "points 3 and 4"]),
    ("corner twice", "fit corner-twice.csv --from-size 60x40 --method projective", 65, ["points 1 and 2 have one place in the content"]),
    ("page with a corner inside", "fit dent.json --from-size 540x420", 65, ["dent.json: ", "bottom right", "triangle"]),
    ("points on a line", "fit line.csv --from-size 60x40", 65, ["one line"]),
    ("degree beyond the highest", "fit pairs.csv --from-size 60x40 --method polynomial --degree 9", 64, ["--degree is 9; use 1...5"]),
    ("smoothing below 0", "fit pairs.csv --from-size 60x40 --smoothing=-1", 64, ["--smoothing is -1; use 0..."]),
    ("distance below 0", "fit pairs.csv --from-size 60x40 --method affine --reject=-1", 64, ["--reject is -1; use 0..."]),
    ("points that are a picture", "fit in.png --from-size 60x40", 65, ["binary data"]),
    ("three points for a grid", "render in.png --mesh fit:pairs.csv,method=spline -o o.png", 65, ["pairs.csv", "4 or more"]),
    ("edges of a page in opposite directions", "render in.png --mesh page:page.json -o o.png", 65, ["page.json", "bottom", "left to right"]),
    ("page without its lower edge", "fit corner.json --from-size 40x30", 65, ["corner.json", "bottom right", "four corners"]),
    ("picture as the outline of a page", "render in.png --mesh page:in.png -o o.png", 65, ["in.png"]),
    ("method for a page", "fit corner.json --from-size 40x30 --method affine", 64, ["outline of a page", "--method"]),
    ("flag of a page as a key", "render in.png --mesh page:page.json,size=3x4 -o o.png", 64, ['"size"', "from or to"]),
    ("method of no kind", "render in.png --mesh fit:pairs.csv,method=tps -o o.png", 64, ["tps", "thin-plate"]),
    ("table of another encoding", "batch --csv names.csv --template scene.json -o {id}.png -q", 75, ["names.csv:2: byte 5 (0xEB) is not UTF-8", "--csv-encoding"]),
    ("header of another encoding", "batch --csv header.csv --template scene.json -o {id}.png -q", 65, ["header.csv:1: byte 19 (0xEB)"]),
    ("table with open quotation marks", "batch --csv open.csv --template scene.json -o {id}.png -q", 65, ["open.csv:3: the quotation marks are not closed"]),
    ("misspelt flag of a table", "batch --csv flags.csv --template scene.json -o {id}.png -q", 65, ["flags.csv:1:", "'--quality'"]),
    ("cell at fault", "batch --csv cell.csv --template scene.json -o {id}.png -q", 75, ["cell.csv:2: the column card.opacity: found 7"]),
    ("field too many", "batch --csv fields.csv --template scene.json -o {id}.png -q", 75, ["fields.csv:2:", "3 fields"]),
    ("perhaps", "batch --csv true.csv --template scene.json -o {id}.png -q", 75, ["--fit", "true or false"]),
    ("table with a space in its name", "batch --csv my names.csv --template scene.json -o {id}.png", 64, ["'names.csv'", "quotation marks"]),
    ("table without a scene", "batch --csv names.csv -o {id}.png", 64, ["--template"]),
    ("table without outputs", "batch --csv names.csv --template scene.json", 64, ["-o"]),
    ("encoding of no kind", "batch --csv names.csv --csv-encoding latin9 --template scene.json -o {id}.png", 64, ["latin9", "windows-1252"]),
    ("rotation of a file without a unit", "animate turn.json -o new.gif", 65, ["turn.json:2:", '"90deg"', '"90rad"']),
    ("key twice", f"render twice.json {out}", 65, ["twice.json:2:", "twice"]),
    ("other word for ever", "animate for-ever.json -o new.gif", 65, ["for-ever.json:2:", "infinite"]),
    # Scenes.
    ("scene with a comma too many", f"render comma.json {out}", 65, ["comma.json:2:", "key"]),
    ("scene with an open quotation", f"render quote.json {out}", 65, ["quote.json:2:"]),
    ("scene of an array", f"render array.json {out}", 65, ["array.json:1:1", "object"]),
    ("array with a comma too many", f"render element.json {out}", 65, ["element.json:2:", "layers: ", "no comma"]),
    ("contents beside their object", f"render contents.json {out}", 65, ["contents.json:2:", '"contents": {"image": ...}']),
    ("missing mask", f"render mask.json {out}", 66, ["mask.json:2:", "layers[0].mask: no.png"]),
    ("missing back", f"render back.json {out}", 66, ["back.json:2:", "layers[0].backContents: no.png"]),
    ("missing font", f"render letters.json {out}", 66, ["letters.json:2:68: layers[0].contents.fontFile: no.ttf"]),
    ("missing frames", f"render frames.json {out}", 66, ["frames.json:2:", "layers[0].contents.sequence: "]),
    ("missing film", f"render film.json {out}", 66, ["film.json:2:", "layers[0].contents.video: no.mp4"]),
    ("canvas beyond the limit", f"render large.json {out}", 65, ["large.json:1:22: canvas.size[0]: ", "32768", "--max-side"]),
    ("canvas that fits too wide a layer", f"render wide.json {out}", 65, ["Error: wide.json: the canvas is 1000000 px", "--max-side"]),
    ("clip of too wide a canvas", "animate wide.json --duration 1 -o new.gif", 65, ["Error: wide.json: the canvas is 1000000 px"]),
    ("passes of too wide a canvas", "passes wide.json -o {pass}.npy", 65, ["Error: wide.json: the canvas is 1000000 px"]),
    ("map of too wide a canvas", "map wide.json -o new.npy", 65, ["Error: wide.json: the canvas is 1000000 px"]),
    ("scale of too wide a canvas", f"render wide.json --scale 2 {out}", 64, ["2000000 px", "--scale"]),
    ("vertex too far away", f"render beyond.json {out}", 65, ["Error: beyond.json: layers[0] has coordinates too large"]),
    ("negative width", f"render negative.json {out}", 65, ["negative.json:2:", "layers[0].frame: the width is -9"]),
    ("empty mesh", f"render empty-mesh.json {out}", 65, ["empty-mesh.json:2:", "layers[0].mesh: ", '"preset"']),
    ("misspelt parameter before its preset", f"render preset-last.json {out}", 65, ["preset-last.json:2:", '"angle"?']),
    ("face of a mesh of a scene", f"render inner.json {out}", 65, ["layers[0].mesh.file: dir.png/face.json:2:", "there is 1 vertex; use 0"]),
    ("number for a flag", f"render flag.json {out}", 65, ["flag.json:2:", "found 0; use true or false"]),
    ("light without a number", "animate light-path.json -o new.gif", 65, ["light-path.json:2:", "'lights[0].color'?"]),
    ("depth of the position", "animate depth-path.json -o new.gif", 65, ["depth-path.json:2:", "'zPosition'?"]),
    ("style as the preset of a scene", f"render style.json {out}", 65, ["style.json:2:", '"preset": "style", "style": "arc"']),
    ("misspelt key", f"render key.json {out}", 65, ["key.json:2:", "layers[0]", "positon", "position"]),
    ("words for a share", f"render type.json {out}", 65, ["type.json:2:", "layers[0].opacity", "number"]),
    ("opacity beyond one", f"render range.json {out}", 65, ["range.json", "layers[0]", "opacity", "3"]),
    ("misspelt color in a scene", f"render color.json {out}", 65, ["color.json:2:", "backgroundColor", "bleu", "blue"]),
    ("angle without a unit in a scene", f"render transform.json {out}", 65, ["transform.json:2:", "transform", "deg"]),
    ("misspelt blend mode", f"render blend.json {out}", 65, ["blend.json:2:", "multipy", "multiply"]),
    ("misspelt preset in a scene", f"render preset.json {out}", 65, ["preset.json:2:", "riple", "ripple"]),
    ("misspelt parameter in a scene", f"render parameter.json {out}", 65, ["parameter.json:2:", "amplitud", "amplitude"]),
    ("misspelt key path", f"animate keypath.json -o new.gif", 65, ["keypath.json:2:", "opacty", "opacity"]),
    ("missing picture of a scene", f"render image.json {out}", 66, ["image.json:2:", "layers[0].contents", "no.png"]),
    ("picture outside of the folder", f"render outside.json {out}", 65, ["outside.json", "/etc/hostname", "--allow-read"]),
    ("unknown light of a scene", f"render light.json {out}", 65, ["light.json:1:", "sun", "directional"]),
    # Meshes.
    ("face of a missing vertex", f"{render} --mesh index.json {out}", 65, ["index.json:2:", "faces[0]", "4"]),
    ("picture as a mesh", f"{render} --mesh damaged.png {out}", 65, ["damaged.png", "looks like a PNG picture"]),
    ("picture to validate", "validate in.png", 65, ["in.png: this is not a mesh but looks like a PNG picture"]),
    ("vertex of four numbers", f"{render} --mesh vertex.json {out}", 65, ["vertex.json:1:", "vertices[0]"]),
    ("face of a line", f"{render} --mesh degenerate.json {out}", 65, ["degenerate.json", "faces[0]", "--lenient"]),
    ("twenty steps", f"{render} --mesh steps.json {out}", 65, ["20", "--max-vertices"]),
    ("face of an OBJ", f"{render} --mesh face.obj {out}", 65, ["face.obj:5", "9"]),
    ("folds undone", f"{render} --mesh ripple:amplitude=0.5 --inverse {out}", 65, ["--inverse"]),
    ("limit of vertices", f"{render} --mesh ripple --max-vertices 100 {out}", 65, ["2601", "100", "--max-vertices"]),
    # Seeing the result.
    ("watching a pipe", f"render - --watch {out}", 64, ["standard input", "--watch"]),
    ("watching the output", f"{render} -o in.png --watch", 64, ["in.png", "another output"]),
    ("showing a pipe", f"{render} --open -o -", 64, ["--open", "-o"]),
    ("unknown protocol", f"{render} --preview-protocol tek {out}", 64, ["tek", "kitty", "sixel"]),
]


def contents(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def answer(mistake):
    """The faults of the answer to a mistake, and the answer."""
    name, line, code, words = mistake
    folder = pathlib.Path(tempfile.mkdtemp(prefix="meshrender-mistake-"))
    try:
        for path, data in files.items():
            (folder / path).parent.mkdir(exist_ok=True)
            (folder / path).write_bytes(data.encode() if isinstance(data, str) else data)
        before = contents(folder)
        done = subprocess.run([tool, *shlex.split(line)], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=120)
        # The results of a batch are its answer.
        text = done.stderr.decode() + (done.stdout.decode() if code == 75 else "")
        faults = []
        if done.returncode != code:
            faults.append(f"its exit code is {done.returncode}, not {code}")
        lines = text.splitlines()
        if code != 75 and (len(lines) != 1 or not lines[0].startswith("Error: ")):
            faults.append("it is not one line that begins with Error")
        if "expected:" in text:
            faults.append("it is a help text")
        faults += [f"it lacks {word!r}" for word in words if word not in text]
        if any(len(line) > 400 for line in lines):
            faults.append("it is longer than 400 characters")
        if "fatal" in text.lower() or "crash" in text.lower():
            faults.append("it is a crash")
        if contents(folder) != before:
            faults.append("a file was written or changed")
        return faults, text
    finally:
        shutil.rmtree(folder)


with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    answers = list(pool.map(answer, mistakes))
failed = 0
for (name, line, _, _), (faults, text) in zip(mistakes, answers):
    failed += bool(faults)
    if faults or options.show:
        print(f"{'FAIL ' if faults else ''}{name}: {'; '.join(faults)}\n  meshrender {line}\n  {text.rstrip()}", flush=True)
print(f"{len(mistakes) - failed} of {len(mistakes)} mistakes are answered as they should be")
sys.exit(failed > 0)
