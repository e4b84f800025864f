"""Compares Documentation/renderer.md with the sources: the types of the way from a scene to the device, at most 25, and one
section for each graph pass, with all of its points. The source files that pages for developers name must exist, too.
Usage: Scripts/check_renderer.py"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
MOST_TYPES = 25
DEVELOPERS_PAGES = ["Documentation/renderer.md", "Documentation/architecture.md", "CONTRIBUTING.md", "Benchmarks/README.md"]
POINTS = ["Does", "Holds when", "Saves", "Error", "Test"]


def texts(module):
    return "\n".join(path.read_text() for path in (ROOT / "Sources" / module).rglob("*.swift"))


def section(page, title):
    start = page.index(f"\n## {title}\n")
    end = page.find("\n## ", start + 1)
    return page[start:end if end >= 0 else len(page)]


def missing_files():
    """What pages name as a source file, and no path ends with."""
    paths = [f"/{path.relative_to(ROOT)}" for folder in ["Sources", "Tests", "Shaders", "Benchmarks", "Scripts", "Fuzz", "Python"] for path in (ROOT / folder).rglob("*.*")]
    for page in DEVELOPERS_PAGES:
        for name in re.findall(r"`([\w/+.-]+\.(?:swift|glsl|sh|py))`", (ROOT / page).read_text()):
            if not any(path.endswith(f"/{name}") for path in paths):
                yield f"{page}: there is no file {name}"


def main():
    page = (ROOT / "Documentation/renderer.md").read_text()
    faults = []
    rows = re.findall(r"^\| `(\w+)` \| (\w+) \|", section(page, "The way of a lit mesh"), re.M)
    if len(rows) > MOST_TYPES:
        faults.append(f"{len(rows)} types lie between a scene and the device; at most {MOST_TYPES} should")
    for name, module in rows:
        if not re.search(rf"\b(struct|class|enum) {name}\b", texts(module)):
            faults.append(f"{module} has no type {name}")
    passes = set(re.findall(r"struct (\w+): GraphPass\b", texts("SoftwareRaster")))
    sections = dict(re.findall(r"^### (\w+)\n(.*?)(?=^###? |\Z)", section(page, "Passes over the graph"), re.M | re.S))
    faults += [f"the pass {name} has no section" for name in sorted(passes - set(sections))]
    faults += [f"there is no pass {name}" for name in sorted(set(sections) - passes)]
    for name, text in sections.items():
        faults += [f"{name}: '{point}' is missing" for point in POINTS if f"- **{point}**: " not in text]
    tests = "\n".join(path.read_text() for path in (ROOT / "Tests").rglob("*.swift"))
    for name in re.findall(r"`(\w+Tests)", page):
        if not re.search(rf"\bstruct {name}\b", tests):
            faults.append(f"there are no tests {name}")
    properties = set(re.findall(r"^\| `(\w+)` \|", section(page, "Methods by class of device"), re.M))
    declared = set(re.findall(r"var (\w+): ", (ROOT / "Sources/GLRenderer/Context/DeviceClass.swift").read_text()))
    faults += [f"DeviceClass.{name} has no row" for name in sorted(declared - properties - {"edgeLimits", "needsGraphPasses"})]
    faults += [f"DeviceClass has no {name}" for name in sorted(properties - declared)]
    faults = [f"Documentation/renderer.md: {fault}" for fault in faults] + list(missing_files())
    for fault in faults:
        print(fault, file=sys.stderr)
    sys.exit(1 if faults else 0)


main()
