"""Compares Documentation/guide/maps.md with the tests: every row of its tables names tests, and each exists.
Usage: Scripts/check_maps_page.py"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "Documentation/guide/maps.md"


def suites():
    """The names of the functions of each suite."""
    found = {}
    for path in (ROOT / "Tests").rglob("*.swift"):
        text = path.read_text()
        for suite in re.findall(r"^struct (\w+Tests)\b", text, re.M):
            found.setdefault(suite, set()).update(re.findall(r"\bfunc (\w+)\(", text))
    return found


def main():
    tests, faults, rows = suites(), [], 0
    for number, line in enumerate(PAGE.read_text().splitlines(), 1):
        if not line.startswith("|") or set(line) <= set("|- ") or line.rstrip(" |").endswith("| test"):
            continue
        rows += 1
        names = re.findall(r"`(\w+Tests)\.(\w+)`", line.rstrip().rstrip("|").rsplit("|", 1)[1])
        if not names:
            faults.append(f"line {number} names no test")
        faults += [f"line {number}: there is no test {suite}.{name}" for suite, name in names
                   if name not in tests.get(suite, ())]
    if rows == 0:
        faults.append("it has no tables")
    for fault in faults:
        print(f"{PAGE.relative_to(ROOT)}: {fault}", file=sys.stderr)
    sys.exit(1 if faults else 0)


main()
