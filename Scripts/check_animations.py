"""Compares the clips that meshrender writes with what independent readers see in them."""

import json
import pathlib
import shutil
import subprocess
import sys

import numpy as np
from PIL import Image, ImageSequence

from checks import expect, finish

tool, folder, picture = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
RATE = 30
# Half a second: 15 frames, of 33 or 34 ms in whole milliseconds.
MOTION = ["--mesh", "ripple:amplitude=0.05", "--animate", "phase 0..1 500ms linear loop"]
# Corners that show the background.
MOTION += ["--transform", "rotateZ(8deg)", "--light", "directional:direction=0.4/0.6/-1", "--fit", "--scale", "0.75"]
OPAQUE = ["--background", "white"]
has_ffmpeg = bool(shutil.which("ffmpeg") and shutil.which("ffprobe"))


def animate(output, *flags):
    command = [tool, "animate", picture, *MOTION, "--fps", str(RATE), "-o", str(output), *flags, "--quiet"]
    run = subprocess.run(command, capture_output=True)
    expect(run.returncode == 0, f"{' '.join(command[1:])}: {run.stderr.decode()}")
    return run.stdout


def path(name):
    return folder / name


def sequence(name, *flags):
    """The frames of a PNG sequence, as straight RGBA."""
    animate(f"{path(name)}/", *flags)
    files = sorted(path(name).glob("frame-*"))
    expect([file.name for file in files] == [f"frame-{i + 1:04}.png" for i in range(len(files))], f"names of {name}")
    return np.stack([np.asarray(Image.open(file).convert("RGBA")) for file in files])


def seen(frames):
    """Colors times alpha: what is hidden under alpha 0 does not count."""
    frames = frames.astype(np.uint16)
    colors = (frames[..., :3] * frames[..., 3:] + 127) // 255
    return np.concatenate([colors, frames[..., 3:]], axis=-1).astype(np.uint8)


def with_pillow(name):
    """Frames and their durations in ms."""
    frames, durations = [], []
    with Image.open(path(name)) as clip:
        for frame in ImageSequence.Iterator(clip):
            frames.append(np.asarray(frame.convert("RGBA")))
            durations.append(frame.info["duration"])
        loop = clip.info.get("loop")
    return np.stack(frames), durations, loop


def with_ffmpeg(name, *options, data=None):
    """Frames as straight RGBA."""
    source = ["-i", "pipe:0"] if data is not None else ["-i", str(path(name))]
    command = ["ffmpeg", "-v", "error", *options, *source, "-fps_mode", "passthrough"]
    # Y'CbCr of these files is BT.709's where they say so, else BT.601's.
    command += ["-sws_flags", "accurate_rnd+full_chroma_int+full_chroma_inp"]
    run = subprocess.run([*command, "-f", "rawvideo", "-pix_fmt", "rgba", "-"], input=data, capture_output=True)
    expect(run.returncode == 0 and not run.stderr, f"ffmpeg on {name}: {run.stderr.decode()}")
    return np.frombuffer(run.stdout, np.uint8)


def stream(name):
    entries = "stream=codec_name,width,height,pix_fmt,r_frame_rate,nb_read_frames,color_space:format=duration"
    command = ["ffprobe", "-v", "error", "-count_frames", "-show_entries", entries, "-of", "json", str(path(name))]
    found = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    return {**found["streams"][0], **found["format"]}


def mean_difference(a, b):
    return np.abs(a.astype(int) - b.astype(int)).mean()


def are_in_order(decoded, frames):
    """Whether each frame looks most like the one that it should be, whatever the codec has lost."""
    nearest = [np.argmin([mean_difference(frame, other) for other in frames]) for frame in decoded]
    return nearest == list(range(len(frames)))


