"""The shell commands that the documentation prints, and how they are made small enough for a test.

A command is a line of a fenced block without a language (or of ```sh, ```bash), or a span of code that begins with
`tucana` or `./tucana`, or an example of the --help of `tucana` and `tucana-bench`. Blocks of another language are not commands. Nothing
marks a command as not to be run but the table NOT_RUN below, where its reason stands."""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "examples" / "README.md", ROOT / "examples" / "grape6" / "README.md",
                ROOT / "python" / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "docs" / "theory").glob("*.md")])

# Whole commands, and why no test runs them here. Each must stand in a page.
NOT_RUN = {
    "./tucana test": "runs all tests, this one too",
    "./tucana test -R hermite": "builds twice, and runs tests that ctest runs anyway",
    "./tucana validate": "hours",
    "pip install . ./python/amuse_tucana": "builds anew; ./tucana validate amuse_code does it",
    "tucana options --markdown > docs/options.md": "writes into the sources; app/command_line compares the page with what it writes",
    "./tucana install PREFIX": "builds anew; the test house/install does it",
    "cmake --preset debug && cmake --build --preset debug": "builds anew; presets are what ./tucana test builds with",
    "ctest --test-dir build/debug -j 4 --output-on-failure": "runs all tests, this one too",
    "python3 figures.py ./phi grape6.png": "minutes, and figures of a machine's speed",
    "python3 -m venv ~/tucana-python && . ~/tucana-python/bin/activate": "writes into the home folder",
    "pip install '.[all]'": "builds anew; ./tucana validate pip_install does it",
    "./tucana bench ... --plot": "names a flag of several commands, each of which has a test",
}

# The long checks, one or several by name: they are only looked up, in `./tucana validate --list`.
LONG_CHECKS = re.compile(r"^\./tucana validate ((?:\w+ ?)+)$")

# What a command names but does not bring, in words of the folder that the test prepares (test_docs.py); what stands in
# brackets may be left out.
PLACEHOLDERS = [
    (r"^\./tucana bench\b", "tucana-bench"),
    (r"^\./tucana\b", "tucana"),
    (r"^(tucana plot) \w+ (evolution|hr|census)\b", r"\1 evolved \2"),  # of stars that evolve
    (r"\b(FOLDER|DIR|RUN)\b", "run"),
    (r"^(tucana plot run) WHAT\b", r"\1 stars"),
    (r"^(tucana init galaxy) FILE\.toml", r"\1 examples/galaxy.toml"),
    (r"\bFILE\.toml\b", "my.toml"),
    (r"\b(key=value|KEY=VALUE)\b", "run.end_time=0.5"),
    (r"\bcombine A B \.\.\.", "combine a.hdf5 b.hdf5 --separation 100 --pericentre 10"),
    (r"(?<!--out )\bruns/\w+", "run"),
    (r"^(tucana (?:run --restart|info|plot|movie)) (first|king)\b", r"\1 run"),  # by themselves, outside their block
    (r"-n N\b", "-n 300"),
    (r" \[-[^]]*\]", ""),
    (r"^tucana COMMAND", "tucana run"),
    (r"\binfo checkpoint\.hdf5", "info run/checkpoint.hdf5"),
    (r"^(tucana (?:plot|init|info|ensemble|movie))$", r"\1 --help"),  # the name of a command that needs more
    (r"\$\(pkg-config (--cflags )?--libs g6\)", "$G6_FLAGS"),  # of the build, which is not installed
    (r"\./phi 4096\b", "./phi 64"),
    (r"^(tucana run --restart run --set run\.end_time)=20$", r"\1=0.5"),
]

# Flags of smaller sizes, by the beginning of the command: they replace those that are given or are added.
SMALLER = [
    (r"tucana init (?!combine)\w+(?! --help)", {"-n": "300"}),
    (r"tucana-bench direct", {"-n": "256", "--rounds": "1", "--threads": "1"}),
    (r"tucana-bench g6", {"-n": "256", "--targets": "64", "--rounds": "1"}),
    (r"tucana-bench kernels", {"--architecture": "sm_80"}),
    (r"tucana-bench orders", {"-n": "16,32", "--to": "0.125", "--error": "1e-4,1e-5", "--softening": "0.1", "--seeds": "1"}),
    (r"tucana-bench precision", {"-n": "32", "--to": "0.125", "--interval": "0.0625"}),
    (r"tucana-bench ranks", {"-n": "64", "--to": "0.0625", "--ranks": "2"}),
    (r"tucana-bench run", {"-n": "16,32", "--from": "0", "--to": "0.125"}),
    (r"tucana-bench schedule", {"-n": "100", "--blocks": "50"}),
    (r"tucana-bench stellar", {"-n": "1000"}),
    (r"tucana-bench tree --scaling", {"-n": "16384", "--rounds": "1"}),
    (r"tucana-bench tree --tuning", {"-n": "500", "--to": "0.125", "--interval": "4", "--radius": "3"}),
    (r"tucana-bench tree --(steps|memory|blocks)", {"-n": "500", "--to": "0.125", "--accuracy": "0.01"}),
    (r"tucana-bench tree", {"-n": "500", "--accuracy": "0.01", "--rounds": "1"}),
]
# Of `tucana run`, whose last --set wins; they stand before a redirection.
SMALL_RUN = "--set model.n=64 --set run.end_time=0.25"


def smaller(command):
    """The command as a test can run it."""
    for pattern, replacement in PLACEHOLDERS:
        command = re.sub(pattern, replacement, command)
    for beginning, flags in SMALLER:
        if not re.match(beginning, command):
            continue
        for flag, value in flags.items():
            given = rf"(?<=\s){re.escape(flag)} \S+"
            command = re.sub(given, f"{flag} {value}", command) if re.search(given, command) else f"{command} {flag} {value}"
        break
    run = re.match(r"(tucana run(?! --help)(?!.*--restart)[^>]*)(.*)", command)
    return f"{run[1].rstrip()} {SMALL_RUN} {run[2]}".rstrip() if run else command


def without_comment(line):
    """Comments of shell, and the explanations of --help, stand behind two blanks or more."""
    return re.sub(r"\s+#\s.*$|\s{2,}\S.*$", "", line.strip())


def blocks_of(text, languages=("", "sh", "bash")):
    """The fenced blocks of these languages, as lists of lines."""
    return [body.splitlines() for language, body in re.findall(r"^```(\w*)\n(.*?)^```$", text, re.M | re.S) if language in languages]


def commands_of(text):
    """Blocks of commands, in their order; each span of code is a block of its own."""
    blocks = [[without_comment(line) for line in block if without_comment(line)] for block in blocks_of(text)]
    without_blocks = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
    spans = re.findall(r"`((?:\./)?tucana [^`]*)`", without_blocks)
    return blocks + [[" ".join(span.split())] for span in dict.fromkeys(spans)]


def examples_of_help(text):
    """The examples of one --help."""
    return [without_comment(line) for line in text.splitlines() if re.match(r"  tucana(-bench)? \S", line)]
