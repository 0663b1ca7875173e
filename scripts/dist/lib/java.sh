# shellcheck shell=sh
# Finds a Java that runs the command without starting one: the file "release" in each home has its version and modules.
# Sourced by POSIX shells with `home` (the package) set.

java_oldest=21

# java_read HOME: sets java_version ("25.0.3") and java_rank (a number that grows with the version). Fails if HOME has no
# Java, is older than java_oldest, or is a runtime that was linked without the modules that the command needs; then
# java_lack says why, if there is a Java.
java_read() {
  java_version='' java_rank=0 java_lack='' java_modules=''
  [ -x "$1/bin/java" ] && [ -r "$1/release" ] || return 1
  while IFS= read -r java_line || [ -n "$java_line" ]; do
    case $java_line in
      JAVA_VERSION=*) java_version=${java_line#*=} ;;
      MODULES=*) java_modules=${java_line#*=} ;;
    esac
  done <"$1/release"
  java_version=${java_version#\"}
  java_version=${java_version%%[!0-9A-Za-z.+-]*}
  java_number=${java_version%%[!0-9.]*}
  for java_part in 1 2 3; do
    java_digits=${java_number%%.*}
    # Up to version 8 the major number was the second: 1.8.0. A zero in front would make the number octal.
    java_digits=${java_digits#0}
    java_rank=$((java_rank * 1000 + ${java_digits:-0}))
    case $java_number in
      *.*) java_number=${java_number#*.} ;;
      *) java_number= ;;
    esac
  done
  [ "$java_rank" -gt 0 ] || return 1
  if [ "$java_rank" -lt $((java_oldest * 1000000)) ]; then
    java_lack="$java_version in $1"
    return 1
  fi
  # The command attaches to other JVMs and reads recordings.
  case $java_modules in
    '') ;;
    *[\ \"]jdk.attach[\ \"]*)
      case $java_modules in
        *[\ \"]jdk.jfr[\ \"]*) ;;
        *) java_lack="$java_version in $1 (without jdk.jfr)" ;;
      esac
      ;;
    *) java_lack="$java_version in $1 (without jdk.attach)" ;;
  esac
  [ -z "$java_lack" ]
}

# java_try HOME: takes this home, if it runs the command; notes why not, if it has a Java.
java_try() {
  if java_read "$1"; then
    java_home=$1
    return 0
  fi
  case $java_found in
    *"$java_lack"*) ;;
    *) java_found="$java_found${java_found:+, }$java_lack" ;;
  esac
  return 1
}

# Tries the homes of each `java` of the PATH.
java_on_path() {
  java_rest=${PATH:-}:
  while [ -n "$java_rest" ]; do
    java_file=${java_rest%%:*}/java
    java_rest=${java_rest#*:}
    if [ ! -x "$java_file" ] || [ -d "$java_file" ]; then
      continue
    fi
    while [ -h "$java_file" ]; do
      java_link=$(readlink "$java_file") || continue 2
      case $java_link in
        /*) java_file=$java_link ;;
        *) java_file=${java_file%/*}/$java_link ;;
      esac
    done
    case $java_file in
      */bin/java) ! java_try "${java_file%/bin/java}" || return 0 ;;
    esac
  done
  return 1
}

# Takes the newest of the usual places.
java_in_places() {
  java_best='' java_best_rank=0
  for java_place in /usr/lib/jvm/* /usr/java/* /opt/java/* /opt/* \
    "${HOME:-/nowhere}"/.sdkman/candidates/java/* "${HOME:-/nowhere}"/.jdks/* \
    "${HOME:-/nowhere}"/.asdf/installs/java/* "${HOME:-/nowhere}"/.local/share/mise/installs/java/* \
    "${HOME:-/nowhere}"/Library/Java/JavaVirtualMachines/*/Contents/Home \
    /Library/Java/JavaVirtualMachines/*/Contents/Home \
    /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
    /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
    /home/linuxbrew/.linuxbrew/opt/openjdk*/libexec; do
    if java_try "$java_place" && [ "$java_rank" -gt "$java_best_rank" ]; then
      java_best=$java_place java_best_rank=$java_rank
    fi
  done
  [ -n "$java_best" ] && java_try "$java_best"
}

# Sets java_home and java_version, or ends with one line and status 1.
java_find() {
  java_home='' java_found=''
  if [ -n "${LOOMWEIGHT_JDK:-}" ]; then
    ! java_try "${LOOMWEIGHT_JDK%/}" || return 0
    java_fail "LOOMWEIGHT_JDK=$LOOMWEIGHT_JDK is no Java $java_oldest or newer: ${java_found:-it has no bin/java or no file release}"
  fi
  ! java_try "$home/runtime" || return 0
  [ -z "${JAVA_HOME:-}" ] || ! java_try "${JAVA_HOME%/}" || return 0
  ! java_on_path || return 0
  if [ -x /usr/libexec/java_home ] && java_place=$(/usr/libexec/java_home -v "$java_oldest+" 2>/dev/null); then
    ! java_try "$java_place" || return 0
  fi
  ! java_in_places || return 0
  java_fail "no Java $java_oldest or newer: found ${java_found:-none in JAVA_HOME, on the PATH or in the usual places}; install one, name its home in LOOMWEIGHT_JDK, or take the package with a runtime"
}

java_fail() {
  printf 'loomweight: %s\n' "$1" >&2
  exit 1
}
