"""The jobs of Benchmarks/batch.sh, as one would script them: one of 256 artworks around a cylinder, multiplied with one
of 8 photos, written as JPEG of 512 x 512 pixels.

Usage: batch.py inputs FOLDER COUNT BLOCKS       writes the images, scene.json, all.jsonl, and the jobs of each block as
                                                 N.jsonl for meshrender and N.txt for the others: photo, artwork, output
       batch.py pool TOOL FOLDER BLOCK WORKERS   runs a block in a pool of processes; TOOL: opencv, pyvips or moderngl

Each process computes the map once, keeps what it has decoded, and draws on one core.
"""

import functools
import json
import multiprocessing
import os
import sys

SIDE, BOX, FIRST = 512, 300, 106  # pixels: sides of photo and artwork, and where the artwork begins in the photo
ARTWORKS, PHOTOS, QUALITY = 256, 8, 85
# Benchmarks/users has others: the side of an artwork's file, a picture whose alpha cuts it, decoded artworks that are kept.
ART, MASK, KEPT = BOX, None, ARTWORKS
ANGLE = 2.4434609527920614  # radians around the cylinder


def write_map(folder, np):
    """Writes ImageMagick's map: where each pixel of the artwork's square comes from, beside it, in 16 bits; half is none."""
    at = places(np)
    row, column = np.mgrid[0:BOX, 0:BOX]
    shift = np.stack([at[0] * BOX - 0.5 - column, at[1] * BOX - 0.5 - row, 0 * at[0]], -1)
    shift[~((at >= 0).all(0) & (at <= 1).all(0))] = (2 * BOX, 2 * BOX, 0)
    encoded = np.clip((shift / (2 * BOX) * 0.5 + 0.5) * 65535, 0, 65535).round().astype(">u2")
    with open(f"{folder}/map.ppm", "wb") as file:
        file.write(b"P6 %d %d 65535\n" % (BOX, BOX) + encoded.tobytes())


