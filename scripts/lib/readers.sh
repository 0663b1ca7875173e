# shellcheck shell=bash disable=SC2154 # root is set by the script that sources this
# The readers that scripts/bench readers measures: how to start each, and how to parse its output. Sourced after jdk.sh
# and build.sh.

# Ours, selected by --reader; the others are compared with the first.
OURS=(chunk jdk jmc)
# Then what else ours answers, readers of other projects, and those that only touch the bytes.
READERS=(
  "${OURS[@]/#/loomweight-}" loomweight-explained loomweight-memory
  jfr-summary jfr-view recording-file event-stream jfr-converter jmc
  cat headers-1 headers-2 checkpoints-1 checkpoints-2 pins-1 pins-2
)
# The minimum for every reader: step over the events and touch every byte of the checkpoints.
FLOOR=checkpoints-2
# What is compared from start to exit with a small recording: COMMAND:ITS PEER.
STARTS=(loomweight-version:jfr-version loomweight-version:java-version loomweight-plain:jfr-view)
# What scripts/make-recording makes.
# shellcheck disable=SC2034 # read by the scripts that source this
SHAPES=(everything pins server threads)

# reader_command NAME FILE: sets COMMAND. SITES is the class path of the recorded program, for those who use it.
reader_command() {
  local java=("$BENCH_JDK/bin/java" -cp "$CLASS_PATH") main=dev.loomweight.bench.readers
  case $1 in
    loomweight-version) COMMAND=("$root/scripts/loomweight" --version) ;;
    loomweight-plain) COMMAND=("$root/scripts/loomweight" pins "$2") ;;
    loomweight-memory) COMMAND=("$root/scripts/loomweight" memory "$2" --format json) ;;
    loomweight-explained)
      COMMAND=("$root/scripts/loomweight" pins "$2" --classpath "$SITES" --jdk "$BENCH_JDK" --format json)
      ;;
    loomweight-*) COMMAND=("$root/scripts/loomweight" pins "$2" --reader "${1#*-}" --format json) ;;
    jfr-version) COMMAND=("$BENCH_JDK/bin/jfr" --version) ;;
    java-version) COMMAND=("$BENCH_JDK/bin/java" -version) ;;
    jfr-summary) COMMAND=("$BENCH_JDK/bin/jfr" summary "$2") ;;
    jfr-view) COMMAND=("$BENCH_JDK/bin/jfr" view pinned-threads "$2") ;;
    recording-file) COMMAND=("${java[@]}" "$main.RecordingFileReader" "$2") ;;
    event-stream) COMMAND=("${java[@]}" "$main.EventStreamReader" "$2") ;;
    jfr-converter) COMMAND=("${java[@]}" "$main.JfrConverterReader" "$2") ;;
    jmc) COMMAND=("${java[@]}" "$main.JmcReader" "$2") ;;
    cat) COMMAND=(cat -- "$2") ;;
    headers-*) COMMAND=("${java[@]}" "$main.FloorReader" "$2" "${1#*-}") ;;
    checkpoints-* | pins-*) COMMAND=("${java[@]}" "$main.FloorReader" "$2" "${1#*-}" "${1%-*}") ;;
  esac
}

# reader_title NAME: its name in the table.
# shellcheck disable=SC2016 # these are quotes of Markdown
reader_title() {
  case $1 in
    loomweight-version) printf '`loomweight --version`' ;;
    loomweight-plain) printf '`loomweight pins`' ;;
    loomweight-memory) printf '`loomweight memory`' ;;
    loomweight-explained) printf '`loomweight pins` with class files and JDK' ;;
    loomweight-*) printf '`loomweight pins --reader %s`' "${1#*-}" ;;
    jfr-version) printf '`jfr --version`' ;;
    java-version) printf '`java -version`' ;;
    jfr-summary) printf '`jfr summary` (counts alone)' ;;
    jfr-view) printf '`jfr view pinned-threads`' ;;
    recording-file) printf 'RecordingFile, all events' ;;
    event-stream) printf 'EventStream, pins alone, unordered, reused' ;;
    jfr-converter) printf 'jfr-converter, pins alone' ;;
    jmc) printf 'JMC, pins alone' ;;
    cat) printf '`cat`' ;;
    headers-*) printf 'floor: headers, %s' "$(threads "${1#*-}")" ;;
    checkpoints-*) printf 'floor: headers and checkpoints, %s' "$(threads "${1#*-}")" ;;
    pins-*) printf 'floor: headers, pins and checkpoints, %s' "$(threads "${1#*-}")" ;;
  esac
}

