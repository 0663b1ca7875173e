# shellcheck shell=bash
# Finds Maven, or downloads it. Sourced.
# shellcheck source=SCRIPTDIR/fetch.sh
source "${BASH_SOURCE[0]%/*}/fetch.sh"

MAVEN_VERSION=3.9.16
MAVEN_SHA512=ed41650d42485cfc243fad22158caf9cbb5dc408ce7a09ddb94dd42a019de929ca43065bfa450612cf12bf78b5cafa3884b96c090de326ff590448c933454af3
MAVEN_FILE=apache-maven-$MAVEN_VERSION-bin.zip
# From PyPI: resolves Maven artifacts without Maven.
JGO=jgo==3.2.0

# Sets MVN to an existing Maven: of MAVEN_HOME, of the PATH, or downloaded earlier. Fails if there is none.
maven_find() {
  MVN=${MAVEN_HOME:+$MAVEN_HOME/bin/mvn}
  [[ -z $MVN || ! -x $MVN ]] || return 0
  MVN=$(type -P mvn) && return 0
  cache_find || return 1
  MVN=$CACHE/apache-maven-$MAVEN_VERSION/bin/mvn
  [[ -x $MVN ]]
}

# Downloads Maven into the cache and sets MVN.
maven_fetch() {
  local work status=0
  cache_find || return 1
  work=$(mktemp -d "$CACHE/fetch.XXXXXX") || return 1
  maven_fetch_into "$work" || status=1
  rm -rf "$work"
  MVN=$CACHE/apache-maven-$MAVEN_VERSION/bin/mvn
  return "$status"
}

maven_fetch_into() {
  local file=$1/$MAVEN_FILE address
  address=$(maven_address)
  if { [[ -z $address ]] || ! maven_download "$address" "$file"; } && ! maven_resolve "$1" "$file"; then
    printf 'loomweight: no mvn found, and it could not be downloaded; install Maven, or set MVNW_REPOURL to a Maven repository\n' >&2
    return 1
  fi
  digest_check "$file" 512 "$MAVEN_SHA512" || return 1
  unpack "$file" "$1/unpacked" || return 1
  chmod +x "$1/unpacked/apache-maven-$MAVEN_VERSION/bin/mvn"
  move_in "$1/unpacked/apache-maven-$MAVEN_VERSION" "$CACHE/apache-maven-$MAVEN_VERSION"
}

# Prints the repository that the user named: as for Maven's wrapper, or as a mirror in Maven's settings.
maven_address() {
  local settings mirror
  if [[ -n ${MVNW_REPOURL:-} ]]; then
    printf '%s' "${MVNW_REPOURL%/}"
    return
  fi
  [[ -r ${HOME:-}/.m2/settings.xml ]] || return 0
  settings=$(tr -d '\n\r\t ' <"$HOME/.m2/settings.xml")
  while [[ $settings == *'<mirror>'* ]]; do
    settings=${settings#*<mirror>}
    mirror=${settings%%</mirror>*}
    if [[ $mirror =~ '<mirrorOf>'[^\<]*('*'|central) && $mirror =~ '<url>'([^\<]+)'</url>' ]]; then
      printf '%s' "${BASH_REMATCH[1]%/}"
      return
    fi
  done
}

# maven_download REPOSITORY FILE
maven_download() {
  local url=$1/org/apache/maven/apache-maven/$MAVEN_VERSION/$MAVEN_FILE
  if command -v curl >/dev/null; then
    curl -fsSL -o "$2" "$url" 2>/dev/null
  else
    wget -q -O "$2" "$url" 2>/dev/null
  fi
}

# maven_resolve DIRECTORY FILE: with jgo, which uses the repository that Maven itself would use.
maven_resolve() {
  local certificates
  python_find || return 1
  "$PYTHON" -m pip install -q --disable-pip-version-check --target "$1/jgo" "$JGO" >"$1/log" 2>&1 || return 1
  # A company's own certificates are known to the system and to pip, but not to what pip installs.
  certificates=$("$PYTHON" -m pip config get global.cert 2>/dev/null) || certificates=/etc/ssl/certs/ca-certificates.crt
  if [[ -z ${REQUESTS_CA_BUNDLE:-} && -r $certificates ]]; then
    export REQUESTS_CA_BUNDLE=$certificates
  fi
  PYTHONPATH=$1/jgo "$PYTHON" - "$1/repository" "$MAVEN_VERSION" "$2" >>"$1/log" 2>&1 <<'END'
import pathlib
import shutil
import sys

from jgo.maven import MavenContext

repository, version, file = sys.argv[1:]
maven = MavenContext(repo_cache=pathlib.Path(repository)).project("org.apache.maven", "apache-maven")
shutil.copy(maven.at_version(version).artifact(packaging="zip", classifier="bin").resolve(), file)
END
}
