"""The Python that pages of the documentation print runs, block after block of a page in one session."""

import contextlib
import io
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

import tucana

DOCS = Path(__file__).resolve().parents[2] / "docs"
BLOCK = re.compile(r"^```python\n(.*?)^```", re.S | re.M)
# Of PyPI and large: `./tucana validate snapshot_readers` and `./tucana validate amuse_code` run these blocks.
ELSEWHERE = re.compile(r"^(import (pynbody|swiftsimio)|from amuse)", re.M)


def prepare_snapshots():
    subprocess.run([os.environ["TUCANA"], "init", "m31", "-n", "300", "-o", "m31.hdf5"], check=True, capture_output=True)
    tucana.run({"model.n": 50, "run.end_time": 0.25, "output.snapshot_interval": 0.25}, out="run")


# What a page needs to find in the folder of its session.
PREPARE = {"snapshots.md": prepare_snapshots}


class PagesTest(unittest.TestCase):
    def test_every_page(self):
        pages = [page for page in sorted(DOCS.glob("**/*.md")) if BLOCK.search(page.read_text())]
        self.assertIn("python.md", [page.name for page in pages])
        before = os.getcwd()
        self.addCleanup(os.chdir, before)
        for page in pages:
            with self.subTest(page=page.name), tempfile.TemporaryDirectory() as folder:
                os.chdir(folder)
                PREPARE.get(page.name, lambda: None)()
                names = {"__name__": page.name}
                for block in BLOCK.findall(page.read_text()):
                    if ELSEWHERE.search(block):
                        continue
                    with contextlib.redirect_stdout(io.StringIO()):
                        exec(compile(block, str(page), "exec"), names)  # pylint: disable=exec-used
                os.chdir(before)


if __name__ == "__main__":
    unittest.main()
