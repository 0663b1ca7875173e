# Finds JDKs without starting one: every home has a file "release" that names its version. Sourced, never run.
# Sets JDK_HOMES, JDK_FEATURES and JDK_VERSIONS, in parallel, each real home once.

JDK_OLDEST=21

# jdk_add HOME: takes the home into the lists if it is a JDK that is not in them yet.
jdk_add() {
    local home=$1 line version="" known
    [ -x "$home/bin/java" ] && [ -r "$home/release" ] || return 0
    home=$(cd -P "$home" && printf '%s' "$PWD") || return 0
    for known in ${JDK_HOMES[@]+"${JDK_HOMES[@]}"}; do
        [ "$known" != "$home" ] || return 0
    done
    while IFS= read -r line || [ -n "$line" ]; do
        case $line in
            JAVA_VERSION=*)
                version=${line#JAVA_VERSION=}
                version=${version//[\"$'\r']/}
                break
                ;;
        esac
    done <"$home/release"
    [ -n "$version" ] || return 0
    local feature=${version%%[!0-9]*}
    # Before JDK 9 the feature release was the second number: 1.8.
    if [ "$feature" = 1 ]; then
        feature=${version#1.}
        feature=${feature%%[!0-9]*}
    fi
    JDK_HOMES+=("$home")
    JDK_FEATURES+=("${feature:-0}")
    JDK_VERSIONS+=("$version")
}

# jdk_of_path: the home of the java on the PATH, through all links.
jdk_of_path() {
    local java dir
    java=$(command -v java) || return 0
    while [ -L "$java" ]; do
        dir=$(cd -P "${java%/*}" && printf '%s' "$PWD") || return 0
        java=$(readlink "$java")
        case $java in
            /*) ;;
            *) java=$dir/$java ;;
        esac
    done
    dir=${java%/*}
    jdk_add "${dir%/*}"
}

# jdk_find: looks in all the usual places. LOOMWEIGHT_JDK, if set, is the only place.
jdk_find() {
    JDK_HOMES=()
    JDK_FEATURES=()
    JDK_VERSIONS=()
    if [ -n "${LOOMWEIGHT_JDK:-}" ]; then
        jdk_add "$LOOMWEIGHT_JDK"
        [ ${#JDK_HOMES[@]} -gt 0 ] ||
            jdk_die "there is no JDK at LOOMWEIGHT_JDK=$LOOMWEIGHT_JDK: it has no bin/java with a release file; name the home folder of one that is $JDK_OLDEST or newer"
        return 0
    fi
    [ -z "${JAVA_HOME:-}" ] || jdk_add "$JAVA_HOME"
    jdk_of_path
    local home
    local root=${LOOMWEIGHT_JDK_ROOT-}
    for home in \
        "$root"/usr/lib/jvm/* "$root"/opt/* "$root"/opt/java/* \
        "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/* "$HOME"/.asdf/installs/java/* \
        "$HOME"/.local/share/mise/installs/java/* \
        "$root"/Library/Java/JavaVirtualMachines/*/Contents/Home "$HOME"/Library/Java/JavaVirtualMachines/*/Contents/Home \
        "$root"/opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home; do
        jdk_add "$home"
    done
}

# jdk_newest [javac]: sets JDK_HOME, JDK_FEATURE and JDK_VERSION to the newest that is new enough, with a compiler if
# asked for; fails if there is none.
jdk_newest() {
    local i best=-1
    for i in ${JDK_HOMES[@]+"${!JDK_HOMES[@]}"}; do
        [ "${JDK_FEATURES[i]}" -ge "$JDK_OLDEST" ] || continue
        [ "${1:-}" != javac ] || [ -x "${JDK_HOMES[i]}/bin/javac" ] || continue
        if [ "$best" -lt 0 ] || [ "${JDK_FEATURES[i]}" -gt "${JDK_FEATURES[best]}" ]; then
            best=$i
        fi
    done
    [ "$best" -ge 0 ] || return 1
    jdk_take "$best"
}

# jdk_of_feature N: the same for the first JDK of exactly that feature release that can be attached to.
jdk_of_feature() {
    local i
    for i in ${JDK_HOMES[@]+"${!JDK_HOMES[@]}"}; do
        if [ "${JDK_FEATURES[i]}" -eq "$1" ] && [ -x "${JDK_HOMES[i]}/bin/jcmd" ]; then
            jdk_take "$i"
            return 0
        fi
    done
    return 1
}

jdk_take() {
    JDK_HOME=${JDK_HOMES[$1]}
    JDK_FEATURE=${JDK_FEATURES[$1]}
    JDK_VERSION=${JDK_VERSIONS[$1]}
}

# jdk_none WHAT: one line on what was found and what is needed, and the end.
jdk_none() {
    local i found="no JDK was found"
    for i in ${JDK_HOMES[@]+"${!JDK_HOMES[@]}"}; do
        if [ "$i" -eq 0 ]; then
            found="found ${JDK_VERSIONS[i]} in ${JDK_HOMES[i]}"
        else
            found="$found, ${JDK_VERSIONS[i]} in ${JDK_HOMES[i]}"
        fi
    done
    jdk_die "$found; needed is $1; install one, or name its home folder in LOOMWEIGHT_JDK"
}

jdk_die() {
    printf 'loomweight: %s\n' "$1" >&2
    exit 1
}
