"""Every command that the documentation and --help print is run, made small by the tables of doc_commands.py. Blocks of
Python are those of tests/python/pages_test.py."""

import functools
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import doc_commands
from run_harness import TUCANA

ROOT = doc_commands.ROOT


def shell(command, folder):
    environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "PYTHONDONTWRITEBYTECODE": "1",
                   "G6_FLAGS": os.environ["TUCANA_G6_FLAGS"]}
    return subprocess.run(["bash", "-eu", "-o", "pipefail", "-c", command], cwd=folder, env=environment, text=True,
                          stdin=subprocess.DEVNULL, capture_output=True, timeout=300, check=False)


@functools.cache
def long_checks():
    listed = subprocess.run([ROOT / "tucana", "validate", "--list"], text=True, capture_output=True, check=True)
    return set(listed.stdout.split())


class DocsTest(unittest.TestCase):
    done_before = set()  # many pages print the same command

    @classmethod
    def setUpClass(cls):
        """The folder that commands expect: the programs, the examples, two galaxies, a run and its options."""
        cls.prepared = pathlib.Path(tempfile.mkdtemp(prefix="tucana-docs-"))
        cls.addClassCleanup(shutil.rmtree, cls.prepared, ignore_errors=True)
        (cls.prepared / "tucana").symlink_to(TUCANA)
        (cls.prepared / "tucana-bench").symlink_to(os.environ["TUCANA_BENCH"])
        shutil.copytree(ROOT / "examples", cls.prepared / "examples")
        small = "--set model.n=32 --set run.end_time=0.25 --set output.interval=0.125"
        for command in ("init m31 -n 200 -o a.hdf5", "init m31 -n 200 -o b.hdf5 --seed 2", f"run --quiet --out run {small}",
                        f"run --quiet --out evolved {small} --set stellar.kind=sse --set units.mass_msun=300"):
            done = shell(f"./tucana {command}", cls.prepared)
            assert done.returncode == 0, done.stderr
        for name in ("used.toml", "my.toml"):
            shutil.copy(cls.prepared / "run" / "used.toml", cls.prepared / name)

    def folder(self, page=None):
        """A copy for one block of commands; those of an example stand in its folder."""
        copy = pathlib.Path(tempfile.mkdtemp(prefix="tucana-docs-"))
        self.addCleanup(shutil.rmtree, copy, ignore_errors=True)
        shutil.copytree(self.prepared, copy, symlinks=True, dirs_exist_ok=True)
        return copy / "examples" / "grape6" if page and page.parent.name == "grape6" else copy

    def run_block(self, commands, folder, where):
        for command in commands:
            if command in doc_commands.NOT_RUN:
                continue
            if checks := doc_commands.LONG_CHECKS.match(command):
                self.assertLessEqual(set(checks[1].split()), long_checks(), where)
                continue
            small = doc_commands.smaller(command)
            if len(commands) == 1 and small in self.done_before:
                continue
            self.done_before.add(small)
            done = shell(small, folder)
            self.assertEqual(done.returncode, 0, f"{where}: `{command}`, run as `{small}`:\n{done.stdout}{done.stderr}")


class Pages(DocsTest):
    def test_commands(self):
        printed = set()
        for page in doc_commands.PAGES:
            where = page.relative_to(ROOT)
            for block in doc_commands.commands_of(page.read_text()):
                printed |= set(block)
                with self.subTest(page=str(where), block=block[0]):
                    self.run_block(block, self.folder(page), where)
        self.assertGreater(len(printed), 30)

    def test_what_is_not_run_is_there(self):
        printed = {command for page in doc_commands.PAGES for block in doc_commands.commands_of(page.read_text()) for command in block}
        self.assertEqual(sorted(set(doc_commands.NOT_RUN) - printed), [], "no page prints these any more")

    def test_files(self):
        """Blocks of TOML are read by the command that they are for."""
        found = 0
        for page in doc_commands.PAGES:
            for block in doc_commands.blocks_of(page.read_text(), ("toml",)):
                found += 1
                folder, text = self.folder(), "\n".join(block) + "\n"
                (folder / "my.toml").write_text(text)
                command = "init galaxy my.toml -n 500" if "[[component]]" in text else "run my.toml --dry-run"
                done = shell(f"tucana {command}", folder)
                self.assertEqual(done.returncode, 0, f"{page.relative_to(ROOT)}: a file for `tucana {command}`: {done.stderr}")
        self.assertGreater(found, 0)


class Help(DocsTest):
    def helps(self, *path):
        """The help of a program or a command, and of all below it."""
        text = shell(" ".join([*path, "--help"]), self.prepared).stdout
        yield path, text
        section = re.search(r"^Commands:\n((?:  .*\n?)+)", text, re.M)
        for name in re.findall(r"^  (\w+) ", section[1], re.M) if section else []:
            yield from self.helps(*path, name)

    def test_examples(self):
        count = 0
        for path, text in (*self.helps("tucana"), *self.helps("tucana-bench")):
            for command in doc_commands.examples_of_help(text):
                count += 1
                with self.subTest(help=" ".join(path), command=command):
                    self.run_block([command], self.folder(), f"{' '.join(path)} --help")
        self.assertGreater(count, 20)


if __name__ == "__main__":
    unittest.main()
