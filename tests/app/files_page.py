"""docs/files.md as tests read it: the names in its tables, by heading."""

import pathlib
import re

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "files.md"


def sections():
    """Text of the page by heading."""
    found, title = {}, ""
    for line in PAGE.read_text().splitlines():
        heading = re.match(r"#+ (.*)", line)
        title = heading[1] if heading else title
        found.setdefault(title, []).append(line)
    return found


def tables_of(lines):
    """For each table the names in its first column, which stand between backticks."""
    tables, inside = [], False
    for line in lines:
        if not line.startswith("|"):
            inside = False
            continue
        if not inside:
            tables.append([])
        inside = True
        tables[-1] += re.findall(r"`([^`]+)`", line.split("|")[1])
    return tables
