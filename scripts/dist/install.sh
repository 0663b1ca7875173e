#!/bin/sh
# Installs this package, or removes what it installed.
#
# Usage: ./install.sh [--prefix DIR] [--no-start-archive]
#        install.sh --uninstall [--prefix DIR]
#
# The package goes to DIR/lib/loomweight, with a link DIR/bin/loomweight, completions and man pages in DIR/share. DIR is
# /usr/local for root and ~/.local for others. Nothing that another program or the user put there is overwritten; an
# installed version is replaced. The list of what was installed is DIR/lib/loomweight/manifest.
set -eu
unset CDPATH
umask 022

package_name=loomweight

say() {
  printf '%s: %s\n' "${0##*/}" "$1" >&2
}

usage() {
  say "$1; usage: install.sh [--prefix DIR] [--no-start-archive] | --uninstall [--prefix DIR]"
  exit 2
}

# Prints what is installed, relative to the prefix: "f PATH", "l PATH TARGET" for links, one a line.
wanted() {
  (cd "$source" && find . -type f ! -path './lib/*.jsa' ! -name manifest) | LC_ALL=C sort |
    sed 's|^\.|f lib/loomweight|'
  # An archive fits only the runtime that it was made with.
  if [ -d "$source/runtime" ]; then
    (cd "$source" && find ./lib -name '*.jsa' && find ./runtime -type l) | LC_ALL=C sort | sed 's|^\.|f lib/loomweight|'
  fi
  printf 'l bin/loomweight ../lib/loomweight/bin/loomweight\n'
  printf 'l share/bash-completion/completions/loomweight ../../../lib/loomweight/completions/loomweight.bash\n'
  printf 'l share/zsh/site-functions/_loomweight ../../../lib/loomweight/completions/_loomweight\n'
  printf 'l share/fish/vendor_completions.d/loomweight.fish ../../../lib/loomweight/completions/loomweight.fish\n'
  (cd "$source/man/man1" && ls) | sed 's|.*|l share/man/man1/& ../../../lib/loomweight/man/man1/&|'
}

# there PATH: whether there is anything, a broken link too.
there() {
  [ -e "$1" ] || [ -h "$1" ]
}

# links_to PATH TARGET: whether it is that link.
links_to() {
  [ -h "$1" ] && [ "$(readlink "$1")" = "$2" ]
}

# Fails if something is in the way that an earlier installation did not put there.
check_free() {
  foreign=
  if there "$prefix/lib/$package_name" && [ ! -f "$prefix/lib/$package_name/manifest" ]; then
    foreign="$prefix/lib/$package_name"
  fi
  while IFS=' ' read -r kind path target; do
    [ "$kind" = l ] || continue
    if there "$prefix/$path" && ! links_to "$prefix/$path" "$target"; then
      foreign="$foreign${foreign:+, }$prefix/$path"
    fi
  done <"$list"
  [ -z "$foreign" ] || {
    say "not installed: $foreign is not of this package; move it away, or choose another --prefix"
    exit 1
  }
}

# make_folder PATH: creates it below the prefix, and notes in the manifest each folder that was not there.
make_folder() {
  [ ! -d "$prefix/$1" ] || return 0
  case $1 in
    */*) make_folder "${1%/*}" ;;
  esac
  mkdir "$prefix/$1"
  printf 'd %s\n' "$1" >>"$manifest.new"
}

# Copies files with their times, on which the start archive depends, and makes links.
copy() {
  while IFS=' ' read -r kind path target; do
    case $path in
      */*) make_folder "${path%/*}" ;;
    esac
    case $kind in
      f) cp -pP "$source/${path#lib/loomweight/}" "$prefix/$path" ;;
      l) links_to "$prefix/$path" "$target" || ln -s "$target" "$prefix/$path" ;;
    esac
  done <"$list"
}

