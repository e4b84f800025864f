#!/usr/bin/env python3
"""Writes the man pages of meshrender and of its commands from the tool's own descriptions.

Usage: Scripts/man_pages.py TOOL FOLDER

The options, texts and examples are those of the help; presets, lights, key paths, exit codes and variables are those of
`meshrender reference`. The date is SOURCE_DATE_EPOCH's, or that of the last commit.
"""

import datetime
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

FILES = [
    ("$XDG_CACHE_HOME/meshrender, ~/.cache/meshrender",
     "Compiled shaders, at most 128 small files, so that the next picture starts sooner. No picture depends on them; "
     "they may be deleted at any time. --no-shader-cache does without."),
    (".frame-%04d.png.job",
     "A hidden file beside the frames of a PNG sequence, by which animate --resume recognizes frames of the same job."),
]

class Failure(Exception):
    pass


def run(tool, *arguments):
    environment = {**os.environ, "COLUMNS": "400"}
    return subprocess.run(
        [tool, *arguments], check=True, capture_output=True, text=True, env=environment, stdin=subprocess.DEVNULL
    ).stdout


def escaped(text):
    """Text as roff: backslashes, and hyphens that are no line breaks, so that options can be copied."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("`", "\\(ga").replace("^", "\\(ha").replace("~", "\\(ti")
    text = text.replace("'", "\\(aq")
    return "\n".join("\\&" + line if line.startswith(".") else line for line in text.split("\n"))


def bold(text):
    return f"\\fB{escaped(text)}\\fR"


def entry(term, *texts):
    return [".TP", term, *(line for text in texts for line in escaped(text).split("\n") if line)]


def prose(text):
    """Paragraphs of a discussion; indented lines stay as they are."""
    lines = []
    for block in text.strip("\n").split("\n\n"):
        block = block.strip("\n")
        if not block:
            continue
        if lines:
            lines.append(".PP")
        if block.startswith("  "):
            lines += verbatim(block)
            continue
        named = [re.match(r"([\w, ]{1,30}): +(.+)", line) for line in block.split("\n")]
        if len(named) > 1 and all(named):
            # A list begins a paragraph of its own.
            if lines:
                lines.pop()
            for match in named:
                lines += entry(bold(match[1]), match[2])
            continue
        plain = []
        for line in block.split("\n"):
            if line.startswith(" "):
                plain and lines.extend(escaped("\n".join(plain)).split("\n"))
                plain = []
                lines += [".br", escaped(line.strip())]
            else:
                plain.append(line)
        lines += escaped("\n".join(plain)).split("\n") if plain else []
    return lines


def verbatim(block):
    lines = block.split("\n")
    indent = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    return [".RS 4", ".nf", *(escaped(line[indent:]) for line in lines), ".fi", ".RE"]


def divided(discussion):
    """The discussion without its examples, and the examples: indented lines."""
    lines = discussion.split("\n")
    start = next((i for i, line in enumerate(lines) if re.fullmatch(r"EXAMPLES?", line)), None)
    if start is None:
        blocks = [block for block in discussion.split("\n\n") if block.startswith("  meshrender ")]
        return discussion, "\n\n".join(blocks)
    end = start + 1
    while end < len(lines) and (lines[end].startswith("  ") or not lines[end]):
        end += 1
    return "\n".join(lines[:start] + lines[end:]), "\n".join(lines[start + 1:end]).strip("\n")


def term(argument):
    names = sorted(argument.get("names", []), key=lambda name: len(name["name"]))
    words = [bold(("--" if name["kind"] == "long" else "-") + name["name"]) for name in names]
    value = f"\\fI{escaped(argument['valueName'])}\\fR" if argument["kind"] != "flag" else ""
    return ", ".join(words) + (" " if words and value else "") + value


def explained(argument):
    text = argument.get("abstract", "")
    values = (argument.get("completionKind") or {}).get("list", {}).get("values", [])
    if values and not all(re.search(rf"\b{re.escape(value)}\b", text) for value in values):
        text += f" One of: {', '.join(values)}."
    default = argument.get("defaultValue")
    if default and "efault" not in text and argument["kind"] != "flag":
        text += f" Default: {default}."
    return text


def options(arguments):
    groups = {}
    for argument in arguments:
        if argument.get("shouldDisplay"):
            name = argument.get("sectionTitle") or ("Arguments" if argument["kind"] == "positional" else "Options")
            groups.setdefault(name, []).append(argument)
    lines = [".SH OPTIONS"]
    for name, members in groups.items():
        if len(groups) > 1:
            lines.append(f".SS {escaped(name)}")
        for argument in members:
            lines += entry(term(argument), explained(argument))
    return lines


def synopsis(tool, name):
    help_text = run(tool, "help", name)
    usage = help_text.split("USAGE: ", 1)[1].split("\n\n", 1)[0]
    lines = []
    for line in usage.split("\n"):
        words = escaped(line.strip())
        words = re.sub(r"<([^<>]*)>", r"\\fI\1\\fR", words)
        words = re.sub(r"^meshrender (\S+)", r"\\fBmeshrender \1\\fR", words)
        lines += [".br", words] if lines else [words]
    return lines


def text(value):
    """A value of JSON as it is written in flags."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def allowed(item):
    """The type, the range, the unit and the names of a value, as a sentence."""
    if "values" in item:
        return f"One of: {', '.join(value['name'] for value in item['values'])}."
    words = item["type"].removeprefix("a ").removeprefix("an ")
    words = words[0].upper() + words[1:]
    if "minimum" in item and "maximum" in item and max(abs(item["minimum"]), abs(item["maximum"])) < 1e9:
        words += f" in {item['minimum']}...{item['maximum']}"
    return words + (f", in {item['unit']}." if "unit" in item else ".")


