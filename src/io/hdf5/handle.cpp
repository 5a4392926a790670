#include "tucana/io/hdf5/handle.h"

namespace tucana::hdf5 {
namespace {

std::recursive_mutex& session_mutex() {
  static std::recursive_mutex mutex;
  return mutex;
}

herr_t keep_innermost(unsigned depth, const H5E_error2_t* error, void* text) {
  if (depth == 0 && error->desc != nullptr) *static_cast<std::string*>(text) = error->desc;
  return 0;
}

}  // namespace

Session::Session() : lock_(session_mutex()) {
  H5Eget_auto2(H5E_DEFAULT, &printer_, &printer_data_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

Session::~Session() { H5Eset_auto2(H5E_DEFAULT, printer_, printer_data_); }

void throw_call_error(const std::string& what) {
  std::string reason;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, &keep_innermost, &reason);
  H5Eclear2(H5E_DEFAULT);
  // Descriptions of damaged files may quote their bytes: one printable line in any case.
  for (char& c : reason) {
    if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) > 0x7e) c = '?';
  }
  throw CallError(reason.empty() ? what : what + " (HDF5: " + reason + ")");
}

}  // namespace tucana::hdf5
