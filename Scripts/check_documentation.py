"""Names the public symbols without a documentation comment in symbol graphs of Swift modules."""

import argparse
import json
import pathlib
import sys
import urllib.parse

# Requirements of the standard library's protocols, which are documented there.
REQUIREMENTS = {
    "description", "debugDescription", "rawValue", "init(rawValue:)", "allCases", "hash(into:)", "==(_:_:)", "<(_:_:)",
    "makeIterator()", "next()",
}

parser = argparse.ArgumentParser()
parser.add_argument("graphs", nargs="+")
parser.add_argument("--folder", type=pathlib.Path, default=pathlib.Path("."))
arguments = parser.parse_args()

sources = pathlib.Path.cwd()
total, missing = 0, []
for name in arguments.graphs:
    graph = json.loads((arguments.folder / name).read_text())
    own = 0
    for symbol in graph["symbols"]:
        # Members that the compiler makes have no place in a file.
        if "location" not in symbol or "::SYNTHESIZED::" in symbol["identifier"]["precise"]:
            continue
        own += 1
        if "docComment" in symbol or symbol["pathComponents"][-1] in REQUIREMENTS:
            continue
        path = pathlib.Path(urllib.parse.unquote(urllib.parse.urlparse(symbol["location"]["uri"]).path))
        path = path.relative_to(sources) if path.is_relative_to(sources) else path
        line = symbol["location"]["position"]["line"] + 1
        missing.append((str(path), line, ".".join(symbol["pathComponents"])))
    if own == 0:
        sys.exit(f"{name} has no public symbols with a place in the sources; build the package first")
    total += own

for path, line, symbol in sorted(missing):
    print(f"{path}:{line}: {symbol} has no documentation comment")
if missing:
    sys.exit(f"{len(missing)} of {total} public symbols have no documentation comment; write one above each")
print(f"all {total} public symbols are documented")
