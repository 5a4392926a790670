// Files never get the descriptors of the standard streams, in a program that was started without them.
#include "tucana/core/file_descriptor.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

namespace tucana {
namespace {

void close_standard_streams() {
  for (const int stream : {0, 1, 2}) ::close(stream);
}

TEST(FileDescriptor, OfAFileIsNeverAStandardStream) {
  const auto child = [] {
    close_standard_streams();
    const FileDescriptor one = open_file("/dev/null", O_RDONLY), two = open_file("/dev/null", O_RDONLY);
    const bool above = one.get() > 2 && two.get() > 2 && one.get() != two.get();
    const bool still_closed = ::fcntl(0, F_GETFD) < 0 && ::fcntl(1, F_GETFD) < 0 && ::fcntl(2, F_GETFD) < 0;
    const bool closes_on_exec = (::fcntl(one.get(), F_GETFD) & FD_CLOEXEC) != 0;
    std::_Exit(above && still_closed && closes_on_exec ? 0 : 1);
  };
  EXPECT_EXIT(child(), testing::ExitedWithCode(0), "");
}

TEST(FileDescriptor, OccupiedStreamsStillFail) {
  const auto child = [] {
    ::close(0);
    ::close(2);
    occupy_standard_streams();
    char byte = 0;
    const bool fails = ::read(0, &byte, 1) < 0 && errno == EBADF && ::write(2, &byte, 1) < 0 && errno == EBADF;
    const bool above = ::open("/dev/null", O_RDONLY) > 2;
    std::_Exit(fails && above ? 0 : 1);
  };
  EXPECT_EXIT(child(), testing::ExitedWithCode(0), "");
}

TEST(FileDescriptor, SaysWhyNot) {
  EXPECT_FALSE(open_file("/no/such/file", O_RDONLY));
  EXPECT_EQ(errno, ENOENT);
}

}  // namespace
}  // namespace tucana
