"""The module of the options: a typed dictionary for each command, with those that several share in common bases."""

import sys

from words import NOTE, WIDTH, declared, filled, literal, pascal, snake

COMMANDS = ["render", "animate", "map", "passes", "project", "hit", "fit"]
# Parameters of the functions, what a worker has for all its calls, and what belongs to a terminal.
EXCLUDED = set("""output format mesh transform light image set set-json pass passes help version verbose quiet watch
    open preview preview-protocol print-scene print-mesh device untrusted allow-missing-sandbox max-time max-memory
    shard resume""".split())
# Types by the name of the value in the help.
TYPES = {
    **dict.fromkeys(["text", "font", "properties", "language", "axes", "surface", "motion", "name", "timing", "color"],
                    "str"),
    **dict.fromkeys(["file", "path", "file.pgm", "color|image", "space|file", "preset|file", "image[:x=..,...]"],
                    "FilePath"),
    **dict.fromkeys(["points", "factor", "number", "alpha", "pixels"], "float"),
    **dict.fromkeys(["count", "px", "level"], "int"),
    **dict.fromkeys(["time", "rate"], "str | float"),
    **dict.fromkeys(["WxH", "CxR"], "Size"),
    "size": "Size | FilePath", "a..b": "str | int", "n|auto": 'Literal["auto"] | int',
    "backward|forward": literal(["backward", "forward"]),
}
# Types of options for which the name of the value does not say enough.
OWN_TYPES = {
    "samples": 'Literal["auto"] | int', "loop": 'Literal["once", "forever"] | int',
    "compression": 'Literal["none", "fast", "balanced", "small"] | int',
    "degree": "int", "smoothing": "float", "effort": "int", "sheet-gap": "int",
}
HEAD = f'''"""The options of the functions of meshrender: the long flags of the command of the same name, in snake_case.

True gives a flag that takes no value. The name of an option that is a word of Python ends with an underscore: `from_`.
"""

{NOTE}

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Dict, FrozenSet, Literal, Tuple, TypedDict, Union

#: The path of a file, or what the option takes instead of one.
FilePath = Union[str, "os.PathLike[str]"]
#: Two numbers: (200, 100) or "200x100".
Size = Union[str, Tuple[int, int]]'''


def option_type(argument):
    name, value = argument["preferredName"]["name"], argument["valueName"]
    if argument["kind"] == "flag":
        return "bool"
    if argument.get("allValues"):
        return literal(argument["allValues"])
    type = OWN_TYPES.get(name) or TYPES.get(value)
    if type is None:
        sys.exit(f"--{name} takes a <{value}>, which has no type in Scripts/python_api/options.py")
    return f"{type} | Sequence[{type}]" if argument["isRepeating"] else type


def option_text(argument):
    name, text = argument["preferredName"]["name"], argument["abstract"]
    if argument["kind"] == "flag":
        return f"No --{name[3:]}: {text}" if argument.get("isInverse") else text
    isStated = "Default:" in text or "defaultValue" not in argument
    return text if isStated else f"{text} Default: {argument['defaultValue']}."


def options(command):
    """The options of a command, each with its section, type and text. Of two with the same name, the first counts."""
    arguments = [a for a in command["arguments"] if "preferredName" in a and a["shouldDisplay"]]
    # A flag that is on by default is left out in favor of its inverse.
    on = {a["preferredName"]["name"] for a in arguments if a["kind"] == "flag" and "defaultValue" in a}
    found = {}
    for argument in arguments:
        name = argument["preferredName"]["name"]
        if name not in EXCLUDED | on:
            argument = {**argument, "isInverse": name.startswith("no-") and name[3:] in on}
            entry = argument.get("sectionTitle", ""), option_type(argument), option_text(argument)
            found.setdefault(snake(name), entry)
    return found


def typed_dict(name, bases, summary, entries):
    bases = ", ".join(bases or ["TypedDict"])
    head = f"class {name}({bases}, total=False):"
    if len(head) > WIDTH:
        head = "\n".join([f"class {name}(", *filled(f"{bases}, total=False,", "    ", "    "), "):"])
    yield f'\n\n{head}\n    """{summary}"""'
    sections = list(dict.fromkeys(["", *(section for section, _, _ in entries.values())]))
    last = ""
    for key, (section, type, text) in sorted(entries.items(), key=lambda entry: sections.index(entry[1][0])):
        yield "" if section == last else f"\n    # {section}\n"
        last = section
        yield from filled(text, "    #: ", "    #: ")
        yield from declared(key, type)


def shared(own):
    """The names of options by the commands in which they have the same type and text, three or more of them."""
    users = {}
    for word, entries in own.items():
        for key, (_, *meaning) in entries.items():
            users.setdefault((key, *meaning), []).append(word)
    groups = {}
    for (key, *_), words in users.items():
        groups.setdefault(tuple(words), []).append(key)
    return {words: keys for words, keys in groups.items() if len(words) > 1 and len(keys) > 2}


def options_module(reference):
    commands = {c["commandName"]: c for c in reference["commandLine"]["command"]["subcommands"]}
    own = {word: options(commands[word]) for word in COMMANDS}
    bases = {word: [] for word in COMMANDS}
    lines = [HEAD]
    for words, keys in sorted(shared(own).items(), key=lambda group: -len(group[0])):
        name = "_" + "".join(pascal(word) for word in words)
        entries = {key: own[words[0]][key] for key in keys}
        lines += typed_dict(name, [], f"Options that {', '.join(words[:-1])} and {words[-1]} share.", entries)
        for word in words:
            bases[word].append(name)
            own[word] = {key: entry for key, entry in own[word].items() if key not in keys}
    for word in COMMANDS:
        lines += typed_dict(f"{pascal(word)}Options", bases[word], f"Options of `meshrender {word}`.", own[word])
    lines.append("\n\n#: The names of the options by command.\nFLAGS: Dict[str, FrozenSet[str]] = {")
    lines += [f'    "{word}": {pascal(word)}Options.__optional_keys__,' for word in COMMANDS]
    return "\n".join([*lines, "}"]) + "\n"
