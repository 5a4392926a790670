"""COSMIC (the package cosmic-popsynth 4.3.3, in an environment of its own; for comparison only)."""

import json
import pathlib
import subprocess
import sys

# Begins every script that runs in its environment: `bse` are its defaults of all flags.
DEFAULTS = """
import json, os, sys, warnings
warnings.filterwarnings("ignore")
import cosmic
from cosmic.evolve import Evolve
from cosmic.sample.initialbinarytable import InitialBinaryTable
settings = json.load(open(os.path.join(os.path.dirname(cosmic.__file__), "data", "cosmic-settings.json")))
bse = {}
for part in settings:
    for one in part["settings"] if part.get("category") == "bse" else []:
        value = next(option["name"] for option in one["options"] if option.get("default"))
        bse[one["name"]] = eval(value) if isinstance(value, str) else value
"""


def run_cosmic(script, data):
    """What a script answers that reads JSON and writes a list of lists, in the present folder, with COSMIC installed there."""
    python = pathlib.Path("cosmic/bin/python").absolute()
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", "cosmic"], check=True)
        subprocess.run([python, "-m", "pip", "install", "-q", "cosmic-popsynth==4.3.3"], check=True)
    # A folder named as its package would be taken for it.
    pathlib.Path("in_cosmic").mkdir(exist_ok=True)
    out = subprocess.run([python, "-c", DEFAULTS + script], input=json.dumps(data), check=True, capture_output=True,
                         text=True, cwd="in_cosmic").stdout
    return json.loads(out[out.index("[["):])