def inputs(folder, count, blocks):
    import numpy as np
    from PIL import Image

    random = np.random.default_rng(5)
    y, x = np.mgrid[0:SIDE, 0:SIDE] / SIDE
    for number in range(PHOTOS):
        light = 1.05 - 0.4 * np.hypot(x - random.uniform(0.2, 0.8), y - random.uniform(0.2, 0.8))
        photo = np.array(random.uniform(190, 235, 3)) * light[..., None] + random.normal(0, 3, (SIDE, SIDE, 3))
        Image.fromarray(photo.clip(0, 255).astype(np.uint8)).save(f"{folder}/photo-{number}.jpg", quality=92)
    v, u = (np.mgrid[0:BOX, 0:BOX] - BOX / 2) / (BOX / 2)
    radius, turn = np.hypot(u, v), np.arctan2(v, u)
    for number in range(ARTWORKS):
        art = np.zeros((BOX, BOX, 4))
        petals, reach = random.integers(3, 20), random.uniform(0.02, 0.1)
        for inner, outer in [(0, 0.3), (0.36, 0.6), (0.66, 0.88)]:
            rim = (outer + reach * np.sin(petals * turn) - radius) * BOX / 2
            cover = np.clip((radius - inner) * BOX / 2, 0, 1) * np.clip(rim, 0, 1)
            art[cover > 0, :3] = random.uniform(20, 250, 3)
            art[..., 3] = np.maximum(art[..., 3], 255 * cover)
        art[..., :3] = (art[..., :3] + random.normal(0, 4, art[..., :3].shape)).clip(0, 255)
        Image.fromarray(art.astype(np.uint8)).save(f"{folder}/art-{number}.png")
    write_map(folder, np)
    middle = [SIDE / 2, SIDE / 2]
    layers = [
        {"name": "photo", "bounds": [0, 0, SIDE, SIDE], "position": middle, "contents": {"image": "photo-0.jpg"}},
        {"name": "art", "bounds": [0, 0, BOX, BOX], "position": middle, "contents": {"image": "art-0.png"},
         "blendMode": "multiply", "mesh": {"preset": "cylinder", "angle": 140}},
    ]
    with open(f"{folder}/scene.json", "w") as file:
        json.dump({"canvas": {"size": [SIDE, SIDE]}, "layers": layers}, file)
    # Every artwork before any comes again, as often as the count says; each block has the same number of jobs.
    order = [art for _ in range(-(-count // ARTWORKS)) for art in random.permutation(ARTWORKS)][:count]
    photos = random.integers(PHOTOS, size=count)
    jobs = [
        (f"photo-{photo}.jpg", f"art-{art}.png", f"{number}.jpg")
        for number, (photo, art) in enumerate(zip(photos, order))
    ]
    ends = [block * count // blocks for block in range(blocks + 1)]
    lists = {"all": jobs, **{str(block): jobs[ends[block] : ends[block + 1]] for block in range(blocks)}}
    for name, part in lists.items():
        with open(f"{folder}/{name}.jsonl", "w") as list_file, open(f"{folder}/{name}.txt", "w") as text_file:
            for photo, art, output in part:
                values = {"photo.contents.image": photo, "art.contents.image": art}
                job = {"id": output, "scene": f"{folder}/scene.json", "set": values, "quality": QUALITY}
                list_file.write(json.dumps({**job, "output": f"{folder}/meshrender/{output}"}) + "\n")
                text_file.write(f"{photo} {art} {output}\n")


def places(np):
    """The place in the artwork's unit space of each pixel of its square: [x, y]; outside 0...1 there is none."""
    center = (np.arange(BOX, dtype=np.float32) + 0.5) / BOX
    turn = (center - 0.5) * np.float32(ANGLE)
    around = np.where(np.abs(turn) < 1, 0.5 + np.arcsin(np.clip(turn, -1, 1)) / np.float32(ANGLE), -1)
    return np.stack(np.broadcast_arrays(around[None, :], center[:, None])).astype(np.float32)


def opencv():
    import cv2
    import numpy as np

    cv2.setNumThreads(1)
    at = places(np) * ART - 0.5
    mask = cv2.imread(MASK, cv2.IMREAD_UNCHANGED)[..., 3:].astype(np.float32) / 255 if MASK else 1
    maps = cv2.convertMaps(at[0], at[1], cv2.CV_16SC2)
    photo = functools.cache(cv2.imread)

    @functools.lru_cache(KEPT)
    def artwork(path):
        art = cv2.imread(path, cv2.IMREAD_UNCHANGED).astype(np.float32)
        art[..., 3:] *= mask
        art[..., :3] *= art[..., 3:] / 255
        return art

    def draw(photo_path, art_path, out):
        bent = cv2.remap(artwork(art_path), *maps, cv2.INTER_LINEAR)
        result = photo(photo_path).copy()
        square = result[FIRST : FIRST + BOX, FIRST : FIRST + BOX]
        square[:] = (square * ((bent[..., :3] + 255 - bent[..., 3:]) / 255) + 0.5).astype(np.uint8)
        cv2.imwrite(out, result, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])

    return draw


def pyvips():
    os.environ["VIPS_CONCURRENCY"] = "1"
    import numpy as np
    import pyvips

    at = places(np) * ART - 0.5
    mask = (pyvips.Image.new_from_file(MASK)[3] / 255).copy_memory() if MASK else 1
    index = pyvips.Image.new_from_array(np.ascontiguousarray(at.transpose(1, 2, 0)))
    bilinear = pyvips.Interpolate.new("bilinear")
    photo = functools.cache(lambda path: pyvips.Image.new_from_file(path).copy_memory())

    @functools.lru_cache(KEPT)
    def artwork(path):
        art = pyvips.Image.new_from_file(path)
        return art[0:3].bandjoin(art[3] * mask).premultiply().cast("float").copy_memory()

    def draw(photo_path, art_path, out):
        bent = artwork(art_path).mapim(index, interpolate=bilinear)
        below = photo(photo_path)
        square = below.crop(FIRST, FIRST, BOX, BOX) * ((bent[0:3] + 255 - bent[3]) / 255)
        below.insert(square.rint().cast("uchar"), FIRST, FIRST).jpegsave(out, Q=QUALITY)

    return draw


def moderngl():
    import moderngl
    import numpy as np
    from PIL import Image

    context = moderngl.create_standalone_context(backend="egl")
    program = context.program(
        vertex_shader="#version 330\nin vec2 corner; void main() { gl_Position = vec4(corner, 0.0, 1.0); }",
        fragment_shader=f"""
            #version 330
            uniform sampler2D photo, art, mask;
            out vec4 color;
            void main() {{
                vec4 below = texelFetch(photo, ivec2(gl_FragCoord.xy), 0);
                vec2 at = (gl_FragCoord.xy - {FIRST}.0) / {BOX}.0;
                float turn = (at.x - 0.5) * {ANGLE};
                vec2 from = vec2(abs(turn) < 1.0 ? 0.5 + asin(turn) / {ANGLE} : -1.0, at.y);
                vec4 texel = texture(art, from);
                {"texel.a *= texture(mask, from).a;" if MASK else ""}
                if (any(lessThan(from, vec2(0.0))) || any(greaterThan(from, vec2(1.0)))) texel.a = 0.0;
                color = vec4(below.rgb * (texel.rgb * texel.a + 1.0 - texel.a), 1.0);
            }}""",
    )
    program["photo"].value, program["art"].value = 0, 1
    target = context.framebuffer(context.renderbuffer((SIDE, SIDE), 4))
    target.use()
    corners = context.buffer(np.array([-1, -1, 3, -1, -1, 3], "f4").tobytes())
    triangle = context.vertex_array(program, [(corners, "2f", "corner")])

    @functools.lru_cache(PHOTOS + KEPT)
    def texture(path):
        image = Image.open(path).convert("RGBA")
        made = context.texture(image.size, 4, image.tobytes())
        made.repeat_x = made.repeat_y = False
        if path.endswith(".png"):
            made.build_mipmaps()
        return made

    if MASK:
        mask = texture(MASK)
        program["mask"].value = 2
        mask.use(2)

    def draw(photo_path, art_path, out):
        texture(photo_path).use(0)
        texture(art_path).use(1)
        triangle.render(moderngl.TRIANGLES)
        Image.frombytes("RGB", (SIDE, SIDE), target.read(components=3)).save(out, quality=QUALITY)

    return draw


def begin(tool):
    global draw
    draw = {"opencv": opencv, "pyvips": pyvips, "moderngl": moderngl}[tool]()


def work(paths):
    draw(*paths)


def pool(tool, folder, block, workers):
    os.environ["LP_NUM_THREADS"] = "0"
    with open(f"{folder}/{block}.txt") as file:
        jobs = [line.split() for line in file]
    jobs = [(f"{folder}/{photo}", f"{folder}/{art}", f"{folder}/{tool}/{output}") for photo, art, output in jobs]
    with multiprocessing.Pool(int(workers), begin, (tool,)) as processes:
        for _ in processes.imap_unordered(work, jobs, chunksize=4):
            pass
        processes.close()
        processes.join()


if __name__ == "__main__":
    if sys.argv[1] == "inputs":
        inputs(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
    else:
        pool(*sys.argv[2:])
