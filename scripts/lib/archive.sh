# shellcheck shell=bash disable=SC2154 # root, jar, archive and properties are the launcher's
# The start archive: the classes that typical commands load, parsed and laid out for the JVM to map
# (class data sharing). Sourced with `root`, `jar`, `archive` and JDK_RUN set.
#
# One class list per command is recorded and the lists are merged, because an archive that a JVM writes at
# exit (JEP 350) or an AOT cache (JEP 514) learns from one run only. What an AOT cache adds are profiles of methods, of
# which the compiler C1 makes no use.

# The commands of the training run, one per line, run in the root of the checkout: those that users wait for. Classes that
# none of them loads are not in the archive. "terminal" runs one as on a terminal, and "several.jfr" is a recording of
# several chunks with many stacks: most of what a large one needs has no use for a small one. None starts a target, which
# would take longer than all of these.
ARCHIVE_TRAINING=(
  '--version'
  '--help'
  'terminal pins analyzer/src/test/resources/recordings/25/pins.jfr'
  'pins analyzer/src/test/resources/recordings/21/pins.jfr'
  'pins --reader chunk --format json several.jfr'
  'terminal report several.jfr'
  'report analyzer/src/test/resources/recordings/25/memory.jfr'
  'report --format json analyzer/src/test/resources/recordings/21/submit-failed.jfr'
  'pins --format html analyzer/src/test/resources/recordings/25/submit-failed.jfr'
  'check --budget pins=1 analyzer/src/test/resources/recordings/25/pins.jfr'
  'diff analyzer/src/test/resources/recordings/21/pins.jfr analyzer/src/test/resources/recordings/25/pins.jfr'
  'repl analyzer/src/test/resources/recordings/21/pins.jfr -c types'
  'mcp'
  'memory analyzer/src/test/resources/nmt/25.0.3/platform-summary-b.txt'
)

# More options for the JVMs of the training run.
ARCHIVE_TRAINING_OPTIONS=()

# Creates the archive. If the JVM cannot, an empty file replaces it, so that no later start tries again.
archive_make() {
  local work status=0
  work=$(mktemp -d "$root/analyzer/target/archive.XXXXXX") || return 0
  if ! archive_train "$work" || ! archive_dump "$work"; then
    : >"$work/archive"
  fi
  mv -f "$work/archive" "$archive" || status=1
  rm -rf "$work"
  return "$status"
}

# The recordings whose chunks are those of several.jfr.
ARCHIVE_CHUNKS=(25/{shape-everything,shape-pins,shape-threads,variety,memory} 21/{shape-everything,monitors,submit-failed})

# archive_train FOLDER: records the lists, two at a time.
archive_train() {
  local i
  (
    unset LOOMWEIGHT_COLUMNS
    cd "$root"
    for i in "${ARCHIVE_CHUNKS[@]}"; do
      cat "analyzer/src/test/resources/recordings/$i.jfr"
    done >"$1/several.jfr"
    for ((i = 0; i < ${#ARCHIVE_TRAINING[@]}; i++)); do
      archive_train_one "$1/$i.classes" "${ARCHIVE_TRAINING[i]/several.jfr/$1/several.jfr}" &
      ((i % 2 == 0)) || wait
    done
    wait
  ) >/dev/null 2>&1 </dev/null
  # Numbers are valid within one list only; classes of other loaders ("source:") need them.
  awk '/ (source|super): /{ next } { sub(/ id: [0-9]+$/, "") } !seen[$0]++' "$1"/*.classes >"$1/all" 2>/dev/null
}

# archive_train_one LIST COMMAND
archive_train_one() {
  local arguments
  IFS=' ' read -r -a arguments <<<"$2"
  if [[ ${arguments[0]} == terminal ]]; then
    export LOOMWEIGHT_COLUMNS=120
    arguments=("${arguments[@]:1}")
  fi
  "$JDK_RUN/bin/java" -XX:+UseSerialGC -XX:DumpLoadedClassList="$1" -Xlog:disable \
    "${ARCHIVE_TRAINING_OPTIONS[@]+"${ARCHIVE_TRAINING_OPTIONS[@]}"}" "${properties[@]}" -jar "$jar" "${arguments[@]}" || :
}

archive_dump() {
  # Only the JVM's default collector lays out objects in every version; Serial and Parallel can read them.
  # Since JDK 24 (JEP 483) an archive can hold classes linked, with their lambdas: nothing is linked at the start.
  "$JDK_RUN/bin/java" -Xshare:dump -XX:+UseG1GC -XX:+IgnoreUnrecognizedVMOptions -XX:+AOTClassLinking -Xlog:disable -XX:SharedClassListFile="$1/all" \
    -XX:SharedArchiveFile="$1/archive" -cp "$jar" >/dev/null 2>&1 </dev/null
}
