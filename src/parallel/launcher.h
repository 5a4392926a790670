#pragma once

#include <optional>
#include <string>

namespace tucana {

/// The program that started this one as one of several processes, as its own variables in the environment tell.
/// Variables of batch systems do not count: a job with many tasks may well start a program that is alone.
struct Launcher {
  std::string name;      ///< whose it is: "Open MPI"
  std::string variable;  ///< that gave it away
  int size = 0;          ///< how many processes it started, as far as it tells: so many at least; 0: perhaps one
};

/// None where the program was started by itself. `variable` returns the value of a variable or null: std::getenv.
std::optional<Launcher> find_launcher(const char* (*variable)(const char* name));
std::optional<Launcher> find_launcher();

/// The number of this process among those that a launcher has started on this machine, and how many these are.
struct PlaceOnHost {
  int number = 0, of = 1;
};

/// As the variables of a launcher tell; a process alone where they tell nothing.
PlaceOnHost find_place_on_host(const char* (*variable)(const char* name));
PlaceOnHost find_place_on_host();

}  // namespace tucana
