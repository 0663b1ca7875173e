#!/usr/bin/env bash
# Finds the command: in a package, on the PATH, or in the checkout that the action is part of, where it is built.
set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
source "${BASH_SOURCE[0]%/*}/lib.sh"

sum_of() {
  if command -v sha256sum >/dev/null; then
    sha256sum <"$1"
  else
    shasum -a 256 <"$1"
  fi
}

unpack() {
  local package=$INPUT_PACKAGE folder=$RUNNER_TEMP/loomweight-package sum commands
  mkdir -p "$folder"
  case $package in
    https://*)
      [[ -n ${INPUT_PACKAGE_SHA256:-} ]] || fail 'package-sha256 is required where package is an address'
      curl --silent --show-error --fail --location --proto '=https' --retry 2 --output "$folder/package.tar.gz" "$package" ||
        fail "package: cannot fetch $package"
      package=$folder/package.tar.gz
      ;;
    *://*) fail "package: expected a path or an https address, and not $package" ;;
  esac
  [[ -f $package ]] || fail "package: there is no file $package"
  if [[ -n ${INPUT_PACKAGE_SHA256:-} ]]; then
    sum=$(sum_of "$package")
    [[ ${sum%% *} == "$INPUT_PACKAGE_SHA256" ]] ||
      fail "package: its SHA-256 is ${sum%% *}, and not $INPUT_PACKAGE_SHA256; nothing of it was run"
  fi
  tar -xzf "$package" -C "$folder" || fail "package: $package is not a package of Loomweight"
  commands=("$folder"/loomweight-*/bin/loomweight)
  [[ -x ${commands[0]} ]] || fail "package: $package has no loomweight-VERSION/bin/loomweight"
  command=${commands[0]}
}

if [[ -n ${INPUT_PACKAGE:-} ]]; then
  unpack
elif command=$(command -v loomweight); then
  :
else
  command=${BASH_SOURCE[0]%/*}/../../scripts/loomweight
  [[ -x $command ]] ||
    fail 'there is no Loomweight on this runner: name a package, or put the command loomweight on the PATH'
  command=$(cd "${command%/*}" && pwd)/loomweight
fi
"$command" --version || fail "$command does not start; it needs Java 21 or newer, and without a package a JDK to build with (actions/setup-java)"
output command "$command"
