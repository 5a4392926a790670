// What the environment and the files of Sapporo choose.
#include <g6.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>

#include "tests/grape6/client.h"

namespace tucana::test {
namespace {

/// In a folder of its own, with a report of what is opened.
class G6Settings : public testing::Test {
 public:
  G6Settings() : before_(std::filesystem::current_path()) {
    folder_ = std::filesystem::temp_directory_path() / ("g6_settings_" + std::to_string(getpid()));
    std::filesystem::create_directories(folder_);
    std::filesystem::current_path(folder_);
    environment_.set("TUCANA_G6_REPORT", "1");
    environment_.set("TUCANA_CUDA_DRIVER", "/no/such/library");  // machines differ, the test must not
  }
  ~G6Settings() override {
    std::filesystem::current_path(before_);
    std::filesystem::remove_all(folder_);
  }
  G6Settings(const G6Settings&) = delete;
  G6Settings& operator=(const G6Settings&) = delete;

 protected:
  /// What g6_open_ says; its code in code_.
  std::string opened(const std::function<int()>& open = [] { return g6_open_(nullptr); }) {
    testing::internal::CaptureStderr();
    code_ = open();
    if (code_ == 0) g6_close_(nullptr);
    return testing::internal::GetCapturedStderr();
  }
  static void write(const char* name, const char* text) { std::ofstream(name) << text; }

  Environment environment_;
  int code_ = 0;