threads() {
  ((${1} == 1)) && printf '1 thread' || printf '%s threads' "$1"
}

# reader_answer NAME OUTPUT: "pins N nanos N sites N stacks N", with - for what it does not report.
reader_answer() {
  case $1 in
    loomweight-memory | cat) printf 'pins - nanos - sites - stacks -\n' ;;
    loomweight-*) "$BENCH_JDK/bin/java" -cp "$CLASS_PATH" dev.loomweight.bench.readers.ReportAnswer "$2" ;;
    jfr-summary) awk '$1 == "jdk.VirtualThreadPinned" { print "pins", $2, "nanos - sites - stacks -" }' "$2" ;;
    # Its durations are rounded. The count is in the second column, below the second row of dashes.
    jfr-view) awk '
      /^-+ -+ / { match($0, /^-+ +/); from = RLENGTH + 1; match(substr($0, from), /^-+/); width = RLENGTH; next }
      from { count = substr($0, from, width); gsub(/[^0-9]/, "", count); pins += count }
      END { print "pins", pins + 0, "nanos - sites - stacks -" }' "$2" ;;
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
  if [[ ! -e $file || -n $(find "$root/pom.xml" "$root"/{analyzer/{,core/,{kernel,pins,threads,memory,fleet}/},samples/lab/}pom.xml \
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

# For awk: reads lines of `timed`, and what is told of them. A ratio is the median over the turns, within which runs are
# neighbours in time, with the least and the most.
# shellcheck disable=SC2016 # these are fields of awk
MEDIANS='
  function median(values, n,   i, j, v) {
    for (i = 2; i <= n; i++) {
      v = values[i]
      for (j = i - 1; j > 0 && values[j] > v; j--) values[j + 1] = values[j]
      values[j + 1] = v
    }
    least = values[1]; most = values[n]
    return n % 2 ? values[(n + 1) / 2] : (values[n / 2] + values[n / 2 + 1]) / 2
  }
  function told(list, n, short, long,   middle, form) {
    if (!n) return "-"
    middle = median(list, n)
    form = middle < 1 ? short : long
    return n == 1 ? sprintf(form, middle) : sprintf(form " (" form ".." form ")", middle, least, most)
  }
  function took(line,   part) {
    split(line, part, " ")
    time["wall", part[1], part[2]] = part[3]; time["cpu", part[1], part[2]] = part[4]
    if (part[2] > turns) turns = part[2]
  }
  function spread(kind, name,   i, n, list) {
    for (i = 1; i <= turns; i++) if ((kind, name, i) in time) list[++n] = time[kind, name, i]
    return told(list, n, "%.3f", "%.2f")
  }
  function ratio(kind, name, base,   i, n, list) {
    for (i = 1; i <= turns; i++)
      if ((kind, name, i) in time && time[kind, base, i] > 0)
        list[++n] = time[kind, name, i] / time[kind, base, i]
    return told(list, n, "%.2f", "%.2f")
  }
'

# readers_table ANSWERS MEMORY TIMES: the medians with minimum and maximum, in Markdown.
readers_table() {
  local name titles
  titles=$(for name in "${READERS[@]}"; do printf '%s\t%s\n' "$name" "$(reader_title "$name")"; done)
  awk -v titles="$titles" -v ours="loomweight-${OURS[0]}" -v floor="$FLOOR" "$MEDIANS"'
    function megabytes(kilobytes) { return kilobytes == "" ? "-" : sprintf("%.0f", kilobytes / 1024) }
    FILENAME == ARGV[1] { failed[$1] = $2 == "failed"; next }
    FILENAME == ARGV[2] { all[$1] = $2; anonymous[$1] = $3; files[$1] = $4; next }
    { took($0) }
    END {
      print "| reader | wall s | CPU s | times the floor | ours, of its wall | ours, of its CPU | peak MB | heap and other MB | mapped files MB |"
      print "|---|---|---|---|---|---|---|---|---|"
      n = split(titles, lines, "\n")
      for (i = 1; i <= n; i++) {
        split(lines[i], part, "\t")
        name = part[1]
        printf "| %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", part[2],
          failed[name] ? "failed" : spread("wall", name), spread("cpu", name), ratio("wall", name, floor),
          name == ours ? "-" : ratio("wall", ours, name), name == ours ? "-" : ratio("cpu", ours, name),
          megabytes(all[name]), megabytes(anonymous[name]), megabytes(files[name])
      }
    }' "$1" "$2" "$3"
}

# ratios_head and ratios_row TITLE TIMES: a table of ours alone, with a line for each recording.
ratios_head() {
  local name head='| recording | ours, wall s | times the floor |' dashes='|---|---|---|'
  for name in "${READERS[@]}"; do
    ! is_peer "$name" || head+=" of $(reader_title "$name") |" dashes+='---|'
  done
  printf '%s\n%s\n' "$head" "$dashes"
}

ratios_row() {
  local name peers=''
  for name in "${READERS[@]}"; do
    ! is_peer "$name" || peers+="$name "
  done
  awk -v title="$1" -v peers="$peers" -v ours="loomweight-${OURS[0]}" -v floor="$FLOOR" "$MEDIANS"'
    { took($0) }
    END {
      printf "| %s | %s | %s |", title, spread("wall", ours), ratio("wall", ours, floor)
      n = split(peers, name, " ")
      for (i = 1; i <= n; i++) printf " %s |", ratio("wall", ours, name[i])
      print ""
    }' "$2"
}

# ratios_plain TITLE TIMES: the median ratio of ours to each peer and to the floor, one line each: name, title, ratio.
ratios_plain() {
  awk -v title="$1" -v names="${READERS[*]}" -v ours="loomweight-${OURS[0]}" -v floor="$FLOOR" "$MEDIANS"'
    { took($0) }
    END {
      n = split(names, name, " ")
      for (i = 1; i <= n; i++) {
        if (name[i] == ours || name[i] ~ /^(cat|headers|pins)/ || (name[i] ~ /^checkpoints/ && name[i] != floor)) continue
        count = 0
        split("", list)
        for (turn = 1; turn <= turns; turn++)
          if ((("wall", ours, turn) in time) && time["wall", name[i], turn] > 0)
            list[++count] = time["wall", ours, turn] / time["wall", name[i], turn]
        if (count) printf "%s %s %.4f\n", name[i], title, median(list, count)
      }
    }' "$2"
}

# random_table SIZE RATIOS: what ours takes of each peer over all seeds, from lines of ratios_plain, in Markdown.
random_table() {
  local titles name
  titles=$(for name in "${READERS[@]}"; do printf '%s\t%s\n' "$name" "$(reader_title "$name")"; done)
  printf '| random, %s: ours, of the wall of | seeds | worst | median | best |\n|---|---|---|---|---|\n' "$1"
  awk -v titles="$titles" "$MEDIANS"'
    { count[$1]++; ratio_of[$1, count[$1]] = $3; seed_of[$1, $3 + 0] = $2 }
    END {
      n = split(titles, lines, "\n")
      for (i = 1; i <= n; i++) {
        split(lines[i], part, "\t")
        if (!(part[1] in count)) continue
        split("", list)
        for (j = 1; j <= count[part[1]]; j++) list[j] = ratio_of[part[1], j] + 0
        middle = median(list, count[part[1]])
        printf "| %s | %d | %.2f (%s) | %.2f | %.2f (%s) |\n", part[2], count[part[1]],
          most, seed_of[part[1], most], middle, least, seed_of[part[1], least]
      }
    }' "$2"
}

is_peer() {
  case $1 in
    "loomweight-${OURS[0]}" | cat | headers-* | checkpoints-* | pins-*) return 1 ;;
  esac
}

# starts_table TIMES: each command of STARTS beside its peer, in Markdown.
starts_table() {
  local pair pairs='' names=' ' name titles=''
  for pair in "${STARTS[@]}"; do
    pairs+=" $pair"
    for name in "${pair%:*}" "${pair#*:}"; do
      [[ $names != *" $name "* ]] || continue
      names+="$name "
      titles+=$name$'\t'$(reader_title "$name")$'\n'
    done
  done
  awk -v titles="${titles%$'\n'}" -v pairs="$pairs" "$MEDIANS"'
    { took($0) }
    END {
      n = split(titles, lines, "\n")
      print "| process | wall s | CPU s |"
      print "|---|---|---|"
      for (i = 1; i <= n; i++) {
        split(lines[i], part, "\t")
        title[part[1]] = part[2]
        printf "| %s | %s | %s |\n", part[2], spread("wall", part[1]), spread("cpu", part[1])
      }
      print ""
      print "| process | compared with | of its wall | of its CPU |"
      print "|---|---|---|---|"
      n = split(pairs, pair, " ")
      for (i = 1; i <= n; i++) {
        split(pair[i], part, ":")
        printf "| %s | %s | %s | %s |\n", title[part[1]], title[part[2]],
          ratio("wall", part[1], part[2]), ratio("cpu", part[1], part[2])
      }
    }' "$1"
}
