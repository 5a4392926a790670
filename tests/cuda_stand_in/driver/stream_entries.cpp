// Streams and events.
#include <algorithm>

#include "tests/cuda_stand_in/driver/state.h"

// NOLINTBEGIN(readability-identifier-naming)
using namespace cuda_stand_in;

namespace {

/// The default stream and the blocking ones wait for each other.
CUresult wait_for(Context& context, Stream& stream) {
  if (&stream == &context.default_stream) {
    for (const auto& other : context.streams)
      if (other->blocking) context.drain(*other);
  } else if (stream.blocking) {
    context.drain(context.default_stream);
  }
  return context.drain(stream);
}

}  // namespace

STAND_IN_API CUresult cuStreamCreate(CUstream* stream, unsigned flags) {
  const Call call("cuStreamCreate", Call::Needs::context);
  if (call.result() != CUDA_SUCCESS) return call.result();
  if (flags > 1) return CUDA_ERROR_INVALID_VALUE;
  auto made = std::make_unique<Stream>();
  made->context = &call.context();
  made->blocking = flags == 0;
  *stream = made.get();
  call.context().streams.push_back(std::move(made));
  return CUDA_SUCCESS;
}

STAND_IN_API CUresult cuStreamDestroy_v2(CUstream stream) {
  const Call call("cuStreamDestroy_v2", Call::Needs::context);
  if (call.result() != CUDA_SUCCESS) return call.result();
  Stream* found = call.context().find(stream);
  if (found == nullptr || found == &call.context().default_stream) return CUDA_ERROR_INVALID_HANDLE;
  const CUresult result = wait_for(call.context(), *found);
  for (const auto& event : call.context().events)
    if (event->stream == found) event->stream = nullptr;
  std::erase_if(call.context().streams, [&](const auto& s) { return s.get() == found; });
  return result;
}

/// Does one command, so that who asks again and again comes to an end.
STAND_IN_API CUresult cuStreamQuery(CUstream stream) {
  const Call call("cuStreamQuery", Call::Needs::context);
  if (call.result() != CUDA_SUCCESS) return call.result();
  Stream* found = call.context().find(stream);
  if (found == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  if (found->queue.empty()) return CUDA_SUCCESS;
  const CUresult result = call.context().drain(*found, found->done + 1);
  return result != CUDA_SUCCESS ? result : CUDA_ERROR_NOT_READY;
}

STAND_IN_API CUresult cuStreamSynchronize(CUstream stream) {
  const Call call("cuStreamSynchronize", Call::Needs::context);
  if (call.result() != CUDA_SUCCESS) return call.result();
  Stream* found = call.context().find(stream);
  return found == nullptr ? CUDA_ERROR_INVALID_HANDLE : wait_for(call.context(), *found);
}

STAND_IN_API CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned /*flags*/) {
  const Call call("cuStreamWaitEvent", Call::Needs::context);
  if (call.result() != CUDA_SUCCESS) return call.result();
  Context& context = call.context();
  Stream* found = context.find(stream);
  const Event* waited = context.find(event);
  if (found == nullptr || waited == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  if (waited->stream == nullptr) return CUDA_SUCCESS;
  // The record that is the last one now, whatever happens to the event or its stream before it is waited for.
  found->queue.emplace_back([&context, from = waited->stream, ticket = waited->ticket]() -> CUresult {
    Stream* other = context.find(from);
    return other == nullptr || other->done >= ticket ? CUresult{CUDA_SUCCESS} : context.drain(*other, ticket);
  });
  return CUDA_SUCCESS;
}

STAND_IN_API CUresult cuEventCreate(CUevent* event, unsigned /*flags*/) {
  const Call call("cuEventCreate", Call::Needs::context);
  if (call.result() != CUDA_SUCCESS) return call.result();
  auto made = std::make_unique<Event>();
  made->context = &call.context();
  *event = made.get();
  call.context().events.push_back(std::move(made));
  return CUDA_SUCCESS;
}

STAND_IN_API CUresult cuEventRecord(CUevent event, CUstream stream) {
  const Call call("cuEventRecord", Call::Needs::context);
  if (call.result() != CUDA_SUCCESS) return call.result();
  Event* found = call.context().find(event);
  Stream* where = call.context().find(stream);
  if (found == nullptr || where == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  found->stream = where;
  found->ticket = where->given();
  return CUDA_SUCCESS;
}

STAND_IN_API CUresult cuEventQuery(CUevent event) {
  const Call call("cuEventQuery", Call::Needs::context);
  if (call.result() != CUDA_SUCCESS) return call.result();
  const Event* found = call.context().find(event);
  if (found == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  if (found->stream == nullptr || found->stream->done >= found->ticket) return CUDA_SUCCESS;
  const CUresult result = call.context().drain(*found->stream, found->stream->done + 1);
  return result != CUDA_SUCCESS ? result : CUDA_ERROR_NOT_READY;
}

STAND_IN_API CUresult cuEventSynchronize(CUevent event) {
  const Call call("cuEventSynchronize", Call::Needs::context);
  if (call.result() != CUDA_SUCCESS) return call.result();
  const Event* found = call.context().find(event);
  if (found == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  if (found->stream == nullptr) return CUDA_SUCCESS;
  return call.context().drain(*found->stream, found->ticket);
}

STAND_IN_API CUresult cuEventDestroy_v2(CUevent event) {
  const Call call("cuEventDestroy_v2", Call::Needs::context);
  if (call.result() != CUDA_SUCCESS) return call.result();
  const Event* found = call.context().find(event);
  if (found == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  std::erase_if(call.context().events, [&](const auto& e) { return e.get() == found; });
  return CUDA_SUCCESS;
}
// NOLINTEND(readability-identifier-naming)
