"""Checks that every link of the site leads to a file of it, and to an anchor that this file has."""

import functools
import html.parser
import pathlib
import sys
import urllib.parse

SITE = pathlib.Path(sys.argv[1])


class Page(html.parser.HTMLParser):
    """Links and anchors of a page."""

    def __init__(self, file):
        super().__init__()
        self.links, self.anchors = [], set()
        self.feed(file.read_text(errors="replace"))

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.links.append(value)
            elif name in ("id", "name") and value:
                self.anchors.add(value)


@functools.lru_cache(maxsize=None)
def page(file):
    return Page(file)


def problem(file, link):
    """Returns what is wrong with a link, None if it leads somewhere."""
    parts = urllib.parse.urlsplit(link)
    if parts.scheme or parts.netloc:
        return None
    path = urllib.parse.unquote(parts.path)
    target = file if not path else (SITE / path[1:] if path.startswith("/") else file.parent / path).resolve()
    if target.is_dir():
        target = target / "index.html"
    if not target.is_file():
        return "no such file"
    anchor = urllib.parse.unquote(parts.fragment)
    if anchor and target.suffix == ".html" and anchor not in page(target).anchors:
        return "no such anchor"
    return None


def main():
    files = [file.resolve() for file in sorted(SITE.rglob("*.html")) if file.name != "404.html"]
    broken = []
    for file in files:
        for link in sorted(set(page(file).links)):
            wrong = problem(file, link)
            if wrong:
                broken.append(f"{file.relative_to(SITE.resolve())}: {link}: {wrong}")
    print(f"links.py: {sum(len(page(file).links) for file in files)} links of {len(files)} pages, {len(broken)} broken")
    if broken:
        sys.exit("\n".join(broken))


main()
