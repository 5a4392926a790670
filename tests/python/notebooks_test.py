"""The notebooks of examples/ are executed by nbmake, on copies: they write folders of runs beside them."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

NOTEBOOKS = Path(__file__).resolve().parents[2] / "examples" / "notebooks"


def main():
    with tempfile.TemporaryDirectory() as folder:
        for book in NOTEBOOKS.glob("*.ipynb"):
            assert '"outputs": []' in book.read_text(), f"{book}: keep no outputs"
            shutil.copy(book, folder)
        environment = {**os.environ, "JUPYTER_RUNTIME_DIR": folder, "IPYTHONDIR": folder, "MPLCONFIGDIR": folder}
        return subprocess.run([sys.executable, "-m", "pytest", "-q", "--nbmake", "--nbmake-timeout=600", "-p", "no:cacheprovider",
                               folder], env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
