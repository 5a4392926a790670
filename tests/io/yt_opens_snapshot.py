"""Opens a Tucana snapshot with yt, as any user would, and compares what yt says with what was written.

Usage: yt_opens_snapshot.py WRITER: the program WRITER makes the snapshot and prints what it holds.
"""
import json
import os
import subprocess
import sys
import tempfile

import numpy as np
import yt


def compare(what, got, expected, tolerance=1e-12):
    error = np.max(np.abs(np.asarray(got) - np.asarray(expected)) / np.max(np.abs(np.asarray(expected))))
    print(f"{what}: largest relative error {error:.1e}")
    assert error < tolerance, f"{what}: yt reads other numbers than were written"


with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "snapshot_0003.hdf5")
    truth = json.loads(subprocess.run([sys.argv[1], path], check=True, capture_output=True).stdout)
    yt.set_log_level("error")
    stars = yt.load(path)
    everything = stars.all_data()
    order = np.argsort(everything["PartType4", "ParticleIDs"])
    assert stars.dataset_type == "gadget_hdf5", stars.dataset_type
    assert not stars.cosmological_simulation
    mass = everything["PartType4", "particle_mass"].to("Msun")[order]
    compare("mass in Msun", mass, truth["mass_msun"])
    compare("positions in pc", everything["PartType4", "particle_position"].to("pc")[order], truth["position_pc"])
    compare("velocities in km/s", everything["PartType4", "particle_velocity"].to("km/s")[order], truth["velocity_kms"])
    # yt knows no unit for a field of its own; the number is in kpc as the positions are.
    compare("radii", everything["PartType4", "Radii"][order], np.array(truth["radius_pc"]) / 1000)
    compare("time in Myr", stars.current_time.to("Myr"), truth["time_myr"], 1e-9)  # UnitScale has ten digits
    # Of a field of its own again the number, in kpc.
    compare("softening", everything["PartType4", "Softenings"], np.full(100, truth["softening_pc"] / 1000))
    assert stars.parameters["model.kind"] == b"plummer" and stars.parameters["model.n"] == b"100", stars.parameters

    # A picture without a bounding box. Its pixels hold all the mass, and each body the pixel of its place.
    field = tuple(("PartType4", name) for name in ("particle_position_x", "particle_position_y", "particle_mass"))
    picture = yt.ParticlePlot(stars, *field, center=[0.0, 0.0, 0.0])  # yt 4.1 rounds widths to the type of this
    picture.set_unit(field[2], "Msun")
    width = float(picture.width[0].to("pc"))
    pixels = np.nan_to_num(picture.frb[field[2]].to("Msun").value)
    compare("mass in the picture", pixels.sum(), np.sum(truth["mass_msun"]))
    x, y = (np.array(truth["position_pc"])[:, axis] for axis in (0, 1))
    edges = np.linspace(-width / 2, width / 2, pixels.shape[0] + 1)
    expected, _, _ = np.histogram2d(y, x, bins=(edges, edges), weights=truth["mass_msun"])
    compare("places in the picture", pixels, expected)
    assert picture.save(os.path.join(folder, "picture"))
