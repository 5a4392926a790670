#include "tucana/parallel/launcher.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace tucana {
namespace {

std::map<std::string, std::string> variables;

const char* look_up(const char* name) {
  const auto found = variables.find(name);
  return found == variables.end() ? nullptr : found->second.c_str();
}

TEST(Launcher, IsKnownByItsOwnVariables) {
  variables = {{"OMPI_COMM_WORLD_SIZE", "3"}, {"PMIX_RANK", "1"}};
  auto launcher = find_launcher(look_up);
  ASSERT_TRUE(launcher);
  EXPECT_EQ(launcher->name, "Open MPI");
  EXPECT_EQ(launcher->size, 3);
  variables = {{"PMI_SIZE", "4"}};
  launcher = find_launcher(look_up);
  ASSERT_TRUE(launcher);
  EXPECT_EQ(launcher->variable, "PMI_SIZE");
  EXPECT_EQ(launcher->size, 4);
  variables = {{"PMIX_RANK", "0"}};
  launcher = find_launcher(look_up);
  ASSERT_TRUE(launcher);
  EXPECT_EQ(launcher->size, 0) << "it does not tell";
  variables = {{"PMIX_RANK", "2"}};
  EXPECT_EQ(find_launcher(look_up)->size, 3) << "so many at least";
  variables = {{"PMI_SIZE", "many"}};
  EXPECT_EQ(find_launcher(look_up)->size, 0);
}

TEST(Launcher, IsNotABatchSystem) {
  variables = {{"SLURM_NTASKS", "8"}, {"SLURM_PROCID", "0"}, {"PBS_NP", "8"}};
  EXPECT_FALSE(find_launcher(look_up));
}

TEST(PlaceOnHost, IsToldByLaunchers) {
  variables = {{"OMPI_COMM_WORLD_LOCAL_RANK", "1"}, {"OMPI_COMM_WORLD_LOCAL_SIZE", "4"}};
  EXPECT_EQ(find_place_on_host(look_up).number, 1);
  EXPECT_EQ(find_place_on_host(look_up).of, 4);
  variables = {{"MPI_LOCALRANKID", "2"}, {"MPI_LOCALNRANKS", "3"}};
  EXPECT_EQ(find_place_on_host(look_up).number, 2);
  EXPECT_EQ(find_place_on_host(look_up).of, 3);
}

TEST(PlaceOnHost, IsThatOfAProcessAloneWhereNothingIsTold) {
  for (const auto& told : {std::map<std::string, std::string>{},
                           {{"OMPI_COMM_WORLD_LOCAL_RANK", "1"}},
                           {{"MPI_LOCALRANKID", "3"}, {"MPI_LOCALNRANKS", "3"}},
                           {{"SLURM_LOCALID", "1"}, {"SLURM_NTASKS", "2"}}}) {
    variables = told;
    EXPECT_EQ(find_place_on_host(look_up).number, 0);
    EXPECT_EQ(find_place_on_host(look_up).of, 1);
  }
}

}  // namespace
}  // namespace tucana
