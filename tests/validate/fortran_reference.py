"""Programs of the authors of fits and formulae, built from packages of sources (for comparison only)."""

import pathlib
import re
import subprocess
import sys
import tarfile
import urllib.request


def fetch_sources(package, version, known_file):
    """The folder of a package's sources that holds a file. Their address is what pip finds; pip itself would need AMUSE to
    unpack them."""
    name = package.replace("-", "_")
    found = subprocess.run([sys.executable, "-m", "pip", "download", "-vv", "--no-deps", "--no-binary", package,
                            "--no-build-isolation", f"{package}=={version}"], capture_output=True, text=True)
    address = re.search(rf"https://\S*?/{name}-{re.escape(version)}\.tar\.gz", found.stdout + found.stderr)
    if not address:
        sys.exit(f"pip does not find the package {package} {version}:\n" + found.stderr[-2000:])
    urllib.request.urlretrieve(address.group(), f"{name}.tar.gz")
    with tarfile.open(f"{name}.tar.gz") as archive:
        archive.extractall(name)
    return next(pathlib.Path(name).rglob(known_file)).parent


def replaced(name, text, replacements):
    for old, new in replacements:
        if old not in text:
            sys.exit(f"{name} is not the one that this check knows: it has no {old!r}")
        text = text.replace(old, new)
    return text


def build(folder, driver, files, replacements, *flags):
    """The program `compare` in the present folder, from a driver and copies of files (names without .f), with what is replaced
    in each of them."""
    pathlib.Path("compare.f").write_text(driver)
    for name in files:
        text = (folder / f"{name}.f").read_text()
        pathlib.Path(f"{name}.f").write_text(replaced(f"{name}.f", text, replacements.get(f"{name}.f", [])))
    subprocess.run(["gfortran", "-O2", "-std=legacy", "-w", *flags, "-I", folder, "-o", "compare", "compare.f",
                    *(f"{name}.f" for name in files)], check=True)
