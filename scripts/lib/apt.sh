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
