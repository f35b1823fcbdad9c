"""Checks the built site: every link inside of it leads somewhere, every link out of it is well formed, nothing is fetched from
elsewhere when a page is read, and the YAML in the pages is YAML. Uses no network.

usage: check.py HTML_FOLDER PAGE.md...
"""

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import yaml

BASE = "https://hookc.github.io/hookc/"
FETCHED = {("script", "src"), ("img", "src"), ("iframe", "src"), ("source", "src"), ("link", "href")}
# Links of the head that nobody fetches to show a page.
NOT_FETCHED = {"canonical", "prev", "next", "alternate"}


class Page(HTMLParser):
    """What a page links to, what it fetches, and the anchors in it."""

    def __init__(self, text):
        super().__init__()
        self.links, self.fetched, self.anchors = [], [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.anchors.update(attributes[name] for name in ("id", "name") if attributes.get(name))
        for name in ("href", "src"):
            target = attributes.get(name)
            if target is None:
                continue
            relations = set((attributes.get("rel") or "").split())
            if (tag, name) in FETCHED and not relations & NOT_FETCHED:
                self.fetched.append(target)
            self.links.append(target)


def faults_of_site(folder):
    pages = {path.relative_to(folder).as_posix(): Page(path.read_text("utf-8")) for path in folder.rglob("*.html")}
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    for name, page in sorted(pages.items()):
        # The page for what does not exist is shown at any address.
        here = BASE + ("" if name == "404.html" else name.removesuffix("index.html"))
        for target in page.fetched:
            if not urljoin(here, target).startswith((BASE, "data:")):
                yield f"{name}: fetches {target}"
        for target in page.links:
            if fault := fault_of_link(here, target, pages, files):
                yield f"{name}: {fault}"
    for path in folder.rglob("*.css"):
        for target in re.findall(r"url\(\s*['\"]?(https?:[^)'\"]*)|@import\s+['\"](https?:[^'\"]*)", path.read_text("utf-8")):
            yield f"{path.relative_to(folder)}: fetches {''.join(target)}"


def fault_of_link(here, target, pages, files):
    url = urljoin(here, target)
    parts = urlsplit(url)
    if parts.scheme in ("data", "mailto", "javascript"):
        return None
    if not url.startswith(BASE) and url != BASE.rstrip("/"):
        well_formed = parts.scheme == "https" and "." in parts.netloc and not re.search(r"[\s<>\"]", url)
        return None if well_formed else f"{target} is no well-formed link out of the site"
    path = unquote(urlsplit(url)._replace(fragment="", query="").geturl()[len(BASE):])
    if path.endswith("/") or not path:
        path += "index.html"
    if path not in files:
        return f"{target} leads to {path}, which is not there"
    anchor = unquote(parts.fragment)
    if anchor and path in pages and anchor not in pages[path].anchors and anchor != "__codelineno":
        return f"{target} leads to an anchor that is not there"
    return None


def faults_of_yaml(path):
    for block in re.findall(r"^```yaml[^\n]*\n(.*?)^```", path.read_text("utf-8"), re.M | re.S):
        try:
            yaml.safe_load(block)
        except yaml.YAMLError as error:
            yield f"{path}: {error}"


def main(folder, *pages):
    faults = list(faults_of_site(Path(folder)))
    for page in pages:
        faults += faults_of_yaml(Path(page))
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
