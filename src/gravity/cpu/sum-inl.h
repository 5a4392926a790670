// Sums over a leaf for a block of targets. Compiled once for each SIMD target.
#if defined(TUCANA_SUM_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TUCANA_SUM_INL
#undef TUCANA_SUM_INL
#else
#define TUCANA_SUM_INL
#endif

#include "tucana/gravity/cpu/block_lists-inl.h"
#include "tucana/gravity/cpu/one_loop-inl.h"
#include "tucana/gravity/cpu/potential-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tucana::cpu::HWY_NAMESPACE {

/// In fp64 separations may be out of the range of the float estimate of 1/r.
template <class Format>
inline constexpr bool has_range = sizeof(typename Format::Scalar) == 8;

template <class Sum, bool exact, Omitted omitted, class Format>
HWY_NOINLINE void add_measured(const LeafView<Format>& leaf, const TargetBlock<Format>& targets, std::size_t t,
                               PairBuffer<Format>& buffer, const LeafResults& results) {
  Sum::template add_measured<exact, omitted>(leaf, broadcast(targets, t), buffer, results, t);
}

template <class Format>
HWY_NOINLINE void copy_masses(const LeafView<Format>& leaf, PairBuffer<Format>& buffer) {
  using P = PackOf<Format>;
  for_packs<Format, P>(leaf, buffer, [&](const auto& block, auto& pairs, std::size_t, std::size_t i) HWY_ATTR {
    const P mass = RowsOf<Format, P, PredictedBlock<Format>>::load(block.mass, i);
    RowsOf<Format, P, PairBlock<Format>>::store(mass, pairs.alpha, i);
  });
}

/// The first loop, and what the sums exclude: the same bits decide which rows are listed. True when there are any.
template <class Format>
bool measure_with_care(const LeafView<Format>& leaf, const TargetBlock<Format>& targets, std::size_t t,
                       const PairJob<Format>& job, std::uint32_t near, PairBuffer<Format>& buffer,
                       ListedRows<Format>& listed) {
  const std::size_t self = targets.self[t] - leaf.first_slot, rows = padded_rows(leaf.used);
  measure(leaf, broadcast(targets, t), fill(hn::ScalableTag<typename Format::Scalar>(), job.eps2), buffer);
  list_for(leaf, targets, t, job.rule, near, {&buffer, job.eps2}, listed);
  const bool any_listed = job.far_only && listed.any;
  if (!any_listed && self >= leaf.used) return false;
  copy_masses(leaf, buffer);
  if (any_listed) listed.for_each(rows, [&](std::size_t row) { buffer.leave_out(row); });
  if (self < leaf.used) buffer.leave_out(self);
  return true;
}

/// Everything but the hot case: lists, the leaf that holds the target's own row, which alone pays for the mask, and
/// separations out of range.
template <class Sum, class Format>
HWY_NOINLINE void sum_with_care(const LeafView<Format>& leaf, const TargetBlock<Format>& targets, std::size_t t,
                                const PairJob<Format>& job, std::uint32_t near, const LeafResults& results) {
  PairBuffer<Format> buffer;
  ListedRows<Format> listed;
  const std::size_t self = targets.self[t] - leaf.first_slot;
  bool is_done = false;
  if (!has_range<Format> || !(leaf.rows.wide || targets.wide[t])) {
    const bool masked = measure_with_care(leaf, targets, t, job, near, buffer, listed);
    (masked ? add_measured<Sum, false, Omitted::by_masses, Format>
            : add_measured<Sum, false, Omitted::nothing, Format>)(leaf, targets, t, buffer, results);
    is_done = !has_range<Format> || Sum::is_finite_sum(results, t);
  }
  if constexpr (has_range<Format>)
    if (!is_done) {
      const bool masked = measure_with_care(leaf, targets, t, job, near, buffer, listed);
      (masked ? add_measured<Sum, true, Omitted::by_masses, Format>
              : add_measured<Sum, true, Omitted::nothing, Format>)(leaf, targets, t, buffer, results);
    }
  if (job.lists) append_listed(leaf, self, listed, results.lists[t]);
}

template <class Sum>
inline constexpr bool is_force = false;
template <class Format, bool with_snap>
inline constexpr bool is_force<ForceSum<Format, with_snap>> = true;

