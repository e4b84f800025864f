"""Pictures that every driver must draw alike."""
import json
from pathlib import Path

IMAGES = Path("Examples/images")
SIZE = ["--fit", "--size", "260x200"]

PICTURES = {
    "identity": [IMAGES / "checker.png", "--size", "200x160", "--transform", "rotate(7deg)"],
    "text wave": ["--text", "Mesh Transforms", "--font", "DejaVu Sans Bold", "--font-size", "40", "--color", "#20466b",
                  "--mesh", "wave:columns=80", "--background", "white", *SIZE],
    "ripple, lit": [IMAGES / "photo.png", "--mesh", "ripple:amplitude=0.025,waves=5", "--transform",
                    "perspective(1200) rotateX(40deg)", "--light", "directional:direction=0.2/0.6/-1", *SIZE],
    "page curl": [IMAGES / "page.png", "--mesh", "pageCurl", "--transform", "perspective(2000)", "--light",
                  "directional", *SIZE],
    "mug, highlight": [IMAGES / "label.png", "--mesh", "cylinder:angle=170", "--transform",
                       "perspective(2400) rotateX(-14deg)", "--light", "directional:direction=0.5/0.3/-1", "--surface",
                       "specular=0.35,exponent=24", "--background", "#f4efe6", *SIZE],
    "flag, wireframe": [IMAGES / "photo.png", "--mesh", "flag:columns=24,rows=12", "--transform", "perspective(2000)",
                        "--light", "directional", "--wireframe", *SIZE],
    "corner pin, bilinear": [IMAGES / "checker.png", "--mesh",
                             "cornerPin:topLeftX=0.2,topLeftY=0.1,rows=1,columns=1", "--face-interpolation", "bilinear",
                             *SIZE],
    "corner pin, projective": [IMAGES / "checker.png", "--mesh",
                               "cornerPin:topLeftX=0.2,topLeftY=0.1,rows=1,columns=1", "--face-interpolation",
                               "projective", *SIZE],
    "lamps, flat, linear": [IMAGES / "photo.png", "--mesh", "ripple:rows=12,columns=12", "--linear", "--light",
                            "point:position=100/100/200", "--light", "spot:position=600/300/300", "--light", "ambient",
                            "--surface", "shading=flat", *SIZE],
    "magnified, cubic": [IMAGES / "checker.png", "--mesh", "swirl", "--magnification-filter", "cubic", "--size",
                         "100x80", "--scale", "3"],
    "smooth surface": [IMAGES / "photo.png", "--mesh", "Examples/meshes/ridge.json", "--subdivision-steps", "auto",
                       "--transform", "perspective(1200) rotateX(50deg)", "--light", "directional", *SIZE],
    "card": ["Examples/scenes/card.json", *SIZE],
    "product": ["Examples/scenes/product.json", *SIZE],
    "16 samples": [IMAGES / "checker.png", "--mesh", "wave", "--samples", "16", *SIZE],
    "translucent, one over another": ["{folder}/stacked.json"],
    "translucent, crossing": ["{folder}/crossing.json"],
    "translucent, crossing, unbent": ["{folder}/divided.json"],
    "blended, masked, with shadow": ["{folder}/compositing.json"],
}

# Whole triangles from back to front where a device has no lists of fragments, which README.md states.
NEEDS_LISTS = {"translucent, crossing", "translucent, crossing, unbent"}
HAIRLINES = ["{folder}/hairlines.json"]


def glass(color, position, transform):
    return {"bounds": [0, 0, 120, 120], "position": position, "contents": {"color": color}, "transform": transform}


def write_scenes(folder):
    """Layers of even translucent color, as far apart and through one another; and hairlines on a long canvas."""
    def save(name, scene):
        (Path(folder) / name).write_text(json.dumps(scene))

    tilts = ["rotateX(20deg) rotateY(30deg)", "rotateX(-35deg) rotateZ(20deg)", "rotateY(-50deg) rotateZ(-10deg)"]
    colors = ["#ff000080", "#00ff0080", "#0000ff80"]
    divided = [glass(c, [100, 80], f"perspective(500) {t}") for c, t in zip(colors, tilts)]
    # What overlaps a bent layer is not divided, and needs lists of fragments.
    bent = {"vertices": [[x, y, x, y, z] for y in (0, 1) for x, z in ((0, 0), (0.5, 4), (1, 0))],
            "faces": [[0, 1, 4, 3], [1, 2, 5, 4]]}
    crossing = [{**divided[0], "mesh": bent}, *divided[1:]]
    stacked = [glass(c, [80 + 20 * i, 70 + 10 * i], f"translateZ({40 * i}px) rotateZ({9 * i}deg)")
               for i, c in enumerate(colors)]
    for name, layers in {"crossing.json": crossing, "divided.json": divided, "stacked.json": stacked}.items():
        save(name, {"canvas": {"size": [200, 160], "background": "#ffffff", "depth": "shared"}, "layers": layers})
    save("compositing.json", {"canvas": {"size": [200, 160], "background": "#e0d0c0"}, "layers": [
        {"bounds": [0, 0, 90, 90], "position": [60, 60], "contents": {"color": "#4080c0"}, "cornerRadius": 20,
         "backgroundColor": "#4080c0", "masksToBounds": True, "shadowOpacity": 0.7, "shadowRadius": 5},
        {"bounds": [0, 0, 110, 80], "position": [120, 90], "contents": {"color": "#ffb020"}, "blendMode": "multiply",
         "mesh": {"preset": "ripple", "rows": 8, "columns": 8}, "transform": "rotate(10deg)"},
        {"bounds": [0, 0, 80, 80], "position": [150, 60], "contents": {"color": "#30a060"}, "blendMode": "soft-light",
         "mask": {"bounds": [0, 0, 60, 60], "position": [40, 40], "cornerRadius": 30, "backgroundColor": "#ffffffc0",
                  "maskMode": "luminance"}}]})
    # Long sides for faults of tiles and viewports: a sheet with thin slanted edges.
    save("tall.json", {"canvas": {"size": [60, 5000]}, "layers": [
        {"bounds": [0, 0, 3, 4900], "position": [30, 2500], "contents": {"color": "#ff8000"},
         "transform": "rotate(0.3deg)"}]})
    save("hairlines.json", {"canvas": {"size": [6000, 300]}, "layers": [
        {"bounds": [0, 0, 5800, width], "position": [3000, y], "contents": {"color": "#ffffff"},
         "transform": f"rotate({angle}deg)"}
        for y, width, angle in [(60.1, 0.5, 0.0), (150, 0.5, 0.6), (240, 1, -0.7)]]})


# Area of the lines in pixels: what is to be seen of them, wherever they lie between the pixels.
HAIRLINE_INK = 5800 * (0.5 + 0.5 + 1)
