#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <string>

#include "tucana/grape6/card.h"
#include "tucana/grape6/messages.h"

namespace tucana::grape6 {

/// What a call returns when something is wrong.
inline constexpr int fault = -1;

/// The id that the 6th-order interface of Sapporo2 works on, which has none.
inline constexpr long long sixth_order_id = 1LL << 40;

/// Opens an id; one that is open already stays as it is. `ask`, when given, changes the settings first.
void open_card(long long id, Order order, const std::function<void(Settings&)>& ask = {});
void close_card(long long id);
/// Throws InputError when the id is not open. With exactly one id open, that one serves every id that the client has
/// never opened: ph4 opens the number of its GPU and goes on with that of its MPI process.
std::shared_ptr<Card> card_of(long long id);
/// Pipes may be asked for before anything is open.
int npipes();

/// The number behind a client's id; clients that have one card only may give none.
int id_of(const int* id);

/// What an engine or a check threw, in the words of this interface.
void say_error(const char* call, std::optional<int> id, const std::exception& error) noexcept;

/// Throws FailureError when Card::finish() found something wrong.
void check_results(const std::string& problem);

/// Runs `work`, which may throw: nothing leaves through the C interface but a message and a code.
template <class Work>
int guarded(const char* call, std::optional<int> id, Work work) noexcept {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    say(call, id, "there is not enough memory");
  } catch (const std::exception& error) {
    say_error(call, id, error);
  } catch (...) {
    say(call, id, "something unknown failed");
  }
  abort_if_wanted();
  return fault;
}

/// The same with the card of an id, which no other thread uses meanwhile.
template <class Work>
int with_card(const char* call, int id, Work work) noexcept {
  return guarded(call, id, [&] {
    const auto card = card_of(id);
    const std::scoped_lock lock(card->mutex());
    return work(*card);
  });
}

}  // namespace tucana::grape6