/// A leaf without wide places and one target; `out` is null where nothing is left out. False if exact roots are
/// required.
template <class Sum, bool with_potential, class Format>
HWY_INLINE bool sum_without(const LeftOut* out, const LeafView<Format>& leaf, const TargetBlock<Format>& targets,
                            std::size_t t, const PairJob<Format>& job, const LeafResults& results) {
  using Loop = OneLoop<Format, Sum::has_snap>;
  const auto eps2 = fill(hn::ScalableTag<typename Format::Scalar>(), job.eps2);
  if (job.one_loop) {
    if (out == nullptr)
      Loop::template add<false, with_potential>(leaf, targets, t, eps2, nullptr, results);
    else
      Loop::template add<true, with_potential>(leaf, targets, t, eps2, out, results);
  } else if (out == nullptr) {
    Sum::add_all(leaf, targets, t, eps2, results);
  } else {
    Sum::template add_all<Omitted::by_bits>(leaf, targets, t, eps2, results, out);
  }
  return !has_range<Format> || Sum::is_finite_sum(results, t);
}

/// Which rows are left out for each target, and whether any are for any of them.
template <class Format>
bool find_left_out(const LeafView<Format>& leaf, const TargetBlock<Format>& targets, const PairJob<Format>& job,
                   const ListedRows<Format>* listed, LeftOut* out) {
  bool any = false;
  for (std::size_t t = 0; t < targets.size; ++t) {
    const std::size_t self = targets.self[t] - leaf.first_slot;
    const bool any_listed = job.far_only && listed[t].any;
    if (any_listed) std::memcpy(out[t].bytes, listed[t].bits, sizeof(out[t].bytes));
    if (self < leaf.used) out[t].add(self);
    any |= any_listed || self < leaf.used;
  }
  return any;
}

/// First the lists of all targets, then their sums: loops that depend on single targets do not interrupt those over all
/// rows.
template <class Sum, bool with_potential, class Format>
HWY_NOINLINE void sum_leaf_after_lists(const LeafView<Format>& leaf, const TargetBlock<Format>& targets,
                                       const PairJob<Format>& job, const LeafResults& results) {
  ListedRows<Format> listed[block_targets];
  LeftOut out[block_targets];
  if (job.lists) {
    list_block(leaf, targets, job.rule, listed);
    for (std::size_t t = 0; t < targets.size; ++t)
      append_listed(leaf, targets.self[t] - leaf.first_slot, listed[t], results.lists[t]);
  }
  const bool any_out = find_left_out(leaf, targets, job, listed, out);
  PairJob<Format> with_care = job;
  with_care.lists = false;
  for (std::size_t t = 0; t < targets.size; ++t) {
    const bool wide = has_range<Format> && (leaf.rows.wide || targets.wide[t]);
    if (wide || !sum_without<Sum, with_potential>(any_out ? out + t : nullptr, leaf, targets, t, job, results))
      sum_with_care<Sum>(leaf, targets, t, with_care, job.lists ? near_boxes(leaf, targets, t) : 0, results);
  }
}

template <class Sum, class Format>
void sum_leaf(const LeafView<Format>& leaf, const TargetBlock<Format>& targets, const PairJob<Format>& job,
              const LeafResults& results) {
  if constexpr (is_force<Sum> && has_one_loop<Format>) {
    return job.potential ? sum_leaf_after_lists<Sum, true>(leaf, targets, job, results)
                         : sum_leaf_after_lists<Sum, false>(leaf, targets, job, results);
  }
  const auto eps2 = fill(hn::ScalableTag<typename Format::Scalar>(), job.eps2);
  for (std::size_t t = 0; t < targets.size; ++t) {
    const std::size_t self = targets.self[t] - leaf.first_slot;
    const bool wide = has_range<Format> && (leaf.rows.wide || targets.wide[t]);
    const std::uint32_t near = job.lists ? near_boxes(leaf, targets, t) : 0;
    if (self < leaf.used || wide || near != 0) {
      sum_with_care<Sum>(leaf, targets, t, job, near, results);
    } else {
      Sum::add_all(leaf, targets, t, eps2, results);
      if (has_range<Format> && !Sum::is_finite_sum(results, t)) sum_with_care<Sum>(leaf, targets, t, job, 0, results);
    }
  }
}

/// Lists alone.
template <class Format>
void list_leaf(const LeafView<Format>& leaf, const TargetBlock<Format>& targets, const PairJob<Format>& job,
               const LeafResults& results) {
  ListedRows<Format> listed;
  for (std::size_t t = 0; t < targets.size; ++t) {
    list_for(leaf, targets, t, job.rule, near_boxes(leaf, targets, t), {}, listed);
    append_listed(leaf, targets.self[t] - leaf.first_slot, listed, results.lists[t]);
  }
}

}  // namespace tucana::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
