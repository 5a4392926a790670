# tucana_join_sources(<target>) lets the compiler take the small files of a folder in groups of eight, which saves two
# thirds of its time: most of it goes to the same headers, again and again. A group never crosses folders, so names in
# anonymous namespaces need to differ within a folder only. Files with compile options of their own, such as the kernels,
# stay alone, as do generated ones. Call it when the target has its sources, in the directory that makes the target.
#
# With TUCANA_JOIN_SOURCES=OFF (debug and the builds of `./tucana validate`) every file is compiled on its own, which
# shows that it includes what it uses.
set(TUCANA_JOINED_FILES 8)

function(tucana_join_sources target)
  if(NOT TUCANA_JOIN_SOURCES)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  set(folders "")
  foreach(source IN LISTS sources)
    get_source_file_property(own_options ${source} TARGET_DIRECTORY ${target} COMPILE_OPTIONS)
    get_filename_component(folder ${source} ABSOLUTE)
    get_filename_component(folder ${folder} DIRECTORY)
    if(NOT source MATCHES "\\.cpp$" OR own_options OR "${folder}/" MATCHES "^${PROJECT_BINARY_DIR}/")
      continue()
    endif()
    file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${folder})
    string(MAKE_C_IDENTIFIER "${folder}" name)
    list(APPEND folders ${name})
    list(APPEND ${name} ${source})
  endforeach()
  list(REMOVE_DUPLICATES folders)
  foreach(name IN LISTS folders)
    set(count 0)
    foreach(source IN LISTS ${name})
      math(EXPR group "${count} / ${TUCANA_JOINED_FILES}")
      math(EXPR count "${count} + 1")
      set_source_files_properties(${source} TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP ${name}_${group})
    endforeach()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
