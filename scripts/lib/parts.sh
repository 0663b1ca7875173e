# shellcheck shell=bash
# Commands that are made of parts, such as scripts/bench: each part is a script in scripts/lib/COMMAND. Sourced by such a
# command where the user started it, since parts take paths that are relative to there.
PARTS=$(cd -P "${BASH_SOURCE[0]%/*}" && pwd)

# part_is COMMAND NAME: whether there is such a part.
part_is() {
  [[ ${2:-} =~ ^[a-z-]+$ && -x $PARTS/$1/$2 ]]
}

# parts_listed COMMAND: one line for each part: its name, and the first line of its comment.
parts_listed() {
  local part
  for part in "$PARTS/$1"/*; do
    awk -v name="${part##*/}" '/^(# |""")/ { sub(/^(# |""")/, ""); printf "  %-14s %s\n", name, $0; exit }' "$part"
  done
}

# part_run COMMAND [NAME [ARGUMENT...]]: goes on as that part. Without a name it lists those that there are.
part_run() {
  local command=$1 name=${2:-}
  shift $(($# > 1 ? 2 : 1))
  if part_is "$command" "$name"; then
    exec "$PARTS/$command/$name" "$@"
  fi
  if [[ $name == -h || $name == --help ]]; then
    printf 'Usage: scripts/%s NAME [ARGUMENT...]\n' "$command"
    parts_listed "$command"
    exit
  fi
  printf 'scripts/%s: %s; expected one of:\n' "$command" "${name:+unknown name }${name:-no name}" >&2
  parts_listed "$command" >&2
  exit 2
}
