"""Runs every libFuzzer program of a build, for a number of inputs or of seconds."""
import argparse
import os
import subprocess
import tempfile
from pathlib import Path

import repository


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, required=True, help="a build folder with TUCANA_BUILD_FUZZERS")
    limit = parser.add_mutually_exclusive_group(required=True)
    limit.add_argument("--runs", type=int, help="inputs for each program, always the same ones")
    limit.add_argument("--seconds", type=int, help="seconds for each program, new inputs every time")
    options = parser.parse_args()
    how = ["-seed=1", f"-runs={options.runs}"] if options.runs else [f"-max_total_time={options.seconds}"]
    programs = sorted((options.build.resolve() / "bin").glob("fuzz_*"))
    found = []
    for program in programs:
        seeds = Path(__file__).resolve().parents[1] / "fuzz" / "corpus" / program.name.removeprefix("fuzz_")
        with tempfile.TemporaryDirectory() as folder:
            corpus = Path(folder) / "corpus"  # first in the list: new inputs go there, not among the seeds
            corpus.mkdir()
            run = subprocess.run([program, *how, "-timeout=20", "-rss_limit_mb=4096", "-print_final_stats=1", corpus,
                                  *([seeds] if seeds.is_dir() else [])],
                                 cwd=folder, capture_output=True, text=True, errors="replace",
                                 env={**os.environ, "TUCANA_FUZZ_SEEDS": str(corpus)})  # programs add their own seeds
            print(program.name, "\n".join(line for line in run.stderr.splitlines() if line.startswith("stat::")))
            if run.returncode:
                kept = options.build / "fuzz-findings"
                kept.mkdir(exist_ok=True)
                for finding in [*Path(folder).glob("crash-*"), *Path(folder).glob("timeout-*"),
                                *Path(folder).glob("oom-*"), *Path(folder).glob("leak-*")]:
                    (kept / f"{program.name}-{finding.name}").write_bytes(finding.read_bytes())
                found.append(f"{program.name} failed; inputs in {kept}\n" + run.stderr[-5000:])
    repository.verdict(found, len(programs), "fuzzers")


if __name__ == "__main__":
    main()
