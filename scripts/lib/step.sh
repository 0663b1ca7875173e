# shellcheck shell=bash
# Prints one line on stderr per slow step: its name and the seconds it took. Sourced.

# step LABEL COMMAND...: runs the command and returns its status. On a terminal the seconds are updated. The
# command's output on stderr follows the line.
step() {
  local label=$1 start=$SECONDS ticker='' status=0 said
  said=$(mktemp)
  shift
  printf 'loomweight: %s ... ' "$label" >&2
  if [[ -t 2 ]]; then
    # Also ends when this script is stopped.
    (while sleep 1 && kill -0 $$ 2>/dev/null; do
      printf '\rloomweight: %s ... %d s ' "$label" $((SECONDS - start)) >&2
    done) 9>&- &
    ticker=$!
  fi
  "$@" 2>"$said" || status=$?
  if [[ -n $ticker ]]; then
    kill "$ticker" 2>/dev/null || :
    wait "$ticker" 2>/dev/null || :
    printf '\rloomweight: %s ... ' "$label" >&2
  fi
  ((status == 0)) || printf 'failed after ' >&2
  printf '%d s\n' $((SECONDS - start)) >&2
  cat "$said" >&2
  rm -f "$said"
  return "$status"
}
