"""Checks a built site: every link leads to a file of the site and to an anchor in it, every picture is there and has a text
in its place, and nothing comes from another host. Usage: check_site.py FOLDER"""

import html.parser
import os
import pathlib
import sys
import urllib.parse

# The reference of the Swift libraries checks its own links.
FOREIGN = {"api"}


class Reader(html.parser.HTMLParser):
    """Collects what a page links to, what it loads, its anchors, and its faults."""

    def __init__(self, text):
        super().__init__()
        self.links, self.loads, self.anchors, self.faults = [], [], set(), []
        self.headings = 0
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if values.get("id"):
            if values["id"] in self.anchors:
                self.faults.append(f"the anchor {values['id']} is there twice")
            self.anchors.add(values["id"])
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        if tag in ("img", "script", "source", "video", "iframe") and values.get("src"):
            self.loads.append(values["src"])
        if tag == "link":
            self.loads.append(values["href"])
        if tag == "img" and values.get("alt") is None:
            self.faults.append(f"the picture {values.get('src')} has no text in its place")
        if tag == "h1":
            self.headings += 1


def faults_of(site):
    pages = {}
    for file in sorted(site.rglob("*.html")):
        if not FOREIGN & {file.relative_to(site).parts[0]}:
            pages[file] = Reader(file.read_text())
    if not pages:
        yield f"{site} has no pages"
    for file, page in pages.items():
        name = file.relative_to(site)
        yield from (f"{name}: {fault}" for fault in page.faults)
        if page.headings != 1:
            yield f"{name}: has {page.headings} headings of the first level, not one"
        for link in page.links + page.loads:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc:
                if link in page.loads:
                    yield f"{name}: loads {link} from another host"
                continue
            path = urllib.parse.unquote(parts.path)
            target = pathlib.Path(os.path.normpath(file.parent / path)) if path else file
            if not target.is_file():
                yield f"{name}: links to {link}, which is not there"
            elif parts.fragment and target in pages and parts.fragment not in pages[target].anchors:
                yield f"{name}: links to {link}, but {target.relative_to(site)} has no such anchor"


def main():
    found = list(faults_of(pathlib.Path(sys.argv[1])))
    for fault in found:
        print(f"meshrender: {fault}", file=sys.stderr)
    sys.exit(1 if found else 0)


main()
