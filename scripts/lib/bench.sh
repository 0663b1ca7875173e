# shellcheck shell=bash disable=SC2154 # root is set by the script that sources this
# Functions shared by the measuring scripts. Sourced after jdk.sh.

# help SCRIPT: prints its comment.
help() {
  sed -n '2,/^[^#]/{/^#/!d;s/^# \{0,1\}//;p;}' "$1"
}

# script: what runs, as its user calls it, such as scripts/bench readers.
script() {
  local group=${0%/*} path=${0##*/}
  [[ $0 != */scripts/lib/* ]] || path="${group##*/} $path"
  printf 'scripts/%s' "$path"
}

usage() {
  printf '%s: %s; --help shows the options\n' "$(script)" "$1" >&2
  exit 2
}

fail() {
  printf '%s: %s\n' "$(script)" "$1" >&2
  exit 1
}

# size_in_bytes 100m: prints the bytes; k, m and g are powers of 1024. Fails if it is not a size.
size_in_bytes() {
  [[ $1 =~ ^([0-9]{1,12})([kKmMgG]?)$ ]] || return 1
  local number=$((10#${BASH_REMATCH[1]}))
  case ${BASH_REMATCH[2]} in
    k | K) number=$((number << 10)) ;;
    m | M) number=$((number << 20)) ;;
    g | G) number=$((number << 30)) ;;
  esac
  printf '%d' "$number"
}

# bench_jdk HOME|MAJOR|'': sets BENCH_JDK, the home ('' means the newest), BENCH_JDK_VERSION and JDK_BUILD.
bench_jdk() {
  local home rank=0
  jdk_find || exit 1
  if [[ -z $1 ]]; then
    jdk_need_run || exit 1
    BENCH_JDK=$JDK_RUN
  elif [[ ! $1 =~ ^[0-9]+$ ]]; then
    BENCH_JDK=${1%/}
  else
    BENCH_JDK=''
    jdk_places
    for home in "${JDK_PLACES[@]}"; do
      if jdk_read "$home" && jdk_can_run && ((jdk_major == $1 && jdk_rank > rank)); then
        BENCH_JDK=$home rank=$jdk_rank
      fi
    done
    if [[ -z $BENCH_JDK && $1 == 21 ]]; then
      BENCH_JDK=$("$root/scripts/lib/fetch-jdk" 21) || exit 1
    fi
    [[ -n $BENCH_JDK ]] || fail "there is no JDK $1: $(jdk_found)"
  fi
  if ! jdk_read "$BENCH_JDK" || ! jdk_can_run; then
    fail "$BENCH_JDK holds no JDK $JDK_OLDEST or newer with the module jdk.jfr"
  fi
  # shellcheck disable=SC2034 # read by the scripts that source this
  BENCH_JDK_VERSION=$jdk_version
}

# compile_recorder CLASSES: compiles the recording program for the oldest JDK that it runs on, unless it is up to date.
compile_recorder() {
  local sources=$root/analyzer/core/src/test/java/dev/loomweight/bench/recording source files=()
  [[ ! -e $1/done || -n $(find "$sources" -newer "$1/done" -print -quit) ]] || return 0
  jdk_need_build || return 1
  for source in "$sources"/*.java; do
    # These are made of libraries that the program does not need.
    [[ $source == */package-info.java || $source == *Test.java ]] || files+=("$source")
  done
  rm -rf "$1"
  "$JDK_BUILD/bin/javac" --release "$JDK_OLDEST" -d "$1" "${files[@]}" || return 1
  : >"$1/done"
}
