"""Parts of Markdown pages."""

import html
import json
import re
import textwrap

FOLDER = "pictures"


def anchor(identifier):
    return f'<a id="{identifier}"></a>'


def code(text):
    """Readers of Markdown disagree on vertical bars in code inside of tables."""
    return f"<code>{html.escape(text).replace('|', '&#124;')}</code>" if "|" in text else f"`{text}`"


def wrapped(text, width=80):
    """A text of a terminal with lines of at most so many characters; a line goes on where its second column begins."""
    lines = []
    for line in text.strip().splitlines():
        column = re.match(r"\s*(?:\S+ {2,})?", line)[0]
        lines += textwrap.wrap(line, width, subsequent_indent=" " * len(column), drop_whitespace=True) or [""]
    return "\n".join(lines)


def cell(text):
    """A text in a table."""
    return str(text).replace("|", "&#124;").replace("\n", " ")


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + " --- |" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(cell(c) for c in row) + " |" for row in rows])


def number(value):
    """`1e-6` rather than `0.000001`, `3` rather than `3.0`."""
    if value == 0 or 1e-3 <= abs(value) < 1e6:
        return f"{value:g}" if value != int(value) else str(int(value))
    return f"{value:.3g}".replace("e+0", "e").replace("e+", "e").replace("e-0", "e-")


def bounds(fact):
    """The range of the numbers: `0...1`. Bounds that only keep numbers finite are left out."""
    low, above, high = fact.get("minimum"), fact.get("exclusiveMinimum"), fact.get("maximum")
    if above is not None:
        return f"above {number(above)}" if high >= 1e6 else f"above {number(above)}, up to {number(high)}"
    if low is None or high is not None and high >= 1e6 and low == -high:
        return ""
    return f"{number(low)} or more" if high is None or high >= 1e6 else f"{number(low)}...{number(high)}"


def default(fact):
    if "default" in fact:
        return code(json.dumps(fact["default"], ensure_ascii=False))
    return fact.get("defaultText", "required" if fact.get("required") else "")


def facts(fact, since):
    """One line: type, unit, range, default, version."""
    parts = [fact["type"].replace("animationValues", "[values](#values)").replace("animationValue", "[value](#values)")]
    if fact.get("unit"):
        parts[0] += f" in {fact['unit']}"
    if bounds(fact):
        parts.append(bounds(fact))
    text = default(fact)
    parts.append("required" if fact.get("required") else f"default {text}" if text else "no default")
    return " · ".join(parts + [f"since {since}"])


def image(identifier, alternative, ending="webp"):
    return f"![{alternative}]({FOLDER}/{identifier}.{ending})"