clear, opaque = sequence("clear"), sequence("opaque", *OPAQUE)
count, height, width = clear.shape[:3]
expect(count == RATE // 2, f"{count} frames of half a second at {RATE} a second")
expect(len(np.unique(clear.reshape(count, -1), axis=0)) == count, "frames that do not differ")
expect(clear[..., 3].min() < 255, "the clip has no transparency to check")
expect(opaque[..., 3].min() == 255, "the clip on white is not opaque")

# Raw pixels, in both forms of alpha, in a file and through a pipe.
animate(path("a.rgba"))
expect(path("a.rgba").read_bytes() == clear.tobytes(), "raw RGBA, straight")
expect(animate("-", "--format", "rgba", "--alpha", "premultiplied") == seen(clear).tobytes(), "premultiplied, in a pipe")

# Animated pictures, lossless.
milliseconds = [round(1000 * (k + 1) / RATE) - round(1000 * k / RATE) for k in range(count)]
animate(path("a.apng"), "--loop", "3")
frames, durations, loop = with_pillow("a.apng")
expect(np.array_equal(frames, clear), "APNG's pixels by Pillow")
expect(all(abs(d - 1000 / RATE) < 1e-3 for d in durations) and loop == 3, f"APNG's times: {durations}, loop {loop}")
animate(path("a.webp"), "--loop", "forever")
frames, durations, loop = with_pillow("a.webp")
expect(np.array_equal(seen(frames), seen(clear)), "WebP's pixels by Pillow")
expect(durations == milliseconds and loop == 0, f"WebP's times: {durations}, loop {loop}")

# 256 colors; a pixel is there or not.
for name, frames_of, flags in [("a.gif", clear, []), ("opaque.gif", opaque, OPAQUE)]:
    animate(path(name), *flags)
    frames, durations, loop = with_pillow(name)
    expect(frames.shape == frames_of.shape, f"{name}: {frames.shape}")
    expect(sum(durations) == 500 and set(durations) == {30, 40} and loop == 0, f"{name}: {durations}, loop {loop}")
    solid = frames_of[..., 3] >= 128
    expect(np.array_equal(frames[..., 3] == 255, solid), f"{name}: holes")
    expect(mean_difference(frames[..., :3][solid], frames_of[..., :3][solid]) < 4, f"{name}: colors")
    sharp = np.concatenate([frames_of[..., :3] * solid[..., None], 255 * solid[..., None]], axis=-1)
    expect(are_in_order(seen(frames), sharp), f"{name}: frames in another order")

# A sheet of 3 by 2 frames.
animate(path("sheet.png"), "--sheet", "3x2")
with Image.open(path("sheet.png")) as sheet:
    expect(width * 3 <= sheet.width < width * 3.2 and height * 2 <= sheet.height < height * 2.2, f"sheet: {sheet.size}")

if has_ffmpeg:
    # The decoder named, where ffmpeg has one that forgets the alpha.
    videos = [
        ("a.apng", clear, [], [], "apng", 0), ("a.mkv", clear, [], [], "ffv1", 0),
        ("a.mov", clear, [], [], "prores", 1.5), ("a.webm", clear, [], ["-c:v", "libvpx-vp9"], "vp9", 3),
        ("opaque.webm", opaque, OPAQUE, [], "vp9", 3), ("a.mp4", opaque, OPAQUE, [], "h264", 3),
        ("a.y4m", opaque, OPAQUE, [], "rawvideo", 1),
    ]
    for name, frames, flags, decoder, codec, tolerance in videos:
        if not path(name).exists():
            animate(path(name), *flags)
        about = stream(name)
        rows, columns = (height + height % 2, width + width % 2) if codec == "h264" else (height, width)
        expect(about["codec_name"] == codec and (about["width"], about["height"]) == (columns, rows), f"{name}: {about}")
        expect(int(about["nb_read_frames"]) == count, f"{name}: {about['nb_read_frames']} frames")
        expect(about["r_frame_rate"] == f"{RATE}/1", f"{name}: {about['r_frame_rate']} frames per second")
        if "duration" in about:
            expect(abs(float(about["duration"]) - 0.5) < 0.002, f"{name}: {about['duration']} s")
        decoded = with_ffmpeg(name, *decoder)
        expect(decoded.size == count * rows * columns * 4, f"{name}: {decoded.size} bytes")
        if decoded.size != count * rows * columns * 4:
            continue
        decoded = decoded.reshape(count, rows, columns, 4)[:, :height, :width]
        difference = mean_difference(seen(decoded), seen(frames))
        expect(difference <= tolerance, f"{name}: {difference:.3f} of 255 off in the mean")
        expect(are_in_order(seen(decoded), seen(frames)), f"{name}: frames in another order")
    piped = with_ffmpeg("y4m in a pipe", "-f", "yuv4mpegpipe", data=animate("-", "--format", "y4m", *OPAQUE))
    expect(np.array_equal(piped, with_ffmpeg("a.y4m")), "y4m in a pipe")
else:
    print("ffmpeg is not installed: the forms of video are not checked")

# Files of others as moving content: the frame at each time is the one that Pillow shows then, pixel by pixel.
def uneven(name, **options):
    """Four frames of 100, 250, 40 and 370 ms."""
    pictures = []
    for number in range(4):
        pixels = np.zeros((24, 32, 4), np.uint8)
        pixels[..., :3] = [60 * number, 80, 200]
        pixels[..., 1] += np.arange(32, dtype=np.uint8) * 4
        pixels[..., 3] = 255
        pixels[4:12, 4 + 5 * number : 12 + 5 * number] = [255, 0, 0, options.get("alpha", 255)]
        pictures.append(Image.fromarray(pixels if "alpha" in options else pixels[..., :3]))
    more = {"lossless": True} if name.endswith(".webp") else {}
    pictures[0].save(
        path(name), save_all=True, append_images=pictures[1:], duration=[100, 250, 40, 370], loop=0, **more)


def moved(name, *flags):
    command = [tool, "animate", str(path(name)), "--format", "rgba", "-o", "-", "--quiet", *flags]
    run = subprocess.run(command, capture_output=True)
    expect(run.returncode == 0 and not run.stderr, f"{' '.join(command[1:])}: {run.stderr.decode()}")
    return np.frombuffer(run.stdout, np.uint8).reshape(-1, 24, 32, 4)


moving = [("uneven.webp", {"alpha": 100})]
if has_ffmpeg:
    moving += [("uneven.gif", {}), ("clear.gif", {"alpha": 0}), ("uneven.png", {}), ("clear.apng", {"alpha": 100})]
for name, options in moving:
    uneven(name, **options)
    frames, durations, _ = with_pillow(name)
    ends = np.cumsum(durations)
    times = np.arange(76) / 0.1  # in ms: every 10 ms
    expected = frames[np.searchsorted(ends, times + 1e-6, side="right")]
    found = moved(name, "--fps", "100")
    expect(found.shape == expected.shape, f"{name}: {found.shape}, not {expected.shape}")
    expect(np.array_equal(seen(found), seen(expected)), f"{name}: other pixels or times than Pillow's")

if has_ffmpeg:
    # Sound: as long as the frames, and packet by packet that of the source.
    source = ["-f", "lavfi", "-i", "testsrc=s=32x24:r=30000/1001:d=1", "-f", "lavfi", "-i", "sine=d=1.5"]
    subprocess.run(["ffmpeg", "-v", "error", *source, "-c:a", "aac", str(path("loud.mp4"))], check=True)
    for name in ["loud.mov", "loud.mkv", "loud.webm"]:
        command = [tool, "animate", str(path("loud.mp4")), "--background", "white", "-o", str(path(name)), "--quiet"]
        run = subprocess.run(command, capture_output=True)
        expect(run.returncode == 0, f"{name}: {run.stderr.decode()}")
        entries = ["-show_entries", "stream=codec_name:packet=pts_time,duration_time", "-select_streams", "a"]
        found = json.loads(
            subprocess.run(
                ["ffprobe", "-v", "error", *entries, "-of", "json", str(path(name))], capture_output=True).stdout)
        codec = "opus" if name.endswith("webm") else "aac"
        expect([stream["codec_name"] for stream in found["streams"]] == [codec], f"{name}: {found['streams']}")
        end = max(float(packet["pts_time"]) + float(packet.get("duration_time", 0)) for packet in found["packets"])
        expect(abs(end - 1.001) < 0.05, f"{name}: the sound ends at {end} s, the frames at 1.001 s")

if has_ffmpeg:
    # Colors through pipes, ffmpeg to meshrender to ffmpeg, by the flags that the README names: red stays red.
    def pipe(command, data):
        run = subprocess.run(command, input=data, capture_output=True)
        expect(run.returncode == 0, f"{' '.join(map(str, command))}: {run.stderr.decode()}")
        return run.stdout

    def through_pipes(width, height, color, matrix, name, limits, chroma):
        """The largest error of a plain color after the round trip."""
        frame = bytes(color) * (width * height)
        raw = ["-f", "rawvideo", "-pix_fmt", "rgb24"]
        pixels = "yuv444p" if chroma == "444" else "yuv420p"
        y4m = pipe(
            ["ffmpeg", "-v", "error", *raw, "-s", f"{width}x{height}", "-r", "25", "-i", "-", "-vf",
             f"scale=out_color_matrix={matrix}:out_range={limits},format={pixels}", "-f", "yuv4mpegpipe", "-"], frame)
        drawn = pipe(
            [tool, "animate", "-", "--color-matrix", matrix, "--color-range", limits, "--background", "white",
             "--chroma", chroma, "--format", "y4m", "-o", "-", "--quiet"], y4m)
        back = pipe(
            ["ffmpeg", "-v", "error", "-f", "yuv4mpegpipe", "-colorspace", name, "-color_range", limits, "-i", "-",
             *raw, "-"], drawn)
        found = np.frombuffer(back, np.uint8).reshape(-1, 3)
        expect(len(found) == width * height, f"{len(found)} pixels came through the pipes")
        return np.abs(found.astype(int) - color).max()

    for width, height in [(854, 480), (1920, 1080)]:
        for matrix, name in [("bt601", "smpte170m"), ("bt709", "bt709"), ("bt2020", "bt2020nc")]:
            for limits, chroma in [("tv", "444"), ("tv", "420"), ("pc", "444")]:
                error = through_pipes(width, height, (255, 0, 0), matrix, name, limits, chroma)
                expect(error <= 2, f"red is {error} off by {matrix}, {limits}, {chroma} at {height} lines")
    for color in [(0, 255, 0), (0, 0, 255), (255, 255, 255), (30, 200, 90)]:
        error = through_pipes(64, 48, color, "bt709", "bt709", "tv", "444")
        expect(error <= 2, f"{color} is {error} off after the pipes")
    # Without flags: FFmpeg makes y4m of RGB by BT.601, which is the default below 720 lines.
    plain = pipe(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "color=red:s=64x48:d=0.04", "-vf", "format=rgb24",
                  "-pix_fmt", "yuv444p", "-f", "yuv4mpegpipe", "-"], None)
    red = np.frombuffer(pipe([tool, "animate", "-", "--format", "rgba", "-o", "-", "--quiet"], plain), np.uint8)
    expect(np.abs(red.reshape(-1, 4).astype(int) - [255, 0, 0, 255]).max() <= 2, f"plain red is {red[:4]}")

    # The places of color samples, with swscale's as the reference: smooth colors, whose filters all agree.
    column, row = np.meshgrid(np.arange(64), np.arange(48))
    smooth = np.stack([60 + 2.2 * column, 200 - 1.5 * column - row, 40 + 3 * row], -1).round().astype(np.uint8)
    quality = "flags=bicubic+accurate_rnd+full_chroma_int+full_chroma_inp"
    raw = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", "64x48", "-i", "-"]
    # FFmpeg has both color samples of PAL DV at the upper pixels; the format has Cb at the lower, so that only Cr agrees.
    for chroma, x, y, planes in [("420jpeg", 128, 128, "uv"), ("420mpeg2", 0, 128, "uv"), ("420paldv", 0, 0, "v")]:
        ours = pipe(
            [tool, "animate", "-", "--content-format", "rgb24", "--content-size", "64x48", "--background", "white",
             "--chroma", chroma, "--color-matrix", "bt601", "--format", "y4m", "-o", "-", "--quiet"], smooth.tobytes())
        places = f"out_h_chr_pos={x}:out_v_chr_pos={y}"
        theirs = pipe(
            ["ffmpeg", "-v", "error", *raw, "-vf",
             f"scale=out_color_matrix=bt601:out_range=tv:{places}:{quality},format=yuv420p", "-f", "rawvideo", "-"],
            smooth.tobytes())
        ours_only = np.frombuffer(ours.split(b"FRAME\n", 1)[1], np.uint8).astype(int)
        theirs_only = np.frombuffer(theirs, np.uint8).astype(int)
        for plane in planes:
            start = 64 * 48 + (32 * 24 if plane == "v" else 0)
            a, b = [data[start : start + 32 * 24].reshape(24, 32)[2:-2, 2:-2] for data in (ours_only, theirs_only)]
            expect(np.abs(a - b).max() <= 1 and np.abs(a - b).mean() < 0.1,
                   f"{chroma}: {plane} is {np.abs(a - b).mean():.3f} off swscale's in the mean")
        back = pipe([tool, "animate", "-", "--format", "rgba", "-o", "-", "--quiet"], ours)
        found = np.frombuffer(back, np.uint8).reshape(48, 64, 4)[4:-4, 4:-4, :3].astype(int)
        expect(np.abs(found - smooth[4:-4, 4:-4]).max() <= 2, f"{chroma}: colors move between pixels")
        if planes == "uv":
            decoded = pipe(
                ["ffmpeg", "-v", "error", "-f", "yuv4mpegpipe", "-i", "-", "-vf",
                 f"scale=in_color_matrix=bt601:{places.replace('out_', 'in_')}:{quality},format=rgb24", "-f",
                 "rawvideo", "-"], ours)
            other = np.frombuffer(decoded, np.uint8).reshape(48, 64, 3)[4:-4, 4:-4].astype(int)
            expect(np.abs(other - found).max() <= 2 and np.abs(other - found).mean() < 0.25,
                   f"{chroma}: {np.abs(other - found).mean():.3f} off what swscale reads")

    # Gray is full range for FFmpeg, whatever the file says.
    gray = pipe(
        [tool, "animate", picture, *MOTION, *OPAQUE, "--frames", "1..1", "--chroma", "mono", "--format", "y4m", "-o",
         "-", "--quiet"], None)
    shown = pipe(["ffmpeg", "-v", "error", "-f", "yuv4mpegpipe", "-i", "-", "-f", "rawvideo", "-pix_fmt", "gray", "-"], gray)
    expect(max(shown) == 255, f"white is {max(shown)} in a gray stream")

leftover = [file.name for file in folder.rglob(".*") if file.suffix != ".job"]
expect(not leftover, f"temporary files are left: {leftover}")
finish("checks")
