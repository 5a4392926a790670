#include "tucana/core/workers.h"

namespace tucana {

void SerialWorkers::run(std::size_t units, Unit unit) {
  for (std::size_t u = 0; u < units; ++u) unit(u, 0);
}

}  // namespace tucana
