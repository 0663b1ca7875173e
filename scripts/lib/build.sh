# shellcheck shell=bash disable=SC2154 # root is set by the script that sources this
# Builds the command's jars. Sourced with `root` (the checkout) and the variables of jdk.sh set.
# shellcheck source=SCRIPTDIR/maven.sh
source "${BASH_SOURCE[0]%/*}/maven.sh"
# shellcheck source=SCRIPTDIR/step.sh
source "${BASH_SOURCE[0]%/*}/step.sh"

# One build at a time in a checkout: waits for others. The lock is file descriptor 9 if there is flock, so
# that it ends with its last holder; otherwise a directory.
build_lock() {
  BUILD_LOCK=$root/target/build.lock
  mkdir -p "$root/target" || return 1
  if command -v flock >/dev/null; then
    exec 9>"$BUILD_LOCK"
    flock -n 9 && return 0
    printf 'loomweight: waiting for another build of this checkout\n' >&2
    flock 9
    return
  fi
  local holder
  while ! mkdir "$BUILD_LOCK.d" 2>/dev/null; do
    holder=$(cat "$BUILD_LOCK.d/pid" 2>/dev/null) || holder=
    if [[ -n $holder ]] && ! kill -0 "$holder" 2>/dev/null; then
      rm -rf "$BUILD_LOCK.d"
    else
      sleep 1
    fi
  done
  printf '%s\n' $$ >"$BUILD_LOCK.d/pid"
  trap 'rm -rf "$BUILD_LOCK.d"' EXIT
}

build_unlock() {
  if command -v flock >/dev/null; then
    exec 9>&-
  else
    rm -rf "$BUILD_LOCK.d"
    trap - EXIT
  fi
}

# Builds the three jars of the command and what they are made of, and nothing else of the reactor, without tests and
# checks. Prints one line; Maven's output goes to target/build.log, and its errors are printed on failure.
build() {
  local log=$root/target/build.log
  maven_find || step "fetching Maven $MAVEN_VERSION" maven_fetch || return 1
  step "building with JDK $JDK_BUILD_VERSION" build_with_maven "$log" && return 0
  build_errors "$log" >&2
  printf 'loomweight: the build failed; the complete output of Maven is in %s\n' "$log" >&2
  return 1
}

build_with_maven() {
  : >"$root/target/build.start"
  # A running program keeps the old jars: the new ones are different files.
  rm -f "$root"/{agent,samples,analyzer}/target/*.jar
  (cd "$root" && JAVA_HOME=$JDK_BUILD "$MVN" -B -ntp -Dstyle.color=never -Dquick -Dmaven.test.skip=true \
    -pl samples,analyzer -am package) \
    >"$1" 2>&1 </dev/null || return 1
  [[ -e $root/analyzer/target/loomweight.jar ]] || return 1
  # A source that is changed during the build is newer than the jar.
  touch -r "$root/target/build.start" "$root/analyzer/target/loomweight.jar"
}

# build_errors LOG: the errors of the compiler or of Maven, once each, without Maven's advice.
build_errors() {
  local errors
  errors=$(grep -E '^\[(ERROR|WARNING)\] ' "$1" |
    grep -vE '\[Help 1\]|full stack trace|-X switch|possible solutions|After correcting|  mvn <args>|^\[WARNING\] (\*+|COMPILATION WARNING)' |
    awk '!seen[$0]++' | tail -n 12) || errors=
  printf '%s\n' "${errors:-$(tail -n 3 "$1")}"
}
