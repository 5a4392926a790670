"""What ./tucana does on machines with and without apt, packages and rights; all its tools are played by stand-ins."""
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import repository

REAL_TOOLS = ("awk basename bash cat chmod cksum cp dirname env find flock grep head mkdir nproc readlink realpath rm sed"
              " sh sort tail touch true").split()

# Every stand-in writes down how it was called; `state` holds what the machine has.
STAND_IN = """#!/bin/sh
state={state}
echo "$(basename "$0") $*" >>"$state/calls"
"""
DPKG_QUERY = 'sed "s/^/ii  /" "$state/installed"\n'
APT_GET = """[ ! -e "$state/no_network" ] || { echo "Err:1 Could not resolve"; exit 100; }
case "$*" in *" install "*)
  for word in "$@"; do
    case $word in -*|DPkg*|install) ;; *) echo "$word" >>"$state/installed" ;; esac
  done
  for tool in c++ cmake ninja; do cp "$state/tools/$tool" "$state/bin/$tool"; done ;;
esac
"""
CMAKE = """case "$*" in
  --version) echo "cmake version 3.25.1" ;;
  --preset*)
    [ -e "$state/libraries_elsewhere" ] || grep -qx libhwy-dev "$state/installed" || { echo "no hwy found"; exit 1; }
    mkdir -p build/release/bin; touch build/release/build.ninja
    printf '#!/bin/sh\\necho "program: $*"\\n' >build/release/bin/tucana; chmod +x build/release/bin/tucana
    printf '#!/bin/sh\\necho "bench: $*"\\n' >build/release/bin/tucana-bench; chmod +x build/release/bin/tucana-bench ;;
  *" -n") [ -e "$state/built" ] && echo "ninja: no work to do." ;;
  --build*) [ ! -e "$state/broken_source" ] || { echo "a.cpp:1: error: no sense"; exit 1; }; touch "$state/built" ;;
esac
"""
PYTHON = 'exit 0\n'


class Machine:
    """A copy of the scripts, and a PATH on which nothing but stand-ins and harmless tools are."""

    def __init__(self, folder, user=0):
        self.state = Path(folder)
        self.bin, self.tools, self.project = (self.state / name for name in ("bin", "tools", "project"))
        for path in (self.bin, self.tools, self.project):
            path.mkdir()
        (self.project / "src").mkdir()
        shutil.copy(repository.ROOT / "tucana", self.project)
        shutil.copytree(repository.ROOT / "scripts", self.project / "scripts")
        for tool in REAL_TOOLS:
            (self.bin / tool).symlink_to(shutil.which(tool))
        (self.state / "installed").touch()
        self.stand_in("id", f"[ \"$1\" = -nG ] && echo users || echo {user}\n")
        self.stand_in("python3", PYTHON)
        for tool, text in (("c++", ""), ("cmake", CMAKE), ("ninja", "")):
            self.stand_in(tool, text, self.tools)

    def stand_in(self, name, text, folder=None):
        path = (folder or self.bin) / name
        path.write_text(STAND_IN.format(state=self.state) + text)
        path.chmod(0o755)

    def with_debian(self):
        self.stand_in("dpkg-query", DPKG_QUERY)
        self.stand_in("apt-get", APT_GET)
        return self

    def with_tools(self):
        for tool in ("c++", "cmake", "ninja"):
            shutil.copy(self.tools / tool, self.bin)
        return self

    def mark(self, name):
        (self.state / name).touch()
        return self

    def calls_of(self, tool):
        calls = self.state / "calls"
        lines = calls.read_text().splitlines() if calls.exists() else []
        return [line for line in lines if line.startswith(tool + " ")]

    def tucana(self, *arguments):
        return subprocess.run([self.project / "tucana", *arguments], env={"PATH": str(self.bin)}, cwd="/",
                              stdin=subprocess.DEVNULL, capture_output=True, text=True)


