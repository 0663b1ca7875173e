# shellcheck shell=bash
# Installs Debian's packages for tests. Sourced.

# apt_allowed: whether this user may install packages here.
apt_allowed() {
  ((EUID == 0)) && command -v apt-get >/dev/null
}

# apt_install PACKAGE...: installs them. Prints the reason on stdout if it fails.
apt_install() (
  log=$(mktemp)
  trap 'rm -f "$log"' EXIT
  export DEBIAN_FRONTEND=noninteractive
  { apt-get update && apt-get install -y --no-install-recommends "$@"; } >"$log" 2>&1 </dev/null && exit 0
  grep -v '^ *$' "$log" | tail -n 1
  exit 1
)

# apt_tools LABEL NAME[=PACKAGE]...: installs the packages of the programs, and of the shared libraries (names with .so),
# that are not here, where this user may. Prints one line on stderr for each that is still missing; never fails.
apt_tools() {
  local label=$1 tool wanted=() missing=() reason
  shift
  for tool in "$@"; do
    tool_is_here "${tool%%=*}" || wanted+=("${tool#*=}")
  done
  ((${#wanted[@]})) || return 0
  if apt_allowed; then
    printf '%s: installing %s\n' "$label" "${wanted[*]}" >&2
    reason=$(apt_install "${wanted[@]}") || printf '%s: apt-get: %s\n' "$label" "$reason" >&2
  fi
  for tool in "$@"; do
    tool_is_here "${tool%%=*}" || missing+=("${tool%%=*}")
  done
  ((${#missing[@]} == 0)) ||
    printf '%s: not installed, so that their tests are skipped: %s\n' "$label" "${missing[*]}" >&2
}

# tool_is_here NAME: whether a program is on the PATH, or a shared library where Debian has it.
tool_is_here() {
  case $1 in
    *.so*) compgen -G "/usr/lib/*/$1" >/dev/null ;;
    *) command -v "$1" >/dev/null ;;
  esac
}
