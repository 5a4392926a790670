#include "tests/cuda_stand_in/interpreter/run.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <span>

#include "tests/cuda_stand_in/interpreter/thread.h"
#include "tests/cuda_stand_in/interpreter/warp.h"

namespace cuda_stand_in {
namespace {

constexpr unsigned warp_size = 32;
/// A thread that spins until another has done something must not spin for ever.
constexpr std::uint64_t slice = 100000;

std::string triple(const std::array<unsigned, 3>& v) {
  char text[40];
  std::snprintf(text, sizeof text, "(%u,%u,%u)", v[0], v[1], v[2]);
  return text;
}

/// What all frames of a launch have in common.
std::vector<std::uint64_t> common_frame(const Launch& launch) {
  std::vector<std::uint64_t> frame = launch.kernel->frame;
  for (std::size_t k = 0; k < 3; ++k) {
    frame[ntid_x + k] = launch.block[k];
    frame[nctaid_x + k] = launch.grid[k];
  }
  for (std::size_t k = 0; k < launch.parameters.size(); ++k)
    std::memcpy(reinterpret_cast<std::byte*>(frame.data()) + launch.kernel->parameters[k].offset,
                launch.parameters[k].data(), launch.parameters[k].size());
  return frame;
}

void reset(Block& block, const std::vector<std::uint64_t>& frame) {
  std::fill(block.shared.begin(), block.shared.end(), std::byte{0xff});
  std::fill(block.touched.begin(), block.touched.end(), Touch{});
  const std::size_t warps = (block.threads.size() + warp_size - 1) / warp_size;
  for (Thread& t : block.threads) {
    t.state = State::ready;
    t.function = block.kernel;
    t.ip = block.kernel->code.data();
    t.frame = frame;
    t.calls.clear();
    t.local.assign(block.kernel->local_bytes, std::byte{0xff});
    t.local_base = first_address;
    const unsigned lane = t.number % warp_size;
    t.frame[tid_x] = t.number % block.size[0];
    t.frame[tid_y] = t.number / block.size[0] % block.size[1];
    t.frame[tid_z] = t.number / block.size[0] / block.size[1];
    for (std::size_t k = 0; k < 3; ++k) t.frame[ctaid_x + k] = block.place[k];
    t.frame[laneid] = lane;
    t.frame[warpid] = t.number / warp_size;
    t.frame[nwarpid] = warps;
    const std::uint32_t bit = 1U << lane;
    t.frame[mask_eq] = bit;
    t.frame[mask_lt] = bit - 1U;
    t.frame[mask_le] = bit | (bit - 1U);
    t.frame[mask_gt] = ~(bit | (bit - 1U));
    t.frame[mask_ge] = ~(bit - 1U);
  }
}

/// One slice of one thread; the number of instructions done.
std::uint64_t advance(Thread& t) {
  std::uint64_t done = 0;
  while (t.state == State::ready && done < slice) {
    const Instruction* i = t.ip;
    std::uint64_t* r = t.frame.data();
    while (i != nullptr && done < slice) {
      i = i->step(i, r, t);
      ++done;
    }
    if (i != nullptr) t.ip = i;
  }
  return done;
}

/// Threads to their next waiting place, until all have ended or the block has failed.
void run_block(Block& block, std::uint64_t& instructions, std::uint64_t limit) {
  const std::span<Thread> threads(block.threads);
  const auto ready = [](const Thread& t) { return t.state == State::ready; };
  do {
    while (std::any_of(threads.begin(), threads.end(), ready)) {
      for (std::size_t w = 0; w < threads.size(); w += warp_size) {
        const auto warp = threads.subspan(w, std::min<std::size_t>(warp_size, threads.size() - w));
        for (Thread& t : warp) {
          if (!ready(t)) continue;
          instructions += advance(t);
          if (block.fault != success) return;
          if (instructions > limit) {
            t.fail(t.ip, launch_timeout, "no end after " + std::to_string(instructions) + " instructions");
            return;
          }
        }
        if (std::none_of(warp.begin(), warp.end(), ready)) exchange(warp);
      }
    }
  } while (pass_barrier(block));
}

}  // namespace

const Instruction* Thread::fail(const Instruction* at, Code code, const std::string& what) {
  state = State::done;
  if (block->fault != success) return nullptr;
  block->fault = code;
  const unsigned x = block->size[0], y = block->size[1];
  block->message = "kernel " + block->kernel->name + ", PTX line " + std::to_string(at->line) + ", block " +
                   triple(block->place) + " thread " + triple({number % x, number / x % y, number / x / y}) + ": " +
                   what;
  return nullptr;
}

Outcome run(const Launch& launch, Memory& memory) {
  Outcome outcome;
  Block block;
  block.memory = &memory;
  block.owner = launch.owner;
  block.kernel = launch.kernel;
  block.size = launch.block;
  block.shared.resize(launch.kernel->shared_bytes + launch.dynamic_shared);
  if (launch.races) block.touched.resize(block.shared.size());
  block.threads.resize(std::size_t{launch.block[0]} * launch.block[1] * launch.block[2]);
  for (std::size_t n = 0; n < block.threads.size(); ++n) {
    block.threads[n].number = static_cast<unsigned>(n);
    block.threads[n].block = &block;
  }
  const std::vector<std::uint64_t> frame = common_frame(launch);
  for (unsigned z = 0; z < launch.grid[2]; ++z)
    for (unsigned y = 0; y < launch.grid[1]; ++y)
      for (unsigned x = 0; x < launch.grid[0]; ++x) {
        block.place = {x, y, z};
        reset(block, frame);
        run_block(block, outcome.instructions, launch.limit);
        if (block.fault != success) return {block.fault, block.message, outcome.instructions};
      }
  return outcome;
}

}  // namespace cuda_stand_in
