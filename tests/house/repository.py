"""The files of the project, and how a rule says that it is broken. Shared by the tests of the house."""
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)


def files(*suffixes, under=""):
    """Paths relative to the root: what git tracks or would track; without git, what lies there."""
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
                            capture_output=True, text=True)
    if listed.returncode == 0:
        names = [Path(name) for name in listed.stdout.split("\0") if name]
    else:
        names = [path.relative_to(ROOT) for path in ROOT.rglob("*") if path.is_file()]
        names = [name for name in names if not name.parts[0].startswith(("build", ".git", "runs"))]
    names = [name for name in names if (ROOT / name).is_file() and not (ROOT / name).is_symlink()]
    return sorted(name for name in names
                  if (not suffixes or name.suffix in suffixes) and str(name).startswith(under))


def includes(text):
    """The (bracket, path) of every #include of a C++ text."""
    return [(match[1], match[2]) for match in INCLUDE.finditer(text)]


def verdict(complaints, checked, what):
    """Ends a test: prints what is wrong, or how much was looked at, since a test of nothing proves nothing."""
    for complaint in complaints:
        print(complaint)
    if not checked:
        print(f"found no {what} to check")
    else:
        print(f"{len(complaints)} complaints about {checked} {what}")
    sys.exit(1 if complaints or not checked else 0)
