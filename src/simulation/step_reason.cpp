#include "tucana/simulation/step_reason.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

namespace tucana {
namespace {

/// Steps that an encounter asks for are longer than this part of the time in which it changes: what is shorter has
/// another reason.
constexpr double shortest_part_of_encounter = 1.0 / 512;

/// A star, and those that are in a pair or group with it: one body to all others.
struct OneBody {
  std::size_t star = 0;
  std::vector<std::size_t> rows;       ///< of all its stars
  const StarSystem* system = nullptr;  ///< null: it is a single star

  bool holds(std::size_t row) const { return std::ranges::find(rows, row) != rows.end(); }
};

std::optional<OneBody> body_of(const Stars& stars, StarId star) {
  const auto found = std::ranges::find(stars.id, star);
  if (found == stars.id.end()) return {};
  OneBody body{static_cast<std::size_t>(found - stars.id.begin()), {}, nullptr};
  for (const StarSystem& system : stars.systems) {
    const auto members = stars.members_of(system);
    if (std::ranges::none_of(members, [&](const SystemMember& member) { return member.row == body.star; })) continue;
    body.system = &system;
    for (const SystemMember& member : members) body.rows.push_back(member.row);
    return body;
  }
  body.rows = {body.star};
  return body;
}

/// "is in a perturbed pair with star 7, slowed down 12 times", where a star is in a system.
std::string system_text(const Stars& stars, const OneBody& body, const StarStep& shortest) {
  if (body.system == nullptr) return {};
  std::vector<std::int64_t> others;
  for (const std::size_t row : body.rows)
    if (row != body.star) others.push_back(value(stars.id[row]));
  const bool is_pair = body.system->kind == SystemKind::pair;
  const std::string_view kind = shortest.system.empty() ? word_of(body.system->kind) : shortest.system;
  const std::string_view state = !is_pair || shortest.system.empty() ? ""
                                 : shortest.is_perturbed             ? "perturbed "
                                                                     : "sleeping ";
  const double slow_down = body.system->slow_down;
  return fmt::format("is in a {}{}{} with {} {}{}", state, kind, is_pair ? "" : fmt::format(" of {}", body.rows.size()),
                     is_pair ? "star" : "stars", fmt::join(others, ", "),
                     slow_down > 1 ? fmt::format(", slowed down {:.3g} times", slow_down) : std::string());
}

/// Who attracts a body most from outside.
std::optional<std::size_t> strongest_neighbour(const Stars& stars, const OneBody& body) {
  std::optional<std::size_t> other;
  double strongest = 0;
  for (std::size_t i = 0; i < stars.size(); ++i) {
    if (body.holds(i)) continue;
    const double pull = stars.mass[i] / norm2(stars.position[i] - stars.position[body.star]);
    if (pull > strongest) strongest = pull, other = i;
  }
  return other;
}

/// The time in which two stars move by their distance, or fall through it.
double time_of_encounter(const Stars& stars, std::size_t one, std::size_t other) {
  const double r2 = norm2(stars.position[other] - stars.position[one]),
               speed2 = norm2(stars.velocity[other] - stars.velocity[one]);
  return std::sqrt(r2 / (speed2 + (stars.mass[one] + stars.mass[other]) / std::sqrt(r2)));
}

/// Without softening; above 0 for stars that are bound to each other.
double inverse_axis_of(const Stars& stars, std::size_t a, std::size_t b, double distance) {
  const double mass = stars.mass[a] + stars.mass[b];
  return distance > 0 && mass > 0 ? 2 / distance - norm2(stars.velocity[a] - stars.velocity[b]) / mass : 0;
}

std::string neighbour_text(const Stars& stars, const OneBody& body, double step) {
  const auto other = strongest_neighbour(stars, body);
  if (!other) return "has nobody around";
  const double distance = norm(stars.position[*other] - stars.position[body.star]);
  const std::string who = fmt::format("star {} at a distance of {:.3g}", value(stars.id[*other]), distance);
  // A pair that looks at those around it does not step beyond that, nor do bodies without a past begin with long steps.
  if (step < shortest_part_of_encounter * time_of_encounter(stars, body.star, *other))
    return fmt::format("has just begun, or been examined: {}, whose pull is the strongest, is no reason", who);
  if (!(inverse_axis_of(stars, body.star, *other, distance) > 0)) return "passes " + who;
  return "moves about " + who + orbit_text(stars, body.star, *other, distance);
}

}  // namespace

std::string orbit_text(const Stars& stars, std::size_t a, std::size_t b, double distance) {
  const double inverse_axis = inverse_axis_of(stars, a, b, distance);
  if (!(inverse_axis > 0)) return ", not bound to each other";
  const double axis = 1 / inverse_axis, mass = stars.mass[a] + stars.mass[b];
  return fmt::format(", bound, with a semi-major axis of {:.3g} and a period of {:.3g}", axis,
                     2 * std::numbers::pi * std::sqrt(axis * axis * axis / mass));
}

std::string step_reason(const Stars& stars, const StarStep& shortest) {
  const auto body = body_of(stars, shortest.star);
  if (!body) return {};
  const std::string system = system_text(stars, *body, shortest);
  return system + (system.empty() ? "" : " and ") + neighbour_text(stars, *body, shortest.step);
}

}  // namespace tucana
