#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "tucana/core/archive.h"
#include "tucana/core/tick.h"
#include "tucana/physics/stellar/binary/pair_evolution.h"
#include "tucana/physics/stellar/pair_orbit.h"
#include "tucana/physics/stellar/stellar_options.h"

namespace tucana::stellar {

/// The close pairs of a run whose stars evolve together (binary/). Of each the book has the orbit at its last update
/// and what it takes from there; the stars are the run's. Between two updates the run follows the orbit among all
/// others; at an update the pair goes through what tides, winds and overflow did meanwhile, from the orbit that the run
/// has found.
class EvolvingPairs {
 public:
  struct Entry {
    std::array<StarId, 2> ids{};
    double semi_major_axis = 0, eccentricity = 0;  ///< in Rsun, at the last update
    std::int32_t donor = -1;
    double transfer_step = 0;
    // These follow from the above:
    PairState ahead;     ///< how the pair goes on undisturbed, before anything notable happens to it
    double due_age = 0;  ///< when that is, by the age of the first star
    Tick due;
  };
  using StateOf = std::function<const StarState&(StarId)>;
  using Report = PairEvolution::EventSink;

  /// The provider must outlive this.
  EvolvingPairs(const StellarOptions& options, const SseProvider& provider);

  /// Whether a pair is close enough for its stars to notice each other in the course of their lives: giants reach some
  /// 1000 Rsun, and winds are caught from ten times as far.
  static bool is_close(const PairOrbit& orbit) { return orbit.semi_major_axis * (1 - orbit.eccentricity) < 1e4; }
  /// Whether others have changed an orbit since the last update: at all, or so much that it should be updated now.
  static bool is_disturbed(const Entry& entry, const PairOrbit& orbit, double part);

  const std::vector<Entry>& entries() const { return entries_; }
  const Entry* find(StarId star) const;
  /// When the first pair is due.
  Tick next() const { return next_; }
  /// To be called after the entries have changed.
  void find_next();

  /// A pair after an update, or a new one.
  void set(const std::array<StarId, 2>& ids, const PairState& pair, const std::function<Tick(double)>& tick_of_age);
  void erase(StarId star);
  void clear();

  /// The pair at its last update.
  PairState at_start(const Entry& entry, const StateOf& state_of) const;
  /// To an age, or to where it is bound no more; from `orbit` if others have disturbed it.
  PairState advanced(const Entry& entry, const PairOrbit& orbit, double age, const StateOf& state_of,
                     Report report) const;

  /// After loading, look_ahead() must follow.
  void describe(Archive& archive);
  void look_ahead(const StateOf& state_of, const std::function<std::function<Tick(double)>(StarId)>& clock_of);

 private:
  void look_ahead(Entry& entry, PairState pair, const std::function<Tick(double)>& tick_of_age) const;
  void sort();

  double max_mass_change_, max_radius_change_;
  PairEvolution evolution_;
  std::vector<Entry> entries_;        ///< by ascending ids of the first stars
  std::map<StarId, StarId> by_star_;  ///< of both stars: the first one
  Tick next_ = Tick::never;           ///< the earliest of all due times, or earlier
};

/// What can be chosen about pairs, by the options of a run.
PairOptions pair_options(const StellarOptions& options);

}  // namespace tucana::stellar