 private:
  std::filesystem::path before_, folder_;
};

void expect_in(const std::string& part, const std::string& text) {
  EXPECT_NE(text.find(part), std::string::npos) << "\"" << part << "\" is not in: " << text;
}

TEST_F(G6Settings, TheStandardIsTwoFloatAndManyPipes) {
  expect_in(" two_float ", opened());
  EXPECT_EQ(code_, 0);
  EXPECT_EQ(g6_npipes_(), 256);
}

TEST_F(G6Settings, PipesAreSettable) {
  environment_.set("TUCANA_G6_NPIPES", "2048");
  EXPECT_EQ(g6_npipes_(), 2048);
  Client client;
  for (int i = 0; i < 2048; ++i) client.add_target(i, {1, 2, 3}, {0, 0, 0});
  EXPECT_EQ(client.forces(0), 0);
}

TEST_F(G6Settings, EngineThreadsAndPrecisionAreSettable) {
  environment_.set("TUCANA_G6_ENGINE", "cpu");
  environment_.set("TUCANA_G6_PRECISION", "extended");
  environment_.set("TUCANA_G6_THREADS", "3");
  const auto text = opened();
  expect_in("cpu extended", text);
  expect_in("3 threads", text);
  environment_.set("TUCANA_G6_ENGINE", "opencl");
  expect_in("opencl extended", opened());
}

TEST_F(G6Settings, WrongValuesAreNamedWithTheRightOnes) {
  for (const auto& [name, value, part] :
       {std::array{"TUCANA_G6_ENGINE", "gpu", "TUCANA_G6_ENGINE = gpu does not exist; there are cpu, opencl"},
        {"TUCANA_G6_PRECISION", "double", "there are fp64, extended, two_float, fp32"},
        {"TUCANA_G6_NPIPES", "0", "TUCANA_G6_NPIPES: '0' is not a whole number from 1"},
        {"TUCANA_G6_THREADS", "many", "TUCANA_G6_THREADS: 'many' is not a whole number"},
        {"TUCANA_G6_LISTS", "yes", "there are off, demand, force"},
        {"TUCANA_G6_SELF_IN_LIST", "2", "there are 0, 1"},
        {"TUCANA_G6_DEVICES", "0,,1", "TUCANA_G6_DEVICES: '' is not a whole number"}}) {
    Environment wrong;
    wrong.set(name, value);
    expect_in(part, opened());
    EXPECT_NE(code_, 0);
  }
  environment_.set("TUCANA_G6_NPIPES", "x");
  EXPECT_LE(g6_npipes_(), 0);
}

TEST_F(G6Settings, DevicesAreSettable) {
  environment_.set("TUCANA_G6_ENGINE", "opencl");
  environment_.set("TUCANA_G6_DEVICES", "0,0");
  expect_in("2 x ", opened());  // one device in two parts
  environment_.set("TUCANA_G6_DEVICES", "77");
  expect_in("there is no opencl device 77", opened());
  EXPECT_NE(code_, 0);
}

TEST_F(G6Settings, SapporosFilesAreRead) {
  environment_.set("TUCANA_G6_ENGINE", "opencl");
  write("sapporo2.config", "2\n0\n0\n");
  expect_in("2 x ", opened());
  write("sapporo.config", "1\n0\n5\n");  // goes before the other; what stands below is of no account
  EXPECT_EQ(opened().find("2 x "), std::string::npos);
  EXPECT_EQ(code_, 0);
  for (const char* text : {"0\n", "-2\n", "-1 any\n", "1\n 0 # the first\n"}) {
    write("sapporo.config", text);
    opened();
    EXPECT_EQ(code_, 0) << text;
  }
  environment_.set("TUCANA_G6_DEVICES", "0,0");  // goes before both
  expect_in("2 x ", opened());
}

/// Those of the first Sapporo say how many sources there may be before they say how many devices.
TEST_F(G6Settings, OlderFilesOfSapporoAreRead) {
  environment_.set("TUCANA_G6_ENGINE", "opencl");
  for (const char* text : {"65536\n1\n0\n1\n", "65536\n1    // how many\n0    // which ones\n1\n\n"}) {
    write("sapporo.config", text);
    EXPECT_EQ(opened().find("2 x "), std::string::npos);
    EXPECT_EQ(code_, 0) << text;
  }
  write("sapporo.config", "131072\n2\n0\n0\n");
  expect_in("2 x ", opened());
  EXPECT_EQ(code_, 0);
  write("sapporo.config", "65536\n");
  expect_in("sapporo.config:2: the file ends", opened());
  EXPECT_NE(code_, 0);
  write("sapporo.config", "65536\n65536\n");
  expect_in("sapporo.config:2: '65536' is not a whole number from -1024 to 1024", opened());
}

TEST_F(G6Settings, WrongFilesAreNamedWithTheLine) {
  environment_.set("TUCANA_G6_ENGINE", "opencl");
  for (const auto& [text, part] : {std::pair{"", "sapporo.config:1: the file ends"},
                                   {"two\n", "sapporo.config:1: 'two' is not a whole number"},
                                   {"2\n0\n", "sapporo.config:3: the file ends"},
                                   {"1\n-1\n", "sapporo.config:2: '-1' is not a whole number"},
                                   {"1\n99\n", "(devices by sapporo.config)"}}) {
    write("sapporo.config", text);
    expect_in(part, opened());
    EXPECT_NE(code_, 0) << text;
  }
}

TEST_F(G6Settings, OpenSpecialTakesDevices) {
  environment_.set("TUCANA_G6_ENGINE", "opencl");
  int devices[] = {0, 0};
  write("sapporo.config", "1\n0\n");
  expect_in("2 x ", opened([&] { return g6_open_special(2, devices); }));
  EXPECT_EQ(opened([&] { return g6_open_special2(1, devices, 1000); }).find("2 x "), std::string::npos);
  EXPECT_EQ(code_, 0);
  opened([&] { return g6_open_special(0, nullptr); });
  EXPECT_EQ(code_, 0);
  opened([&] { return g6_open_special(1, nullptr); });
  EXPECT_NE(code_, 0);
}

TEST_F(G6Settings, IdsMayBeIgnored) {
  environment_.set("TUCANA_G6_ONE_ID", "1");
  const auto bodies = make_client_bodies(10);
  Client client(3);
  client.send_all(bodies);
  client.id = 0;  // ph4 opens the number of its GPU and goes on with another
  client.add_target(-1, {3, 0, 0}, {0, 0, 0});
  ASSERT_EQ(client.forces(10), 0);
  EXPECT_LT(client.pot[0], -0.5);
}

/// ph4 opens the number of its GPU and goes on with that of its MPI process.
TEST_F(G6Settings, TheOnlyIdServesThoseThatWereNeverOpened) {
  environment_.set("TUCANA_G6_REPORT", "0");
  const auto bodies = make_client_bodies(10);
  testing::internal::CaptureStderr();
  int gpu = 33, process = 30;  // no other test opens these
  ASSERT_EQ(g6_open_(&gpu), 0);
  {
    Client client(gpu);
    for (const int id : {process, 35}) {
      client.id = id;
      client.send_all(bodies);
      client.clear_targets();
      client.add_target(-1, {3, 0, 0}, {0, 0, 0});
      ASSERT_EQ(client.forces(10), 0);
      EXPECT_LT(client.pot[0], -0.5);
    }
    client.id = 35;  // which closes it
  }
  auto text = testing::internal::GetCapturedStderr();
  expect_in("libg6: id 30: it is not open; the only id that is, 33, serves it", text);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1) << text;

