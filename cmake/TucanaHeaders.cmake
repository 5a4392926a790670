# The headers that users of the library may include. Everything else in src/ is private and is not installed.
# A public header includes only public headers and the standard library (tests/house/include_rules.py reads the list
# that is written at the end); tests/house/install_test.py compiles all of them from an installed tree.
set(TUCANA_PUBLIC_HEADERS
  # types that all parts share
  core/archive.h
  core/change_set.h
  core/communicator.h
  core/compensated_sum.h
  core/decider.h
  core/enum_words.h
  core/error.h
  core/event.h
  core/exchange_counts.h
  core/external_field.h
  core/for_each_index.h
  core/ids.h
  core/number_range.h
  core/quantity.h
  core/process.h
  core/random.h
  core/star_columns.h
  core/star_sums.h
  core/star_systems.h
  core/stars.h
  core/stopwatch.h
  core/tick.h
  core/units.h
  core/vec3.h
  core/version.h
  core/workers.h
  # threads
  parallel/thread_pool.h
  # ranks of MPI, for the communicator of a run
  parallel/mpi_ranks.h
  # which devices there are
  device/device_info.h
  # engines: made by make_engine.h, used through force_engine.h
  gravity/conserved.h
  gravity/force_engine.h
  gravity/make_engine.h
  gravity/pair_law.h
  gravity/potential_energy.h
  gravity/precision.h
  # the tree engine
  tree/tree_engine.h
  tree/tree_options.h
  # what a run tells of close pairs and groups
  fewbody/post_newtonian.h
  fewbody/relativistic_work.h
  fewbody/subsystem_counts.h
  fewbody/subsystem_energy.h
  # made by make_hermite.h or make_leapfrog.h, used through integrator.h
  integrators/hermite/hermite_options.h
  integrators/hermite/make_hermite.h
  integrators/integrator.h
  integrators/leapfrog/leapfrog_options.h
  integrators/leapfrog/make_leapfrog.h
  integrators/neighbour/neighbour_options.h
  integrators/sphere_rule.h
  integrators/step_options.h
  integrators/step_rule.h
  # initial conditions
  models/cluster/cluster_model.h
  models/cluster/mass_function.h
  models/encounter.h
  models/galaxy/component.h
  models/galaxy/galaxy.h
  models/galaxy/known_galaxies.h
  models/henon_units.h
  models/plummer.h
  # files of stars
  io/ascii_stars.h
  io/foreign/star_format.h
  io/read_stars.h
  io/snapshot.h
  io/validate_stars.h
  # energies, radii, densities
  analysis/cluster_core.h
  analysis/cluster_report.h
  analysis/energy.h
  analysis/lagrangian_radii.h
  analysis/neighbour_search.h
  analysis/tree_energy.h
  # external fields: made by make_field.h, used through core/external_field.h
  fewbody/fewbody_options.h
  physics/escapers/bound_cluster.h
  physics/escapers/escaper_options.h
  physics/escapers/escapers.h
  physics/escapers/tidal_frame.h
  physics/galaxy/changing_field.h
  physics/galaxy/field_options.h
  physics/galaxy/make_field.h
  physics/galaxy/user_field.h
  # what can be chosen about the evolution of stars
  physics/stellar/evolution_options.h
  physics/stellar/kicks.h
  physics/stellar/remnant_mass.h
  physics/stellar/stellar_options.h
  physics/stellar/stellar_type.h
  physics/stellar/tracks/compact.h
  physics/stellar/winds.h
  # options and whole runs
  simulation/engine_choice.h
  simulation/galaxy_file.h
  simulation/initial_stars.h
  simulation/observer.h
  simulation/options/option_table.h
  simulation/options/options.h
  simulation/options/read_options.h
  simulation/options/write_options.h
  simulation/run.h
  simulation/run_watcher.h
  simulation/simulation.h
  # Not meant to be included directly: the headers above include these.
  core/frame.h
  core/function_ref.h
  gravity/neighbour_lists.h
  gravity/source_checks.h
  tree/ball/enclosing_ball.h
  tree/tuning/brent_minimiser.h
  tree/tuning/growth_fit.h
  tree/tuning/rebuild_tuner.h
  tree/tuning/split_tuner.h
  tree/tuning/tuning_record.h
  tree/tuning/tuning_schedule.h
  integrators/leapfrog/family_softening.h
  models/cluster/cluster_profile.h
  models/cluster/draw_masses.h
  models/cluster/ellipse.h
  models/cluster/pair_orbits.h
  models/cluster/population.h
  core/file_descriptor.h
  io/line_log.h
  io/run_folder.h
  simulation/energy_guard.h
  simulation/energy_ledger.h
  simulation/epoch.h
  simulation/event_log.h
  simulation/output_clock.h
  simulation/process_list.h
  simulation/run_control.h
  simulation/run_log.h
  simulation/run_outputs.h
  simulation/run_records.h
  simulation/snapshot_series.h
  simulation/star_families.h
  simulation/stars_analysis.h
  simulation/step_watch.h
  simulation/wall_clock.h)

foreach(header IN LISTS TUCANA_PUBLIC_HEADERS)
  if(NOT EXISTS ${PROJECT_SOURCE_DIR}/src/${header})
    message(FATAL_ERROR "cmake/TucanaHeaders.cmake lists src/${header}, which does not exist; remove or rename its line")
  endif()
endforeach()
list(JOIN TUCANA_PUBLIC_HEADERS "\n" lines)
file(WRITE ${PROJECT_BINARY_DIR}/public_headers.txt "${lines}\n")

# All headers, for the test that each compiles on its own. Without CONFIGURE_DEPENDS, which would make every build that
# has nothing to do check the folders again; ./tucana runs CMake again when headers are added or removed.
file(GLOB_RECURSE TUCANA_HEADERS RELATIVE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/src/*.h)
