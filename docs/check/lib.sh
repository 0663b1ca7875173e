# shellcheck shell=bash
# What the steps of action.yml share. Sourced; works with the bash 3.2 of macOS.

# fail MESSAGE: ends the step. MESSAGE is of Loomweight's own words and of inputs of the workflow alone.
fail() {
  printf '::error title=Loomweight::%s\n' "$(escaped "$1")"
  exit 1
}

# notice MESSAGE: says why something is left out.
notice() {
  printf '::notice title=Loomweight::%s\n' "$(escaped "$1")"
}

# escaped TEXT: for a command of the runner, which ends at the end of a line.
escaped() {
  local text=${1//'%'/%25}
  text=${text//$'\r'/%0D}
  printf '%s' "${text//$'\n'/%0A}"
}

# Names stand in comments, addresses and folders.
name_checked() {
  [[ ${INPUT_NAME:-} =~ ^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$ ]] ||
    fail "name: expected letters, digits, '.', '_' and '-', and not '${INPUT_NAME:-}'"
}

# needs PROGRAM...: fails without a word if one is not installed; sets `missing`.
needs() {
  for missing; do
    command -v "$missing" >/dev/null || return 1
  done
}

# api METHOD URL FILE [CURL OPTION...]: a request to GitHub whose answer goes to FILE. Sets `http`, its status; 000 for no
# answer. The token is not among the arguments of a process, which others on the machine can see.
# shellcheck disable=SC2034 # http is read by the steps
api() {
  local method=$1 url=$2 file=$3
  shift 3
  http=$(printf 'header = "Authorization: Bearer %s"\n' "${INPUT_TOKEN:-}" |
    curl --config - --silent --show-error --location --retry 2 --max-time 300 --request "$method" \
      --header 'Accept: application/vnd.github+json' --header 'X-GitHub-Api-Version: 2022-11-28' \
      --output "$file" --write-out '%{http_code}' "$@" "$url") || http=000
}

# output NAME VALUE: of the step. Values are of one line.
output() {
  printf '%s=%s\n' "$1" "${2%%$'\n'*}" >>"$GITHUB_OUTPUT"
}

# The folder of this check.
work() {
  printf '%s/loomweight-%s' "$RUNNER_TEMP" "$INPUT_NAME"
}

# quoted COMMAND...: runs it while the runner obeys nothing in its output, where names of recordings stand.
quoted() {
  local word status=0
  word=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  printf '::stop-commands::%s\n' "$word"
  "$@" 2>&1 || status=$?
  printf '\n::%s::\n' "$word"
  return "$status"
}