class SetUp(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def test_bare_debian_as_root_installs_builds_and_runs(self):
        machine = Machine(self.folder).with_debian()
        done = machine.tucana("run", "a b", "--quiet")
        self.assertEqual((done.returncode, done.stdout), (0, "program: run a b --quiet\n"), done.stderr)
        update, install = machine.calls_of("apt-get")
        self.assertIn("update", update)
        self.assertIn("--no-install-recommends", install)
        self.assertIn("libhdf5-dev", install)
        self.assertNotIn("python3-numpy", install, "the stand-in Python has numpy")
        self.assertNotIn("libgtest-dev", install, "only tests need it")

    def test_second_call_is_silent_and_asks_nobody(self):
        machine = Machine(self.folder).with_debian()
        machine.tucana("info")
        (machine.state / "calls").unlink()
        done = machine.tucana("info")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "program: info\n", ""))
        self.assertEqual(machine.calls_of("apt-get") + machine.calls_of("dpkg-query"), [])

    def test_a_new_header_is_listed_by_cmake(self):
        machine = Machine(self.folder).with_debian()
        machine.tucana("info")
        (machine.project / "src/new.h").touch()
        (machine.state / "calls").unlink()
        machine.tucana("info")
        self.assertTrue(any("--preset release" in call for call in machine.calls_of("cmake")))

    def test_libraries_from_elsewhere_need_no_apt(self):
        machine = Machine(self.folder).with_debian().with_tools().mark("libraries_elsewhere")
        done = machine.tucana("info")
        self.assertEqual((done.returncode, done.stdout), (0, "program: info\n"), done.stderr)
        self.assertEqual(machine.calls_of("apt-get"), [])

    def test_another_distribution_works_when_all_is_there(self):
        machine = Machine(self.folder).with_tools().mark("libraries_elsewhere")
        self.assertEqual(machine.tucana("info").stdout, "program: info\n")

    def test_without_rights_the_packages_are_named(self):
        machine = Machine(self.folder, user=1000).with_debian().with_tools()
        done = machine.tucana("info")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(machine.calls_of("apt-get"), [])
        self.assertIn("apt-get install --no-install-recommends libhwy-dev", done.stderr)
        self.assertIn("no hwy found", done.stderr)

    def test_without_network_it_says_so(self):
        done = Machine(self.folder).with_debian().mark("no_network").tucana("info")
        self.assertEqual(done.returncode, 1)
        self.assertIn("is there a network?", done.stderr)
        self.assertIn("missing Debian packages: g++ cmake", done.stderr)

    def test_sudo_without_password_is_used(self):
        machine = Machine(self.folder, user=1000).with_debian()
        machine.stand_in("sudo", 'shift; exec "$@"\n')
        self.assertEqual(machine.tucana("info").stdout, "program: info\n")
        self.assertTrue(any("install" in call for call in machine.calls_of("sudo")))

    def test_a_failed_build_shows_why(self):
        done = Machine(self.folder).with_debian().mark("broken_source").tucana("info")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("a.cpp:1: error: no sense", done.stderr)
        self.assertIn("setup.log", done.stderr)

    def test_python_is_named_by_its_whole_path(self):
        machine = Machine(self.folder)
        done = subprocess.run(["bash", "-c", f". {machine.project}/scripts/packages.sh; python_with numpy"],
                              env={"PATH": str(machine.bin)}, capture_output=True, text=True)
        self.assertEqual(done.stdout, f"{machine.bin}/python3\n", "CMake takes a bare name for a file")

    def test_usage(self):
        machine = Machine(self.folder)
        for arguments in ((), ("help",)):
            done = machine.tucana(*arguments)
            self.assertEqual(done.returncode, 0)
            self.assertIn("usage: ./tucana", done.stdout)
            for line in done.stdout.splitlines():
                self.assertLessEqual(len(line), 80, line)
        self.assertEqual(machine.tucana("install").returncode, 2)

    def test_help_of_a_command_is_the_program_s(self):
        machine = Machine(self.folder).with_debian()
        done = machine.tucana("help", "run")
        self.assertEqual((done.returncode, done.stdout), (0, "program: help run\n"))
        self.assertEqual(machine.tucana("help", "bench", "tree").stdout, "bench: help tree\n")

    def test_benchmarks_are_built_when_they_are_asked_for(self):
        machine = Machine(self.folder).with_debian()
        machine.tucana("info")
        self.assertFalse(any("tucana-bench" in call for call in machine.calls_of("cmake")))
        (machine.state / "built").unlink()
        done = machine.tucana("bench", "direct", "-n", "a b")
        self.assertEqual((done.returncode, done.stdout), (0, "bench: direct -n a b\n"), done.stderr)
        self.assertTrue(any("--target tucana-bench" in call for call in machine.calls_of("cmake")))


if __name__ == "__main__":
    os.environ.pop("TUCANA_PYTHON", None)
    unittest.main()
