#include "tucana/fewbody/trial_exchange.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <numeric>

#include "tucana/core/error.h"
#include "tucana/core/for_each_index.h"
#include "tucana/gravity/ranks/part_exchange.h"

namespace tucana {
namespace {

/// An inner step of two members takes as long as so many pairs of a regular force on the processor, and as so many more
/// for each perturber, which it predicts and whose pull on the members it computes. A step of a stable triple takes 9
/// times as long, about the cube of its two orbits.
constexpr double pairs_per_step = 1000, pairs_per_perturber = 60;
/// Of the outcome of a pair; hierarchies and groups have several times as much, and work that is longer still.
constexpr std::size_t trial_bytes = 1024;

constexpr std::byte is_done{0}, has_failed{1};

}  // namespace

double TrialExchange::cost_of(std::uint64_t steps, std::size_t perturbers, std::size_t members) {
  const double nodes = static_cast<double>(members) - 1;
  return static_cast<double>(steps + 1) * nodes * nodes * nodes *
         (pairs_per_step + pairs_per_perturber * static_cast<double>(perturbers));
}

bool TrialExchange::divides(std::span<const double> costs) const {
  return !ranks_->is_alone() && costs.size() > 1 &&
         rule_.divides_host_work(std::accumulate(costs.begin(), costs.end(), 0.0), costs.size() * trial_bytes);
}

void TrialExchange::advance(std::span<Subsystem* const> subsystems, std::span<const double> costs, Workers& workers,
                            FunctionRef<void(std::size_t)> advance) {
  first_ = parts_of_equal_cost(costs, static_cast<std::size_t>(ranks_->size()));
  const auto rank = static_cast<std::size_t>(ranks_->rank());
  const std::size_t begin = first_[rank], size = first_[rank + 1] - begin;
  errors_.assign(subsystems.size(), {});
  for_each_index<1>(workers, size, [&](std::size_t number) {
    try {
      advance(begin + number);
    } catch (const FailureError& error) {
      errors_[begin + number] = error.what();
    }
  });
  collect(subsystems);
}

/// Whether it was done, and the outcome; or what was wrong. Cut or filled up to a size where all know it.
void TrialExchange::add_record(Subsystem& subsystem, const std::string& error, std::vector<std::byte>& own) {
  const std::size_t before = own.size();
  own.push_back(error.empty() ? is_done : has_failed);
  if (error.empty()) {
    subsystem.save_trial(own);
  } else {
    const auto text = std::as_bytes(std::span(error));
    own.insert(own.end(), text.begin(), text.end());
  }
  if (subsystem.trial_size() > 0) own.resize(before + 1 + subsystem.trial_size());
}

void TrialExchange::collect(std::span<Subsystem* const> subsystems) {
  const auto rank = static_cast<std::size_t>(ranks_->rank());
  sizes_.assign(subsystems.size(), 0);
  std::vector<std::byte> own;
  for (std::size_t k = first_[rank]; k < first_[rank + 1]; ++k) {
    const std::size_t before = own.size();
    add_record(*subsystems[k], errors_[k], own);
    sizes_[k] = own.size() - before;
  }
  find_sizes(subsystems);

  std::vector<std::size_t> at(subsystems.size() + 1), first;
  for (std::size_t k = 0; k < sizes_.size(); ++k) at[k + 1] = at[k] + sizes_[k];
  for (const std::size_t k : first_) first.push_back(at[k]);
  bytes_.resize(at.back());
  if (!own.empty()) std::memcpy(bytes_.data() + first[rank], own.data(), own.size());
  ranks_->gather(bytes_, first, ExchangePhase::subsystem);

  for (std::size_t k = 0; k < subsystems.size(); ++k) {
    const auto one = std::span<const std::byte>(bytes_).subspan(at[k], sizes_[k]);
    const auto rest = one.subspan(1);
    if (one[0] == has_failed) {
      const std::string text(reinterpret_cast<const char*>(rest.data()), rest.size());
      throw FailureError(text.substr(0, text.find('\0')));
    }
    if (k < first_[rank] || k >= first_[rank + 1]) subsystems[k]->load_trial(rest);
  }
}

/// Those of other ranks, which takes a message only where there are groups.
void TrialExchange::find_sizes(std::span<Subsystem* const> subsystems) {
  const auto is_known = [](const Subsystem* one) { return one->trial_size() > 0; };
  if (std::ranges::all_of(subsystems, is_known)) {
    for (std::size_t k = 0; k < subsystems.size(); ++k) sizes_[k] = 1 + subsystems[k]->trial_size();
    return;
  }
  std::vector<std::size_t> first;
  for (const std::size_t k : first_) first.push_back(k * sizeof(std::uint64_t));
  ranks_->gather(std::as_writable_bytes(std::span(sizes_)), first, ExchangePhase::subsystem);
}

}  // namespace tucana
