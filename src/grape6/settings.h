#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tucana/gravity/make_engine.h"
#include "tucana/parallel/launcher.h"

namespace tucana::grape6 {

/// When neighbour lists are made: never, when the client reads them, or in the same pass as every force.
enum class ListMode { off, on_demand, with_force };

/// What the environment and the files of Sapporo say. docs/grape6.md has the table.
struct Settings {
  std::string engine;                  ///< empty: the best that is here
  std::optional<Precision> precision;  ///< none: two_float; the 6th-order interface: fp64
  std::optional<std::vector<int>> devices;
  int any_devices = 0;       ///< of the best kind, at most so many; 0: all
  std::string devices_from;  ///< where devices were named, for messages
  int npipes = 256;
  int threads = 0;  ///< 0: every processor that the process may use
  bool self_in_list = true;
  ListMode lists = ListMode::on_demand;
  bool one_id = false;  ///< ids are ignored, as Sapporo does
  bool report = false;  ///< on stderr when an id is opened and closed
  /// Of the devices that nobody has named: processes that a launcher of MPI has started on one machine divide them.
  PlaceOnHost share;

  /// Throws InputError for a value that does not exist, naming those that do.
  static Settings read();
  static int read_npipes();
  /// The devices of a call to g6_open_special; the environment goes before it.
  void ask_for_devices(int count, const int* ids);
};

/// The engine kind and devices that the settings mean on this machine.
EngineChoice engine_choice(const Settings& settings, Precision precision);

}  // namespace tucana::grape6
