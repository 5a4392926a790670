# shellcheck shell=bash
# Packages, configure, build: each only when needed, silent when nothing is. Sourced after packages.sh by scripts
# that define root, log and say().
# shellcheck disable=SC2154

show_log_and_exit() { # WHAT
  rm -f "$root"/build/packages.*  # perhaps something was uninstalled: look again next time
  tail -n 40 "$log" >&2
  say "$1 failed; the whole log is $log"
  exit 1
}

# A compiler takes up to 1 GB, so a machine with many processors and little memory builds with fewer jobs.
build_jobs() {
  local gigabytes processors
  gigabytes=$(awk '/^MemAvailable/ {print int($2 / 1048576)}' /proc/meminfo)
  processors=$(nproc)
  [ "$gigabytes" -ge 1 ] || gigabytes=1
  echo $((gigabytes < processors ? gigabytes : processors))
}

configure_options() { # PRESET
  local python nvrtc venv
  case $1 in
    release) echo -DTUCANA_BUILD_TESTS=OFF ;;
    ci) echo "-DTUCANA_ALSO_TEST=$root/build/fuzz" ;;
    fuzz) echo -DTUCANA_WARNINGS_ARE_ERRORS=ON ;;
  esac
  [ "$1" = release ] || ! python=$(python_with numpy matplotlib h5py yt) || echo "-DTUCANA_PYTHON=$python"
  # The tests compile kernels for CUDA everywhere; NVRTC comes from PyPI where there is no toolkit.
  [ "$1" = release ] || ! python=$(python_with pip) || ! nvrtc=$("$python" "$root/scripts/nvrtc.py" "$root/build/nvrtc") ||
    echo "-DTUCANA_NVRTC_LIBRARY=$nvrtc"
  # So does the package for Python, once: its extension module, and what its tests import.
  [ "$1" != ci ] || ! python=$(python_with numpy matplotlib h5py yt venv) ||
    ! venv=$("$python" "$root/scripts/python_venv.py" "$root/build/venv") ||
    printf '%s\n' -DTUCANA_BUILD_PYTHON=ON "-DPython_EXECUTABLE=$venv"
  if command -v ccache >/dev/null; then echo -DCMAKE_CXX_COMPILER_LAUNCHER=ccache; fi
}

# Ninja sees by itself when CMake files change; new options and new headers, which CMake lists, are seen here. A
# release build that somebody configured by hand keeps its options.
configure() { # PRESET
  local options dir=$root/build/$1 wanted
  mapfile -t options < <(configure_options "$1")
  wanted="${options[*]} headers $(find "$root/src" -name '*.h' | sort | cksum)"
  if [ -e "$dir/build.ninja" ]; then
    [ "$(cat "$dir/configured" 2>/dev/null)" != "$wanted" ] || return 0
    [ "$1" != release ] || options=()
  fi
  (cd "$root" && cmake --preset "$1" "${options[@]}") >>"$log" 2>&1 || return
  echo "$wanted" >"$dir/configured"
}

configure_all() { # PRESETS...
  local preset
  for preset in "$@"; do configure "$preset" || return; done
}

provide_packages() { # build | test | validate, PRESETS...
  local need=$1 stamp=$root/build/packages.$1 certainly perhaps
  shift
  [ "$(cat "$stamp" 2>/dev/null)" != "$(needs_of "$need")" ] || return 0
  mapfile -t certainly < <(missing_packages "$need" certainly)
  mapfile -t perhaps < <(missing_packages "$need" perhaps)
  if [ ${#perhaps[@]} -gt 0 ] && { [ ${#certainly[@]} -gt 0 ] || ! configure_all "$@"; } &&
    ! apt_install "$log" "${perhaps[@]}"; then
    how_to_install "${perhaps[@]}"
    configure_all "$@" || show_log_and_exit 'configure'
    return 0
  fi
  needs_of "$need" >"$stamp"
}

build() { # PRESET [TARGET]
  local dir=$root/build/$1 target=${2:-all}
  configure "$1" || show_log_and_exit "configure ($1)"
  [[ $(cmake --build "$dir" --target "$target" -- -n 2>&1) != *'no work to do'* ]] || return 0
  say "building ($1; the first time takes some minutes, log: $log)"
  cmake --build "$dir" --target "$target" -j "$(build_jobs)" >>"$log" 2>&1 || show_log_and_exit "build ($1)"
}

# Packages for the presets, under build/lock (descriptor 9), so that two calls at once do not build into each other.
prepare() { # build | test | validate, PRESETS...
  mkdir -p "$root/build"
  exec 9>"$root/build/lock"
  flock -n 9 || { say 'waiting for another ./tucana that is setting up'; flock 9; }
  : >"$log"
  provide_packages "$@"
}

set_up() { # build | test | validate, PRESETS...
  local preset
  prepare "$@"
  shift
  for preset in "$@"; do build "$preset"; done
}
