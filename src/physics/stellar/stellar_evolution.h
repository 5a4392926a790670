#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "tucana/core/process.h"
#include "tucana/physics/stellar/evolving_pairs.h"
#include "tucana/physics/stellar/provider.h"
#include "tucana/physics/stellar/slow_losses.h"
#include "tucana/physics/stellar/stellar_options.h"

namespace tucana::stellar {

/// The evolution of stars as a process of a run: new masses and radii, kicks, stars of which nothing is left, stars
/// that collide, and close pairs whose stars evolve together.
///
/// Each star has its own next update: when its mass or radius has changed by as much as the options allow, or its type
/// changes. Updates are collected and applied in batches, at multiples of an interval that is a power of two, since a
/// batch costs a pass over all stars, however few they are for. So a star's mass lags behind its track by no more than
/// StellarOptions::evolution.max_mass_change and one interval; what is lost in between is lost with the next update.
/// Kicks are functions of seed, star and the number of its supernova. Pairs follow slow losses (slow_losses.h).
///
/// Two stars that the run carries as a bound, close pair are updated together (EvolvingPairs), as long as the run does
/// so; then each goes on as the single star that it has become. This needs the built-in provider.
///
/// Integrators tell of stars that have touched; they become one at that block time, by the rules of the provider, under
/// the id of the more massive one. A star to which something else happens at that time collides at the next one.
class StellarEvolution final : public Process {
 public:
  StellarEvolution(const StellarOptions& options, std::unique_ptr<const StellarEvolutionProvider> provider);

  std::string_view name() const override { return "stellar_evolution"; }
  /// Stars of a snapshot with the columns of evolution_columns.h continue on their tracks; all others are born at the
  /// start. Throws InputError for stars that the provider does not cover. Bodies other than stars, and those without
  /// mass, do not evolve.
  void read_columns(const Stars& stars, const StarColumns& columns) override;
  void start(const Stars& stars, const UnitScale& units) override;
  Tick next() const override;
  void touched(StarId one, StarId other) override;
  ChangeSet act(Tick now, const Stars& stars, EventSink& events) override;
  bool waits_until_applied() const override { return true; }
  void applied() override;
  /// Luminosity and so on as they are at this time, between two updates.
  StarColumns columns(Tick t, const Stars& stars) const override;
  /// Types of stars, by their numbers.
  std::vector<Census> census(const Stars& stars) const override;
  void describe(Archive& archive) override;

  /// Null for a star that does not evolve.
  const StarState* find(StarId star) const;

 private:
  struct Evolving {
    StarId id{};
    double start_age = 0;     ///< in Myr at tick 0
    double applied_mass = 0;  ///< in Msun, as the run knows it; 0: not known
    StarState state;
    /// It is as the provider made it: the run does not know its radius yet.
    bool is_new = true;
  };
  struct Due {
    Tick when;
    StarId star;
    auto operator<=>(const Due&) const = default;
  };
  struct Update {
    StarId star;
    StarState state;
    bool is_gone = false;
    /// It was not due yet: it may be in the schedule at another time.
    bool is_early = false;
  };
  /// Two stars that are a pair after an update, or no more.
  struct PairUpdate {
    std::array<StarId, 2> ids;
    bool goes_on = false;
    double semi_major_axis = 0, eccentricity = 0;
    std::int32_t donor = -1;
    double transfer_step = 0;
  };
  using Losses = std::map<StarId, Loss>;

  /// The batches of a run.
  Level batches() const { return Level::at_most(options_.interval); }
  double age_at(const Evolving& star, Tick t) const { return star.start_age + t.units() * units_.time_myr(); }
  Due due(const Evolving& star, Tick now) const;
  Evolving* find_evolving(StarId star);
  std::vector<std::size_t> rows_of(const std::vector<StarId>& ids, const Stars& stars) const;
  Update update(const Evolving& star, Tick now, double present_radius, ChangeSet& changes, Losses& losses,
                EventSink& events) const;
  StarState at_age(const Evolving& star, Tick now, EventSink& events, Vec3& kick, bool& exploded) const;
  bool is_settled(const std::array<StarId, 2>& contact) const;
  void settle_contacts();
  void collide_stars(Tick now, const Stars& stars, ChangeSet& changes, Losses& losses, EventSink& events);
  void schedule_all();

  // Of pairs (stellar_evolution_pairs.cpp).
  Tick next_look_at_pairs() const;
  void act_on_pairs(Tick now, const Stars& stars, ChangeSet& changes, Losses& losses, std::vector<StarId>& early,
                    EventSink& events);
  void update_pair(const EvolvingPairs::Entry& entry, const PairOrbit& orbit, Tick now, ChangeSet& changes,
                   Losses& losses, EventSink& events);
  void leave_pair(const EvolvingPairs::Entry& entry, const PairState& end, const PairOrbit& orbit, Tick now,
                  ChangeSet& changes, Losses& losses, EventSink& events);
  void merge_pair(const EvolvingPairs::Entry& entry, const PairState& end, Tick now, ChangeSet& changes, Losses& losses,
                  EventSink& events);
  void adopt_pairs(const Stars& stars, const Losses& losses);
  void apply_pair_updates();
  void look_ahead_of_pairs();
  std::function<Tick(double)> tick_of_age(StarId star) const;

  StellarOptions options_;
  std::unique_ptr<const StellarEvolutionProvider> provider_;
  UnitScale units_;
  Tick last_{-1};                  ///< of the last batch
  std::vector<Evolving> stars_;    ///< by ascending ids
  std::set<Due> schedule_;         ///< follows from the above
  std::vector<Update> proposed_;   ///< by the last act(), until they are applied
  std::vector<Evolving> resumed_;  ///< from a file, until the start
  Tick proposed_at_{};
  std::vector<std::array<StarId, 2>> contacts_;          ///< to be dealt with
  std::vector<std::array<StarId, 2>> settled_contacts_;  ///< of these, by the last act()
  std::map<StarId, StarId> absorbed_;                    ///< by the last act(): into which star

  std::unique_ptr<EvolvingPairs> pairs_;  ///< null: the stars of pairs evolve one by one
  std::vector<PairUpdate> proposed_pairs_;
  std::vector<PairOrbit> new_pairs_;  ///< of the last act(), with rows of its table
  bool sees_systems_ = false;         ///< the run has pairs or groups
};

}  // namespace tucana::stellar
