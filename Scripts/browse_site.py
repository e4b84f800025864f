"""Opens every page of a built site in headless Chromium and checks what only a browser knows: that nothing is wider than the
window, that everything loads, and that there is no error, on a phone and on a desktop, in light and in dark.

Usage: browse_site.py SITE [FOLDER-FOR-SCREENSHOTS]
"""

import functools
import http.server
import pathlib
import shutil
import sys
import threading
import urllib.parse

from playwright.sync_api import sync_playwright

VIEWS = [("phone", 400, 800, "light"), ("desktop", 1400, 900, "light"), ("dark", 1400, 900, "dark")]
# Colors are one style sheet for all pages: some of them are enough in the dark.
DARK_PAGES = ["index.html", "gallery.html", "guide/scenes.html"]
# Of the reference of the Swift libraries, whose pages are all made alike, these.
LIBRARY_PAGES = ["api/documentation/index.html", "api/documentation/meshtransform/mesh/index.html"]


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files and prints nothing."""

    def log_message(self, *arguments):
        pass


def faults_of(browser, address, width, height, scheme, screenshot):
    """Opens one page and yields what is wrong with it."""
    page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
    found = []
    host = urllib.parse.urlsplit(address).netloc
    page.on("console", lambda message: message.type in ("error", "warning") and found.append(f"console: {message.text}"))
    page.on("pageerror", lambda error: found.append(f"script: {error}"))
    page.on("requestfailed", lambda request: found.append(f"not loaded: {request.url}"))
    page.on("response", lambda answer: answer.status >= 400 and found.append(f"{answer.status}: {answer.url}"))
    page.on("request", lambda request: not request.url.startswith("data:")
            and urllib.parse.urlsplit(request.url).netloc != host and found.append(f"another host: {request.url}"))
    page.goto(address, wait_until="networkidle")
    # Pictures below the window load when they are needed.
    page.evaluate("document.querySelectorAll('img').forEach(image => image.loading = 'eager')")
    page.evaluate("Promise.allSettled([...document.images].map(image => image.decode()))")
    broken = page.evaluate("[...document.images].filter(image => !image.naturalWidth).map(image => image.src)")
    found += [f"broken picture: {source}" for source in broken]
    wide = page.evaluate("document.scrollingElement.scrollWidth")
    if wide > width:
        found.append(f"{wide} pixels wide in a window of {width}")
    if screenshot:
        page.screenshot(path=screenshot, full_page=True)
    page.close()
    return found


def main():
    site = pathlib.Path(sys.argv[1])
    shots = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
    if shots:
        shots.mkdir(parents=True, exist_ok=True)
    pages = [str(file.relative_to(site)) for file in sorted(site.rglob("*.html")) if file.relative_to(site).parts[0] != "api"]
    pages += [page for page in LIBRARY_PAGES if (site / page).is_file()]
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    count = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name in pages:
            for view, width, height, scheme in VIEWS:
                if scheme == "dark" and name not in DARK_PAGES:
                    continue
                shot = shots / f"{name.removesuffix('.html').replace('/', '-')}-{view}.png" if shots else None
                address = f"http://127.0.0.1:{server.server_port}/{name.removesuffix('index.html')}"
                for fault in faults_of(browser, address, width, height, scheme, shot):
                    print(f"meshrender: {name}, {view}: {fault}", file=sys.stderr)
                    count += 1
        browser.close()
    if count:
        sys.exit(1)
    print(f"{len(pages)} pages, each 400 and 1,400 pixels wide, without a fault")


main()
