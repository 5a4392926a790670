"""Prints the path of a NVRTC (NVIDIA's compiler for kernels) that is new enough for the tests, from the machine or else
from PyPI into a folder; no GPU, driver or toolkit is needed. Fails, saying why, when there is none.

nvrtc.py FOLDER
"""
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

NEWEST_ARCHITECTURE_SINCE = (12, 8)  # sm_120
PACKAGE = "nvidia-cuda-nvrtc~=13.0"
NAMES = ("libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so", "/usr/local/cuda/lib64/libnvrtc.so")


# In a process of its own: the library may crash, and it stays loaded.
LOOK = """import ctypes, os, sys
library, (major, minor) = ctypes.CDLL(sys.argv[1]), (ctypes.c_int(), ctypes.c_int())
library.nvrtcVersion(ctypes.byref(major), ctypes.byref(minor))
place = (ctypes.c_char_p * 4)()
ctypes.CDLL(None).dladdr(ctypes.cast(library.nvrtcVersion, ctypes.c_void_p), place)
print(major.value, minor.value, os.path.abspath(os.fsdecode(place[0])))
"""


def whole_path(name):
    """Where the loader finds the library, None when it does not load or is too old."""
    run = subprocess.run([sys.executable, "-c", LOOK, name], capture_output=True, text=True)
    if run.returncode:
        return None
    major, minor, path = run.stdout.strip().split(" ", 2)
    return path if (int(major), int(minor)) >= NEWEST_ARCHITECTURE_SINCE else None


def downloaded(folder):
    """The library in what an earlier call has unpacked."""
    return next((str(path) for path in sorted(folder.glob("**/libnvrtc.so.*"))), None)


def download(folder):
    """Unpacks the package beside and renames, so that a broken download leaves nothing."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as beside:
        run = subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:",
                              "--dest", beside, PACKAGE], stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, text=True)
        print(run.stdout, end="", file=sys.stderr)
        wheels = list(Path(beside).glob("*.whl"))
        if run.returncode or not wheels:
            return
        with zipfile.ZipFile(wheels[0]) as archive:
            archive.extractall(Path(beside) / "unpacked")
        shutil.rmtree(folder, ignore_errors=True)
        (Path(beside) / "unpacked").rename(folder)


def main():
    folder = Path(sys.argv[1])
    chosen = os.environ.get("TUCANA_NVRTC")
    path = next(filter(None, map(whole_path, filter(None, [chosen] if chosen else [downloaded(folder), *NAMES]))), None)
    if not path and not chosen:
        print(f"taking {PACKAGE} with pip", file=sys.stderr)
        download(folder)
        path = downloaded(folder) and whole_path(downloaded(folder))
    if not path:
        sys.exit("found no NVRTC of CUDA 12.8 or later, and pip did not bring one (is there a network?): name the library in "
                 "TUCANA_NVRTC; without it the tests of CUDA fail")
    print(path)


if __name__ == "__main__":
    main()
