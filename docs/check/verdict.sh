#!/usr/bin/env bash
# Fails the job where the check did not pass.
set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
source "${BASH_SOURCE[0]%/*}/lib.sh"
case ${STATUS:-} in
  0) exit 0 ;;
  3) printf '::error title=Loomweight::%s\n' 'a budget is exceeded or could not be measured; the summary says which' ;;
  *) printf '::error title=Loomweight::%s\n' 'nothing could be checked; the log of the step Check says why' ;;
esac
exit "${STATUS:-1}"
