"""Names, types and texts as Python writes them."""

import json
import keyword
import re
import textwrap

WIDTH = 120
NOTE = "# Made from `meshrender reference` by Scripts/python_api; `make reference` writes this file again."


def snake(name):
    """`fit-mesh` as fit_mesh, `cornerRadius` as corner_radius, `from` as from_, `$schema` as schema."""
    name = re.sub("[A-Z]", lambda letter: "_" + letter[0].lower(), name.replace("-", "_").lstrip("$"))
    return name + "_" if keyword.iskeyword(name) else name


def pascal(name):
    return name[0].upper() + name[1:]


def literal(values):
    """The type of some words, or of numbers if all of them are."""
    isNumber = all(value.isdigit() for value in values)
    return f"Literal[{', '.join(value if isNumber else json.dumps(value) for value in values)}]"


def filled(text, first, rest):
    """The lines of a text that begin with `first`, and with `rest` from the second on."""
    return textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=rest, break_long_words=False,
                         break_on_hyphens=False)


def declared(name, type, default=""):
    """The lines of a field. A long one breaks inside its first brackets."""
    line = f"    {name}: {type}{default}"
    if len(line) <= WIDTH:
        return [line]
    head, values, tail = re.fullmatch(r"(.*?\[)(.*?)(\].*)", line).groups()
    return [head, *filled(values, " " * 8, " " * 8), "    " + tail]
