# shellcheck shell=bash disable=SC2154 # root is set by the script that sources this
# The readers that scripts/bench-readers measures: how to start each, and how to parse its output. Sourced after jdk.sh
# and build.sh.

# Ours, selected by --reader; the others are compared with the first.
OURS=(chunk jdk jmc)
# Readers of other projects, and those that only touch the bytes.
READERS=(
  "${OURS[@]/#/loomweight-}"
  jfr-summary jfr-view recording-file event-stream jfr-converter jmc
  cat headers-1 headers-2 pins-1 pins-2
)
# The minimum for every reader: find the pins and touch the checkpoints.
FLOOR=pins-2

# reader_command NAME FILE: sets COMMAND.
reader_command() {
  local java=("$BENCH_JDK/bin/java" -cp "$CLASS_PATH") main=dev.loomweight.bench.readers
  case $1 in
    loomweight-*) COMMAND=("$root/scripts/loomweight" pins "$2" --reader "${1#*-}" --format json) ;;
    jfr-summary) COMMAND=("$BENCH_JDK/bin/jfr" summary "$2") ;;
    jfr-view) COMMAND=("$BENCH_JDK/bin/jfr" view pinned-threads "$2") ;;
    recording-file) COMMAND=("${java[@]}" "$main.RecordingFileReader" "$2") ;;
    event-stream) COMMAND=("${java[@]}" "$main.EventStreamReader" "$2") ;;
    jfr-converter) COMMAND=("${java[@]}" "$main.JfrConverterReader" "$2") ;;
    jmc) COMMAND=("${java[@]}" "$main.JmcReader" "$2") ;;
    cat) COMMAND=(cat -- "$2") ;;
    headers-*) COMMAND=("${java[@]}" "$main.FloorReader" "$2" "${1#*-}") ;;
    pins-*) COMMAND=("${java[@]}" "$main.FloorReader" "$2" "${1#*-}" pins) ;;
  esac
}

# reader_title NAME: its name in the table.
# shellcheck disable=SC2016 # these are quotes of Markdown
reader_title() {
  case $1 in
    loomweight-*) printf '`loomweight pins --reader %s`' "${1#*-}" ;;
    jfr-summary) printf '`jfr summary` (counts alone)' ;;
    jfr-view) printf '`jfr view pinned-threads`' ;;
    recording-file) printf 'RecordingFile, all events' ;;
    event-stream) printf 'EventStream, pins alone, unordered, reused' ;;
    jfr-converter) printf 'jfr-converter, pins alone' ;;
    jmc) printf 'JMC, pins alone' ;;
    cat) printf '`cat`' ;;
    headers-*) printf 'floor: headers, %s' "$(threads "${1#*-}")" ;;
    pins-*) printf 'floor: headers, pins and checkpoints, %s' "$(threads "${1#*-}")" ;;
  esac
}

threads() {
  ((${1} == 1)) && printf '1 thread' || printf '%s threads' "$1"
}

# reader_answer NAME OUTPUT: "pins N nanos N sites N stacks N", with - for what it does not report.
reader_answer() {
  case $1 in
    loomweight-*) "$BENCH_JDK/bin/java" -cp "$CLASS_PATH" dev.loomweight.bench.readers.ReportAnswer "$2" ;;
    jfr-summary) awk '$1 == "jdk.VirtualThreadPinned" { print "pins", $2, "nanos - sites - stacks -" }' "$2" ;;
    # Its durations are rounded. The count is in the second column, below the second row of dashes.
    jfr-view) awk '
      /^-+ -+ / { match($0, /^-+ +/); from = RLENGTH + 1; match(substr($0, from), /^-+/); width = RLENGTH; next }
      from { count = substr($0, from, width); gsub(/[^0-9]/, "", count); pins += count }
      END { print "pins", pins + 0, "nanos - sites - stacks -" }' "$2" ;;
    cat) printf 'pins - nanos - sites - stacks -\n' ;;
    *) sed -n 's/^\(pins .* stacks [^ ]*\).*/\1/p' "$2" ;;
  esac
}