  // With two that are open it is not clear which one is meant, and one that was opened once means itself.
  testing::internal::CaptureStderr();
  int other = 34;
  double t = 0;
  ASSERT_EQ(g6_open_(&gpu), 0);
  ASSERT_EQ(g6_open_(&other), 0);
  EXPECT_NE(g6_set_ti_(&process, &t), 0);
  ASSERT_EQ(g6_close_(&other), 0);
  EXPECT_NE(g6_set_ti_(&other, &t), 0);
  EXPECT_EQ(g6_set_ti_(&process, &t), 0);
  ASSERT_EQ(g6_close_(&gpu), 0);
  text = testing::internal::GetCapturedStderr();
  expect_in("g6_set_ti_ (id 30): it is not open; call g6_open_ first", text);
  expect_in("g6_set_ti_ (id 34): it is not open; call g6_open_ first", text);
}

TEST_F(G6Settings, AClientThatIgnoresCodesCanBeStopped) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  int id = 17;
  double t = 0;
  EXPECT_NE(g6_set_ti_(&id, &t), 0);
  environment_.set("TUCANA_G6_ABORT", "1");
  EXPECT_DEATH(g6_set_ti_(&id, &t),
               "libg6: g6_set_ti_ .id 17.: it is not open; call g6_open_ first\n.*TUCANA_G6_ABORT=1");
  environment_.set("TUCANA_G6_ABORT", "maybe");
  expect_in("TUCANA_G6_ABORT = maybe does not exist; there are 0, 1", opened());
  EXPECT_NE(code_, 0);
}

TEST_F(G6Settings, MessagesNameVariablesAndNotOptionsOfRuns) {
  environment_.set("TUCANA_G6_ENGINE", "opencl");
  environment_.set("TUCANA_G6_DEVICES", "77");
  const auto text = opened();
  expect_in("TUCANA_G6_DEVICES: there is no opencl device 77", text);
  EXPECT_EQ(text.find("engine."), std::string::npos) << text;
}

TEST_F(G6Settings, TheCostOfListsIsReported) {
  environment_.set("TUCANA_G6_ENGINE", "cpu");
  const auto bodies = make_client_bodies(100);
  testing::internal::CaptureStderr();
  {
    Client client;
    client.send_all(bodies);
    client.add_target(-1, {0, 0, 0}, {0, 0, 0}, 1);
    for (int i = 0; i < 3; ++i) {
      ASSERT_EQ(client.forces(100), 0);
      ASSERT_EQ(g6_read_neighbour_list_(&client.id), 0);
    }
  }
  const auto text = testing::internal::GetCapturedStderr();
  expect_in("3 calls of 1.0 targets", text);
  expect_in("neighbour lists 3 times", text);
}

}  // namespace
}  // namespace tucana::test
