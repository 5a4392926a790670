#include "tucana/physics/stellar/pair_events.h"

namespace tucana::stellar {
namespace {

const char* word_for(PairEventKind kind) {
  switch (kind) {
    case PairEventKind::overflow_begins: return "overflow_begins";
    case PairEventKind::overflow_ends: return "overflow_ends";
    case PairEventKind::common_envelope: return "common_envelope";
    case PairEventKind::merger: return "merger";
    case PairEventKind::supernova: return "supernova";
    case PairEventKind::disruption: return "disruption";
    case PairEventKind::type_change: break;
  }
  return "type_change";
}

}  // namespace

Event pair_event(PairEventKind kind, const std::array<StarId, 2>& ids, const PairState& pair) {
  const Star &one = pair.star(0), &two = pair.star(1);
  Event event{word_for(kind), {ids[0], ids[1]}, {}};
  event.numbers = {{"age_myr", pair.age},       {"type1", number_of(one.type)}, {"type2", number_of(two.type)},
                   {"mass1_msun", one.mass},    {"mass2_msun", two.mass},       {"radius1_rsun", one.radius},
                   {"radius2_rsun", two.radius}};
  if (pair.bond == PairState::Bond::bound) {
    event.numbers.emplace_back("period_days", pair.period());
    event.numbers.emplace_back("semi_major_axis_rsun", pair.semi_major_axis);
    event.numbers.emplace_back("eccentricity", pair.eccentricity);
  }
  return event;
}

}  // namespace tucana::stellar