# agree ANSWERS: fails, with one line for each figure on which readers differ. ANSWERS has a line for each reader: its
# name and its result, or its name and "failed". Total durations may differ by rounding: 1 ns per pin.
agree() {
  awk '
    $2 == "failed" { next }
    {
      for (i = 2; i < NF; i += 2) {
        matter = $i; value = $(i + 1)
        if (value == "-") continue
        if (!(matter in first)) { first[matter] = value; by[matter] = $1; continue }
        difference = value - first[matter]; if (difference < 0) difference = -difference
        if (difference > (matter == "nanos" ? first["pins"] : 0)) {
          printf "the readers disagree: %s %s according to %s, %s according to %s\n", matter, first[matter], by[matter], value, $1
          bad = 1
        }
      }
      if (NF != 9) { printf "no result in the output of %s\n", $1; bad = 1 }
    }
    END { exit bad }' "$1"
}

# agreed ANSWERS: for each figure, the value from the first reader that reports it.
agreed() {
  awk '
    $2 != "failed" { for (i = 2; i < NF; i += 2) if ($(i + 1) != "-" && !($i in value)) value[$i] = $(i + 1) }
    function told(matter) { return matter in value ? value[matter] : "-" }
    END {
      printf "%s pins, %s s in all, %s sites, %s stacks", told("pins"),
        "nanos" in value ? sprintf("%.3f", value["nanos"] / 1e9) : "-", told("sites"), told("stacks")
    }' "$1"
}

# timed RESULTS TURN NAME OUT ERR: runs COMMAND and adds a line: name, turn, seconds of wall time and of both
# kinds of processor time.
timed() {
  local status=0 TIMEFORMAT='%3R %3U %3S'
  { time "${COMMAND[@]}" >"$4" 2>"$5" </dev/null; } 2>"$1.one" || status=$?
  awk -v name="$3" -v turn="$2" '{ print name, turn, $1, $2 + $3 }' "$1.one" >>"$1"
  return "$status"
}

# watched RESULTS NAME OUT ERR: runs COMMAND and adds a line: name, and the peaks of resident memory in KB: total,
# anonymous (heap, stacks, code), and mapped files. Adds nothing without /proc.
watched() {
  local pid status=0 state key value all=0 anonymous=0 files=0
  "${COMMAND[@]}" >"$3" 2>"$4" </dev/null &
  pid=$!
  state=R
  while [[ $state != Z && -r /proc/$pid/status ]]; do
    state=Z
    while read -r key value _; do
      case $key in
        State:) state=$value ;;
        VmHWM:) all=$value ;;
        RssAnon:) ((value <= anonymous)) || anonymous=$value ;;
        RssFile:) ((value <= files)) || files=$value ;;
      esac
    done 2>/dev/null </proc/$pid/status
    sleep 0.01
  done
  wait "$pid" || status=$?
  ((all == 0)) || printf '%s %d %d %d\n' "$2" "$all" "$anonymous" "$files" >>"$1"
  return "$status"
}

# readers_class_path: sets CLASS_PATH to the test classes that measure and what they need; compiles them if they changed.
readers_class_path() {
  local file=$root/analyzer/target/bench-readers.classpath
  if [[ ! -e $file || -n $(find "$root/pom.xml" "$root/analyzer/pom.xml" \
    "$root/analyzer/src/test/java/dev/loomweight/bench/readers" \
    "$root/analyzer/src/test/java/dev/loomweight/render" -newer "$file" -print -quit) ]]; then
    jdk_need_build || exit 1
    build_lock
    maven_find || step "fetching Maven $MAVEN_VERSION" maven_fetch || exit 1
    if ! step 'building what measures' readers_build "$file.new"; then
      build_errors "$file.log" >&2
      exit 1
    fi
    mv "$file.new" "$file"
    build_unlock
  fi
  CLASS_PATH=$root/analyzer/target/test-classes:$(cat "$file")
}

