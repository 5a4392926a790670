#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "python/binding/callbacks.h"
#include "python/binding/py_options.h"
#include "python/binding/py_stars.h"
#include "python/binding/session_gate.h"
#include "tucana/core/stopwatch.h"
#include "tucana/simulation/run.h"
#include "tucana/simulation/simulation.h"

namespace tucana::binding {

/// What a caller asks for at the beginning.
struct SessionRequest {
  std::string file;  ///< of options, "" if there is none
  Choices choices;
  std::optional<PyStars> stars;  ///< instead of a model
  std::string folder;            ///< "": no files
  bool force = false;
  nb::list processes;
  nb::object field = nb::none();
};

/// A simulation in the hands of Python: in a folder with all files of a run, or without any. It belongs to the process
/// that made it and to one thread at a time; computes without the GIL, and looks for Ctrl-C between blocks. Times that
/// are shown are those that the caller has asked for, while blocks end at times of their own.
class Session final : private RunWatcher {
 public:
  explicit Session(const SessionRequest& request);
  /// Goes on with the run in a folder.
  Session(const std::string& folder, const Choices& changes, const nb::list& processes, const nb::object& field);
  ~Session() override;
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  void advance_to(nb::handle time);
  void step();
  /// To run.end_time, as the program does. Returns why it ended.
  std::string run();
  void save();
  void close();

  EnergyChange apply(const ChangeSet& set, const std::string& who);
  void observe(nb::object function, double interval, nb::handle times);

  double time();
  double block_time();
  std::size_t size();
  PyStars stars();
  double energy_error();
  std::string report();
  /// Acceleration and potential of all stars, and of an external field, at places (n x 3).
  nb::tuple gravity_at(nb::handle position, nb::handle softening);
  /// The same on every star, by all others and the field, in the order of stars(), with the softening of the options.
  nb::tuple gravity_on_stars();
  double next_block_time();
  /// Of any star in the next block; not known where bodies are on a device.
  std::optional<double> shortest_step();
  UnitScale units();
  nb::dict options();
  std::vector<std::string> warnings();
  std::string description();
  bool is_closed() const { return simulation_ == nullptr; }
  /// For the garbage collector, since callbacks often refer to the simulation that calls them.
  int visit_callbacks(visitproc visit, void* argument) const;

 private:
  void add_processes(Simulation& simulation, const nb::list& processes);
  void begin_run();
  /// What `work` does is to bring the simulation forward; it returns what stopped a run.
  template <class Work>
  void advance(const Work& work);
  void look_for_interrupt();
  void moved(const RunProgress&) override { look_for_interrupt(); }
  void warning(const std::string& text) override { warnings_.push_back(text); }
  Tick shown();

  SessionGate gate_;
  Options options_;
  /// The time that the caller has asked for.
  struct ShownTime final : Observer {
    Tick tick{0};
    void epoch_moved(Tick by, double /*moved*/) override { tick = tick - by; }
  };
  std::vector<std::unique_ptr<PyObserver>> observers_;  ///< outlive the simulation
  ShownTime shown_;                                     ///< outlives it too
  std::vector<nb::handle> lent_;  ///< processes and the field, whose references the simulation has
  RunSignals signals_;
  std::unique_ptr<Simulation> own_;  ///< without a folder
  std::unique_ptr<Run> run_;         ///< with one
  Simulation* simulation_ = nullptr;
  std::vector<std::string> warnings_;
  Stopwatch since_look_;
  int blocks_ = 0, blocks_between_looks_ = 1;
  std::optional<nb::python_error> interrupt_;  ///< that came during run()
  bool is_running_to_end_ = false, is_over_ = false;
};

void bind_session(nb::module_& module);

}  // namespace tucana::binding
