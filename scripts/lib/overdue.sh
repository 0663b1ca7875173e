# shellcheck shell=bash
# A test waits for the programs that it starts, and one that never ends would keep the whole run. Sourced.

# Kills, until it is killed itself, the Java programs that tests started and that have run for so long that no test still
# wants them; before that, each prints its threads to where its test reads. The test then fails by name.
# Usage: overdue_watch PROCESS SECONDS     PROCESS: the build, or whatever started it
overdue_watch() {
  local id
  while sleep 20 >/dev/null 2>&1; do
    for id in $(overdue_of "$1" "$2"); do
      printf 'ended after %d s, for no test takes so long: %s\n' "$2" "$(ps -o args= -p "$id" | cut -c 1-1000)" >&2
      kill -QUIT "$id" 2>/dev/null && sleep 5 >/dev/null 2>&1
      kill -KILL "$id" 2>/dev/null
    done
  done
}

# The ids of Java programs that are older than SECONDS, started by a JVM that runs tests under PROCESS. The JVMs that run
# tests are not meant, unless a test started them.
overdue_of() {
  ps -e -o pid=,ppid=,etimes=,comm=,args= 2>/dev/null | awk -v top="$1" -v seconds="$2" '
    { parent[$1] = $2; age[$1] = $3; java[$1] = $4 == "java"; tests[$1] = $4 == "java" && /surefirebooter/ }
    END {
      for (id in parent) {
        if (!java[id] || age[id] < seconds) continue
        under = below = 0
        for (up = parent[id]; up in parent && up > 1; up = parent[up]) {
          if (tests[up]) below = 1
          if (up == top) { under = 1; break }
        }
        if (under && below) print id
      }
    }'
}