readers_build() {
  (cd "$root" && JAVA_HOME=$JDK_BUILD "$MVN" -q -B -ntp -Dquick test-compile dependency:build-classpath \
    -Dmdep.outputFile="$1" -Dmdep.includeScope=test -pl analyzer -am) >"${1%.new}.log" 2>&1 </dev/null
}

# machine: describes the machine that the figures depend on.
machine() {
  local processor='' memory=''
  if [[ -r /proc/cpuinfo ]]; then
    processor=$(sed -n '/^model name/{s/.*: //p;q;}' /proc/cpuinfo)
    memory=$(awk '/^MemTotal/ { printf ", %.0f GB", $2 / 1048576 }' /proc/meminfo)
  fi
  printf '%s processors%s%s, %s, JDK %s' "$(getconf _NPROCESSORS_ONLN)" "${processor:+ ($processor)}" "$memory" \
    "$(uname -sr)" "$BENCH_JDK_VERSION"
}

# readers_table ANSWERS MEMORY TIMES: the medians with minimum and maximum, in Markdown. Ratios are medians over the
# turns, within which runs are neighbours in time.
readers_table() {
  local name titles
  titles=$(for name in "${READERS[@]}"; do printf '%s\t%s\n' "$name" "$(reader_title "$name")"; done)
  awk -v titles="$titles" -v ours="loomweight-${OURS[0]}" -v floor="$FLOOR" '
    function median(values, n,   i, j, v) {
      for (i = 2; i <= n; i++) {
        v = values[i]
        for (j = i - 1; j > 0 && values[j] > v; j--) values[j + 1] = values[j]
        values[j + 1] = v
      }
      least = values[1]; most = values[n]
      return n % 2 ? values[(n + 1) / 2] : (values[n / 2] + values[n / 2 + 1]) / 2
    }
    function spread(kind, name,   i, n, list) {
      for (i = 1; i <= turns; i++) if ((kind, name, i) in time) list[++n] = time[kind, name, i]
      if (!n) return "-"
      middle = median(list, n)
      return n == 1 ? seconds(middle) : seconds(middle) " (" seconds(least) ".." seconds(most) ")"
    }
    function seconds(value) { return sprintf(value < 1 ? "%.3f" : "%.2f", value) }
    function ratio(name, base,   i, n, list) {
      for (i = 1; i <= turns; i++)
        if (("wall", name, i) in time && time["wall", base, i] > 0)
          list[++n] = time["wall", name, i] / time["wall", base, i]
      return n ? sprintf("%.2f", median(list, n)) : "-"
    }
    function megabytes(kilobytes) { return kilobytes == "" ? "-" : sprintf("%.0f", kilobytes / 1024) }
    FILENAME == ARGV[1] { failed[$1] = $2 == "failed"; next }
    FILENAME == ARGV[2] { all[$1] = $2; anonymous[$1] = $3; files[$1] = $4; next }
    { time["wall", $1, $2] = $3; time["cpu", $1, $2] = $4; if ($2 > turns) turns = $2 }
    END {
      print "| reader | wall s | CPU s | times ours | times the floor | peak MB | heap and other MB | mapped files MB |"
      print "|---|---|---|---|---|---|---|---|"
      n = split(titles, lines, "\n")
      for (i = 1; i <= n; i++) {
        split(lines[i], part, "\t")
        name = part[1]
        printf "| %s | %s | %s | %s | %s | %s | %s | %s |\n", part[2],
          failed[name] ? "failed" : spread("wall", name), spread("cpu", name), ratio(name, ours), ratio(name, floor),
          megabytes(all[name]), megabytes(anonymous[name]), megabytes(files[name])
      }
    }' "$1" "$2" "$3"
}
