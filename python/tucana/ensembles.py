"""Many runs: every combination of some values, several at once, each in a folder of its own; interrupted or called again it
goes on where it was.

    tucana ensemble plan.toml
    tucana.ensemble({"run.end_time": 10}, vary={"model.seed": [1, 2, 3]}, out="seeds")
"""

from __future__ import annotations

import argparse
import csv
import itertools
import json
import operator
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union

if __package__ in (None, ""):  # run by its path
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tucana.errors import FailureError, InputError, brief  # noqa: E402
from tucana.run_log import read_run  # noqa: E402
from tucana.units import flat_options, option_value  # noqa: E402

# A run in a process of its own, where there is no program to call.
MEMBER = """import json, sys, tucana
options, file, out, goes_on = json.loads(sys.argv[1])
with (tucana.restart(out) if goes_on else tucana.Simulation(options, file=file, out=out)) as simulation:
    simulation.run()
"""
PathLike = Union[str, "os.PathLike[str]"]


class Member:
    """One run of an ensemble."""

    def __init__(self, folder: Path, values: Dict[str, Any], options: Dict[str, Any], base: Optional[str]) -> None:
        self.folder, self.values, self.options, self.base = folder, values, options, base
        self.process: Optional["subprocess.Popen[str]"] = None

    def summary(self) -> Dict[str, Any]:
        path = self.folder / "summary.json"
        return dict(json.loads(path.read_text())) if path.is_file() else {}

    def is_done(self) -> bool:
        return self.summary().get("reason") == "end_time"

    def command(self, program: Optional[str]) -> List[str]:
        goes_on = (self.folder / "used.toml").is_file()
        if program is None:
            given = json.dumps([self.options, self.base, str(self.folder), goes_on])
            return [sys.executable, "-c", MEMBER, given]
        if goes_on:
            return [program, "run", "--restart", str(self.folder), "--quiet"]
        settings = [word for name, value in self.options.items() for word in ("--set", f"{name}={shown(value)}")]
        return [program, "run", *([self.base] if self.base else []), "--out", str(self.folder), "--quiet", *settings]

    def start(self, program: Optional[str]) -> None:
        """The choices are written beside the run, so that another plan does not go on with it. A run that never began, for
        a mistake in the plan, is in nobody's way."""
        choices = json.dumps({"options": self.options, "base": self.base}, sort_keys=True)
        path = self.folder / "member.json"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if path.is_file() and path.read_text() != choices and (self.folder / "used.toml").is_file():
                raise InputError(f"{self.folder}: holds a run of another plan; choose another folder")
            path.write_text(choices)
        except OSError as error:
            raise InputError(f"{error.filename}: cannot be written: {error.strerror}") from error
        here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # wherever this package was found
        paths = os.pathsep.join(filter(None, [here, os.environ.get("PYTHONPATH")]))
        self.process = subprocess.Popen(self.command(program), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                                        env={**os.environ, "PYTHONPATH": paths})

    def row(self, number: int) -> Dict[str, Any]:
        """For the table of results."""
        summary = self.summary()
        row: Dict[str, Any] = {"member": number, **self.values, "reason": summary.get("reason", "")}
        for key in ("time", "n", "energy_error", "steps", "wall_seconds"):
            row[key] = summary.get(key, "")
        last = read_run(self.folder).rows[-1] if summary else {}
        row["half_mass_radius"] = last.get("lagrangian_radii", {}).get("50", "")
        row["core_radius"] = last.get("core_radius", "")
        return row


def said(line: str) -> str:
    """The last words of a run without the name of who says them."""
    return re.sub(r"^(tucana: error|[\w.]*Error): ", "", line)


