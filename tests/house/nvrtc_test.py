"""Where scripts/nvrtc.py takes NVRTC from. Libraries and pip are played by stand-ins."""
import argparse
import contextlib
import io
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import repository

sys.path.insert(0, str(repository.ROOT / "scripts"))
import nvrtc  # noqa: E402

LIBRARY = 'extern "C" int nvrtcVersion(int* major, int* minor) { *major = %d; *minor = %d; return 0; }\n'
PIP = """import sys, zipfile
from pathlib import Path
Path({calls!r}).open("a").write(" ".join(sys.argv[1:]) + "\\n")
if {works}:
    folder = Path(sys.argv[sys.argv.index("--dest") + 1])
    with zipfile.ZipFile(folder / "nvidia_cuda_nvrtc-13.whl", "w") as wheel:
        wheel.write({library!r}, "nvidia/cu13/lib/libnvrtc.so.13")
sys.exit(not {works})
"""
COMPILER = "c++"


class Nvrtc(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.good, self.old = self.library(13, 0), self.library(12, 2)

    def library(self, major, minor):
        path = self.folder / f"lib{major}.{minor}.so"
        subprocess.run([COMPILER, "-shared", "-fPIC", "-x", "c++", "-", "-o", path], input=LIBRARY % (major, minor),
                       text=True, check=True)
        return str(path)

    def pip(self, works):
        (self.folder / "pip").mkdir()
        (self.folder / "pip/__init__.py").touch()  # a package of its own comes before the real one
        (self.folder / "pip/__main__.py").write_text(
            PIP.format(calls=str(self.folder / "calls"), works=works, library=self.good))

    def pip_calls(self):
        calls = self.folder / "calls"
        return calls.read_text().splitlines() if calls.exists() else []

    def run_script(self, names=(), chosen=""):
        """What it prints; raises SystemExit when it fails."""
        printed = io.StringIO()
        with mock.patch.object(nvrtc, "NAMES", names), mock.patch.object(sys, "argv", ["", str(self.folder / "nvrtc")]), \
                mock.patch.dict(os.environ, TUCANA_NVRTC=chosen, PYTHONPATH=str(self.folder)), \
                contextlib.redirect_stdout(printed), contextlib.redirect_stderr(io.StringIO()):
            nvrtc.main()
        return printed.getvalue().strip()

    def test_what_the_machine_has_is_taken(self):
        self.pip(works=True)
        self.assertEqual(self.run_script(("libabsent.so.1", self.good)), self.good)
        self.assertEqual(self.pip_calls(), [])

    def test_what_the_user_names_comes_first(self):
        self.assertEqual(self.run_script((self.old,), chosen=self.good), self.good)
        with self.assertRaisesRegex(SystemExit, "TUCANA_NVRTC"):
            self.run_script((self.good,), chosen=self.old)

    def test_too_old_or_absent_comes_from_pip_once(self):
        self.pip(works=True)
        path = str(self.folder / "nvrtc/nvidia/cu13/lib/libnvrtc.so.13")
        self.assertEqual(self.run_script((self.old,)), path)
        self.assertEqual(self.run_script((self.old,)), path)
        self.assertEqual(len(self.pip_calls()), 1)
        self.assertIn("nvidia-cuda-nvrtc", self.pip_calls()[0])

    def test_without_network_it_says_so_and_leaves_nothing(self):
        self.pip(works=False)
        with self.assertRaisesRegex(SystemExit, "is there a network"):
            self.run_script()
        self.assertFalse((self.folder / "nvrtc").exists())


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--compiler", default=COMPILER)
    known, rest = parser.parse_known_args()
    COMPILER = known.compiler
    unittest.main(argv=[sys.argv[0], *rest])
