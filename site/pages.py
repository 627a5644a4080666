"""Lays out the sources of the site: pages, navigation, the gallery of claims, and the history of measurements."""

import html
import json
import pathlib
import re
import shutil
import sys

ROOT = pathlib.Path(sys.argv[1])
WORK = pathlib.Path(sys.argv[2])
PAGES = WORK / "pages"

#: Sections of the navigation with their pages, in order; a pattern stands for all pages that match.
NAVIGATION = {
    "Start": [
        "README.md",
        "docs/tutorial.md",
        "docs/own-network.md",
        "docs/programs.md",
        "docs/traces.md",
        "docs/coming-from.md",
    ],
    "Use": [
        "docs/studies.md",
        "docs/results.md",
        "docs/plan.md",
        "docs/studies-shipped.md",
        "docs/limits.md",
        "docs/glossary.md",
        "docs/stability.md",
    ],
    "Run it large": [
        "docs/performance.md",
        "docs/several-jvms.md",
        "docs/checkpoints.md",
        "deploy/README.md",
        "docs/performance-diary.md",
    ],
    "From programs": ["docs/python.md", "docs/api.md", "python/README.md"],
    "Reproductions": ["gallery.md", "docs/reproduction-*.md"],
    "Rules of the models": ["docs/models/*.md"],
    "Change it": [
        "CONTRIBUTING.md",
        "docs/architecture.md",
        "docs/composing-a-machine.md",
        "docs/adding-a-machine.md",
        "sim-models/src/toy/*.md",
        "docs/decisions/*.md",
    ],
    "Project": ["CHANGELOG.md", "docs/releases/*.md", "history.md", "SECURITY.md", "CODE_OF_CONDUCT.md"],
}

LINK = re.compile(r"\]\(([^)\s#:]+)(#[^)\s]*)?\)")
CLAIM = re.compile(r"^\| (✓ PASS|✗ FAIL) \|(.*)\|$", re.MULTILINE)
NUMBER = r"[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?"


def copy_pages():
    """Copies all pages with their folders, so that relative links stay as they are, and the files that they link."""
    pages = [page for page in ROOT.glob("*.md")]
    pages += [ROOT / "deploy/README.md", ROOT / "python/README.md", *(ROOT / "docs").rglob("*.md")]
    pages += ROOT.glob("sim-models/src/toy/*.md")
    for page in pages:
        target = PAGES / page.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        text = page.read_text()
        for name, _ in LINK.findall(text):
            linked = (page.parent / name).resolve()
            if linked.is_file() and linked.suffix != ".md":
                place = PAGES / linked.relative_to(ROOT)
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(linked, place)
        target.write_text(text)


def title(page):
    """Returns the first heading of a page."""
    found = re.search(r"^# (.*)$", page.read_text(), re.MULTILINE)
    return found.group(1) if found else page.stem


def navigation():
    """Returns the lines of the navigation; every page has a place in it."""
    lines = ["nav:"]
    seen = set()
    for section, patterns in NAVIGATION.items():
        found = [page for pattern in patterns for page in sorted(PAGES.glob(pattern))]
        lines.append(f"  - {json.dumps(section)}:")
        lines += [f"    - {json.dumps(title(page))}: {page.relative_to(PAGES)}" for page in found]
        seen.update(found)
    left = sorted(page.relative_to(PAGES) for page in PAGES.rglob("*.md") if page not in seen)
    if left:
        sys.exit(f"site/pages.py: these pages have no place in NAVIGATION: {', '.join(map(str, left))}")
    return lines


def limits(allowed):
    """Returns the lower and upper limit of a claim, None where it has none."""
    between = re.fullmatch(rf"({NUMBER}) to ({NUMBER})", allowed)
    if between:
        return float(between.group(1)), float(between.group(2))
    one = re.fullmatch(rf"(at least|at most|=|≥|≤|from|up to) ({NUMBER})", allowed)
    if not one:
        return None
    value = float(one.group(2))
    return {"at least": (value, None), "≥": (value, None), "from": (value, None)}.get(
        one.group(1), (None, value) if one.group(1) != "=" else (value, value)
    )


def picture(claims):
    """Returns a chart with a row for each claim: the paper's words, the allowed interval and the measured value."""
    rows = []
    width, height = 420, 42
    for index, (verdict, claim, measured, allowed, expected) in enumerate(claims):
        y = height * index + 28
        low, high = limits(allowed)
        value = float(measured)
        known = [bound for bound in (low, high) if bound is not None]
        span = (max(known) - min(known)) or abs(known[0]) or 1
        first, last = min(known + [value]) - span / 2, max(known + [value]) + span / 2

        def place(number):
            return 6 + (width - 12) * (number - first) / (last - first)

        begin = place(low if low is not None else first)
        end = place(high if high is not None else last)
        if verdict == "✓ PASS":
            mark = f'<circle cx="{place(value):.1f}" cy="{y}" r="5" fill="#2e7d32"/>'
        else:
            mark = f'<path d="M{place(value) - 5:.1f} {y - 5}l10 10m0 -10l-10 10" stroke="#c62828" stroke-width="3"/>'
        words = expected if len(expected) <= 84 else expected[:83] + "…"
        rows.append(
            f"<g><title>{html.escape(claim)}: measured {measured}, allowed {html.escape(allowed)}</title>"
            f'<text x="0" y="{y - 14}">{html.escape(words)}</text>'
            f'<rect x="{begin:.1f}" y="{y - 7}" width="{max(end - begin, 2):.1f}" height="14" fill="#9e9e9e"'
            f' opacity="0.5"/>{mark}<text x="{width + 12}" y="{y + 4}">{measured}</text></g>'
        )
    return (
        f'<svg class="claims" viewBox="0 0 520 {height * len(claims) + 4}" role="img"'
        ' aria-label="Claims and measured values">' + "".join(rows) + "</svg>"
    )


