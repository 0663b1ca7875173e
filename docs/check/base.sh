#!/usr/bin/env bash
# Fetches the capture that a run on the base branch kept: that of the base's commit, or else the latest. Whatever is
# missing is said, and is no failure.
set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
source "${BASH_SOURCE[0]%/*}/lib.sh"
name_checked
needs curl jq unzip || {
  notice "the base's capture is not fetched, since $missing is not installed"
  exit 0
}
work=$(work)
base=$work/base
rm -rf "$base" "$work/base.commit"
mkdir -p "$base"

# A branch of the same name in a fork is not the base: whoever owns the fork made its captures.
# shellcheck disable=SC2016 # the variables are jq's
wanted='
  [.artifacts[]
    | select(.name == $name and (.expired | not))
    | select(.workflow_run.head_branch == $event[0].pull_request.base.ref)
    | select(.workflow_run.head_repository_id == $event[0].pull_request.base.repo.id)]
  | sort_by([.workflow_run.head_sha == $event[0].pull_request.base.sha, .id]) | last // empty
  | "\(.id) \(.workflow_run.head_sha)"'

repository=$GITHUB_API_URL/repos/$GITHUB_REPOSITORY
api GET "$repository/actions/artifacts?name=$INPUT_NAME&per_page=100" "$work/artifacts.json"
if [[ $http != 200 ]]; then
  notice "the base's capture is not fetched: the list of artifacts was answered with $http; the job needs the permission actions: read"
  exit 0
fi
found=$(jq -r --arg name "$INPUT_NAME" --slurpfile event "$GITHUB_EVENT_PATH" "$wanted" "$work/artifacts.json")
if [[ ! $found =~ ^([0-9]+)\ ([0-9a-f]+)$ ]]; then
  notice "no run on the base branch has kept a capture named $INPUT_NAME; let the workflow run on pushes to it too"
  exit 0
fi
id=${BASH_REMATCH[1]} commit=${BASH_REMATCH[2]}
api GET "$repository/actions/artifacts/$id/zip" "$work/base.zip"
if [[ $http != 200 ]] || ! unzip -q "$work/base.zip" -d "$base" || [[ ! -d $base/recording ]]; then
  notice "the base's capture could not be fetched (artifact $id, answered with $http)"
  exit 0
fi
printf '%s\n' "$commit" >"$work/base.commit"
output folder "$base"
