#include "bench/program/precision_list.h"

#include "tucana/simulation/options/option_value.h"

namespace tucana::bench {

std::vector<Precision> precisions_of(const std::vector<std::string>& words, const char* flag) {
  const OptionEntry& entry = *find_option("engine.precision");
  std::vector<Precision> precisions;
  for (const std::string& word : words) {
    Options options;
    entry.set(options, parse_value(entry, word, flag));
    precisions.push_back(options.engine.precision);
  }
  return precisions;
}

}  // namespace tucana::bench
