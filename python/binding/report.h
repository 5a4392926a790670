#pragma once

#include <string>
#include <tuple>

#include "tucana/core/units.h"
#include "tucana/simulation/observer.h"

namespace tucana::binding {

/// A row of the log as JSON; only a run in a folder has measured its wall-clock time and output.
std::string report_text(const Observation& observation);

/// Length in pc, mass in Msun, velocity in km/s, time in Myr.
std::tuple<double, double, double, double> units_tuple(const UnitScale& units);

}  // namespace tucana::binding
