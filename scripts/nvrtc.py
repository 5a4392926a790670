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


def version(name):
    """Of the library, (0, 0) when it does not load. In a process of its own: it may crash, and it stays loaded."""
    code = ("import ctypes, sys; a, b = ctypes.c_int(), ctypes.c_int();"
            "ctypes.CDLL(sys.argv[1]).nvrtcVersion(ctypes.byref(a), ctypes.byref(b)); print(a.value, b.value)")
    run = subprocess.run([sys.executable, "-c", code, name], capture_output=True, text=True)
    return tuple(map(int, run.stdout.split())) if run.returncode == 0 else (0, 0)


def is_good(name):
    return version(name) >= NEWEST_ARCHITECTURE_SINCE


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
    for name in [chosen] if chosen else [downloaded(folder), *NAMES]:
        if name and is_good(name):
            print(name)
            return
    if not chosen:
        print(f"taking {PACKAGE} with pip", file=sys.stderr)
        download(folder)
        name = downloaded(folder)
        if name and is_good(name):
            print(name)
            return
    sys.exit("found no NVRTC of CUDA 12.8 or later, and pip did not bring one (is there a network?): name the library in "
             "TUCANA_NVRTC; without it the tests of CUDA fail")


if __name__ == "__main__":
    main()