def defined(items):
    """Properties: names with defaults, meanings and allowed values."""
    lines = []
    for item in items:
        names = bold(item.get("text", item["name"])) + (f", {bold(item['short'])}" if "short" in item else "")
        default = f"={escaped(text(item['default']))}" if "default" in item else ""
        lines += entry(names + default, f"{item['summary']} {allowed(item)}")
    return lines


def listed(title, *groups):
    """A section of entries with examples."""
    lines = [f".SH {title}"]
    for group in groups:
        for item in group:
            lines += entry(bold(item.get("example", item["name"])), item["summary"])
    return lines


def presets(tables):
    lines = [".SH PRESETS", "Each parameter with its default, its meaning and its range."]
    for preset in tables["presets"]:
        lines += [f".SS {escaped(preset['name'])}", *escaped(preset["summary"]).split("\n")]
        lines += defined(preset["parameters"])
    return lines


def lights(tables):
    lines = [".SH LIGHTS AND SURFACES", "Each property with its default, its meaning and its range."]
    for light in tables["lights"]:
        lines += [f".SS {escaped(light['name'])}", *escaped(light["summary"]).split("\n")]
        lines += defined(light["properties"])
    return lines + [".SS surface", "How a layer reflects light (\\-\\-surface).", *defined(tables["surface"])]


def render_tables(tables):
    return [
        *listed("TRANSFORMS", tables["transforms"]), *listed("COLORS", tables["colors"]),
    ]


def animate_tables(tables):
    lines = [
        *listed("MOTIONS", tables["animationOptions"]), *listed("TIMING FUNCTIONS", tables["timing"]),
        ".SH KEY PATHS",
        "What \\-\\-animate changes. An index other than 0 names another light; parameters of the content\\(aqs own preset "
        "need no mesh. before them.",
    ]
    for item in tables["keyPaths"]:
        lines += entry(bold(item["name"]), f"{item['summary']} {allowed(item)}")
    return lines


def environment(tables):
    return [
        (f"{item['name']}", item["summary"] + ("" if item["reader"] == "meshrender" else f" Read by {item['reader']}."))
        for item in tables["environment"]
    ]


def definitions(title, entries):
    lines = [f".SH {title}"]
    for name, text in entries:
        lines += entry(bold(name), text)
    return lines


def lowercase(abstract):
    text = abstract.rstrip(".")
    return text[0].lower() + text[1:] if not text[:2].isupper() else text


def see_also(names, own):
    others = [f"\\fB{escaped(name)}\\fR(1)" for name in names if name != own] + ["\\fBffmpeg\\fR(1)"]
    return [".SH SEE ALSO", ",\n".join(others)]


def page(name, version, date, abstract, *parts):
    head = [
        ".\\\" Made by Scripts/man_pages.py from the descriptions of the tool.",
        f".TH {escaped(name.upper())} 1 {date} \"meshrender {version}\" \"User Commands\"",
        ".nh", ".ad l",
        ".SH NAME", f"{escaped(name)} \\- {escaped(lowercase(abstract))}",
    ]
    return "\n".join(line for part in [head, *parts] for line in part) + "\n"


def date():
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    if not epoch:
        command = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]
        epoch = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return datetime.datetime.fromtimestamp(int(epoch), datetime.timezone.utc).date().isoformat()


def main(tool, folder):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    tables = json.loads(run(tool, "reference"))
    root = tables["commandLine"]["command"]
    version = tables["version"]
    day = date()
    commands = [c for c in root["subcommands"] if c.get("shouldDisplay") and c["commandName"] != "help"]
    names = ["meshrender"] + [f"meshrender-{command['commandName']}" for command in commands]
    tail = [
        *definitions("EXIT STATUS", [(str(item["code"]), item["summary"]) for item in tables["exitCodes"]]),
        ".PP", "A failed run writes one sentence to standard error, leaves no partial file, and never touches an existing one.",
        *definitions("FILES", FILES), *definitions("ENVIRONMENT", environment(tables)),
    ]

    description, examples = divided(root["discussion"])
    overview = [".SH COMMANDS"]
    for command in commands:
        overview += entry(bold(f"meshrender {command['commandName']}"), command["abstract"])
    overview += entry(
        f"{bold('meshrender help')} \\fIcommand\\fR", "Show the help of a command; its page is meshrender-command(1).")
    text = page(
        "meshrender", version, day, root["abstract"],
        [".SH SYNOPSIS", "\\fBmeshrender\\fR \\fIcommand\\fR [\\fIoptions\\fR]", ".SH DESCRIPTION"],
        prose(root["abstract"] + "\n\n" + description), overview, options(root["arguments"]),
        [".SH EXAMPLES", *verbatim(examples)], tail, see_also(names, "meshrender"))
    (folder / "meshrender.1").write_text(text)

    extra = {"meshes": presets, "lights": lights, "render": render_tables, "animate": animate_tables}
    for command in commands:
        word = command["commandName"]
        description, examples = divided(command.get("discussion", ""))
        if not examples:
            raise Failure(f"the help of {word} has no EXAMPLE")
        text = page(
            f"meshrender-{word}", version, day, command["abstract"],
            [".SH SYNOPSIS", *synopsis(tool, word), ".SH DESCRIPTION"],
            prose(command["abstract"] + "\n\n" + description), options(command["arguments"]),
            extra[word](tables) if word in extra else [], [".SH EXAMPLES", *verbatim(examples)], tail,
            see_also(names, f"meshrender-{word}"))
        (folder / f"meshrender-{word}.1").write_text(text)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: Scripts/man_pages.py TOOL FOLDER")
    try:
        main(*sys.argv[1:])
    except (Failure, subprocess.CalledProcessError) as error:
        sys.exit(f"man_pages: {error}")
