# shellcheck shell=bash
# Checks the Go programs. Sourced.

# go_vetted MODULE: whether the module in that directory is formatted and passes `go vet`. True without Go.
go_vetted() {
  local unformatted
  if ! command -v go >/dev/null; then
    printf 'scripts/test: no Go found; %s is not vetted\n' "$1"
    return 0
  fi
  unformatted=$("$(go env GOROOT)/bin/gofmt" -l "$1") || return 1
  if [[ -n $unformatted ]]; then
    printf 'scripts/test: gofmt would change %s\n' "${unformatted//$'\n'/ }" >&2
    return 1
  fi
  if ! (cd "$1" && GOWORK=off CGO_ENABLED=0 go vet ./...); then
    printf 'scripts/test: go vet reports problems in %s\n' "$1" >&2
    return 1
  fi
  printf 'scripts/test: %s is vetted, with %s\n' "$1" "$(go env GOVERSION)"
}