def gallery():
    """Writes the page that shows each judged claim of the reproduction pages beside the paper's number."""
    text = [
        "# Gallery",
        "",
        "Every claim of the papers, as the reproduction pages record it. Grey: the interval that the claim allows."
        " Green dot: the measured value agrees; red cross: it does not. Each row has its own scale."
        " Hover over a row for the claim's name and limits.",
        "",
    ]
    for page in sorted(PAGES.glob("docs/reproduction-*.md")):
        sections = {}
        passed = failed = 0
        for verdict, rest in CLAIM.findall(page.read_text()):
            cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", rest)]
            claim, measured, allowed, expected, _, section = cells[:6]
            passed += verdict == "✓ PASS"
            failed += verdict != "✓ PASS"
            if re.fullmatch(NUMBER, measured) and limits(allowed):
                sections.setdefault(section, []).append((verdict, claim, measured, allowed, expected))
        if not sections:
            continue
        name = page.relative_to(PAGES)
        text += [f"## {title(page)}", "", f"{passed} claims agree, {failed} do not. [Details]({name})", ""]
        figures_first = sorted(sections.items(), key=lambda item: not re.search("Figure|Table", item[0]))
        for section, claims in figures_first:
            text += [f"### {section[:1].upper()}{section[1:]}", "", picture(claims), ""]
    (PAGES / "gallery.md").write_text("\n".join(text))


def history():
    """Writes the page of measurements in bench/*.jsonl (`bench --record`), and the newest into the page on speed."""
    text = [
        "# History of measurements",
        "",
        "Packet-hops per second, one point for each recorded measurement (`hopwright bench --record`): median, and"
        " quartiles as bars. The speed on one thread is per second of processor time. Compare points of one computer"
        " only.",
        "",
    ]
    newest = []
    for file in sorted((ROOT / "bench").glob("*.jsonl")):
        rows = [json.loads(line) for line in file.read_text().splitlines() if line.strip()]
        series = {}
        for row in rows:
            for result in row["rows"]:
                computer = f"{row['processor']}, caches of {', '.join(row['caches']) or 'unknown size'}, JDK {row['jdk']}"
                key = (result["row"], computer)
                series.setdefault(key, []).append((row["commit"], row["date"], result))
        text += [f"## {file.stem}", ""]
        for (name, computer), points in series.items():
            commit, date, result = points[-1]
            newest.append(
                f"| {file.stem} | {name} | {result['median'] / 1e6:.2f} |"
                f" {result['lowerQuartile'] / 1e6:.2f}, {result['upperQuartile'] / 1e6:.2f} | {computer} |"
                f" {commit[:12]}, {date} |"
            )
            most = max(result["upperQuartile"] for _, _, result in points)
            marks = []
            for index, (commit, date, result) in enumerate(points):
                x = 60 + 740 * (index + 0.5) / len(points)
                y = {key: 150 - 130 * result[key] / most for key in ("lowerQuartile", "median", "upperQuartile")}
                marks.append(
                    f"<g><title>{commit[:12]}, {date}: {result['median']:.3g}/s</title>"
                    f'<path d="M{x:.1f} {y["lowerQuartile"]:.1f}V{y["upperQuartile"]:.1f}" stroke="#1565c0" stroke-width="2"/>'
                    f'<circle cx="{x:.1f}" cy="{y["median"]:.1f}" r="4" fill="#1565c0"/></g>'
                )
            text += [
                f"### {name}",
                "",
                f"{computer}; the upper edge is {most:.3g} packet-hops per {points[-1][2]['per']}.",
                "",
                '<svg class="claims" viewBox="0 0 820 160" role="img" aria-label="Speed over commits">'
                '<path d="M60 20V150H800" fill="none" stroke="#9e9e9e"/>' + "".join(marks) + "</svg>",
                "",
            ]
    if newest:
        (PAGES / "history.md").write_text("\n".join(text))
        with (PAGES / "docs/performance.md").open("a") as page:
            page.write("\n".join([
                "",
                "## Recorded measurements",
                "",
                "The newest of each row and computer in millions of packet-hops per second, of processor time on one"
                " thread; [the history](../history.md) has all.",
                "",
                "| study | row | median | quartiles | computer | commit, date |",
                "|---|---|---|---|---|---|",
                *newest,
                "",
            ]))


def configuration():
    """Writes the configuration of MkDocs."""
    text = (ROOT / "site/mkdocs.yml").read_text()
    (WORK / "mkdocs.yml").write_text(text + "\n".join(navigation()) + "\n")
    shutil.copytree(ROOT / "site/assets", PAGES / "assets")


copy_pages()
gallery()
history()
configuration()
