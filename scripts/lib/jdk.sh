# shellcheck shell=bash
# Finds JDKs without starting one: the file "release" in each home has its version and modules.
# Sourced. Starts no process per candidate, and works with bash 3.2.

# shellcheck disable=SC2034 # some of what is set here is only read by the scripts that source this
JDK_OLDEST=21

# Sets JDK_PLACES: the usual homes of JDKs, those that the user named first. Some do not exist.
jdk_places() {
  JDK_PLACES=()
  [[ -z ${JAVA_HOME:-} ]] || JDK_PLACES+=("$JAVA_HOME")
  jdk_on_path && JDK_PLACES+=("$JDK_ON_PATH")
  JDK_PLACES+=(
    /usr/lib/jvm/* /usr/java/* /opt/* /opt/java/*
    "${HOME:-/nowhere}"/.sdkman/candidates/java/*
    "${HOME:-/nowhere}"/.jdks/*
    "${HOME:-/nowhere}"/.asdf/installs/java/*
    "${HOME:-/nowhere}"/.local/share/mise/installs/java/*
    {"${HOME:-}",}/Library/Java/JavaVirtualMachines/*/Contents/Home
    /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home
    /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home
    /home/linuxbrew/.linuxbrew/opt/openjdk*/libexec
  )
}

# Sets JDK_ON_PATH to the home of the first `java` of the PATH; fails if there is none.
jdk_on_path() {
  local dir home IFS=:
  for dir in ${PATH:-}; do
    [[ -x $dir/java && ! -d $dir/java ]] || continue
    JDK_ON_PATH=$dir/java
    if [[ -L $JDK_ON_PATH ]]; then
      # Usually a link to one of these, which is found without a process.
      for home in /usr/lib/jvm/* "${HOME:-/nowhere}"/.sdkman/candidates/java/*; do
        if [[ ! -L $home && $home/bin/java -ef $JDK_ON_PATH ]]; then
          JDK_ON_PATH=$home
          return 0
        fi
      done
      JDK_ON_PATH=$(readlink -f "$JDK_ON_PATH" 2>/dev/null) || return 1
    fi
    JDK_ON_PATH=${JDK_ON_PATH%/*}/..
    [[ $JDK_ON_PATH != */bin/.. ]] || JDK_ON_PATH=${JDK_ON_PATH%/bin/..}
    return 0
  done
  return 1
}

