#!/bin/sh
# Run in a root that has busybox, the C library and an unpacked package with a runtime in "/un packed": what a person does
# with it who has nothing else. Prints one line for each thing that worked; ends with the first that did not.
set -eu
done_with() {
  printf 'worked: %s\n' "$1"
}
for tool in bash java mvn git python3 perl; do
  ! command -v "$tool" || exit 1
done
done_with 'nothing but busybox'

'/un packed/install.sh' --prefix '/opt/my tools'
PATH='/opt/my tools/bin':$PATH
export PATH
loomweight --version
done_with install.sh

mkdir /work && cd /work
loomweight run sleepers --threads 50 -o sleepers.lw >sleepers.txt
ls sleepers.lw >/dev/null
done_with 'run sleepers'

# A JVM to record: a prompt that waits for a line.
mkfifo line
LOOMWEIGHT_JAVA_OPTS='-Dits.name=waiting' loomweight repl <line >prompt.txt 2>&1 &
exec 5>line
target=$!
loomweight record "$target" --duration 2s -o recorded.lw >record.txt 2>&1 || {
  cat record.txt
  exit 1
}
ls recorded.lw/*.jfr >/dev/null
done_with record
loomweight memory "$target" >memory.txt
grep -q 'resident' memory.txt
done_with 'memory of a JVM'
# The end of its input ends it.
exec 5>&-
wait "$target"

# An agent's jar is named in an option without spaces.
cp '/opt/my tools/lib/loomweight/lib/loomweight-agent.jar' /agent.jar
mkfifo more
LOOMWEIGHT_JAVA_OPTS='-javaagent:/agent.jar=out=/work/agent/app.lw' loomweight repl <more >agent.txt 2>&1 &
exec 5>more
# The agent begins after the application, and its recording after the capture.
tries=0
until loomweight report agent >agent-report.txt 2>&1 && grep -q '^Pins' agent-report.txt; do
  tries=$((tries + 1))
  [ "$tries" -lt 1000 ] || {
    cat agent.txt agent-report.txt
    exit 1
  }
done
exec 5>&-
wait $!
loomweight report agent >agent-report.txt
done_with agent

for file in /recordings/pins.jfr; do
  loomweight report "$file" >report.txt
  loomweight pins --format html -o pins.html "$file"
  loomweight diff "$file" "$file" >diff.txt
  loomweight check --budget pins=1000000 "$file" >check.txt
  loomweight repl "$file" -c 'sql SELECT count(*) FROM jdk.VirtualThreadPinned' >sql.txt
  loomweight repl "$file" -c types >types.txt
  loomweight scrub "$file" scrubbed.jfr
  loomweight pins --reader jdk "$file" >jdk.txt
  loomweight pins --reader jmc --jmc-rules "$file" >jmc.txt || loomweight report --reader jmc --jmc-rules "$file" >jmc.txt
done
grep -q '[0-9]' sql.txt
done_with 'every reader and question'
loomweight run --help >/dev/null
loomweight run direct-buffers -o direct.lw >direct.txt
done_with 'run direct-buffers'
loomweight run -- '/opt/my tools/lib/loomweight/runtime/bin/java' -version >own.txt 2>&1 || {
  cat own.txt
  exit 1
}
done_with 'run of a command'

'/opt/my tools/lib/loomweight/install.sh' --uninstall
[ ! -e '/opt/my tools' ]
done_with uninstall
