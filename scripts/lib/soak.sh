# shellcheck shell=bash disable=SC2154 # threads, sites, agent are set by the script that sources this
# The application, the watcher and the samples of scripts/test soak, and the faults that are injected. Sourced after jdk.sh
# and bench.sh, with SOAK_WORK (a folder), SOAK_COMMAND (the command), SOAK_AGENT (the agent's jar) and SOAK_CLASSES
# (the jar of the samples) set.

APP='' WATCHER='' APP_IN='' SOAK_MOUNTS=() SOAK_GROUP='' SOAK_PORT='' SOAK_JVM=()

# The columns of a sample: name, unit, tolerated growth per hour, and description.
SOAK_FIGURES='
app-heap        MB 4   heap of the application after a collection
app-metaspace   MB 1   metaspace of the application (NMT, committed)
app-native      MB 8   native memory of the application without its heap (NMT, committed)
app-resident    MB 16  resident memory of the application
app-descriptors -  2   file descriptors of the application
app-threads     -  2   platform threads of the application
app-temporary   MB 1   temporary files of the application
watch-heap      MB 4   heap of the watcher after a collection
watch-resident  MB 16  resident memory of the watcher
watch-descriptors - 2  file descriptors of the watcher
watch-threads   -  2   threads of the watcher
watch-temporary MB 1   temporary files of the watcher
'
# The agent's max-size and the watcher's recording share chunks of 4 MB; 8 MB are held back, and the rest is snapshots.
SOAK_CAPTURE_MB=84

say() {
  printf '%s: %s\n' "$(script)" "$1" >&2
}

# app_start CAPTURE AGENT-OPTIONS [PREFIX...]: starts the application, and sets APP once it runs.
app_start() {
  local capture=$1 options=$2 line
  shift 2
  rm -f "$SOAK_WORK/app.in" "$SOAK_WORK/app.out"
  mkfifo "$SOAK_WORK/app.in" "$SOAK_WORK/app.out"
  mkdir -p "$SOAK_WORK/app-tmp"
  # Opened for reading and writing, so that neither end waits for the other.
  exec {APP_IN}<>"$SOAK_WORK/app.in" {APP_OUT}<>"$SOAK_WORK/app.out"
  "$@" "$BENCH_JDK/bin/java" -Xms128m -Xmx128m -XX:+AlwaysPreTouch -XX:+UseSerialGC -XX:NativeMemoryTracking=summary \
    -Djava.io.tmpdir="$SOAK_WORK/app-tmp" -XX:ErrorFile="$SOAK_WORK/hs_err_%p.log" \
    -Djdk.reflect.useNativeAccessorOnly=true "${SOAK_JVM[@]}" \
    "-javaagent:$SOAK_AGENT=out=\"$capture\",metrics=0${options:+,$options}" -cp "$SOAK_CLASSES" \
    dev.loomweight.samples.bench.LongRun "$threads" "$sites" \
    <"$SOAK_WORK/app.in" >"$SOAK_WORK/app.out" 2>"$SOAK_WORK/app.err" &
  APP=$!
  read -r -t 60 -u "$APP_OUT" line && [[ $line == ready ]] || fail "the application did not start: $(cat "$SOAK_WORK/app.err")"
  SOAK_CAPTURE=$capture
}

# Ends what app_start started.
app_end() {
  [[ -z $APP ]] || end_process "$APP"
  [[ -z $APP_IN ]] || exec {APP_IN}>&- {APP_OUT}>&-
  APP='' APP_IN=''
}

# end_process PID: ends it as a user would, after half a minute by force. Sets ENDED to its exit status.
end_process() {
  ENDED=0
  kill -CONT "$1" 2>/dev/null || :
  kill "$1" 2>/dev/null || :
  within 30 gone "$1" || kill -9 "$1" 2>/dev/null || :
  wait "$1" 2>/dev/null || ENDED=$?
}

# Whether a process has ended; a zombie counts as ended.
gone() {
  local state
  state=$(awk '/^State:/ { print $2 }' "/proc/$1/status" 2>/dev/null) || state=''
  [[ -z $state || $state == Z ]]
}

# within SECONDS COMMAND...: repeats it until it succeeds.
within() {
  local until=$((SECONDS + $1))
  shift
  until "$@"; do
    ((SECONDS < until)) || return 1
    sleep 0.2
  done
}

# Waits until the metrics are served, and sets SOAK_PORT.
metrics_find() {
  within 60 grep -q metricsUrl "$SOAK_CAPTURE/capture.json" 2>/dev/null || return 1
  SOAK_PORT=$(sed -n 's/.*"metricsUrl": *"http:[^"]*:\([0-9]*\)\/metrics".*/\1/p' "$SOAK_CAPTURE/capture.json")
}

