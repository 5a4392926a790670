#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include "tucana/device/context.h"
#include "tucana/device/kernel_text.h"

namespace tucana::test {

/// Whether clang builds the text as OpenCL C for a device that has no double.
inline bool builds_without_double(const device::ProgramText& text) {
  const std::string file = testing::TempDir() + "without_double_" + std::to_string(::getpid()) + ".cl";
  std::ofstream out(file);
  for (const auto& [name, value] : text.macros) out << "#define " << name << ' ' << value << '\n';
  out << kernels::opencl_prelude << text.text;
  out.close();
  const std::string command =
      "clang -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -Xclang -cl-ext=-cl_khr_fp64 -target spir64 "
      "-Wall -Werror -fsyntax-only " +
      file + " 2>/dev/null";
  const int code = std::system(command.c_str());  // NOLINT(cert-env33-c,concurrency-mt-unsafe): a test's own command
  std::remove(file.c_str());
  return code == 0;
}

}  // namespace tucana::test
