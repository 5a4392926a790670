"""Every C++ file is as clang-format 14 with .clang-format would write it (other versions differ in details)."""
import subprocess

import repository


def main():
    names = repository.files(".h", ".cpp")
    run = subprocess.run(["clang-format-14", "--dry-run", "-Werror", "--ferror-limit=1", *map(str, names)],
                         cwd=repository.ROOT, capture_output=True, text=True)
    found = [line for line in run.stderr.splitlines() if "error:" in line]
    if run.returncode and not found:
        found = [run.stderr]
    if found:
        found.append("mend it with: git ls-files '*.h' '*.cpp' | xargs clang-format-14 -i")
    repository.verdict(found, len(names), "C++ files")


if __name__ == "__main__":
    main()
