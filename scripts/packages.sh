# shellcheck shell=bash
# What Tucana needs of a machine, and how to get it. Sourced by ./tucana, which defines say().
#
# One line a need: the Debian package, then how to see that the machine has it already, be it from Debian,
# from modules or from conda:  program NAME | cmake VERSION | python MODULE | file PATTERN | library (CMake finds it
# or not).

packages_to_build='
g++                    program c++
cmake                  cmake 3.25
ninja-build            program ninja
libhwy-dev             library
libhdf5-dev            library
libtomlplusplus-dev    library
libcli11-dev           library
libfmt-dev             library
opencl-c-headers       library
nlohmann-json3-dev     library
libopenmpi-dev         library
python3-numpy          python numpy
python3-matplotlib     python matplotlib
'
packages_to_test='
libgtest-dev           library
python3-h5py           python h5py
python3-yt             python yt
gfortran               program gfortran
clang                  program clang++
libclang-rt-14-dev     library
clang-format-14        program clang-format-14
clang-tidy-14          program clang-tidy-14
shellcheck             program shellcheck
pkgconf                program pkg-config
openmpi-bin            program mpirun
ocl-icd-libopencl1     file /usr/lib*/*/libOpenCL.so.1
pocl-opencl-icd        file /etc/OpenCL/vendors/pocl*.icd
oclgrind               program oclgrind
python3-pip            python pip
python3-venv           python ensurepip
python3-dev            file /usr/include/python3*/Python.h
'
packages_to_validate='
g++-aarch64-linux-gnu  program aarch64-linux-gnu-g++
qemu-user-static       program qemu-aarch64-static
googletest             library
libmpich-dev           library
mpich                  program mpirun.mpich
iproute2               program ip
'

needs_of() { # build | test | validate: each includes the one before
  case $1 in
    build) echo "$packages_to_build" ;;
    test) echo "$packages_to_build$packages_to_test" ;;
    validate) echo "$packages_to_build$packages_to_test$packages_to_validate" ;;
  esac
}

# The first Python that has the modules: people have one of their own on PATH, without them.
python_with() { # MODULE...
  local python
  for python in "${TUCANA_PYTHON:-python3}" /usr/bin/python3; do
    "$python" -c 'import importlib.util as u, sys; sys.exit(any(u.find_spec(m) is None for m in sys.argv[1:]))' \
      "$@" 2>/dev/null && command -v "$python" && return
  done
  return 1
}

at_least() { # VERSION WANTED
  [ "$(printf '%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]
}

machine_has() { # KIND [NAME], as in the lists
  case $1 in
    program) command -v "$2" >/dev/null ;;
    cmake) at_least "$(cmake --version 2>/dev/null | awk 'NR == 1 {print $3}')" "$2" ;;
    python) python_with "$2" >/dev/null ;;
    file) compgen -G "$2" >/dev/null ;;
    library) return 1 ;;
  esac
}

# The packages of a list that Debian does not know as installed and that the machine has not otherwise either:
# "certainly" prints those that are certainly absent, "perhaps" adds the libraries, about which only CMake can tell.
missing_packages() { # LIST certainly | perhaps
  local package kind name installed
  installed=$(dpkg-query -W -f '${db:Status-Abbrev} ${Package}\n' 2>/dev/null | awk '$1 == "ii" {print $2}')
  while read -r package kind name; do
    [ -n "$package" ] || continue
    grep -qxF -- "$package" <<<"$installed" && continue
    machine_has "$kind" "$name" && continue
    [ "$kind" = library ] && [ "$2" = certainly ] && continue
    echo "$package"
  done < <(needs_of "$1")
}

# How to become root without standing in anybody's way: nothing when we are, sudo when it asks for no password or
# when somebody sits there who may use it. Fails when there is no way.
root_command() {
  [ "$(id -u)" -ne 0 ] || return 0
  command -v sudo >/dev/null || return 1
  if sudo -n true 2>/dev/null; then
    echo 'sudo -n'
  elif [ -t 0 ] && [ -z "${CI:-}" ] && id -nG | grep -qwE 'sudo|admin|wheel'; then
    echo sudo
  else
    return 1
  fi
}

how_to_install() { # PACKAGES...
  say "missing Debian packages: $*"
  say "ask somebody who may to run:  apt-get install --no-install-recommends $*"
  say "or provide the same by modules or conda (CMAKE_PREFIX_PATH) and call ./tucana again"
}

apt_install() { # LOG PACKAGES...
  local log=$1 sudo
  shift
  command -v apt-get >/dev/null || return 1
  sudo=$(root_command) || return 1
  say "installing with apt-get: $*"
  # shellcheck disable=SC2086  # sudo may be two words or none
  {
    $sudo apt-get -o DPkg::Lock::Timeout=300 update &&
      $sudo env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 \
        install -y --no-install-recommends "$@"
  } >>"$log" 2>&1 </dev/null && return
  grep -E '^(E|Err|W):?' "$log" | tail -n 5 >&2
  say "apt-get failed (is there a network?); all it said is in $log"
  return 1
}
