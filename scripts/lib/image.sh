# shellcheck shell=bash
# Builds the root file system of an image by the lines of its Dockerfile, and runs commands in it, without a daemon: by
# chroot and namespaces of Linux, as root. Sourced.
#
# Knows the instructions that scripts/container/Dockerfile uses, and fails at any other.

# Images that a Dockerfile can copy from by their names: to the folders in which they were built.
declare -A IMAGES=()

# image_build DOCKERFILE CONTEXT BASE OUT: runs the lines of a Dockerfile. BASE is the root file system that stands for
# every image that it begins with. Makes OUT/root, and the files OUT/user, OUT/workdir, OUT/env, OUT/entrypoint, OUT/cmd.
image_build() {
  local dockerfile=$1 context=$2 base=$3 out=$4
  local line instruction rest stage='' name count=0
  local -A arguments=() stages=()
  mkdir -p "$out"
  while IFS= read -r line; do
    instruction=${line%%[[:space:]]*} rest=${line#"$instruction"}
    rest=${rest#"${rest%%[![:space:]]*}"}
    for name in "${!arguments[@]}"; do
      [[ $instruction == RUN ]] || rest=${rest//"\${$name}"/${arguments[$name]}}
    done
    case $instruction in
      ARG) arguments[${rest%%=*}]=${rest#*=} ;;
      FROM)
        name=$((count++))
        [[ $rest != *' AS '* ]] || name=${rest##* AS }
        stage=$out/stage-$name stages[$name]=$stage
        rm -rf "$stage"
        cp -a --reflink=auto "$base" "$stage"
        rm -f "$out"/{user,workdir,env,entrypoint,cmd}
        printf '/\n' >"$out/workdir"
        ;;
      COPY) image_copy "$stage" "$context" "$rest" || return 1 ;;
      RUN) image_chroot "$stage" /bin/sh -c "$rest" || return 1 ;;
      ENV) printf '%s\n' "$rest" >>"$out/env" ;;
      WORKDIR) mkdir -p "$stage$rest" && printf '%s\n' "$rest" >"$out/workdir" ;;
      USER) printf '%s\n' "$rest" >"$out/user" ;;
      ENTRYPOINT) image_words "$rest" >"$out/entrypoint" || return 1 ;;
      CMD) image_words "$rest" >"$out/cmd" || return 1 ;;
      *)
        printf 'image.sh: unknown instruction %s in %s\n' "$instruction" "$dockerfile" >&2
        return 1
        ;;
    esac
  done < <(image_lines "$dockerfile")
  rm -rf "$out/root" && mv "$stage" "$out/root"
}

# image_lines DOCKERFILE: its instructions, each on one line, without comments.
image_lines() {
  sed -e '/^[[:space:]]*#/d' "$1" | sed -e :a -e '/\\$/N; s/\\\n[[:space:]]*//; ta' -e '/^[[:space:]]*$/d'
}

# image_words '["A", "B"]': the words of a list, one on a line.
image_words() {
  [[ $1 =~ ^\[.*\]$ ]] || {
    printf 'image.sh: not a list of words: %s\n' "$1" >&2
    return 1
  }
  grep -o '"[^"]*"' <<<"$1" | tr -d '"'
}

# image_copy STAGE CONTEXT '[--from=NAME] FROM TO': one source, which may be a pattern of one file; uses `stages`.
image_copy() {
  local stage=$1 from=$2 words source files=()
  read -r -a words <<<"$3"
  if [[ ${words[0]} == --from=* ]]; then
    from=${words[0]#--from=}
    from=${stages[$from]:-${IMAGES[$from]:?no stage or image of that name}/root}
    words=("${words[@]:1}")
  fi
  ((${#words[@]} == 2)) || {
    printf 'image.sh: COPY %s: one source and one destination are known\n' "$3" >&2
    return 1
  }
  # shellcheck disable=SC2206 # the pattern names a file
  files=("$from"/${words[0]#/})
  source=${files[0]}
  [[ -e $source && ${#files[@]} == 1 ]] || {
    printf 'image.sh: COPY %s: %s is not one file\n' "$3" "${files[*]}" >&2
    return 1
  }
  mkdir -p "$(dirname "$stage${words[1]}")"
  # Copied files belong to root, whoever built the package.
  cp -a --no-preserve=ownership "$source" "$stage${words[1]}"
}

# image_chroot ROOT COMMAND...: as root, in namespaces of its own, with /proc and the plain devices.
image_chroot() {
  local root=$1
  shift
  unshare --mount --pid --fork --kill-child sh -c "$IMAGE_ENTER" sh "$root" "" "$@"
}

# Makes ROOT the root of this mount namespace, as container runtimes do, with what is mounted at "FROM:TO FROM:TO", and
# becomes the command.
# shellcheck disable=SC2016 # for the shell inside
IMAGE_ENTER='
  root=$1 binds=$2
  shift 2
  mount --make-rprivate / && mount --bind "$root" "$root" && cd "$root" || exit 125
  mount -t proc proc proc && mount --bind /dev dev || exit 125
  for bind in $binds; do
    mkdir -p ".${bind#*:}" && mount --bind "${bind%%:*}" ".${bind#*:}" || exit 125
  done
  mkdir -p .old && pivot_root . .old && exec chroot . /bin/sh -c "umount -l /.old && rmdir /.old && exec \"\$@\"" sh "$@"'

# image_run OUT USER:GROUP COMMAND...: in a container made of an image, as a user without any capability but those of
# IMAGE_CAPABILITIES (as "+kill,+sys_ptrace"), as Kubernetes' profile "restricted" runs it. With IMAGE_PIDS=PID in the process namespace of that process, as the target of kubectl
# debug; IMAGE_BINDS="FROM:TO ..." mounts folders. The entry point is not used, as by kubectl debug. Becomes the command:
# to be called in a subshell.
image_run() {
  local out=$1 user=${2%:*} group=${2#*:} enter=() environment=()
  shift 2
  [[ ! -e $out/env ]] || mapfile -t environment <"$out/env"
  if [[ -n ${IMAGE_PIDS:-} ]]; then
    enter=(nsenter "--pid=/proc/$IMAGE_PIDS/ns/pid" unshare --mount)
  else
    enter=(unshare --mount --pid --fork --kill-child)
  fi
  # shellcheck disable=SC2016 # for the shell inside
  exec "${enter[@]}" sh -c "$IMAGE_ENTER" sh "$out/root" "${IMAGE_BINDS:-}" \
    setpriv "--reuid=$user" "--regid=$group" --clear-groups --inh-caps=-all "--bounding-set=-all${IMAGE_CAPABILITIES:+,$IMAGE_CAPABILITIES}" --no-new-privs \
    env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "${environment[@]}" \
    /bin/sh -c 'cd "$0" && exec "$@"' "$(<"$out/workdir")" "$@"
}