# Prints the metrics.
scrape() {
  local socket
  exec {socket}<>"/dev/tcp/127.0.0.1/$SOAK_PORT" || return 1
  printf 'GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' >&"$socket"
  timeout 20 cat <&"$socket" || :
  exec {socket}>&-
}

# metric NAME: prints its value, without a decimal part.
metric() {
  scrape 2>/dev/null | awk -v name="$1" '$1 == name { printf "%d\n", $2 }'
}

# rises NAME FROM: whether a metric is larger than FROM.
rises() {
  local now
  now=$(metric "$1") || return 1
  [[ -n $now ]] && ((now > $2))
}

# Starts the watcher of the application, and sets WATCHER once it shows something.
watch_start() {
  mkdir -p "$SOAK_WORK/watch-tmp"
  : >"$SOAK_WORK/lines"
  # A heap of fixed size, touched in advance: growth of resident memory is outside the heap.
  LOOMWEIGHT_JAVA_OPTS="-Djava.io.tmpdir=$SOAK_WORK/watch-tmp -XX:+UseSerialGC -Xms96m -Xmx96m -XX:+AlwaysPreTouch" \
    "$SOAK_COMMAND" watch "$APP" --json >>"$SOAK_WORK/lines" 2>"$SOAK_WORK/watch.err" \
    &
  WATCHER=$!
  within 60 test -s "$SOAK_WORK/lines" || fail "the watcher shows nothing: $(cat "$SOAK_WORK/watch.err")"
}

watch_end() {
  [[ -z $WATCHER ]] || end_process "$WATCHER"
  WATCHER=''
}

# heap PID: prints its heap after a collection, in KB.
heap() {
  printf 'GC.run\nGC.heap_info\n' >"$SOAK_WORK/commands"
  timeout 60 "$BENCH_JDK/bin/jcmd" "$1" -f "$SOAK_WORK/commands" 2>/dev/null | awk '
    /total [0-9]+K, used [0-9]+K/ { sub(/.*used /, ""); heap += $0; found = 1 }
    END { if (!found) exit 1; print heap }'
}

