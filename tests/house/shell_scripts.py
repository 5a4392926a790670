"""Shell scripts pass shellcheck and can be executed."""
import os
import subprocess

import repository


def is_shell(name):
    with open(repository.ROOT / name, "rb") as file:
        first_line = file.readline()
    return name.suffix == ".sh" or (first_line.startswith(b"#!") and first_line.rstrip().endswith((b"bash", b"/sh")))


def main():
    names = [name for name in repository.files() if is_shell(name)]
    found = [f"{name} is not executable" for name in names
             if name.suffix != ".sh" and not os.access(repository.ROOT / name, os.X_OK)]
    run = subprocess.run(["shellcheck", "-x", *map(str, names)], cwd=repository.ROOT, capture_output=True, text=True)
    if run.returncode:
        found.append(run.stdout + run.stderr)
    repository.verdict(found, len(names), "shell scripts")


if __name__ == "__main__":
    main()
