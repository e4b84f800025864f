"""Checks that what is @inlinable can be inlined: a member of a package type is called, not inlined, in other modules unless
the type is @usableFromInline too, and the compiler says nothing. Usage: Scripts/check_inlining.py"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
DECLARATION = re.compile(r"\b(struct|class|enum|actor|protocol)\s+(\w+)")
EXTENSION = re.compile(r"\bextension\s+(?:\w+\.)*(\w+)")


def code(line):
    """A line without its texts and its comment."""
    return re.sub(r"//.*", "", re.sub(r'"(\\.|[^"\\])*"', '""', line))


def hidden_types(texts):
    """The names of the package types that cannot be used from inlined code."""
    names = set()
    for text in texts:
        for match in re.finditer(r"^((?:[ \t]*@.*\n)*)(.*)$", text, re.M):
            found = DECLARATION.search(code(match[2]))
            if found and re.search(r"\bpackage\b", match[2]) and "@usableFromInline" not in match[0]:
                names.add(found[2])
    return names


def faults(path, text, hidden):
    """The lines of members that are @inlinable in such a type or in its extension."""
    depth, types = 0, []
    for number, line in enumerate(text.splitlines(), 1):
        line = code(line)
        found = DECLARATION.search(line) or EXTENSION.search(line)
        if found and "{" in line:
            types.append((depth, found[found.lastindex]))
        inner = [name for _, name in types if name in hidden]
        if "@inlinable" in line and inner:
            yield f"{path.relative_to(ROOT)}:{number}: @inlinable has no effect in {inner[-1]}, which is not @usableFromInline"
        depth += line.count("{") - line.count("}")
        while types and depth <= types[-1][0]:
            types.pop()


def main():
    sources = {path: path.read_text() for path in sorted((ROOT / "Sources").rglob("*.swift"))}
    hidden = hidden_types(sources.values())
    found = [fault for path, text in sources.items() for fault in faults(path, text, hidden)]
    print(*found, sep="\n", end="\n" if found else "", file=sys.stderr)
    sys.exit(1 if found else 0)


main()
