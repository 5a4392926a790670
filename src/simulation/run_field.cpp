#include "tucana/simulation/run_field.h"

#include <utility>

#include "tucana/analysis/energy.h"
#include "tucana/simulation/field_choice.h"
#include "tucana/simulation/one_body_energy.h"

namespace tucana {

std::unique_ptr<RunField> RunField::around(std::unique_ptr<ForceEngine>& engine, const FieldOptions& options,
                                           Workers& workers) {
  if (options.kind == FieldKind::none) return nullptr;
  auto in_field = std::make_unique<FieldEngine>(std::move(engine), std::string(word_of(options.kind)), workers);
  auto field = std::make_unique<RunField>(options, *in_field);
  engine = std::move(in_field);
  return field;
}

void RunField::make_field(const UnitScale& units, double start_time) {
  centre_.reset();
  field_ = make_run_field(options_, units);
  engine_.set_field(*field_, start_time);
}

void RunField::follow(const PhasePoint& centre, double start_time) {
  centre_.emplace(*field_, start_time, centre);
  engine_.set_field(*field_, start_time, &*centre_);
}

void RunField::start(StarsBuffer& stars, const UnitScale& units, const Epoch& epoch) {
  make_field(units, epoch.start());
  if (options_.orbit_radius > 0) place_on_circular_orbit(stars, *field_, options_.orbit_radius, epoch.start());
  check_places(stars.view(), *field_, epoch.start());
  if (const auto centre = orbit_to_follow(stars.view(), *field_, epoch.start())) {
    follow(*centre, epoch.start());
    centre_->enter(stars, Tick{0});
  }
}

void RunField::describe(Archive& archive, const UnitScale& units, const Epoch& epoch) {
  const Archive::Group group(archive, "field");
  if (archive.loading()) make_field(units, epoch.start());
  bool follows = centre_.has_value();
  archive.field("follows", follows);
  if (archive.loading() && follows) follow({}, epoch.start());
  if (follows) centre_->describe(archive);
}

void RunField::enter(StarsBuffer& stars, Tick t) {
  if (centre_) centre_->enter(stars, t);
}

void RunField::leave(StarsBuffer& stars, Tick t) {
  if (centre_) centre_->leave(stars, t);
}

Conserved RunField::leave(const Conserved& sums, const Stars& stars) const {
  if (!centre_) return sums;
  return {kinetic_energy(stars), sums.potential, angular_momentum(stars)};
}

EnergyChange RunField::energy_of(const ChangeSet& set, const Stars& before, Tick t, const Epoch& epoch) {
  const Vec3 falling = centre_ ? centre_->at(t).point.v : Vec3{};
  const double time = epoch.time_of(t);
  return one_body_energy_change(set, before, [&](const BodyAt& star) {
    const double moving = dot(star.v, falling) - norm2(falling) / 2;  // v^2/2 - (v - falling)^2/2
    return star.mass * (moving + field_->potential(time, star.x));
  });
}

double RunField::energy(const Stars& stars, double time) const { return external_energy(stars, *field_, time); }

}  // namespace tucana
