#!/usr/bin/env bash
# Writes the outcome as a comment on the pull request, or into the comment that an earlier run wrote. Where that is not
# allowed, as in pull requests from forks, the summary of the job has the same.
set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
source "${BASH_SOURCE[0]%/*}/lib.sh"
name_checked
case $GITHUB_EVENT_NAME in
  pull_request | pull_request_target) ;;
  *) exit 0 ;;
esac
needs curl jq || {
  notice "no comment is written, since $missing is not installed"
  exit 0
}
work=$(work)
number=$(jq -r '.pull_request.number' "$GITHUB_EVENT_PATH")
[[ $number =~ ^[0-9]+$ ]] || fail 'the event has no number of a pull request'
commit=$(jq -r '.pull_request.head.sha' "$GITHUB_EVENT_PATH")
[[ $commit =~ ^[0-9a-f]+$ ]] || commit=unknown
mark="<!-- loomweight: $INPUT_NAME -->"

# A comment may have 65,536 characters; bytes are never fewer.
MOST=65000
size() {
  wc -c <"$1"
}

# head_of FILE: what stands before the sections that are folded.
head_of() {
  awk '/^<details>/ { exit } { print }' "$1"
}

# body COMMAND COMMAND: how to print the check, and the difference.
body() {
  printf '%s\n' "$mark"
  "$1" "$REPORTS/check.md"
  if [[ -e $REPORTS/diff.md ]]; then
    printf '\n'
    "$2" "$REPORTS/diff.md"
    [[ ! -e $work/base.commit ]] || printf '\nCompared with the capture of %s.\n' "$(<"$work/base.commit")"
  fi
  if [[ $1$2 != catcat ]]; then
    printf '\nToo long for a comment: the summary of the run has the rest.\n'
  fi
  printf '\nOf %s, by [this run](%s/%s/actions/runs/%s).\n' "$commit" "$GITHUB_SERVER_URL" "$GITHUB_REPOSITORY" \
    "$GITHUB_RUN_ID"
}

for parts in 'cat cat' 'cat head_of' 'head_of head_of'; do
  # shellcheck disable=SC2086 # two words
  body $parts >"$work/comment.md"
  (($(size "$work/comment.md") > MOST)) || break
done
jq -Rs '{body: .}' "$work/comment.md" >"$work/comment.json"

# refused: whether GitHub does not let this token do it.
refused() {
  case $http in
    401 | 403 | 404)
      notice "no comment is written, since GitHub answered $http: pull requests from forks may not write, and others need the permission pull-requests: write. The summary has the same"
      exit 0
      ;;
  esac
}

# Anyone can write the mark; a comment of another user is not ours to change.
comments=$GITHUB_API_URL/repos/$GITHUB_REPOSITORY/issues
# shellcheck disable=SC2016 # the variables are jq's
ours='map(select(.user.login == $author and ((.body // "") | startswith($mark)))) | first // empty | .id'
id='' page=1
while :; do
  api GET "$comments/$number/comments?per_page=100&page=$page" "$work/comments.json"
  refused
  [[ $http == 200 ]] || fail "the comments of the pull request cannot be read: GitHub answered $http"
  id=$(jq -r --arg author "$INPUT_COMMENT_AUTHOR" --arg mark "$mark" "$ours" "$work/comments.json")
  [[ -z $id && $(jq length "$work/comments.json") == 100 ]] || break
  page=$((page + 1))
done
if [[ $id =~ ^[0-9]+$ ]]; then
  api PATCH "$comments/comments/$id" "$work/answer.json" --data-binary "@$work/comment.json"
else
  api POST "$comments/$number/comments" "$work/answer.json" --data-binary "@$work/comment.json"
fi
refused
[[ $http == 20[01] ]] || fail "the comment cannot be written: GitHub answered $http"
