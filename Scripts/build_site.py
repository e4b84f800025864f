"""Builds the manual as a static site: Markdown pages become HTML, and what they link to is copied beside them.

The pages are Documentation/README.md, which becomes the first page and whose lists become the navigation, and all pages
that can be reached from it by links. Pictures come from the folders in which the pages' commands were run, else from the
repository. A link to nothing ends the build.
"""

import argparse
import html
import os
import pathlib
import re
import shutil
import string
import sys

import markdown
import PIL.Image
import pygments
import pygments.formatters
import pygments.lexers
import pygments.util
from markdown.extensions.toc import TocExtension
from markdown.treeprocessors import Treeprocessor

ROOT = pathlib.Path(__file__).resolve().parent.parent
HOME = "Documentation/README.md"
FENCE = re.compile(r'^```([a-z]*)(?: title="([^"]*)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)


class SiteError(Exception):
    """One sentence for the person who builds the site."""


def address(path):
    """The place in the site of a file of the repository; both relative, as strings."""
    if path == HOME:
        return "index.html"
    if path.startswith("Documentation/"):
        path = path.removeprefix("Documentation/")
    elif path.endswith(".md") and "/" not in path:
        path = "project/" + path.lower()
    return path.removesuffix(".md") + ".html" if path.endswith(".md") else path


def slug(text, separator):
    """The anchor of a heading, by the rule of GitHub, so that links hold there and here."""
    return re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", separator)


class Page:
    """A Markdown file: its text, its title, and the files that it links to."""

    def __init__(self, path, site):
        self.path, self.site = path, site
        self.links = []
        text = (ROOT / path).read_text()
        title = re.search(r"^# (.*)$", text, re.MULTILINE)
        if not title:
            raise SiteError(f"{path} has no heading '# ...', which names the page")
        self.title = re.sub(r"[`*]", "", title[1])
        text = re.sub(r"^<!--.*?-->\n", "", text, flags=re.MULTILINE | re.DOTALL)
        self.blocks = []
        text = FENCE.sub(self.set_aside, text)
        if "\n```" in text:
            raise SiteError(f"{path} has a code block that begins or ends in a way that this build does not know")
        # A list may follow a line of text directly, as on GitHub.
        self.text = re.sub(r"^((?![-*] |\d+\. |\s|$).*\n)(?=(?:[-*]|1\.) )", r"\1\n", text, flags=re.MULTILINE)
        self.body = self.convert()

    def set_aside(self, fence):
        """Keeps a code block as HTML, and returns a paragraph in its place."""
        self.blocks.append(highlighted(fence))
        return f"\nCODE-BLOCK-{len(self.blocks) - 1}-\n"

    def convert(self):
        """The page as HTML, with links rewritten to places in the site."""
        converter = markdown.Markdown(
            extensions=["tables", "md_in_html", "sane_lists", TocExtension(slugify=slug)], output_format="html")
        converter.treeprocessors.register(Links(converter, self), "site", -10)
        body = converter.convert(self.text)
        body = re.sub(r"<p>CODE-BLOCK-(\d+)-</p>", lambda match: self.blocks[int(match[1])], body)
        # A bar in a table's code is escaped for the table alone.
        body = re.sub(r"<code>[^<]*</code>", lambda match: match[0].replace("\\|", "|"), body)
        # Where a heading has an anchor of its own, it is the heading's.
        body = re.sub(r'<(h\d) id="[^"]*"><a id="([^"]*)"></a>', r'<\1 id="\2">', body)
        # The page's own heading needs none, and must not take that of another.
        body = re.sub(r'<h1 id="[^"]*">', "<h1>", body)
        # A word such as --fit is not broken at its hyphens.
        body = re.sub(r"<code>([^<\s]{1,26})</code>", r'<code class="word">\1</code>', body)
        return body.replace("<table>", '<div class="scroll"><table>').replace("</table>", "</table></div>")

    def description(self):
        """The first paragraph without markup."""
        paragraph = re.search(r"<p>(?!<img)(.*?)</p>", self.body, re.DOTALL)
        text = html.unescape(re.sub(r"<[^>]*>", "", paragraph[1])) if paragraph else self.title
        return " ".join(text.split())[:200]

    def resolve(self, link):
        """What a link means: the link of the HTML page. Keeps links to elsewhere."""
        if re.match(r"[a-z]+:", link) or link.startswith("#"):
            return link
        target, _, anchor = link.partition("#")
        path = os.path.normpath(os.path.join(os.path.dirname(self.path), target))
        if path.startswith("..") or not self.site.exists(path):
            raise SiteError(f"{self.path} links to {link}, which is not there")
        self.links.append(path)
        relative = os.path.relpath(address(path), os.path.dirname(address(self.path)) or ".")
        return relative + ("#" + anchor if anchor else "")


class Links(Treeprocessor):
    """Rewrites links and pictures of a page; a picture gets its size, so that the text around it does not jump."""

    def __init__(self, converter, page):
        super().__init__(converter)
        self.page = page

    def run(self, root):
        for element in root.iter():
            if element.tag == "a" and element.get("href"):
                element.set("href", self.page.resolve(element.get("href")))
            if element.tag == "img":
                link = element.get("src")
                element.set("src", self.page.resolve(link))
                path = os.path.normpath(os.path.join(os.path.dirname(self.page.path), link))
                size = self.page.site.picture_size(path)
                if size:
                    element.set("width", str(size[0]))
                    element.set("height", str(size[1]))
                element.set("loading", "lazy")


def highlighted(fence):
    """A code block as HTML, in a figure with the name of its file where it has one."""
    language, title, code = fence.groups()
    try:
        lexer = pygments.lexers.get_lexer_by_name(language or "text", stripnl=False)
    except pygments.util.ClassNotFound as error:
        raise SiteError(f"a code block is marked {language}, which is no language") from error
    marked = pygments.highlight(code, lexer, pygments.formatters.HtmlFormatter(nowrap=True)).rstrip("\n")
    caption = f"<figcaption>{html.escape(title)}</figcaption>" if title else ""
    return f'<figure class="block">{caption}<pre tabindex="0"><code>{marked}</code></pre></figure>'


class Site:
    """All pages, and the files beside them."""

    def __init__(self, work):
        self.work = work
        self.pages = {}
        waiting = [HOME]
        while waiting:
            path = waiting.pop(0)
            if path not in self.pages:
                self.pages[path] = Page(path, self)
                waiting += [link for link in self.pages[path].links if link.endswith(".md")]

    def source(self, path):
        """The file to copy. With commands that were run, pictures must come from them."""
        if self.work and path.startswith("Documentation/pictures/"):
            name = path.removeprefix("Documentation/pictures/")
            made = sorted(self.work.glob(f"*/{name}"))
            return made[0] if made else None
        return ROOT / path

    def exists(self, path):
        file = self.source(path)
        return file is not None and file.is_file()

    def picture_size(self, path):
        if path.endswith(".svg"):
            return None
        with PIL.Image.open(self.source(path)) as image:
            return image.size

    def navigation(self, page, has_api):
        """The lists of the first page, as a menu: its second-level headings and the links that begin its items."""
        lines = []
        for line in (ROOT / HOME).read_text().splitlines():
            if line.startswith("## "):
                lines += ["</ul>"] * bool(lines) + [f"<h2>{html.escape(line[3:])}</h2>", "<ul>"]
            item = re.match(r"- \[([^]]*)\]\(([^)]*)\)", line)
            if item:
                path = os.path.normpath(os.path.join("Documentation", item[2]))
                lines.append(self.menu_item(item[1], address(path), page, path == page.path))
        if has_api:
            lines.append(self.menu_item("Swift libraries", "api/documentation/index.html", page, False))
        return "\n".join(lines + ["</ul>"])

    @staticmethod
    def menu_item(title, target, page, is_current):
        link = os.path.relpath(target, os.path.dirname(address(page.path)) or ".")
        current = ' aria-current="page"' if is_current else ""
        return f'<li><a href="{html.escape(link)}"{current}>{html.escape(title)}</a></li>'

    def order(self):
        """The pages of the navigation, in reading order."""
        return [link for link in dict.fromkeys(self.pages[HOME].links) if link.endswith(".md")]

    def neighbors(self, page):
        """Links to the page before and the one after."""
        order = [HOME] + self.order()
        if page.path not in order:
            return ""
        index = order.index(page.path)
        spans = []
        for neighbor, form in ((index - 1, "← {}"), (index + 1, "{} →")):
            if 0 <= neighbor < len(order):
                other = self.pages[order[neighbor]]
                link = os.path.relpath(address(other.path), os.path.dirname(address(page.path)) or ".")
                spans.append(f'<a href="{html.escape(link)}">{html.escape(form.format(other.title))}</a>')
            else:
                spans.append("<span></span>")
        return f'<div class="next">{"".join(spans)}</div>'

    def write(self, folder, has_api, version):
        form = string.Template((ROOT / "Documentation/site/page.html").read_text())
        for page in self.pages.values():
            place = address(page.path)
            file = folder / place
            file.parent.mkdir(parents=True, exist_ok=True)
            title = page.title if page.path == HOME else f"{page.title} - meshrender"
            file.write_text(form.substitute(
                title=html.escape(title), description=html.escape(page.description()), body=page.body,
                root="../" * place.count("/"), navigation=self.navigation(page, has_api), next=self.neighbors(page),
                version=html.escape(version)))
            for link in page.links:
                if not link.endswith(".md"):
                    copy = folder / address(link)
                    copy.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copyfile(self.source(link), copy)
        (folder / "style.css").write_text((ROOT / "Documentation/site/style.css").read_text() + colors_of_code())
        shutil.copyfile(ROOT / "Documentation/site/icon.svg", folder / "icon.svg")


def colors_of_code():
    """The style sheet of highlighted code, for light and for dark pages."""
    light = pygments.formatters.HtmlFormatter(style="xcode").get_style_defs("pre code")
    dark = pygments.formatters.HtmlFormatter(style="github-dark").get_style_defs("pre code")
    rules = [re.sub(r"background(-color)?: [^;}]*;?", "", "\n".join(
        line for line in text.splitlines() if line.startswith("pre code .") and "linenos" not in line))
        for text in (light, dark)]
    return f"\n{rules[0]}\n@media (prefers-color-scheme: dark) {{\n{rules[1]}\n}}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path, help="the folder of the site")
    parser.add_argument("--work", type=pathlib.Path, help="the folder in which the pages' commands were run")
    parser.add_argument("--version", default="", help="the version that the pages name")
    parser.add_argument("--api", action="store_true", help="link to the reference of the Swift libraries in api/")
    options = parser.parse_args()
    try:
        site = Site(options.work)
        site.write(options.folder, options.api, options.version)
    except SiteError as error:
        sys.exit(f"meshrender: {error}")
    print(f"{len(site.pages)} pages in {options.folder}")


if __name__ == "__main__":
    main()
