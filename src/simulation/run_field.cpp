#include "tucana/simulation/run_field.h"

#include <fmt/format.h>

#include <utility>

#include "tucana/analysis/energy.h"
#include "tucana/core/error.h"
#include "tucana/core/star_sums.h"
#include "tucana/simulation/field_choice.h"
#include "tucana/simulation/one_body_energy.h"
#include "tucana/simulation/options/field_parts.h"

namespace tucana {

std::unique_ptr<RunField> RunField::around(std::unique_ptr<ForceEngine>& engine, const FieldOptions& options,
                                           std::shared_ptr<const ExternalField> own, Workers& workers) {
  const std::string kind(word_of(options.kind));
  if (options.kind == FieldKind::none && !own) return nullptr;
  if (options.kind != FieldKind::none && own) {
    throw InputError(
        fmt::format("there are two fields, {} and field.kind = {}; leave one of them out", own->name(), kind));
  }
  auto in_field = std::make_unique<FieldEngine>(std::move(engine), own ? own->name() : kind, workers);
  auto field = std::make_unique<RunField>(options, std::move(own), *in_field);
  engine = std::move(in_field);
  return field;
}

void RunField::make_field(const UnitScale& units, double start_time) {
  falling_energy_.reset();
  centre_.reset();
  field_ = own_ ? own_ : std::shared_ptr<const ExternalField>(make_run_field(options_, units));
  engine_.set_field(*field_, start_time);
}

void RunField::follow(const PhasePoint& centre, double start_time) {
  GuidingCentre::Drag drag;
  if (options_.friction) {
    friction_.coulomb_logarithm = options_.coulomb_logarithm;
    drag = [this](double time, const PhasePoint& at) { return friction_.acceleration(*field_, time, at); };
  }
  centre_.emplace(*field_, start_time, centre, std::move(drag));
  engine_.set_field(*field_, start_time, &*centre_);
  if (norm2(field_->angular_velocity()) == 0) falling_energy_.emplace(*field_, *centre_, start_time);
}

void RunField::start(StarsBuffer& stars, const UnitScale& units, const Epoch& epoch) {
  make_field(units, epoch.start());
  if (options_.orbit_radius > 0) place_on_circular_orbit(stars, *field_, options_.orbit_radius, epoch.start());
  if (const auto orbit = given_orbit(options_, units)) stars.shift(orbit->x, orbit->v);
  check_places(stars.view(), *field_, epoch.start());
  weigh(stars.view());
  if (const auto centre = orbit_to_follow(stars.view(), *field_, epoch.start())) {
    follow(*centre, epoch.start());
    centre_->enter(stars, Tick{0});
  }
  check_friction();
}

void RunField::weigh(const Stars& stars) {
  if (options_.friction) friction_.mass = total_mass(stars);
}

void RunField::check_friction() const {
  if (!options_.friction || centre_) return;
  throw InputError(
      "field.friction acts on a cluster on an orbit, and the stars are at the centre of the field; give an orbit, as "
      "with field.orbit_radius, or leave field.friction out");
}

void RunField::describe(Archive& archive, const UnitScale& units, const Epoch& epoch) {
  const Archive::Group group(archive, "field");
  if (archive.loading()) make_field(units, epoch.start());
  bool follows = centre_.has_value();
  archive.field("follows", follows);
  if (options_.friction) archive.field("friction_mass", friction_.mass);
  if (archive.loading() && follows) follow({}, epoch.start());
  if (follows) centre_->describe(archive);
  if (falling_energy_) falling_energy_->describe(archive);
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
  if (falling_energy_) return falling_energy_->apply(set, before, t);
  const Vec3 falling = centre_ ? centre_->at(t).point.v : Vec3{};
  const double time = epoch.time_of(t), work = work_of_friction(t);
  const Vec3 turning = field_->angular_velocity();
  return one_body_energy_change(set, before, [&](const BodyAt& star) {
    const double moving = dot(star.v, falling) - norm2(falling) / 2;  // v^2/2 - (v - falling)^2/2
    return star.mass * (moving + field_->potential(time, star.x) - dot(turning, cross(star.x, star.v)) - work);
  });
}

EnergyInField RunField::energy(const Stars& stars, Tick t, double time) {
  if (falling_energy_) return {falling_energy_->energy(stars, t), falling_energy_->kinetic_difference(stars, t)};
  double energy = external_energy(stars, *field_, time);
  if (const Vec3 turning = field_->angular_velocity(); norm2(turning) > 0) {
    energy -= dot(turning, angular_momentum(stars));
  }
  if (options_.friction) energy -= total_mass(stars) * work_of_friction(t);
  return {energy};
}

void RunField::start_energy(const Stars& stars, Tick t) {
  if (falling_energy_) falling_energy_->start(stars, t);
}

void RunField::advance_energy(const Stars& stars, Tick t) {
  if (falling_energy_) falling_energy_->advance(stars, t);
}

}  // namespace tucana
