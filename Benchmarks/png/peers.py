"""Makes the pictures for Benchmarks/png.sh, times Python's libraries on them, or checks files against pictures.

peers.py pictures FOLDER PHOTO             scales the photo to two sizes
peers.py time LIBRARY PICTURE              prints megabytes of pixels a second and the file's bytes
peers.py check PICTURE FILE                fails where the pixels differ
"""

import io
import pathlib
import statistics
import subprocess
import sys
import time

from PIL import Image

ROUNDS = 9


def pictures(folder, photo):
    image = Image.open(photo).convert("RGBA")
    for name, size in {"photo-1080p": (1920, 1080), "photo-720p": (1280, 720)}.items():
        image.resize(size, Image.Resampling.LANCZOS).save(pathlib.Path(folder, f"{name}.png"))


def encoder(library, image):
    size, data = image.size, image.tobytes()
    if library == "fpng":
        import fpng_py

        return lambda: fpng_py.fpng_encode_image_to_memory(data, size[0], size[1], 4)

    def encode():
        output = io.BytesIO()
        image.save(output, "PNG", compress_level=int(library.removeprefix("pillow-")))
        return output.getvalue()

    return encode


def measure(library, picture):
    image = Image.open(picture).convert("RGBA")
    encode = encoder(library, image)
    bytes_made = encode()
    times = []
    for _ in range(ROUNDS if library != "pillow-6" else 3):
        start = time.perf_counter()
        encode()
        times.append(time.perf_counter() - start)
    print(4 * image.width * image.height / statistics.median(times) / 1e6, len(bytes_made))


def check(picture, file):
    expected, actual = Image.open(picture).convert("RGBA"), Image.open(file)
    if actual.mode != "RGBA" or actual.tobytes() != expected.tobytes():
        sys.exit(f"{file} has other pixels in Pillow than {picture}")
    size = f"{expected.width}x{expected.height}"
    command = ["ffmpeg", "-v", "error", "-i", file, "-f", "rawvideo", "-pix_fmt", "rgba", "-"]
    try:
        decoded = subprocess.run(command, check=True, capture_output=True)
    except FileNotFoundError:
        return  # FFmpeg is not needed for anything else here
    if decoded.stdout != expected.tobytes() or decoded.stderr:
        sys.exit(f"{file} has other pixels in FFmpeg than {picture}, {size}: {decoded.stderr.decode()}")


{"pictures": pictures, "time": measure, "check": check}[sys.argv[1]](*sys.argv[2:])
