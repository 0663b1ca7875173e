# shellcheck shell=bash
# Downloads go into one cache outside the checkout, after their digest was verified.
# Sourced; each function prints one line on stderr if it fails.

# Sets CACHE, and creates the directory.
cache_find() {
  if [[ -z ${XDG_CACHE_HOME:-${HOME:-}} ]]; then
    printf 'loomweight: neither HOME nor XDG_CACHE_HOME is set; set one of them to store downloads\n' >&2
    return 1
  fi
  CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/loomweight
  mkdir -p "$CACHE" 2>/dev/null && [[ -w $CACHE ]] && return 0
  printf 'loomweight: cannot write to %s; set XDG_CACHE_HOME to a directory for downloads\n' "$CACHE" >&2
  return 1
}

# digest_check FILE 256|512 HEX: whether that is the file's SHA-2 digest.
digest_check() {
  local actual
  if command -v "sha$2sum" >/dev/null; then
    actual=$("sha$2sum" <"$1")
  else
    actual=$(shasum -a "$2" <"$1")
  fi
  actual=${actual%% *}
  [[ $actual == "$3" ]] && return 0
  printf 'loomweight: %s is not the expected file (SHA-%s %s..., not %s...): not used\n' \
    "${1##*/}" "$2" "${actual:0:12}" "${3:0:12}" >&2
  return 1
}

# unpack ARCHIVE DIRECTORY: unpacks a zip file with one of the usual tools.
unpack() {
  mkdir -p "$2"
  if command -v unzip >/dev/null; then
    unzip -q "$1" -d "$2"
  else
    "${PYTHON:-python3}" -m zipfile -e "$1" "$2"
  fi
}

# python_find: sets PYTHON to a Python with pip.
python_find() {
  for PYTHON in python3 python; do
    "$PYTHON" -m pip --version >/dev/null 2>&1 && return 0
  done
  PYTHON=
  return 1
}

# move_in FROM TO: moves a complete directory into the cache atomically. If another start was faster, its
# copy stays.
move_in() {
  [[ -e $2 ]] || mv "$1" "$2" 2>/dev/null || [[ -e $2 ]]
}
