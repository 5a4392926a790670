#include "tucana/physics/stellar/evolution_events.h"

namespace tucana::stellar {

Event event_of(StarId star, const TypeChange& change, double kick) {
  Event event{change.is_supernova ? "supernova" : "type_change", {star}, {}};
  event.numbers = {{"age_myr", change.after.age},          {"type_before", number_of(change.before.type)},
                   {"type", number_of(change.after.type)}, {"mass_before_msun", change.before.mass},
                   {"mass_msun", change.after.mass},       {"luminosity_lsun", change.after.luminosity},
                   {"radius_rsun", change.after.radius}};
  if (change.is_supernova) {
    event.numbers.emplace_back("supernova_kind", static_cast<double>(change.collapse.kind));
    event.numbers.emplace_back("fall_back", change.collapse.fall_back);
    event.numbers.emplace_back("kick_kms", kick);
  }
  return event;
}

Event collision_event(StarId kept, const Star& star, StarId lost, const Star& other, const Star& product) {
  return {"collision",
          {kept, lost},
          {{"age_myr", product.age},
           {"type1", number_of(star.type)},
           {"type2", number_of(other.type)},
           {"type", number_of(product.type)},
           {"mass1_msun", star.mass},
           {"mass2_msun", other.mass},
           {"mass_msun", product.mass},
           {"radius_rsun", product.radius}}};
}

}  // namespace tucana::stellar