install_package() {
  prefix_made=
  if [ ! -d "$prefix" ]; then
    mkdir -p "$prefix"
    prefix_made=1
  fi
  prefix=$(cd -P "$prefix" && pwd -P)
  installed=$prefix/lib/$package_name
  [ "$source" != "$installed" ] || {
    say "this is the installed package; run install.sh of an unpacked one, or --uninstall"
    exit 1
  }
  [ -w "$prefix" ] || {
    say "cannot write to $prefix; choose another folder with --prefix"
    exit 1
  }
  list=$(mktemp)
  trap 'rm -f "$list"' EXIT
  trap 'exit 1' HUP INT TERM
  wanted >"$list"
  check_free
  if [ -f "$installed/manifest" ]; then
    remove
    prefix_made=$prefix_made$made_prefix
  fi
  # First the manifest: an installation that is interrupted can be removed, and started again.
  manifest=$installed/manifest
  folders=
  for folder in lib "lib/$package_name"; do
    [ -d "$prefix/$folder" ] || {
      mkdir "$prefix/$folder"
      folders="$folders $folder"
    }
  done
  cp "$list" "$manifest.new"
  for folder in $folders; do
    printf 'd %s\n' "$folder" >>"$manifest.new"
  done
  [ -z "$prefix_made" ] || printf 'p\n' >>"$manifest.new"
  cp "$manifest.new" "$manifest"
  copy
  mv -f "$manifest.new" "$manifest"
  version=$(cat "$source/VERSION")
  if [ -n "$archive" ] && [ ! -d "$installed/runtime" ]; then
    "$installed/lib/make-start-archive" >/dev/null || :
  fi
  printf 'loomweight %s is installed: %s\n' "$version" "$prefix/bin/loomweight"
  case :${PATH:-}: in
    *":$prefix/bin:"*) ;;
    *) printf 'Add %s to the PATH.\n' "$prefix/bin" ;;
  esac
}

# Removes what the manifest lists: links that are still its own, files, start archives made later, and folders that it made
# and that are empty then.
remove() {
  kept=
  # manifest.new is there if an installation was interrupted: it has the folders made until then.
  made=$(cat "$installed"/manifest* | sed -n 's/^d //p' | LC_ALL=C sort -ru)
  made_prefix=$(sed -n '/^p$/p' "$installed/manifest")
  while IFS=' ' read -r kind path target; do
    case $kind in
      f) rm -f "$prefix/$path" ;;
      l)
        if links_to "$prefix/$path" "$target"; then
          rm -f "$prefix/$path"
        elif there "$prefix/$path"; then
          kept="$kept${kept:+, }$prefix/$path"
        fi
        ;;
    esac
  done <"$installed/manifest"
  rm -f "$installed"/lib/loomweight-*.jsa
  rm -f "$installed/manifest" "$installed/manifest.new"
  printf '%s\n' "$made" | while IFS= read -r folder; do
    [ -z "$folder" ] || rmdir "$prefix/$folder" 2>/dev/null || :
  done
  [ -z "$kept" ] || say "not removed, since it is no longer of this package: $kept"
}

uninstall_package() {
  [ -f "$prefix/lib/$package_name/manifest" ] || {
    say "nothing of loomweight is installed in $prefix (no lib/$package_name/manifest); name its folder with --prefix"
    exit 1
  }
  prefix=$(cd -P "$prefix" && pwd -P)
  installed=$prefix/lib/$package_name
  [ -w "$installed" ] || {
    say "cannot write to $installed"
    exit 1
  }
  # The folder of this script may be gone afterwards.
  cd "$prefix"
  remove
  cd /
  [ -z "$made_prefix" ] || rmdir "$prefix" 2>/dev/null || :
  if there "$installed"; then
    say "left, since it was not installed: $installed"
  fi
  printf 'loomweight is removed from %s\n' "$prefix"
}

main() {
  source=$(cd -P "$(dirname "$0")" && pwd -P)
  prefix='' uninstall='' archive=1
  while [ $# -gt 0 ]; do
    case $1 in
      --prefix)
        [ $# -gt 1 ] || usage '--prefix wants a folder'
        prefix=$2
        shift
        ;;
      --prefix=*) prefix=${1#*=} ;;
      --uninstall) uninstall=1 ;;
      --no-start-archive) archive= ;;
      -h | --help)
        sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p;}' "$0"
        exit 0
        ;;
      *) usage "unknown argument '$1'" ;;
    esac
    shift
  done
  if [ -z "$prefix" ]; then
    case $source in
      */lib/"$package_name") [ -z "$uninstall" ] || [ ! -f "$source/manifest" ] || prefix=${source%/lib/"$package_name"} ;;
    esac
  fi
  if [ -z "$prefix" ] && [ "$(id -u)" = 0 ]; then
    prefix=/usr/local
  elif [ -z "$prefix" ]; then
    prefix=${HOME:?is not set; name a folder with --prefix}/.local
  fi
  case $prefix in
    /*) ;;
    *) prefix=$PWD/$prefix ;;
  esac
  if [ -n "$uninstall" ]; then
    uninstall_package
  else
    install_package
  fi
}

main "$@"
exit
