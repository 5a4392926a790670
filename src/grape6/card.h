#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "tucana/grape6/settings.h"
#include "tucana/grape6/source_store.h"
#include "tucana/gravity/force_engine.h"
#include "tucana/parallel/thread_pool.h"

namespace tucana::grape6 {

/// The targets of one call, in arrays of the client; any of `velocity`, `acceleration` and `radius2` may be missing.
struct ClientTargets {
  int nj = 0, ni = 0;
  const void* index = nullptr;
  const void* position = nullptr;
  const void* velocity = nullptr;
  const void* acceleration = nullptr;
  const void* eps2 = nullptr;
  bool has_own_eps2 = false;  ///< an eps2 for each target, else one for all
  const void* radius2 = nullptr;
};

/// Where answers go; what is missing is not wanted.
struct ClientResults {
  void* acceleration = nullptr;
  void* jerk = nullptr;
  void* snap = nullptr;
  void* potential = nullptr;
  void* nearest = nullptr;            ///< int: the index of the source, -1 when there is none
  void* nearest_distance2 = nullptr;  ///< softened, as Sapporo2 gives it
};

/// What one id did since it was opened.
struct CardReport {
  std::size_t calls = 0, list_calls = 0;
  double targets = 0, pairs = 0;
  std::size_t repeated = 0;  ///< targets that were done again in double
  double force_seconds = 0, list_seconds = 0;
};

/// Targets that a client of GRAPE-6A sets one by one.
struct PipeTargets {
  std::vector<int> index;
  std::vector<Vec3> position, velocity;
  std::vector<double> eps2, radius2;
  int used = 0;
  std::optional<int> sources_used;  ///< none: all that were set
};

/// Of the client's integrator: the 6th wants the snap, and double precision unless told otherwise, as in Sapporo2.
enum class Order { fourth, sixth };

/// What stands behind one id: an engine, its sources, and the targets of the call under way. Thin: forces, lists and
/// predictions are the engine's. One thread at a time, which holds mutex(). Everything that is wrong is thrown.
class Card {
 public:
  Card(const Settings& settings, Order order);

  std::mutex& mutex() { return mutex_; }
  /// True when the engine can go at the end of the program, after drivers of devices may have gone.
  bool is_on_host() const { return !is_device_; }
  int npipes() const { return settings_.npipes; }
  std::string description() const { return engine_->description(); }
  const CardReport& report() const { return report_; }

  PipeTargets& pipe_targets() { return pipe_targets_; }
  void set_time(double time);
  double time() const { return time_; }
  /// Takes sources where they were set from now on, or predicts them again.
  void set_predicts(bool predicts) { predicts_ = predicts; }
  bool predicts() const { return predicts_; }
  void set_source(int address, const Source& source) { store_.set(address, source); }
  const SourceTable& table() const { return store_.table(); }
  /// The source at an address below size(), which was set; else throws.
  const Source& source_at(int address) const;
  /// Sends what was set, for a client that wants it done before it measures.
  void send_now();

  /// The first half: copies the targets and starts, where the engine can work by itself.
  void begin(const ClientTargets& from);
  /// The second half. What is wrong with some of the results, which are written nevertheless; "" when nothing is.
  std::string finish(int ni, const ClientResults& results);
  /// Makes the lists of the last call's targets.
  void read_lists();
  /// Copies at most `most` indices; false when there are more.
  bool copy_list(int target, int most, int& n, void* list) const;

 private:
  /// Targets, in the client's units or in the engine's.
  struct TargetRows {
    std::vector<int> index;
    std::vector<Slot> slot;
    std::vector<Vec3> position, velocity, acceleration;
    std::vector<double> eps2, radius2;
    std::vector<bool> is_bad;
    void resize(std::size_t n);
    std::size_t size() const { return index.size(); }
  };
  struct Answers {
    std::vector<Vec3> acceleration, jerk, snap;
    std::vector<double> potential, nearest_distance2;
    std::vector<Slot> nearest;
    void resize(std::size_t n);
    Results results(NeighbourLists* lists);
  };
  struct Pass;

  void copy_targets(const ClientTargets& from);
  void load(const ClientTargets& from, std::size_t i);
  Extent extent_of_targets() const;
  TargetRows scaled(const Units& units, Precision precision) const;
  bool match_slots();
  void start(bool nearest);
  /// An engine and its sources: this card's, or others that were made for a few targets.
  struct Place {
    ForceEngine& engine;
    SourceStore& store;
    const TargetRows& rows;
  };
  void evaluate_in_passes(const std::vector<std::size_t>& which, const Place& place);
  void evaluate(const Pass& pass, const Place& place);
  bool is_lost(std::size_t i) const;
  void repeat_in_double();
  std::string problem_of(std::size_t i) const;
  void wait();
  Wanted wanted(bool nearest, bool lists) const;
  Targets targets() const;
  void put(std::size_t i, const ClientResults& results) const;
  void make_lists();
  void translate_lists(bool without_self);

  std::mutex mutex_;
  Settings settings_;
  EngineChoice choice_;
  bool is_device_;
  std::unique_ptr<ThreadPool> pool_;
  std::unique_ptr<ForceEngine> engine_;
  SourceStore store_;
  double time_ = 0;
  bool predicts_ = true;

  // The call under way.
  TargetRows rows_;          ///< in the client's units
  TargetRows scaled_;        ///< in the engine's
  std::vector<Units> unit_;  ///< of the answers
  Answers answers_;
  NeighbourLists found_;
  std::vector<std::size_t> list_first_;
  std::vector<int> list_index_;
  bool has_begun_ = false, has_forces_ = false, has_nearest_ = false, has_lists_ = false, has_read_lists_ = false;
  bool wants_snap_ = false;
  bool expects_nearest_ = false;  ///< the last call asked for it
  std::size_t nj_ = 0;
  double call_time_ = 0;
  CardReport report_;
  PipeTargets pipe_targets_;
  std::optional<Pending> pending_;  ///< last: it must not outlive what it writes to
};

}  // namespace tucana::grape6
