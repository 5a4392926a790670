"""clang-tidy over the files of src/ that a change touches, or over all. What was clean is remembered by its text."""
import argparse
import concurrent.futures
import hashlib
import json
import os
import subprocess
from pathlib import Path

import repository


def git(*arguments):
    run = subprocess.run(["git", *arguments], cwd=repository.ROOT, capture_output=True, text=True)
    return run.stdout.split("\n")[:-1] if run.returncode == 0 else None


def changed_files():
    """What differs from where the branch left origin/main, from the last commit when it did not leave; None if git
    cannot say."""
    base = git("merge-base", "HEAD", "origin/main") or git("merge-base", "HEAD", "main")
    if base and base == git("rev-parse", "HEAD"):
        base = git("rev-parse", "HEAD^")
    if not base:
        return None
    changed, new = git("diff", "--name-only", base[0]), git("ls-files", "--others", "--exclude-standard")
    return None if changed is None or new is None else {Path(name) for name in changed + new}


class Sources:
    """The compiled files and which headers of the project each one includes, directly or not."""

    def __init__(self, build):
        commands = json.loads((build / "compile_commands.json").read_text())
        paths = {Path(command["file"]) for command in commands}
        self.compiled = sorted(path.relative_to(repository.ROOT) for path in paths
                               if path.is_relative_to(repository.ROOT) and not path.is_relative_to(build))
        self._direct = {}

    def headers_of(self, name):
        """All headers below src/ and tests/ that a file includes."""
        seen, waiting = set(), [name]
        while waiting:
            for header in self._included(waiting.pop()) - seen:
                seen.add(header)
                waiting.append(header)
        return seen

    def _included(self, name):
        if name not in self._direct:
            paths = [path for _, path in repository.includes((repository.ROOT / name).read_text())]
            guesses = [Path("src") / path.removeprefix("tucana/") for path in paths] + [Path(path) for path in paths]
            self._direct[name] = {guess for guess in guesses if (repository.ROOT / guess).is_file()}
        return self._direct[name]

    def touched_by(self, changed):
        """The compiled files to look at for a change: those in it, and for each header the first that shows it."""
        touched = {name for name in self.compiled if name in changed}
        for header in sorted(name for name in changed if name.suffix == ".h"):
            showing = [name for name in self.compiled if header in self.headers_of(name)]
            own = [name for name in showing if name.stem == header.stem]
            if not touched.intersection(showing):
                touched.update((own or showing)[:1])
        return sorted(touched)


def fingerprint(sources, name):
    digest = hashlib.sha256((repository.ROOT / ".clang-tidy").read_bytes())
    for path in [name, *sorted(sources.headers_of(name))]:
        digest.update((repository.ROOT / path).read_bytes())
    return digest.hexdigest()


def configure(build):
    """Writes compile_commands.json, in which every file stands on its own; nothing is built."""
    run = subprocess.run(["cmake", "--preset", "tidy", "-B", str(build)], cwd=repository.ROOT, capture_output=True, text=True)
    if run.returncode:
        raise SystemExit(run.stdout + run.stderr)


def tidy(build, name):
    run = subprocess.run(["clang-tidy-14", "-p", str(build), "--quiet", "--warnings-as-errors=*", str(name)],
                         cwd=repository.ROOT, capture_output=True, text=True)
    return run.stdout if run.returncode else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, required=True, help="the build folder of the preset tidy")
    parser.add_argument("--all", action="store_true", help="all files, not only changed ones")
    options = parser.parse_args()
    configure(options.build.resolve())
    sources = Sources(options.build.resolve())
    changed = None if options.all else changed_files()
    names = sources.compiled if changed is None else sources.touched_by(changed)
    if not options.all:  # tests are slow to look at, GoogleTest's headers are large: `./tucana validate tidy`
        names = [name for name in names if name.parts[0] == "src"]
    clean = options.build / "clang-tidy-clean"
    clean.mkdir(exist_ok=True)
    marks = {name: clean / fingerprint(sources, name) for name in names}
    waiting = [name for name in names if not marks[name].exists()]
    found = []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, output in zip(waiting, pool.map(lambda name: tidy(options.build, name), waiting)):
            if output:
                found.append(output)
            else:
                marks[name].touch()
    print(f"{len(names)} of {len(sources.compiled)} compiled files, {len(names) - len(waiting)} of them known as clean")
    repository.verdict(found, len(sources.compiled), "compiled files")


if __name__ == "__main__":
    main()