# process PID: prints its resident memory in KB, its descriptors and its threads.
process() {
  local files=("/proc/$1/fd"/*)
  awk -v files="${#files[@]}" '/^VmRSS:/ { resident = $2 } /^Threads:/ { threads = $2 }
    END { print resident, files, threads }' "/proc/$1/status"
}

on_disk() {
  du -sk "$1" 2>/dev/null | awk '{ print $1 }'
}

# sample SECONDS: adds one line to the samples.
sample() {
  local app watch of_app of_watch lines scraped
  app=$(heap "$APP") || return 1
  watch=$(heap "$WATCHER") || return 1
  of_app=$(process "$APP") of_watch=$(process "$WATCHER")
  lines=$(wc -l <"$SOAK_WORK/lines")
  # Its writer appends.
  : >"$SOAK_WORK/lines"
  scraped=$(scrape 2>/dev/null | awk '
    /^loomweight_nmt_committed_bytes[{]category="Java Heap"/ { next }
    /^loomweight_nmt_committed_bytes[{]/ { native += $NF }
    /^loomweight_nmt_committed_bytes[{]category="Metaspace"/ { metaspace = $NF }
    /^loomweight_recording_running / { running = $NF }
    END { printf "%d %d %d", metaspace / 1024, native / 1024, running }')
  printf '%d %s %s %s %d %s %s %d %d %d %d\n' "$1" "$app" "${scraped% *}" "$of_app" \
    "$(on_disk "$SOAK_WORK/app-tmp")" "$watch" "$of_watch" "$(on_disk "$SOAK_WORK/watch-tmp")" \
    "$(on_disk "$SOAK_CAPTURE")" "$lines" "${scraped##* }" >>"$SOAK_WORK/samples"
}

# soak_run SECONDS EVERY: runs the application and the watcher, and prints the table.
soak_run() {
  local start=$SECONDS before status=0
  app_start "$SOAK_WORK/app.lw" "$agent"
  metrics_find || fail 'the agent serves no metrics'
  watch_start
  awk 'BEGIN { printf "seconds" } NF { printf " %s", $1 } END { print " capture lines scraped" }' \
    <<<"$SOAK_FIGURES" >"$SOAK_WORK/samples"
  before=$(metric loomweight_virtual_threads_started_total)
  start=$SECONDS
  while ((SECONDS - start < $1)); do
    sleep "$2"
    sample $((SECONDS - start)) || {
      say "no sample after $((SECONDS - start)) s"
      status=1
      break
    }
  done
  soak_slopes "$SOAK_WORK/samples"
  printf '\n%d virtual threads a second started, %d pins.\n' \
    $((($(metric loomweight_virtual_threads_started_total) - ${before:-0}) / (SECONDS - start))) \
    "$(scrape 2>/dev/null | awk '/^loomweight_pins_total/ { sum += $2 } END { print sum + 0 }')"
  printf '\n| at the end | |\n|---|---|\n'
  holds 'every sample could be taken' test "$status" = 0
  holds 'the application runs' kill -0 "$APP"
  holds 'the watcher runs' kill -0 "$WATCHER"
  holds 'every scrape was answered' soak_all scraped 1
  holds 'the watcher wrote lines before every sample' soak_all lines 1
  holds "the capture never had more than $SOAK_CAPTURE_MB MB" soak_most capture $((SOAK_CAPTURE_MB * 1024))
  holds 'the capture can be read while it is written' readable "$SOAK_CAPTURE"
  watch_end
  holds 'the watcher ends when it is told to' test "$ENDED" -le 143
  app_end
  holds 'the application ends when it is told to' test "$ENDED" = 143
  holds 'the capture can be read afterwards' readable "$SOAK_CAPTURE"
  holds 'the agent said nothing but which sites pin' test -z "$(grep '^loomweight agent:' "$SOAK_WORK/app.err")"
}

# holds WORDS COMMAND...: prints whether the command succeeds, as a row.
holds() {
  local words=$1
  shift
  if "$@" >/dev/null 2>&1; then
    printf '| %s | holds |\n' "$words"
  else
    printf '| %s | does not hold |\n' "$words"
    say "does not hold: $words"
  fi
}

# readable CAPTURE: whether loomweight finds sites in it.
readable() {
  "$SOAK_COMMAND" pins "$1" 2>"$SOAK_WORK/pins.err" >"$SOAK_WORK/pins.out" &&
    grep -q 'Site[0-9]*\.hold' "$SOAK_WORK/pins.out"
}

# soak_all COLUMN MIN: whether every sample has at least MIN in this column.
soak_all() {
  awk -v name="$1" -v least="$2" '
    NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; next }
    $at < least { bad = 1 }
    END { exit bad || NR < 2 }' "$SOAK_WORK/samples"
}

# soak_most COLUMN MAX: whether no sample has more than MAX in this column.
soak_most() {
  awk -v name="$1" -v most="$2" '
    NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; next }
    $at > most { bad = 1 }
    END { exit bad || NR < 2 }' "$SOAK_WORK/samples"
}

# soak_slopes SAMPLES: the table of slopes. Neighbouring samples are correlated (a chunk fills, a cache warms), so only a
# fraction (1 - r) / (1 + r) of them is independent, with r the correlation of neighbours. A leak continues: a step, as
# when JFR takes more buffers on a busy machine, grows in only one half of the time.
soak_slopes() {
  awk -v figures="$SOAK_FIGURES" -v least=600 '
    function shown(value, unit) { return unit == "MB" ? sprintf("%.2f MB", value / 1024) : sprintf("%.2f", value) }
    # Fits a line to column "at" from one time to another: sets n, mean, most, slope and error, by the hour.
    function fit(at, from, to,   i, mt, stt, stv, see, r, e, before) {
      n = mean = slope = error = most = 0
      for (i = 1; i <= count; i++) if (time[i] >= from && time[i] <= to) { n++; mt += time[i]; mean += value[i, at] }
      if (n < 3) return
      mt /= n; mean /= n
      for (i = 1; i <= count; i++) if (time[i] >= from && time[i] <= to) {
        stt += (time[i] - mt) ^ 2; stv += (time[i] - mt) * (value[i, at] - mean)
        if (value[i, at] > most) most = value[i, at]
      }
      slope = stt ? stv / stt : 0
      for (i = 1; i <= count; i++) if (time[i] >= from && time[i] <= to) {
        e = value[i, at] - mean - slope * (time[i] - mt)
        see += e * e
        r += e * before
        before = e
      }
      r = see ? r / see : 0
      r = r < 0 ? 0 : r > .99 ? .99 : r
      error = stt ? 3 * 3600 * sqrt(see / (n - 2) / stt * (1 + r) / (1 - r)) : 0
      slope *= 3600
    }
    function row(at, unit, tolerance, words,   from, middle, end, early, late, verdict) {
      end = time[count]; from = end / 3; middle = (from + end) / 2
      if (unit == "MB") tolerance *= 1024
      fit(at, from, middle); early = slope
      fit(at, middle, end); late = slope
      fit(at, from, end)
      if (n < 12 || end - from < least) verdict = "too short to judge"
      else if (slope > error && slope > tolerance && early > tolerance && late > tolerance) verdict = "leaks"
      else if (slope + error <= tolerance) verdict = "steady"
      else verdict = slope > error && slope > tolerance ? "a step, no leak" : "no growth beyond the noise"
      printf "| %s | %s | %s | %s ± %s | %s, %s | %s | %s |\n", words, shown(mean, unit), shown(most, unit),
        shown(slope, unit), shown(error, unit), shown(early, unit), shown(late, unit), shown(tolerance, unit), verdict
    }
    NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    { count++; time[count] = $1; for (i = 1; i <= NF; i++) value[count, i] = $i }
    END {
      print "| after the first third | mean | most | slope an hour ± 3 standard errors | of each half | tolerance | verdict |"
      print "|---|---|---|---|---|---|---|"
      lines = split(figures, line, "\n")
      for (l = 1; l <= lines; l++) {
        words = split(line[l], word, " ")
        if (!words) continue
        text = word[4]
        for (w = 5; w <= words; w++) text = text " " word[w]
        row(column[word[1]], word[2], word[3], text)
      }
      printf "\n%d samples in %d s.\n", count, time[count]
    }' "$1"
}

# Injects faults, one kind after another, each with a new application and watcher.
soak_faults() {
  local fault
  printf '\n| harm | what must hold | |\n|---|---|---|\n'
  for fault in stopped killed out_of_memory full_disk read_only_disk; do
    say "harm: ${fault//_/ }"
    SOAK_FAULT=${fault//_/ }
    "fault_$fault"
    watch_end
    app_end
    fault_clean
  done
}

# held WORDS COMMAND...: a row for the current fault.
held() {
  printf '| %s ' "$SOAK_FAULT"
  holds "$@"
}

not_tried() {
  printf '| %s | %s | not tried |\n' "$SOAK_FAULT" "$1"
}

fault_start() {
  local capture=$1 options=$2
  shift 2
  rm -rf "$SOAK_WORK/app.lw"
  app_start "$capture" "interval=1s${options:+,$options}${agent:+,$agent}" "$@"
  # Keeps the shell from reporting the kill.
  disown "$APP"
  metrics_find || fail 'the agent serves no metrics'
  within 60 readable "$SOAK_CAPTURE" || fail 'no pin reaches the capture'
  watch_start
}

lines_come() {
  local before
  before=$(wc -l <"$SOAK_WORK/lines")
  within 30 more_lines "$before"
}

more_lines() {
  (($(wc -l <"$SOAK_WORK/lines") > $1))
}

# Whether the watcher counts more pins than before.
pins_come() {
  local before
  before=$(pins_watched)
  within 30 more_pins "$before"
}

pins_watched() {
  tail -n 1 "$SOAK_WORK/lines" | sed -n 's/.*"pinsTotal":\([0-9]*\).*/\1/p'
}

more_pins() {
  (($(pins_watched) > $1))
}

fault_stopped() {
  local pins
  fault_start "$SOAK_WORK/app.lw" ''
  kill -STOP "$APP"
  sleep 8
  held 'the watcher runs while the application is stopped' kill -0 "$WATCHER"
  held 'the capture can be read while the application is stopped' readable "$SOAK_CAPTURE"
  kill -CONT "$APP"
  pins=$(metric loomweight_virtual_threads_started_total)
  held 'metrics count on after SIGCONT' within 30 rises loomweight_virtual_threads_started_total "${pins:-0}"
  held 'the recording runs' rises loomweight_recording_running 0
  held 'the watcher goes on' lines_come
  held 'the watcher counts pins on' pins_come
  held 'the capture can be read' readable "$SOAK_CAPTURE"
}

fault_killed() {
  fault_start "$SOAK_WORK/app.lw" ''
  kill -9 "$APP"
  within 30 gone "$APP"
  held 'the watcher ends by itself' within 60 gone "$WATCHER"
  held 'the capture can be read' readable "$SOAK_CAPTURE"
}

fault_out_of_memory() {
  local group=/sys/fs/cgroup/memory limit=memory.limit_in_bytes
  [[ -d $group ]] || group=/sys/fs/cgroup limit=memory.max
  SOAK_GROUP=$group/loomweight-soak-$$
  if ! mkdir "$SOAK_GROUP" 2>/dev/null || ! printf 402653184 2>/dev/null >"$SOAK_GROUP/$limit"; then
    rmdir "$SOAK_GROUP" 2>/dev/null || :
    SOAK_GROUP=''
    not_tried 'no control group with a memory limit can be made here'
    return
  fi
  # A heap that is too large for the group.
  SOAK_JVM=(-Xmx2g -XX:-AlwaysPreTouch -XX:-UseContainerSupport)
  # shellcheck disable=SC2016 # sh expands it
  fault_start "$SOAK_WORK/app.lw" '' sh -c 'echo $$ >"$0/cgroup.procs" && exec "$@"' "$SOAK_GROUP"
  printf 'eat\n' >&"$APP_IN"
  held 'the kernel kills the application' within 120 gone "$APP"
  held 'the watcher ends by itself' within 60 gone "$WATCHER"
  held 'the capture can be read' readable "$SOAK_CAPTURE"
}

fault_full_disk() {
  local disk=$SOAK_WORK/disk
  mkdir "$disk"
  if ! mount -t tmpfs -o size=192m none "$disk" 2>/dev/null; then
    not_tried 'no file system can be mounted here'
    return
  fi
  SOAK_MOUNTS+=("$disk")
  fault_start "$disk/app.lw" min-free=48m
  fill "$disk"
  held 'the agent says that nothing is recorded' within 30 grep -q 'nothing is recorded until there is room' "$SOAK_WORK/app.err"
  fault_goes_on "$disk/app.lw"
}

# Makes the disk read-only after an error, as ext4 does.
fault_read_only_disk() {
  local disk=$SOAK_WORK/disk image=$SOAK_WORK/image device
  mkdir "$disk"
  dd if=/dev/zero of="$image" bs=1M count=192 2>/dev/null
  if ! mkfs.ext4 -q "$image" 2>/dev/null || ! mount -o loop,errors=remount-ro "$image" "$disk" 2>/dev/null; then
    not_tried 'no ext4 can be made and mounted here'
    return
  fi
  SOAK_MOUNTS+=("$disk")
  device=$(awk -v disk="$disk" '$2 == disk { sub(/.*\//, "", $1); print $1 }' /proc/mounts)
  if [[ $device != loop* || ! -w /sys/fs/ext4/$device/trigger_fs_error ]]; then
    not_tried 'the kernel cannot be asked for an error of this file system'
    return
  fi
  fault_start "$disk/app.lw" min-free=24m
  echo 1 >"/sys/fs/ext4/$device/trigger_fs_error"
  held 'the capture can be read' readable "$disk/app.lw"
  # A JVM that cannot write to a chunk aborts; no agent can prevent that.
  if within 20 gone "$APP"; then
    printf '| %s | the JVM ended itself, as JFR does when a write fails | seen |\n' "$SOAK_FAULT"
    held 'the watcher ends by itself' within 60 gone "$WATCHER"
  else
    printf '| %s | the JVM goes on | seen |\n' "$SOAK_FAULT"
    held 'the watcher goes on' lines_come
  fi
  held 'the capture can be read afterwards' readable "$disk/app.lw"
}

# Checks that hold when the recording has ended and the application has not.
fault_goes_on() {
  local started
  held 'the application runs' kill -0 "$APP"
  started=$(metric loomweight_virtual_threads_started_total)
  held 'metrics are served and count threads on' within 30 rises loomweight_virtual_threads_started_total "${started:-0}"
  held 'metrics say that the recording has ended' test "$(metric loomweight_recording_running)" = 0
  held 'the watcher goes on' lines_come
  held 'the watcher counts pins on' pins_come
  held 'the capture can be read' readable "$1"
}

# fill FOLDER: writes until the disk is full.
fill() {
  dd if=/dev/zero of="$1/filling" bs=1M 2>/dev/null || :
}

fault_clean() {
  local mounted
  for mounted in "${SOAK_MOUNTS[@]}"; do
    umount "$mounted" 2>/dev/null || umount -l "$mounted" || :
  done
  SOAK_MOUNTS=() SOAK_JVM=()
  rm -rf "$SOAK_WORK/disk" "$SOAK_WORK/image"
  if [[ -n $SOAK_GROUP ]]; then
    within 10 rmdir "$SOAK_GROUP" 2>/dev/null || :
    SOAK_GROUP=''
  fi
}

# Ends everything that was started, and unmounts everything that was mounted.
soak_clean() {
  local status=$?
  watch_end
  app_end
  fault_clean
  rm -rf "$SOAK_WORK"
  return "$status"
}
