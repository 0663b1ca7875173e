#!/usr/bin/env bash
# Checks, compares with the base, and writes the summary of the step. Its outputs are read by the steps after it, of which
# the last one fails the job.
set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
source "${BASH_SOURCE[0]%/*}/lib.sh"
name_checked
case ${INPUT_BASE:-} in
  show | check | ignore) ;;
  *) fail "base: expected show, check or ignore, and not '${INPUT_BASE:-}'" ;;
esac
work=$(work)
reports=$work/reports
kept=$work/kept
rm -rf "$reports" "$kept"
mkdir -p "$reports" "$kept/recording"
shopt -s nullglob
shopt -s globstar 2>/dev/null || :

# lines TEXT: sets `lines` to the lines that are not blank, without the blanks around them.
lines() {
  local line
  lines=()
  while IFS=$' \t' read -r line || [[ -n $line ]]; do
    [[ -z $line ]] || lines+=("$line")
  done <<<"${1//$'\r'/}"
}

# found TEXT: sets `found` to the paths that the lines of TEXT name. A path never looks like an option.
found() {
  local line path IFS=
  found=()
  lines "$1"
  for line in ${lines[@]+"${lines[@]}"}; do
    [[ $line != -* ]] || line=./$line
    # shellcheck disable=SC2206 # patterns are wanted, and without an IFS nothing is split
    [[ -e $line ]] && path=("$line") || path=($line)
    found+=(${path[@]+"${path[@]}"})
  done
}

found "${INPUT_RECORDING:-}"
((${#found[@]})) || fail "recording: nothing matches ${INPUT_RECORDING:-}"
recordings=("${found[@]%/}")
number=0
for recording in "${recordings[@]}"; do
  [[ -e $recording ]] || fail "recording: there is no $recording"
  number=$((number + 1))
  cp -R -- "$recording" "$kept/recording/$(printf '%02d' "$number")-${recording##*/}"
done

config=${INPUT_CONFIG:-}
[[ -n $config || ! -e loomweight.toml ]] || config=loomweight.toml
classes=()
if [[ -n ${INPUT_CLASS_PATH:-} ]]; then
  found "$INPUT_CLASS_PATH"
  ((${#found[@]})) || fail "class-path: nothing matches $INPUT_CLASS_PATH"
  classes=("${found[@]}")
elif [[ -z $(find -L "$kept/recording" -name capture.json -print -quit) ]] &&
  ! grep -Eqs '^[[:space:]]*"?classpath"?[[:space:]]*=' "${config:-/dev/null}"; then
  # A capture names the class path of its target, and this would replace it.
  found $'**/target/classes\n**/target/test-classes\n**/build/classes/*/*'
  classes=(${found[@]+"${found[@]}"})
fi
pins=()
for entry in ${classes[@]+"${classes[@]}"}; do
  pins+=(--classpath "$entry")
done
[[ -z ${INPUT_OWN:-} ]] || pins+=(--own "$INPUT_OWN")

arguments=()
[[ -z ${INPUT_CONFIG:-} ]] || arguments+=(--config "$INPUT_CONFIG")
lines "${INPUT_BUDGET:-}"
for budget in ${lines[@]+"${lines[@]}"}; do
  arguments+=(--budget "$budget")
done
baseline=${INPUT_BASELINE:-}
if [[ -z $baseline && $INPUT_BASE == check && -n ${BASE:-} ]]; then
  baseline=$BASE/baseline.json
  [[ -e $baseline ]] || baseline=$BASE/recording
fi
[[ -z $baseline ]] || arguments+=(--baseline "$baseline")
# Captures of pull requests are nobody's base, and kept under another name.
artifact=$INPUT_NAME-capture
if [[ $GITHUB_EVENT_NAME != pull_request* ]]; then
  artifact=$INPUT_NAME
  arguments+=(--save-baseline "$kept/baseline.json")
fi
lines "${INPUT_ARGUMENTS:-}"
arguments+=(${lines[@]+"${lines[@]}"})

loomweight_check() {
  "$LOOMWEIGHT" check "${recordings[@]}" ${pins[@]+"${pins[@]}"} ${arguments[@]+"${arguments[@]}"} \
    --source-root "$GITHUB_WORKSPACE" -o "$reports/check.md" -o "$reports/check.html" \
    -o "$reports/check.json" -o "$reports/check.xml" -o "$reports/check.sarif" </dev/null
}

# alone FOLDER: the only capture or recording in it; else the folder.
alone() {
  local all=("$1"/*)
  if ((${#all[@]} == 1)); then
    printf '%s' "${all[0]}"
  else
    printf '%s' "$1"
  fi
}

loomweight_diff() {
  "$LOOMWEIGHT" diff "$before" "$(alone "$kept/recording")" ${pins[@]+"${pins[@]}"} \
    -o "$reports/diff.md" -o "$reports/diff.html" -o "$reports/diff.json" </dev/null
}

status=0
quoted loomweight_check || status=$?
output status "$status"
case $status in
  0) output result met ;;
  3) output result exceeded ;;
  *) output result failed ;;
esac
summary=$GITHUB_STEP_SUMMARY
if [[ -e $reports/check.md ]]; then
  output reports "$reports"
  output sarif "$reports/check.sarif"
  cat "$reports/check.md" >>"$summary"
else
  printf '### Loomweight check\n\nNothing could be checked; the log of the step says why.\n' >>"$summary"
fi
if ((status == 0 || status == 3)); then
  output kept "$kept"
  output artifact "$artifact"
fi

before=${INPUT_BASELINE:-}
[[ -n $before || -z ${BASE:-} ]] || before=$(alone "$BASE/recording")
# What --save-baseline wrote has no recording to compare with.
if [[ -n $before && $before != *.json && -e $reports/check.md ]]; then
  if quoted loomweight_diff; then
    printf '\n' >>"$summary"
    cat "$reports/diff.md" >>"$summary"
  else
    rm -f "$reports"/diff.*
    notice 'the difference to the base could not be computed; the log of the step says why'
  fi
fi
