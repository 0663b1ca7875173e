# shellcheck shell=bash disable=SC2154 # root, jar, archive and properties are the launcher's
# The start archive: the classes that typical commands load, parsed and laid out for the JVM to map
# (class data sharing). Sourced with `root`, `jar`, `archive` and JDK_RUN set.
#
# One class list per command is recorded and the lists are merged, because an archive that a JVM writes at
# exit (JEP 350) or an AOT cache (JEP 514) learns from one run only; this one is as fast, and also works for
# runtimes without an archive of their own.

# The commands of the training run, one per line, run in the root of the checkout: those that users wait for.
# None starts a target, which would take longer than all of these.
ARCHIVE_TRAINING=(
  '--help'
  'report analyzer/src/test/resources/recordings/25/memory.jfr'
  'report --format json analyzer/src/test/resources/recordings/21/submit-failed.jfr'
  'pins analyzer/src/test/resources/recordings/21/pins.jfr'
  'repl analyzer/src/test/resources/recordings/21/pins.jfr -c types'
  'memory analyzer/src/test/resources/nmt/25.0.3/platform-summary-b.txt'
)

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

archive_train() {
  local line arguments number=0
  for line in "${ARCHIVE_TRAINING[@]}"; do
    IFS=' ' read -r -a arguments <<<"$line"
    number=$((number + 1))
    (cd "$root" && "$JDK_RUN/bin/java" -XX:+UseSerialGC -XX:DumpLoadedClassList="$1/$number.classes" -Xlog:disable \
      "${properties[@]}" -jar "$jar" "${arguments[@]}") >/dev/null 2>&1 </dev/null || :
  done
  # Numbers are valid within one list only; classes of other loaders ("source:") need them.
  awk '/ (source|super): /{ next } { sub(/ id: [0-9]+$/, "") } !seen[$0]++' "$1"/*.classes >"$1/all" 2>/dev/null
}

archive_dump() {
  # Only the JVM's default collector lays out objects in every version; any collector can read them.
  "$JDK_RUN/bin/java" -Xshare:dump -XX:+UseG1GC -Xlog:disable -XX:SharedClassListFile="$1/all" \
    -XX:SharedArchiveFile="$1/archive" -cp "$jar" >/dev/null 2>&1 </dev/null
}
