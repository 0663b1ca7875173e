# Builds what is missing or older than its sources. Sourced, never run. Wants ROOT and jdk.sh.

# The one place that says what a training run of the start archive does: the classes that these commands load are in
# the archive, and so start at once.
TRAINING=(
    "--version"
    "run sleepers --threads 10 --settle 0s --output target/training.lw"
    "report --format json target/training.lw"
    "memory analyzer/src/test/resources/nmt/25.0.3/platform-summary-b.txt"
    "pins target/training.lw/virtual.lw/recording.jfr"
)

JAR=$ROOT/analyzer/target/loomweight.jar
MAVEN_VERSION=3.9.16
MAVEN_SHA512=ed41650d42485cfc243fad22158caf9cbb5dc408ce7a09ddb94dd42a019de929ca43065bfa450612cf12bf78b5cafa3884b96c090de326ff590448c933454af3
CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/loomweight

die() {
    printf 'loomweight: %s\n' "$1" >&2
    exit 1
}

# step WHAT COMMAND...: runs a step with its output in a log; one line says what it is and how long it took.
step() {
    local what=$1 log=$ROOT/target/build.log start=$SECONDS
    shift
    mkdir -p "$ROOT/target"
    printf 'loomweight: %s ...' "$what" >&2
    if "$@" >"$log" 2>&1 </dev/null; then
        printf ' %d s\n' $((SECONDS - start)) >&2
    else
        printf ' failed after %d s\n' $((SECONDS - start)) >&2
        grep -E '^\[ERROR\]|rror:|^loomweight' "$log" | grep -v -e 'Help 1' -e 're-run Maven' | head -n 8 >&2
        printf 'loomweight: the whole output is in %s\n' "$log" >&2
        return 1
    fi
}

# stale: whether a source is newer than the jar, or there is no jar.
stale() {
    [ -f "$JAR" ] || return 0
    [ -n "$(find "$ROOT/pom.xml" "$ROOT"/agent/pom.xml "$ROOT"/samples/pom.xml "$ROOT"/analyzer/pom.xml \
        "$ROOT"/agent/src/main "$ROOT"/samples/src/main "$ROOT"/analyzer/src/main -newer "$JAR" -print -quit)" ]
}

# fetch_maven: brings Maven into the cache by Python's package client and a resolver of Maven artifacts, for a machine
# that has none.
fetch_maven() {
    local work=$CACHE/maven.$$ zip
    mkdir -p "$work"
    python3 -m pip install -q --target "$work/python" jgo==3.2.0 || return 1
    zip=$(PYTHONPATH=$work/python python3 - "$work/repository" "$MAVEN_VERSION" <<'EOF'
import pathlib
import sys

from jgo.maven import MavenContext

context = MavenContext(repo_cache=pathlib.Path(sys.argv[1]))
component = context.project("org.apache.maven", "apache-maven").at_version(sys.argv[2])
print(component.artifact(packaging="zip", classifier="bin").resolve())
EOF
    ) || return 1
    zip=${zip##*$'\n'}
    check_digest 512 "$zip" "$MAVEN_SHA512" || return 1
    python3 -m zipfile -e "$zip" "$work/unpacked" || return 1
    chmod +x "$work/unpacked/apache-maven-$MAVEN_VERSION/bin/mvn"
    mv "$work/unpacked/apache-maven-$MAVEN_VERSION" "$CACHE/" || return 1
    rm -rf "$work"
}

# check_digest BITS FILE HEX: whether the file is the one that was pinned.
check_digest() {
    python3 - "$1" "$2" "$3" <<'EOF'
import hashlib
import sys

bits, name, wanted = sys.argv[1:]
with open(name, "rb") as file:
    found = hashlib.new("sha" + bits, file.read()).hexdigest()
if found != wanted:
    sys.exit(f"error: {name} has the SHA-{bits} digest {found}, not the pinned {wanted}; it is not used")
EOF
}

# find_maven: sets MVN.
find_maven() {
    if [ -n "${MAVEN_HOME:-}" ] && [ -x "$MAVEN_HOME/bin/mvn" ]; then
        MVN=$MAVEN_HOME/bin/mvn
    elif MVN=$(command -v mvn); then
        :
    else
        MVN=$CACHE/apache-maven-$MAVEN_VERSION/bin/mvn
        if [ ! -x "$MVN" ]; then
            python3 -m pip --version >/dev/null 2>&1 ||
                die "there is no Maven on the PATH, and no python3 with pip to fetch one; install Maven, or name its home folder in MAVEN_HOME"
            step "fetching Maven $MAVEN_VERSION" fetch_maven ||
                die "install Maven, or name its home folder in MAVEN_HOME"
        fi
    fi
}

package() {
    JAVA_HOME=$JDK_HOME "$MVN" -f "$ROOT/pom.xml" -B -ntp -Dquick -Dmaven.test.skip=true package
}

# build_if_stale: builds the jars; two starts at once build once.
build_if_stale() {
    stale || return 0
    [ -w "$ROOT" ] || die "$ROOT has not been built and cannot be written to"
    jdk_find
    jdk_newest javac || jdk_none "$JDK_OLDEST or newer, with javac"
    find_maven
    mkdir -p "$ROOT/target"
    exec 9>"$ROOT/target/build.lock"
    if command -v flock >/dev/null; then
        flock 9
    fi
    if stale; then
        step "building with JDK $JDK_VERSION" package || exit 1
        touch "$JAR"
        rm -f "$ROOT"/analyzer/target/*.jsa*
    fi
    exec 9>&-
}

samples_jar() {
    local jar
    for jar in "$ROOT"/samples/target/loomweight-samples-*.jar; do
        SAMPLES=$jar
    done
}

# train: runs what TRAINING says and makes an archive of all classes that it loaded.
train() (
    cd "$ROOT" || exit 1
    rm -rf target/training.lw target/training.classes
    for line in "${TRAINING[@]}"; do
        # shellcheck disable=SC2086 # the words of a command line
        "$JDK_HOME/bin/java" -XX:DumpLoadedClassList=target/training.one -Dloomweight.samples="$SAMPLES" \
            "${JVM[@]}" -jar "$JAR" $line || exit 1
        cat target/training.one >>target/training.classes
    done
    # Classes are numbered anew in each list, and those of other loaders cannot be shared across lists.
    sed -e '/source:/d' -e 's/ id: [0-9]*$//' target/training.classes | awk '!seen[$0]++' >target/training.all
    "$JDK_HOME/bin/java" -Xshare:dump -XX:SharedClassListFile=target/training.all \
        -XX:SharedArchiveFile="$ARCHIVE.$$" "${JVM[@]}" -cp "$JAR" || exit 1
    rm -rf target/training.*
    mv "$ARCHIVE.$$" "$ARCHIVE"
)
