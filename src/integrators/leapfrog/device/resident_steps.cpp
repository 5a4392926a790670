#include "tucana/integrators/leapfrog/device/resident_steps.h"

#include <array>
#include <string_view>
#include <vector>

#include "tucana/tree/device/device_tree_sources.h"

namespace tucana {
namespace kernels {
extern const std::string_view leapfrog_resident;
}  // namespace kernels

namespace {

constexpr std::size_t word = sizeof(std::uint32_t), number = sizeof(double);

/// A vector of bodies as three columns.
void to_columns(const std::vector<Vec3>& from, std::span<double> to) {
  const std::size_t n = from.size();
  for (std::size_t i = 0; i < n; ++i) to[i] = from[i].x, to[n + i] = from[i].y, to[2 * n + i] = from[i].z;
}
void from_columns(std::span<const double> from, std::vector<Vec3>& to) {
  const std::size_t n = to.size();
  for (std::size_t i = 0; i < n; ++i) to[i] = {from[i], from[n + i], from[2 * n + i]};
}

}  // namespace

device::ProgramText resident_leapfrog_text() {
  return {
      "leapfrog", std::string(kernels::leapfrog_resident), {{"FAMILIES", std::to_string(SofteningTable::families)}}};
}

std::unique_ptr<ResidentSteps> ResidentSteps::make(const LeapfrogOptions& options, ForceEngine& engine,
                                                   SourceSet& sources) {
  auto* const tree = dynamic_cast<tree::DeviceTreeEngine*>(&engine);
  if (tree == nullptr || !tree->has_one_device() || !tree->device(0).info().fp64) return nullptr;
  // The constructor is for this function only.
  return std::unique_ptr<ResidentSteps>(
      new ResidentSteps(options, *tree, dynamic_cast<tree::DeviceTreeSources&>(sources)));
}

ResidentSteps::ResidentSteps(const LeapfrogOptions& options, tree::DeviceTreeEngine& engine,
                             tree::DeviceTreeSources& sources)
    : options_(options),
      largest_(Level::at_most(options.largest_step)),
      fixed_(Level::at_most(options.fixed_step)),
      engine_(engine),
      sources_(sources),
      program_(engine.device(0).context().build(resident_leapfrog_text())),
      least_(engine.device(0).context(), device::Reduction::least_float) {}

ResidentSteps::~ResidentSteps() { engine_.device(0).finish_quietly(); }

void ResidentSteps::launch(const std::string& kernel, std::size_t items,
                           std::initializer_list<device::Argument> arguments) {
  engine_.device(0).queue().launch(program_->kernel(kernel), device::grid_over(items), arguments);
}

void ResidentSteps::load(const LeapfrogBodies& bodies, const BlockSchedule& schedule) {
  tree::TreeDevice& device = engine_.device(0);
  const std::size_t n = size_ = bodies.size();
  now_ = schedule.now();
  std::vector<double> state(9 * n);
  to_columns(bodies.x, std::span(state).first(3 * n));
  to_columns(bodies.v, std::span(state).subspan(3 * n, 3 * n));
  to_columns(bodies.a, std::span(state).last(3 * n));
  std::vector<float> levels(n);
  for (std::size_t i = 0; i < n; ++i) levels[i] = static_cast<float>(schedule.level(slot_at(i)).log2);
  device.grow(state_, 9 * n * number);
  device.grow(mass_, n * number);
  device.grow(levels_, n * sizeof(float));
  device.grow(due_, (n + 1) * word);
  device.grow(least_level_, sizeof(float));
  device::Queue& queue = device.queue();
  queue.write(*state_, 0, std::as_bytes(std::span(state)));
  const std::vector<double> mass = bodies.mass.all();
  queue.write(*mass_, 0, std::as_bytes(std::span(mass)));
  queue.write(*levels_, 0, std::as_bytes(std::span(levels)));
  std::vector<std::uint32_t> families(bodies.family.begin(), bodies.family.end());
  families.resize(n, 0);
  device.grow(families_, n * word);
  queue.write(*families_, 0, std::as_bytes(std::span(families)));
  constexpr std::size_t kinds = SofteningTable::families;
  const SofteningTable softening(options_.law, options_.softening);
  std::array<double, 2 * kinds> by_family;
  for (std::size_t kind = 0; kind < kinds; ++kind) {
    // Where bodies have their own softening, a target contributes half of that of a pair.
    by_family[kind] = softening.square[kind] * (options_.softening.any() ? 0.5 : 1);
    by_family[kinds + kind] = 2 * options_.eta * softening.length[kind];
  }
  device.grow(by_family_, by_family.size() * number);
  queue.write(*by_family_, 0, std::as_bytes(std::span(by_family)));
  queue.finish();
  shortest_ = schedule.shortest();
}

void ResidentSteps::fetch(LeapfrogBodies& bodies, BlockSchedule& schedule) {
  device::Queue& queue = engine_.device(0).queue();
  const std::size_t n = size_;
  std::vector<double> state(9 * n);
  std::vector<float> levels(n);
  queue.read(*state_, 0, std::as_writable_bytes(std::span(state)));
  queue.read(*levels_, 0, std::as_writable_bytes(std::span(levels)));
  queue.finish();
  from_columns(std::span(state).first(3 * n), bodies.x);
  from_columns(std::span(state).subspan(3 * n, 3 * n), bodies.v);
  from_columns(std::span(state).last(3 * n), bodies.a);
  schedule.clear(now_);
  for (std::size_t i = 0; i < n; ++i) schedule.place(slot_at(i), {static_cast<int>(levels[i])});
}

Tick ResidentSteps::next() const { return shortest_.next_multiple(now_); }

float ResidentSteps::least(const device::Buffer& levels, std::size_t count) {
  float value = 0;
  device::Queue& queue = engine_.device(0).queue();
  least_.run(queue, levels, count, *least_level_);
  queue.read(*least_level_, 0, std::as_writable_bytes(std::span(&value, 1)));
  queue.finish();
  return value;
}

ResidentSteps::Block ResidentSteps::step() {
  tree::TreeDevice& device = engine_.device(0);
  const Tick when = next();
  launch("find_due", size_ + 1, {*levels_, count(), when.n, *due_});
  device.scan().exclusive(device.queue(), *due_, *due_, size_ + 1);
  const std::uint32_t due = device.read_number(*due_, size_);
  device.grow(slots_, due * word);
  device.grow(places_, 3 * due * number);
  device.grow(targets_, 8 * due * sizeof(float));
  device.grow(corrected_, 6 * due * number);
  device.grow(next_levels_, due * sizeof(float));
  device.grow(rows_, due * sizeof(tree::DeviceRow));
  launch("take_due", size_, {*due_, count(), *slots_});
  launch("predict_due", due, {*state_, count(), *levels_, *families_, *by_family_, *slots_, due, *places_, *targets_});
  Block block;
  block.steps = due;
  block.interactions = engine_.evaluate_there(sources_, when, {*slots_, *targets_, due});
  const bool is_fixed = options_.steps == StepRule::fixed;
  launch("correct_due", due,
         {*state_, *mass_, count(), *levels_, *families_, *by_family_, *slots_, due, when.n, *places_,
          engine_.sums_there(), acceleration_unit(sources_.units()), static_cast<std::int32_t>(largest_.log2),
          is_fixed ? static_cast<std::int32_t>(fixed_.log2) : -1, *corrected_, *next_levels_, *rows_});
  const float shortest = least(*next_levels_, due);
  if (shortest < 0) return block;
  launch("store_due", due,
         {*state_, count(), *levels_, *slots_, due, *places_, *corrected_, *next_levels_,
          options_.steps == StepRule::shared ? shortest : -1.0F});
  sources_.on(0).write(*rows_, due);
  now_ = when;
  shortest_ = {static_cast<int>(least(*levels_, size_))};
  block.done = true;
  return block;
}

}  // namespace tucana