def shown(value: Any) -> str:
    """As --set takes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def members_of(options: Mapping[str, Any], vary: Mapping[str, Sequence[Any]], out: Path, base: Optional[PathLike]) -> List[Member]:
    """Every combination, the last name changing fastest. A run has one thread unless the options say otherwise: several
    run at once."""
    if not hasattr(vary, "items"):
        raise InputError(f"vary: a dict of lists by name is needed, as in {{\"model.seed\": [1, 2, 3]}}, not {brief(vary)}")
    if not vary:
        raise InputError("an ensemble needs values to vary, as in vary = {\"model.seed\": [1, 2, 3]}")
    for name, values in vary.items():
        if isinstance(values, str) or not hasattr(values, "__len__") or len(values) == 0:
            raise InputError(f"vary: {name} must be a list of values")
    lists = [[option_value(value) for value in values] for values in vary.values()]
    members = []
    for number, combination in enumerate(itertools.product(*lists)):
        varied = dict(zip(vary, combination))
        chosen = {"run.threads": 1, **flat_options(options), **varied}
        members.append(Member(out / f"{number:04d}", varied, chosen, os.path.abspath(base) if base else None))
    return members


def write_results(members: Sequence[Member], path: Path) -> List[Dict[str, Any]]:
    rows = [member.row(number) for number, member in enumerate(members)]
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    with open(beside, "w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    os.replace(beside, path)
    return rows


def progress(done: int, count: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{done} of {count} runs done", end="\n" if done == count else "", file=sys.stderr, flush=True)


def stop_all(running: Sequence[Member]) -> None:
    """They save themselves."""
    for member in running:
        if member.process:
            member.process.send_signal(signal.SIGINT)
    for member in running:
        if member.process:
            member.process.wait()


def compute(members: Sequence[Member], jobs: int, program: Optional[str]) -> List[str]:
    """Runs what is not done yet; returns what went wrong, a line each."""
    waiting = [member for member in members if not member.is_done()]
    running: List[Member] = []
    failures: List[str] = []
    done = len(members) - len(waiting)
    progress(done, len(members))
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                waiting[0].start(program)
                running.append(waiting.pop(0))
            time.sleep(0.02)
            for member in [one for one in running if one.process and one.process.poll() is not None]:
                running.remove(member)
                assert member.process is not None
                words = member.process.communicate()[1].strip().splitlines()
                if member.process.returncode:
                    failures.append(f"{member.folder}: {said(words[-1]) if words else member.process.returncode}")
                done += 1
                progress(done, len(members))
    finally:
        stop_all(running)
    return failures


def ensemble(options: Optional[Mapping[str, Any]] = None, *, vary: Mapping[str, Sequence[Any]], out: PathLike,
             base: Optional[PathLike] = None, jobs: int = 0, program: Optional[str] = None) -> List[Dict[str, Any]]:
    """Runs every combination of the values in `vary` with the same `options` (and the options file `base`) in folders
    below `out`, `jobs` of them at once (0: one per processor). Returns the rows of out/results.csv. What is done is not
    done again; what was interrupted goes on. Throws FailureError when runs have failed, after all others."""
    if not hasattr(jobs, "__index__") or getattr(jobs, "ndim", 0) > 0 or operator.index(jobs) < 0:
        raise InputError(f"jobs = {brief(jobs)} is not a whole number >= 0")
    folder = Path(out)
    members = members_of(flat_options(options), vary, folder, base)
    failures = compute(members, jobs or os.cpu_count() or 1, program)
    rows = write_results(members, folder / "results.csv")
    if failures:
        raise FailureError(f"{len(failures)} of {len(members)} runs failed; the first: {failures[0]}")
    return rows


def read_plan(path: Path) -> Dict[str, Any]:
    """A plan: base, out, jobs, [options], [vary]; names of options in quotes, or as tables."""
    try:
        import tomllib
    except ImportError as error:
        raise FailureError("plans need Python 3.11 or later, which reads TOML") from error
    try:
        plan: Dict[str, Any] = tomllib.loads(path.read_text())
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: {error}") from error
    for name in plan:
        if name not in ("base", "out", "jobs", "options", "vary"):
            raise InputError(f"{path}: {name} is none of base, out, jobs, options, vary")
    for name in ("options", "vary"):
        plan[name] = flat_options(plan.get(name, {}))
    if "base" in plan:
        plan["base"] = str(path.parent / plan["base"])
    return plan


def command(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="tucana ensemble")
    parser.add_argument("plan", type=Path)
    parser.add_argument("--out")
    parser.add_argument("--jobs")
    parser.add_argument("--program")
    given = parser.parse_args(arguments)
    plan = read_plan(given.plan)
    out = given.out or plan.get("out") or given.plan.stem
    try:
        jobs = int(given.jobs or plan.get("jobs", 0))
    except ValueError as error:
        raise InputError(f"--jobs {given.jobs} is not a whole number") from error
    ensemble(plan["options"], vary=plan["vary"], out=out, base=plan.get("base"), jobs=jobs, program=given.program)
    print(Path(out) / "results.csv")


def main(arguments: Optional[Sequence[str]] = None) -> int:
    from tucana.messages import exit_code_of

    try:
        return int(exit_code_of(lambda: command(sys.argv[1:] if arguments is None else arguments)))
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
