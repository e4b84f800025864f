"""Draws the curves that growth-curves.sh measured and writes them into a Markdown page.

Usage: plot_curves.py POINTS PAGE.md
POINTS has lines of axis, name, value, milliseconds a frame and peak memory in MiB, one a round. Between the page's
markers <!-- AXIS --> and <!-- /AXIS --> comes a plot, PAGE/AXIS.svg, and a table with the same numbers; between
<!-- machine --> and <!-- /machine --> where they were measured.
"""

import os
import platform
import re
import statistics
import sys
from pathlib import Path

import matplotlib

matplotlib.use("svg")
# The same bytes for the same numbers, and text that stays text.
matplotlib.rcParams.update({"svg.hashsalt": "growth", "svg.fonttype": "none", "font.size": 10})
from matplotlib import pyplot
from matplotlib.ticker import FuncFormatter, NullFormatter

COLORS = {"meshrender": "#2060c0", "moderngl": "#909090"}

# The value that was passed to what is on the horizontal axis, and how that is called.
AXES = {
    "faces": (lambda side: side * side, "faces of the mesh"),
    "pixels": (lambda width: width * width * 9 // 16, "pixels of the canvas"),
    "layers": (lambda count: count, "layers"),
    "lights": (lambda count: count, "lights"),
    "frames": (lambda count: count, "frames of the clip"),
}


def read(path):
    """{axis: {name: {x: (milliseconds, MiB)}}}, medians over the rounds; milliseconds of the whole clip for frames."""
    rounds = {}
    for line in Path(path).read_text().splitlines():
        axis, name, value, milliseconds, mebibytes = line.split()
        value = int(value)
        time = float(milliseconds) * (value if axis == "frames" else 1)
        points = rounds.setdefault(axis, {}).setdefault(name, {})
        points.setdefault(AXES[axis][0](value), []).append((time, float(mebibytes)))
    return {
        axis: {name: {x: tuple(map(statistics.median, zip(*values))) for x, values in sorted(points.items())}
               for name, points in names.items()}
        for axis, names in rounds.items()}


def short(value):
    """1,000 and more as 1k, 1M."""
    for unit, suffix in [(1e6, "M"), (1e3, "k")]:
        if value >= unit:
            return f"{value / unit:.3g}{suffix}"
    return f"{value:.3g}"


def draw(axis, names, path):
    # Of a clip its memory too, which is what must not grow.
    rows = [("seconds", 0, 1e-3), ("peak memory, MiB", 1, 1)] if axis == "frames" else [("ms a frame", 0, 1)]
    figure, plots = pyplot.subplots(1, len(rows), figsize=(4.8 * len(rows), 3.2), squeeze=False, layout="constrained")
    for plot, (label, column, factor) in zip(plots[0], rows):
        for name, points in names.items():
            plot.plot(list(points), [values[column] * factor for values in points.values()],
                      marker="o", markersize=4, color=COLORS[name], label=name)
        plot.set_xscale("log")
        plot.set_xlabel(AXES[axis][1])
        plot.set_ylabel(label)
        xs = sorted({x for points in names.values() for x in points})
        plot.set_xticks(xs, [short(x) for x in xs], rotation=30)
        ys = [values[column] * factor for points in names.values() for values in points.values()]
        if column == 0:
            plot.set_yscale("log")
            # A decade at least, so that noise does not look like growth.
            spare = max(1.3, (10 * min(ys) / max(ys)) ** 0.5)
            plot.set_ylim(min(ys) / spare, max(ys) * spare)
            for side in (plot.yaxis.set_major_formatter, plot.yaxis.set_minor_formatter):
                side(FuncFormatter(lambda value, _: short(value) if str(f"{value:e}")[0] in "125" else ""))
        else:
            plot.set_ylim(0, 1.3 * max(ys))
        plot.xaxis.set_minor_formatter(NullFormatter())
        plot.minorticks_on() if column == 0 else plot.minorticks_off()
        plot.tick_params(axis="x", which="minor", bottom=False)
        plot.grid(True, which="major", color="#dddddd", linewidth=0.6)
        plot.set_axisbelow(True)
        plot.spines[["top", "right"]].set_visible(False)
    plots[0][0].legend(frameon=False)
    figure.savefig(path, metadata={"Date": None, "Creator": None})
    pyplot.close(figure)


def table(axis, names):
    unit, factor, digits = ("s", 1e-3, 2) if axis == "frames" else ("ms", 1, 1)
    heads = [AXES[axis][1]] + [f"{name}, {unit}" for name in names] + [f"{name}, peak MiB" for name in names]
    lines = [f"| {' | '.join(heads)} |", "|" + " ---: |" * len(heads)]
    for x in next(iter(names.values())):
        cells = [f"{x:,}"] + [f"{names[name][x][0] * factor:,.{digits}f}" for name in names]
        cells += [f"{names[name][x][1]:.0f}" for name in names]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def machine():
    model = next((line.split(":")[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines()
                  if line.startswith("model name")), platform.machine())
    import moderngl

    info = moderngl.create_context(standalone=True, backend="egl").info
    return f"{os.cpu_count()} cores of {model}; {info['GL_RENDERER']}, {info['GL_VERSION'].split(') ')[-1]}."


def main():
    curves, page = read(sys.argv[1]), Path(sys.argv[2])
    folder = page.with_suffix("")
    folder.mkdir(exist_ok=True)
    text = page.read_text()
    parts = {"machine": machine()}
    for axis, names in curves.items():
        draw(axis, names, folder / f"{axis}.svg")
        what = f"{'seconds and peak memory' if axis == 'frames' else 'milliseconds a frame'} by {AXES[axis][1]}"
        parts[axis] = f"![{what.capitalize()}]({folder.name}/{axis}.svg)\n\n{table(axis, names)}"
    for name, part in parts.items():
        text, count = re.subn(
            rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", lambda match: f"{match[1]}{part}\n{match[2]}", text, flags=re.S)
        if not count:
            sys.exit(f"{page} has no <!-- {name} --> with <!-- /{name} -->")
    page.write_text(text)


main()
