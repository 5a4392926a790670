// Sapporo2's interface for 6th-order integrators. It has neither ids nor codes; what is wrong is told on stderr.
#include <algorithm>
#include <string>
#include <utility>

#include "tucana/core/error.h"
#include "tucana/grape6/exported.h"

using namespace tucana::grape6;

namespace {

template <class Work>
void with_sixth(const char* call, Work work) noexcept {
  guarded(call, {}, [&] {
    const auto card = card_of(sixth_order_id);
    const std::scoped_lock lock(card->mutex());
    return work(*card), 0;
  });
}

void predict(const char* call, double time, bool predicts) noexcept {
  with_sixth(call, [&](Card& card) {
    card.set_time(time);
    card.set_predicts(predicts);
  });
}

}  // namespace

extern "C" {
// NOLINTBEGIN(readability-non-const-parameter): the types are those of g6.h, as clients declare them

TUCANA_WEAK void initialize(void) {
  guarded("initialize", {}, [] { return open_card(sixth_order_id, Order::sixth), 0; });
}

TUCANA_WEAK void initialize_special(int n, int* devices) {
  guarded("initialize_special", {}, [&] {
    open_card(sixth_order_id, Order::sixth, [&](Settings& settings) { settings.ask_for_devices(n, devices); });
    return 0;
  });
}

TUCANA_WEAK void set_j_particle(int address, double pos[3], double vel[3], double acc[3], double jrk[3], double snp[3],
                                double crk[3], double mass, double time, int id, double eps2) {
  with_sixth("set_j_particle", [&](Card& card) {
    if (pos == nullptr) throw tucana::InputError("pos is a null pointer");
    card.set_source(address, {id, time, mass, vector_at(pos), vector_at(vel), vector_at(acc), vector_at(jrk),
                              vector_at(snp), vector_at(crk), eps2, true});
  });
}

TUCANA_WEAK void predict_all(double time, int) { predict("predict_all", time, true); }
TUCANA_WEAK void no_predict_all(double time, int) { predict("no_predict_all", time, false); }

TUCANA_WEAK void pick_up_predictor_2(int address, int* id, double* mass, double* eps2, double pos[3], double vel[3],
                                     double acc[3]) {
  with_sixth("pick_up_predictor_2", [&](Card& card) {
    const Source& source = card.source_at(address);
    const double when = card.predicts() ? card.time() : source.time;
    write_at(id, 0, source.index);
    write_at(mass, 0, source.mass);
    write_at(eps2, 0, source.eps2);
    write_at(pos, 0, source.predicted_position(when));
    write_at(vel, 0, source.predicted_velocity(when));
    write_at(acc, 0, source.predicted_acceleration(when));
  });
}

// Any number of targets: Sapporo2 cuts them into pieces of its pipes itself, and so do we. crk_new is not touched.
TUCANA_WEAK void calc_force_on_predictors(int ni, int nj, int ids[], double pos[][3], double vel[][3], double acc[][3],
                                          double*, double eps2[], double acc_new[][3], double jrk_new[][3],
                                          double snp_new[][3], double (*)[3], double phi[], int nnb[],
                                          double nnb_r2[]) {
  with_sixth("calc_force_on_predictors", [&](Card& card) {
    std::string problem;
    for (int first = 0; first < ni; first += card.npipes()) {
      const int n = std::min(card.npipes(), ni - first);
      const auto from = [first](auto* array) { return array == nullptr ? nullptr : array + first; };
      card.begin({nj, n, from(ids), from(pos), from(vel), from(acc), from(eps2), true, nullptr});
      auto one = card.finish(n, {from(acc_new), from(jrk_new), from(snp_new), from(phi), from(nnb), from(nnb_r2)});
      if (problem.empty()) problem = std::move(one);
    }
    check_results(problem);
  });
}

// NOLINTEND(readability-non-const-parameter)
}  // extern "C"
