"""Installs, moves the installed tree elsewhere, and uses it from there: with CMake, with pkg-config, as a program."""
import argparse
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import repository

EXPECTED = "sum 5050, step 0.25\n"


def run(*command, environment=None):
    """A command's output; its failure ends the test with all it said."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True,
                          env={**os.environ, **(environment or {})})
    if done.returncode:
        sys.exit(f"{shlex.join(map(str, command))} ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def with_cmake(prefix, build, compiler):
    """The consumer, found by find_package; it runs from its own build tree."""
    run("cmake", "-G", "Ninja", "-S", repository.ROOT / "tests/house/consumer", "-B", build,
        f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_CXX_COMPILER={compiler}")
    run("cmake", "--build", build)
    return run(build / "consumer")


def pkg_config_flags(prefix, *wanted):
    """What pkg-config says about the library in an installed tree."""
    found = run("pkg-config", *wanted, "tucana",
                environment={"PKG_CONFIG_PATH": str(next(prefix.glob("lib*/**/pkgconfig")))})
    return shlex.split(found)


def with_pkg_config(prefix, build, compiler):
    """The consumer in one line of a compiler."""
    build.mkdir()
    run(compiler, "-std=c++20", repository.ROOT / "tests/house/consumer/main.cpp", "-o", build / "consumer",
        *pkg_config_flags(prefix, "--cflags", "--libs"))
    library_folder = next(prefix.glob("lib*/**/libtucana.so")).parent
    return run(build / "consumer", environment={"LD_LIBRARY_PATH": str(library_folder)})


def installed_headers(prefix):
    """The installed headers by the names that users write; g6.h is that of another library."""
    return sorted(str(path.relative_to(prefix / "include")) for path in (prefix / "include/tucana").rglob("*.h"))


def with_all_headers(prefix, build, compiler, headers):
    """Compiles all installed headers together, without the sources of the project: a private one would be missing."""
    build.mkdir()
    source = build / "all_headers.cpp"
    source.write_text("".join(f'#include "{header}"\n' for header in headers))
    run(compiler, "-std=c++20", "-fsyntax-only", source, *pkg_config_flags(prefix, "--cflags"))


def g6_clients(prefix, build):
    """A client in C and one in Fortran by the pkg-config files of libg6 and its alias, dynamically and statically."""
    build.mkdir()
    clients = repository.ROOT / "tests/grape6/clients"
    folder = next(prefix.glob("lib*/**/libg6.so")).parent
    environment = {"PKG_CONFIG_PATH": str(folder / "pkgconfig"), "LD_LIBRARY_PATH": str(folder),
                   "TUCANA_G6_ENGINE": "cpu"}
    for compiler, source in (("cc", "plain.c"), ("gfortran", "fortran_client.f90")):
        for name in ("g6", "sapporo"):
            for asked in (("--libs",), ("--variable=static_libs",)):
                flags = [run("pkg-config", flag, name, environment=environment) for flag in ("--cflags", *asked)]
                run(compiler, clients / source, "-o", build / "client", *shlex.split(" ".join(flags)), "-lm")
                shown = run("ldd", build / "client", environment=environment)
                if (f"lib{name}.so" in shown) != (asked[0] == "--libs"):
                    yield f"{source} with {name} {asked[0]} is not linked as it should be: {shown}"
                said = run(build / "client", environment=environment)
                if said != "ok\n":
                    yield f"{source} with {name} {asked[0]} said {said!r}"


def other_sapporo(prefix, build):
    """A program linked with our libsapporo takes another one that the library path names first, and the other way."""
    ours, theirs = next(prefix.glob("lib*/**/libsapporo.so")).parent, build / "theirs"
    theirs.mkdir(parents=True)
    (build / "library.c").write_text("int g6_npipes_(void) { return 54321; }\n")
    (build / "client.c").write_text('#include <stdio.h>\nint g6_npipes_(void);\n'
                                    'int main(void) { return printf("%d\\n", g6_npipes_()) < 0; }\n')
    run("cc", "-shared", "-fPIC", build / "library.c", "-o", theirs / "libsapporo.so")
    for linked in (ours, theirs):
        run("cc", build / "client.c", "-o", build / "client", f"-L{linked}", "-lsapporo")
        for folder, pipes in ((ours, "256\n"), (theirs, "54321\n")):
            said = run(build / "client", environment={"LD_LIBRARY_PATH": str(folder)})
            if said != pipes:
                yield f"a client linked in {linked.name} said {said!r} with the library of {folder.name}, not {pipes!r}"


def files_naming(prefix, forbidden):
    """Installed files with a path in them that means nothing on another machine."""
    for path in sorted(prefix.rglob("*")):
        if path.is_file() and not path.is_symlink():
            content = path.read_bytes()
            for text in forbidden:
                if os.fsencode(text) in content:
                    yield f"{path.relative_to(prefix)} contains {text}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--compiler", required=True)
    options = parser.parse_args()
    found = []
    with tempfile.TemporaryDirectory() as folder:
        first, prefix = Path(folder) / "first", Path(folder) / "second place"
        run("cmake", "--install", options.build, "--prefix", first)
        installed = [path for path in first.rglob("*") if path.is_file()]
        found += files_naming(first, [str(repository.ROOT), str(options.build), str(first)])
        shutil.move(first, prefix)
        for user, use in (("find_package", with_cmake), ("pkg-config", with_pkg_config)):
            said = use(prefix, Path(folder) / user, options.compiler)
            if said != EXPECTED:
                found.append(f"the consumer by {user} said {said!r}, not {EXPECTED!r}")
        headers = installed_headers(prefix)
        public = [f"tucana/{name}" for name in (options.build / "public_headers.txt").read_text().split()]
        found += [f"{name} is either installed or public, not both" for name in sorted({*headers} ^ {*public})]
        with_all_headers(prefix, Path(folder) / "headers", options.compiler, headers)
        found += g6_clients(prefix, Path(folder) / "g6")
        found += other_sapporo(prefix, Path(folder) / "sapporo")
        if (options.build / "bin/tucana").exists():
            said = run(prefix / "bin/tucana", "--version")
            if "tucana" not in said.lower():
                found.append(f"the installed program said {said!r} to --version")
    repository.verdict(found, len(installed), "installed files")


if __name__ == "__main__":
    main()
