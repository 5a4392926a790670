"""What libg6 shows: every name of g6.h, nothing else from the shared libraries, and weak where a client may define it."""
import argparse
import re
import subprocess
import sys
from pathlib import Path


def symbols(*command):
    """The names that nm lists, with their kind."""
    lines = subprocess.run(["nm", *command], capture_output=True, text=True, check=True).stdout.splitlines()
    return {words[-1]: words[-2] for words in map(str.split, lines) if len(words) >= 2 and len(words[-2]) == 1}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--header", type=Path, required=True)
    parser.add_argument("--shared", nargs="+", required=True)
    parser.add_argument("--static", required=True)
    options = parser.parse_args()
    text = re.sub(r"/\*.*?\*/", "", options.header.read_text(), flags=re.DOTALL)
    declared = set(re.findall(r"\b(?:int|void)\s+(\w+)\(", text))
    static = symbols("--defined-only", "--extern-only", options.static)
    wrong = [f"{name} is declared but not in libg6.a" for name in sorted(declared - static.keys())]
    libraries = [("libg6.a", static)]
    for path in options.shared:
        library, shown = Path(path).name, symbols("-D", "--defined-only", path)
        libraries.append((library, shown))
        wrong += [f"{name} is declared but not in {library}" for name in sorted(declared - shown.keys())]
        wrong += [f"{name} is shown by {library} but not declared" for name in sorted(shown.keys() - declared)]
    for where, found in libraries:
        for name in sorted(declared & found.keys()):
            kind = "T" if name.endswith("_") else "W"
            if found[name] != kind:
                wrong.append(f"{name} is of kind {found[name]} in {where}, not {kind}")
    if len(declared) < 100:
        wrong.append(f"only {len(declared)} names were found in {options.header}")
    print(*wrong, f"{len(declared)} names", sep="\n")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
