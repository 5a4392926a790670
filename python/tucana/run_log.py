"""Reads what a run leaves in its folder: log.jsonl, and the units and the integrator from used.toml."""

import json
import math
import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple, Union

from tucana.errors import InputError
from tucana.units import Units


@dataclass
class RunLog:
    name: str
    rows: List[Dict[str, Any]] = field(default_factory=list)
    note: str = ""  # what was left out, for stderr
    options: Dict[str, str] = field(default_factory=dict)  # of used.toml: "units.length_pc" -> "1.0"

    def column(self, key: str) -> List[float]:
        """The numbers of one key, NaN where a row has none."""
        return [_number(row.get(key)) for row in self.rows]

    def percents(self) -> List[str]:
        """The per cents with a Lagrangian radius, ascending, as the log writes them."""
        keys = {key for row in self.rows for key in row["lagrangian_radii"]}
        return sorted(keys, key=float)

    def lagrangian_radius(self, percent: str) -> List[float]:
        return [_number(row["lagrangian_radii"].get(percent)) for row in self.rows]

    def length_unit_pc(self) -> Optional[float]:
        """None when the run does not say."""
        return _positive(self.options.get("units.length_pc"))

    def mass_unit_msun(self) -> Optional[float]:
        """None when the run does not say."""
        mass = _positive(self.options.get("units.mass_msun"))
        if mass is None and "units.mass_msun" in self.options:  # 0 stands for 1 Msun a star
            stars, all_mass = (_positive(self.rows[0].get(key)) for key in ("n", "mass"))
            mass = stars and stars / (all_mass or 1)
        return mass

    def time_unit_myr(self) -> Optional[float]:
        length, mass = self.length_unit_pc(), self.mass_unit_msun()
        return None if length is None or mass is None else Units(length, mass).time_myr


def _number(value: Any) -> float:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return float(value) if is_number and math.isfinite(value) else math.nan


def _positive(value: Any) -> Optional[float]:
    try:
        number = float(value)
    except (TypeError, ValueError):
        return None
    return number if 0 < number < math.inf else None


def _parse(line: str) -> Tuple[Optional[Dict[str, Any]], str]:
    """The row of a line, or a sentence about what is wrong with it."""
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return None, "not valid JSON"
    if not isinstance(row, dict):
        return None, "not a JSON object"
    if math.isnan(_number(row.get("time"))):
        return None, "no number for 'time'"
    radii = row.get("lagrangian_radii")
    if not isinstance(radii, dict) or any(_positive(key) is None for key in radii):
        return None, "no 'lagrangian_radii' keyed by per cent"
    return row, ""


def _read_rows(path: Path, log: RunLog) -> None:
    lines = path.read_text(encoding="utf-8", errors="replace").split("\n")
    ended = lines[-1].strip() == ""
    lines = lines[:-1] if ended else lines
    for number, line in enumerate(lines, start=1):
        row, fault = _parse(line)
        if row is not None:
            log.rows.append(row)
        elif number == len(lines) and not ended:
            # The writer is at work, or was killed in the middle.
            log.note = f"{path}:{number}: left out, the line is not complete"
        else:
            raise InputError(f"{path}:{number}: {fault}; remove the line, or restart the run to mend its log")
    if not log.rows:
        raise InputError(f"{path}: no complete line yet; plot again after the run's first output")


def _read_options(path: Path) -> Dict[str, str]:
    """The `key = value` lines by section: enough of TOML for what Tucana itself writes (Python 3.9 has no reader)."""
    options, section = {}, ""
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        header = re.match(r"\s*\[([\w.]+)\]\s*(#.*)?$", line)
        entry = re.match(r"""\s*([\w.]+)\s*=\s*(?:"([^"]*)"|([^\s#"]+))""", line)
        if header:
            section = header[1] + "."
        elif entry:
            options[section + entry[1]] = entry[2] if entry[2] is not None else entry[3]
    return options


def read_run(folder: Union[str, "os.PathLike[str]"]) -> RunLog:
    """The RunLog of a run folder; InputError when there is none."""
    folder = Path(folder)
    if not folder.exists():
        raise InputError(f"{folder}: no such folder; give the folder that `tucana run` has written")
    if not folder.is_dir():
        raise InputError(f"{folder}: not a folder; give the folder that `tucana run` has written")
    path = folder / "log.jsonl"
    if not path.is_file():
        raise InputError(f"{folder}: holds no log.jsonl; give the folder that `tucana run` has written")
    log = RunLog(name=folder.resolve().name)
    try:
        _read_rows(path, log)
        used = folder / "used.toml"
        log.options = _read_options(used) if used.is_file() else {}
    except OSError as error:
        raise InputError(f"{error.filename}: cannot be read: {error.strerror}") from error
    return log
