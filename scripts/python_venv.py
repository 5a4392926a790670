"""Prints the path of a Python that has what the tests of the package need: a virtual environment over the Python that
runs this, with what python/requirements-test.txt takes from PyPI. Fails, saying why, when there is none.

python_venv.py FOLDER
"""
import subprocess
import sys
import venv
from pathlib import Path

REQUIREMENTS = Path(__file__).resolve().parents[1] / "python" / "requirements-test.txt"


def is_ready(folder):
    """Whether an earlier call has installed these very requirements with this Python."""
    stamp = folder / "requirements"
    return stamp.is_file() and stamp.read_text() == stamp_text()


def stamp_text():
    return f"{sys.executable} {sys.version}\n{REQUIREMENTS.read_text()}"


def main():
    folder = Path(sys.argv[1]).absolute()
    python = folder / "bin" / "python"
    if not is_ready(folder):
        print("installing packages for the tests of the Python package, with pip", file=sys.stderr)
        venv.create(folder, system_site_packages=True, with_pip=True, clear=True)
        done = subprocess.run([python, "-m", "pip", "install", "--quiet", "-r", REQUIREMENTS], stdout=sys.stderr)
        if done.returncode:
            sys.exit("pip could not install what the tests of the Python package need (is there a network?)")
        (folder / "requirements").write_text(stamp_text())
    print(python)


if __name__ == "__main__":
    main()
