#include "tucana/io/isolated.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <new>
#include <string>

#include "tucana/core/error.h"
#include "tucana/core/file_descriptor.h"
#include "tucana/core/stopwatch.h"

namespace tucana {
namespace {

// What the child sends ends with one of these and a seal: one that died on the way has sent neither.
constexpr std::byte result_before{'r'}, error_before{'e'}, memory_before{'m'};

/// Seconds of processor time; generous, since it ends only what would not end by itself.
rlim_t cpu_seconds(std::size_t input_bytes) { return 5 + input_bytes / 10'000'000; }

void limit(int resource, rlim_t most) {
  const rlimit limits{most, most};
  ::setrlimit(static_cast<__rlimit_resource_t>(resource), &limits);
}

void set_child_limits(std::size_t input_bytes) {
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_CPU, cpu_seconds(input_bytes));
  // On top of what the process has mapped by now: sanitizers map terabytes.
  unsigned long pages = 0;
  if (std::FILE* status = std::fopen("/proc/self/statm", "r"); status != nullptr) {
    if (std::fscanf(status, "%lu", &pages) != 1) pages = 0;
    std::fclose(status);
  }
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  if (pages > 0) limit(RLIMIT_AS, pages * page + (std::size_t{1} << 30) + 16 * input_bytes);
}

// Messages of a dying C library, and handlers that our process has for its own signals, are not for the child.
void silence_child() {
  const int nowhere = ::open("/dev/null", O_RDWR);
  if (nowhere >= 0) {
    ::dup2(nowhere, STDOUT_FILENO);
    ::dup2(nowhere, STDERR_FILENO);
  }
  for (const int signal : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGINT, SIGTERM, SIGXCPU, SIGPIPE}) {
    ::signal(signal, SIG_DFL);
  }
}

void send(int pipe, FileImage message, std::byte kind) {
  message.resize(message.size() + 1);
  message.bytes().back() = kind;
  append_seal(message);
  for (std::span<const std::byte> rest = message.bytes(); !rest.empty();) {
    const ssize_t written = ::write(pipe, rest.data(), rest.size());
    if (written < 0 && errno != EINTR) return;
    if (written > 0) rest = rest.subspan(static_cast<std::size_t>(written));
  }
}

// A lock on an open file lasts as long as anybody has it open: without this, that of a run folder would outlive a
// killed run by its child.
void let_go_of_files(int pipe) {
  constexpr unsigned first = STDERR_FILENO + 1, last = ~0U;
  const auto kept = static_cast<unsigned>(pipe);
  if (kept > first) ::close_range(first, kept - 1, 0);
  ::close_range(kept + 1, last, 0);
}

[[noreturn]] void run_child(int pipe, std::size_t input_bytes, FunctionRef<FileImage()> work) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // nobody else waits for it
  let_go_of_files(pipe);
  silence_child();
  set_child_limits(input_bytes);
  try {
    send(pipe, work(), result_before);
  } catch (const std::bad_alloc&) {
    send(pipe, {}, memory_before);
  } catch (const std::exception& error) {
    FileImage text;
    text.resize(std::strlen(error.what()));
    std::memcpy(text.bytes().data(), error.what(), text.size());
    send(pipe, std::move(text), error_before);
  }
  ::_exit(0);
}

/// All that the child sends, at most until the time is over.
FileImage receive(int pipe, double seconds) {
  FileImage received;
  std::size_t used = 0;
  const Stopwatch watch;
  for (;;) {
    const double left = seconds - watch.seconds();
    pollfd ready{pipe, POLLIN, 0};
    const int polled = ::poll(&ready, 1, static_cast<int>(1e3 * std::clamp(left, 0.0, 1e6)));
    if (polled < 0 && errno == EINTR) continue;
    if (polled <= 0) break;
    if (received.size() - used < 65536) received.resize(std::max<std::size_t>(2 * received.size(), 1 << 20));
    const ssize_t got = ::read(pipe, received.bytes().data() + used, received.size() - used);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    used += static_cast<std::size_t>(got);
  }
  received.resize(used);
  return received;
}

}  // namespace

FileImage run_isolated(std::size_t input_bytes, FunctionRef<FileImage()> work) {
  return run_isolated(input_bytes, work, [] {});
}

FileImage run_isolated(std::size_t input_bytes, FunctionRef<FileImage()> work, FunctionRef<void()> begun) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw FailureError("cannot make a pipe: " + system_error_text(errno));
  const FileDescriptor from_child = above_standard_streams(FileDescriptor(ends[0]));
  FileDescriptor to_parent = above_standard_streams(FileDescriptor(ends[1]));
  if (!from_child || !to_parent) throw FailureError("cannot make a pipe: " + system_error_text(errno));
  const pid_t child = ::fork();
  if (child < 0) throw FailureError("cannot start a process: " + system_error_text(errno));
  if (child == 0) run_child(to_parent.get(), input_bytes, work);
  to_parent.close();
  begun();

  FileImage received = receive(from_child.get(), 20.0 * static_cast<double>(cpu_seconds(input_bytes)));
  ::kill(child, SIGKILL);  // it has nothing more to say
  while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
  if (check_seal(received.bytes()) != SealState::whole) {
    throw std::runtime_error("reading it crashed, so it is damaged");
  }
  received.resize(received.size() - seal_size);
  const std::byte kind = received.bytes().back();
  received.resize(received.size() - 1);
  if (kind == result_before) return received;
  // The sizes of what it reads are checked against that of the file: a shortage is no fault of the file.
  if (kind == memory_before) throw std::bad_alloc();
  std::string text(reinterpret_cast<const char*>(received.bytes().data()), received.size());
  // Names out of a damaged file may be any bytes, and a message is one line.
  for (char& letter : text) {
    if (letter < ' ' || letter > '~') letter = '?';
  }
  throw std::runtime_error(text);
}

}  // namespace tucana
