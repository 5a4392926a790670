#include "tucana/app/child_program.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "tucana/core/error.h"

namespace tucana::app {
namespace {

std::vector<char*> pointers_to(const std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

bool succeeds_silently(const std::vector<std::string>& words) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    posix_spawn_file_actions_addopen(&files, stream, "/dev/null", O_RDWR, 0);
  }
  pid_t child = 0;
  const int error = ::posix_spawnp(&child, words.front().c_str(), &files, nullptr, pointers_to(words).data(), environ);
  posix_spawn_file_actions_destroy(&files);
  if (error != 0) return false;
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return false;
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void replace_process(const std::vector<std::string>& words) {
  std::fflush(stdout);
  ::execvp(words.front().c_str(), pointers_to(words).data());
  throw FailureError(fmt::format("{} cannot be started: {}", words.front(), system_error_text(errno)));
}

void replace_process(const std::vector<std::string>& words, const std::string& input) {
  // An unnamed file: unlike a pipe it holds any amount of text before it is read.
  std::FILE* file = std::tmpfile();
  if (file == nullptr || std::fwrite(input.data(), 1, input.size(), file) != input.size() || std::fflush(file) != 0 ||
      ::lseek(::fileno(file), 0, SEEK_SET) != 0 || ::dup2(::fileno(file), STDIN_FILENO) < 0) {
    throw FailureError(fmt::format("a temporary file cannot be written: {}", system_error_text(errno)));
  }
  replace_process(words);
}

}  // namespace tucana::app