# jdk_read HOME: sets jdk_version ("25.0.3"), jdk_major (25), jdk_rank (a number that grows with the
# version) and jdk_modules. Fails if HOME has no Java.
jdk_read() {
  local line key=0 part
  jdk_version='' jdk_modules='' jdk_major=0 jdk_rank=0
  [[ -x $1/bin/java && -r $1/release ]] || return 1
  while IFS= read -r line || [[ -n $line ]]; do
    line=${line%$'\r'}
    case $line in
      JAVA_VERSION=*) line=${line#*=} jdk_version=${line//\"/} ;;
      MODULES=*) line=${line#*=} jdk_modules=" ${line//\"/} " ;;
    esac
  done <"$1/release"
  [[ $jdk_version == [0-9]* ]] || return 1
  local IFS=.
  # shellcheck disable=SC2086 # the dots part the words
  set -- ${jdk_version%%[!0-9.]*}
  # Up to version 8 the major number was the second: 1.8.0.
  [[ $1 != 1 ]] || shift
  jdk_major=$((10#${1:-0}))
  for part in "${1:-0}" "${2:-0}" "${3:-0}" "${4:-0}"; do
    key=$((key * 1000 + 10#$part))
  done
  jdk_rank=$key
}

# The command attaches to other JVMs and reads recordings, which a runtime linked without these modules cannot.
jdk_can_run() {
  ((jdk_major >= JDK_OLDEST)) && jdk_has_modules
}

jdk_has_modules() {
  [[ -z $jdk_modules || ($jdk_modules == *' jdk.attach '* && $jdk_modules == *' jdk.jfr '*) ]]
}

# Sets the following, each empty if there is none:
#   JDK_RUN, JDK_RUN_VERSION      the newest home that runs the command
#   JDK_BUILD, JDK_BUILD_VERSION  the newest that also has javac
#   JDK_11, JDK_17, JDK_21        homes of these versions with jcmd, for the tests against older JVMs
# LOOMWEIGHT_JDK overrides the first two; if it is wrong, prints that and fails.
jdk_find() {
  local home run_rank=0 build_rank=0 wanted=${LOOMWEIGHT_JDK:-}
  wanted=${wanted%/}
  JDK_RUN='' JDK_RUN_VERSION='' JDK_BUILD='' JDK_BUILD_VERSION='' JDK_11='' JDK_17='' JDK_21=''
  if [[ -n $wanted ]]; then
    jdk_wanted_runs "$wanted" || return 1
    JDK_PLACES=("$wanted")
  else
    jdk_places
  fi
  for home in "${JDK_PLACES[@]}"; do
    jdk_read "$home" || continue
    jdk_keep_for_tests "$home"
    jdk_can_run || continue
    if ((jdk_rank > run_rank)); then
      run_rank=$jdk_rank JDK_RUN=$home JDK_RUN_VERSION=$jdk_version
    fi
    if ((jdk_rank > build_rank)) && [[ -x $home/bin/javac ]]; then
      build_rank=$jdk_rank JDK_BUILD=$home JDK_BUILD_VERSION=$jdk_version
    fi
  done
}

# jdk_keep_for_tests HOME: keeps the JDK last read by jdk_read, if the tests need its version and have none yet.
jdk_keep_for_tests() {
  local kept=JDK_$jdk_major
  [[ $jdk_major == 11 || $jdk_major == 17 || $jdk_major == 21 ]] || return 0
  [[ -z ${!kept} && -x $1/bin/jcmd ]] && jdk_has_modules || return 0
  printf -v "$kept" %s "$1"
}

jdk_wanted_runs() {
  if ! jdk_read "$1"; then
    jdk_say "LOOMWEIGHT_JDK=$1 holds no JDK (bin/java and the file release): name the home of a JDK $JDK_OLDEST or newer"
    return 1
  elif ((jdk_major < JDK_OLDEST)); then
    jdk_say "LOOMWEIGHT_JDK=$1 is Java $jdk_version: name the home of a JDK $JDK_OLDEST or newer"
    return 1
  elif ! jdk_can_run; then
    jdk_say "LOOMWEIGHT_JDK=$1 lacks the module jdk.attach or jdk.jfr: name the home of a full JDK $JDK_OLDEST or newer"
    return 1
  fi
}

# Fails with one line if jdk_find found none that runs the command.
jdk_need_run() {
  [[ -z $JDK_RUN ]] || return 0
  jdk_say "no Java $JDK_OLDEST or newer: $(jdk_found); install one, or name its home in LOOMWEIGHT_JDK"
  return 1
}

# Fails with one line if jdk_find found none that builds.
jdk_need_build() {
  [[ -z $JDK_BUILD ]] || return 0
  if [[ -n ${LOOMWEIGHT_JDK:-} ]]; then
    jdk_say "LOOMWEIGHT_JDK=$LOOMWEIGHT_JDK ($JDK_RUN_VERSION) has no javac, and there is something to build: name a full JDK $JDK_OLDEST or newer"
  else
    jdk_say "no JDK $JDK_OLDEST or newer with javac to build with: $(jdk_found); install one, or name its home in LOOMWEIGHT_JDK"
  fi
  return 1
}

# Prints the JDKs that were found, each home once by its real path: "found 17.0.15 in /usr/lib/jvm/java-17".
jdk_found() {
  local home real seen=: text=
  for home in "${JDK_PLACES[@]}"; do
    jdk_read "$home" || continue
    real=$(cd -P "$home" && pwd -P) || continue
    [[ $seen != *":$real:"* ]] || continue
    seen=$seen$real:
    text="$text${text:+, }$jdk_version in $real"
    ((jdk_major < JDK_OLDEST)) || jdk_can_run || text="$text (without jdk.attach or jdk.jfr)"
    ((jdk_major < JDK_OLDEST)) || ! jdk_can_run || [[ -x $home/bin/javac ]] || text="$text (without javac)"
  done
  printf '%s' "${text:+found }${text:-found none on the PATH, in JAVA_HOME or in the usual places}"
}

jdk_say() {
  printf 'loomweight: %s\n' "$1" >&2
}
