"""Rules about single files: length, #pragma once, READMEs, no unfinished marks, no reference to anything outside."""
import re
from pathlib import Path

import repository

LINES_ALLOWED = 400
# Longer files, each with its reason.
LONGER = {}

CODE = (".h", ".cpp", ".py", ".sh", ".cmake", ".toml")
BINARY = (".png", ".hdf5", ".jpg")
# Written so that this file does not complain about itself.
UNFINISHED = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X|HA" r"CK)\b")
SOMEBODYS_PATH = re.compile(r"(?<![\w.$}])/(home|ro" r"ot|wo" r"rk|Users|mnt|scratch)/\w")
# A page by its path from the root, from docs/ or from the folder of the text; addresses of other sites are not meant.
PAGE = re.compile(r"(?<![\w:./*{}<>-])[\w./-]*\w\.md\b")
NUMBERED_PAPER = re.compile(r"\b[Pp]aper 0\d\d\b")


def exists_in_repository(path):
    return (repository.ROOT / path).is_file()


def references_to_nothing(name, line, exists):
    """Pages that a line names and that do not exist, and papers by a number that only some list elsewhere explains."""
    for page in PAGE.findall(line):
        if not any(exists(folder / page) for folder in (name.parent, Path("."), Path("docs"))):
            yield f"names {page}, which is not in the repository"
    if NUMBERED_PAPER.search(line):
        yield "names a paper by a number; give authors and year"


def complaints_about(name, text, exists=exists_in_repository):
    """What one text file does against the rules; name is its path from the root."""
    lines = text.count("\n")
    top = name.parts[0]
    if top in ("src", "tests", "python", "bench", "viewer") and name.suffix in CODE and lines > LINES_ALLOWED:
        if str(name) not in LONGER:
            yield f"{name}: {lines} lines; one file holds one idea (up to {LINES_ALLOWED} lines)"
    # Highway code (*-inl.h) is included once a SIMD target and guards itself; kernels are embedded as text.
    if name.suffix == ".h" and not name.stem.endswith(("-inl", ".kernel", ".prelude")) and "#pragma once" not in text:
        yield f"{name}: no #pragma once"
    for number, line in enumerate(text.splitlines(), 1):
        if UNFINISHED.search(line):
            yield f"{name}:{number}: says that something is unfinished: {line.strip()}"
        if SOMEBODYS_PATH.search(line):
            yield f"{name}:{number}: names a path of one machine: {line.strip()}"
        for complaint in references_to_nothing(name, line, exists):
            yield f"{name}:{number}: {complaint}: {line.strip()}"
    if text and not text.endswith("\n"):
        yield f"{name}: no newline at the end"


def folders_without_readme(names):
    """Every folder of src/ with sources, and the folders of the first floor, say what lives in them."""
    folders = {name.parents[-3] for name in names if name.parts[0] == "src" and name.suffix in (".h", ".cpp")}
    folders |= {name.parents[-2] for name in names if name.parts[0] in ("src", "tests", "bench", "docs", "python")}
    have = {name.parent for name in names if name.name == "README.md"}
    return sorted(folder for folder in folders if folder not in have)


def check_of_the_check():
    """Each kind of mistake once."""
    page, here = "docs/README." "md", "../README." "md"
    wrong = [("src/core/a.h", "int a;\n"), ("src/core/a.cpp", "// TO" "DO later\n"), ("docs/a.txt", "/ho" "me/me/x\n"),
             ("src/core/a.cpp", "int a;\n" * 401), ("docs/a.txt", "no end"), ("src/core/a.cpp", "// see NOTES." "md\n"),
             ("src/core/a.cpp", "// (no/such/page." "md section 2)\n"), ("docs/a.txt", "as in [b](b." "md#part)\n"),
             ("src/core/a.cpp", "// paper 0" "04, eq. 3\n")]
    for name, text in wrong:
        if not list(complaints_about(Path(name), text)):
            yield f"file_rules.py accepts {text[:30]!r} in {name}"
    right = [("src/core/a.cpp", f"// {page}, [here]({here}#part)\n"), ("docs/a.txt", "https://example.org/x." "md\n")]
    for name, text in right:
        for complaint in complaints_about(Path(name), text, lambda path: str(path) in (page, f"src/core/{here}")):
            yield f"file_rules.py is wrong: {complaint}"
    if not folders_without_readme([Path("src/core/a.h")]):
        yield "file_rules.py accepts a folder without README.md"


def main():
    names = [name for name in repository.files() if name.suffix not in BINARY]
    found = list(check_of_the_check())
    for name in names:
        try:
            found += complaints_about(name, (repository.ROOT / name).read_text())
        except UnicodeDecodeError:
            found.append(f"{name}: not UTF-8 text; name it in BINARY of file_rules.py if it is meant to be")
    found += [f"{folder}/README.md is missing" for folder in folders_without_readme(names)]
    found += [f"{name}: on the list of longer files without need" for name in LONGER
              if (repository.ROOT / name).read_text().count("\n") <= LINES_ALLOWED]
    repository.verdict(found, len(names), "files")


if __name__ == "__main__":
    main()
