#include "tucana/core/stars.h"

namespace tucana {

void StarsBuffer::resize(std::size_t n) {
  id.resize(n);
  mass.resize(n);
  radius.resize(n);
  position.resize(n);
  velocity.resize(n);
  if (!family.empty()) family.resize(n, Family::star);
}

Stars StarsBuffer::view() const { return {0, size(), id, mass, radius, position, velocity, family}; }

void StarsBuffer::number_from_one() {
  for (std::size_t i = 0; i < size(); ++i) id[i] = static_cast<StarId>(i + 1);
}

}  // namespace tucana
