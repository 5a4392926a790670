"""Who may include whom: one table, without exceptions (docs/architecture.md)."""
import argparse
from pathlib import Path

import repository

# A folder of src/, or bench/, or python/, and the folders that its files may include, beside itself. Only downwards: a folder
# stands below everything that it includes.
MAY_INCLUDE = {
    "core": "",
    "parallel": "core",
    "device": "core parallel",
    "gravity": "core parallel device",
    "tree": "core parallel device gravity",
    "fewbody": "core parallel gravity",
    "integrators": "core parallel device gravity tree fewbody",
    "physics": "core parallel gravity fewbody",
    "models": "core parallel gravity",
    "io": "core",
    "analysis": "core parallel gravity tree fewbody",
    "simulation": "core parallel device gravity tree fewbody integrators physics models io analysis",
    "grape6": "core parallel device gravity",
    "app": "core parallel device gravity tree fewbody integrators physics models io analysis simulation",
    "python": "core parallel device gravity tree fewbody integrators physics models io analysis simulation",
    "bench": "core parallel device gravity tree fewbody integrators physics models io analysis simulation grape6 app",
}

# A library from outside and the folders that know it. Public headers never do.
KNOWS = {
    "fmt/": "core parallel device gravity tree integrators models io analysis simulation grape6 app python bench",
    "hwy/": "gravity tree integrators bench",
    "hdf5.h": "io",
    "toml++/": "simulation",
    "nlohmann/": "io simulation app bench",
    "CLI/": "app",
    "CL/": "device",
    "mpi.h": "parallel",
    "nanobind/": "python",
}


def included_folder(path):
    """The folder that an include names, None when it is not written as it should be."""
    parts = Path(path).parts
    if parts[0] == "tucana" and len(parts) > 2:
        return parts[1]
    return parts[0] if parts[0] in ("bench", "python") else None


def complaints_about(name, text, public):
    """What one file does against the tables; its path starts with its folder, as in the tables."""
    folder = name.parts[0]
    if folder not in MAY_INCLUDE:
        yield f"{name}: the folder {folder} is not in the table of tests/house/include_rules.py"
        return
    for bracket, path in repository.includes(text):
        if bracket == '"':
            included = included_folder(path)
            if included is None:
                yield f'{name}: write #include "tucana/<folder>/...", not "{path}"'
            elif included != folder and included not in MAY_INCLUDE[folder].split():
                yield f"{name}: {folder} may not include {path}"
            elif str(name) in public and path.removeprefix("tucana/") not in public:
                yield f"{name}: a public header includes the private {path}; list it in cmake/TucanaHeaders.cmake"
            continue
        library = next((known for known in KNOWS if path.startswith(known)), None)
        if library and folder not in KNOWS[library].split():
            yield f"{name}: {folder} may not know <{path}>"
        if library and str(name) in public:
            yield f"{name}: a public header includes <{path}>; name it *_internal.h or move the include"
        if not library and "/" in path and not path.startswith(("sys/", "linux/", "arpa/", "netinet/")):
            yield f"{name}: <{path}> is of no library in the table of tests/house/include_rules.py"


def table_points_downwards():
    """The table itself: a folder may include only what stands above it."""
    order = list(MAY_INCLUDE)
    for folder, allowed in MAY_INCLUDE.items():
        for other in allowed.split():
            if order.index(other) >= order.index(folder):
                yield f"include_rules.py: {folder} stands above {other} and may not include it"


def check_of_the_check():
    """A rule that never complains is no rule: each kind of mistake once."""
    public = {"core/a.h", "io/file.h", "io/other.h"}
    wrong = [("core/a.h", '#include "tucana/io/file.h"'), ("core/a.cpp", '#include "a.h"'),
             ("io/file.h", "#include <hdf5.h>"), ("core/a.cpp", "#include <hdf5.h>"),
             ("io/file.h", '#include "tucana/io/hidden_internal.h"'), ("io/a.cpp", "#include <boost/any.hpp>"),
             ("app/a.cpp", '#include "bench/direct.h"'), ("simulation/a.cpp", '#include "python/binding/a.h"'),
             ("app/a.cpp", "#include <nanobind/nanobind.h>"),
             ("attic/a.h", "")]
    right = [("io/a.cpp", '#include "tucana/core/a.h"\n#include <hdf5.h>\n#include <vector>'),
             ("io/file.h", '#include "tucana/io/other.h"\n#include <sys/stat.h>')]
    for name, text in wrong:
        if not list(complaints_about(Path(name), text, public)):
            yield f"include_rules.py accepts {text!r} in {name}"
    for name, text in right:
        for complaint in complaints_about(Path(name), text, public):
            yield f"include_rules.py is wrong about {name}: {complaint}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--public-headers", type=Path, required=True, help="the list that CMake writes")
    public = set(parser.parse_args().public_headers.read_text().split())
    found = list(table_points_downwards()) + list(check_of_the_check())
    names = [name for top in ("src/", "bench/", "python/") for name in repository.files(".h", ".cpp", under=top)]
    for name in names:
        below = name.relative_to("src") if name.parts[0] == "src" else name
        found += complaints_about(below, (repository.ROOT / name).read_text(), public)
    repository.verdict(found, len(names), "files of src/, bench/ and python/")


if __name__ == "__main__":
    main()
