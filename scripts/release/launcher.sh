#!/bin/sh
# Runs the binary for this platform, which npm installed as a package of its own. Where npm runs install scripts, the
# binary itself has taken the place of this file. No Node is started.
self=$0
case $self in */*) ;; *) self=./$self ;; esac
while [ -L "$self" ]; do
  target=$(readlink "$self")
  case $target in
    /*) self=$target ;;
    *) self=${self%/*}/$target ;;
  esac
done
package=$(CDPATH='' cd -P -- "${self%/*}/.." && pwd -P)

# Several candidates where more than one may be installed: the likelier first.
binary=fullstop
system=$(uname -sm)
case $system in
  'Linux x86_64' | 'Linux amd64') names='linux-x64 linux-x64-musl' ;;
  'Linux aarch64' | 'Linux arm64') names='linux-arm64 linux-arm64-musl' ;;
  # A translated shell or a translated Node names the other processor.
  'Darwin arm64') names='darwin-arm64 darwin-x64' ;;
  'Darwin x86_64') names='darwin-x64 darwin-arm64' ;;
  MINGW*x86_64 | MSYS*x86_64 | CYGWIN*x86_64) names=win32-x64 binary=fullstop.exe ;;
  *) names= ;;
esac

# Sets `found` to the folder of package $1: nested in this one, or in a node_modules folder that this one is in.
find_package() {
  at=$package/node_modules
  above=$package
  while [ ! -f "$at/@fullstop/$1/$binary" ]; do
    case $above in */node_modules/*) above=${above%/node_modules/*} ;; *) return 1 ;; esac
    at=$above/node_modules
  done
  found=$at/@fullstop/$1
}

is_musl() {
  case $(ldd --version 2>&1) in
    *musl*) return 0 ;;
    *GLIBC* | *'GNU libc'*) return 1 ;;
  esac
  for loader in /lib/ld-musl-*; do [ -e "$loader" ] && return 0; done
  return 1
}

chosen=
for name in $names; do
  find_package "$name" || continue
  # An npm that does not know `libc` installs both.
  if [ -z "$chosen" ]; then chosen=$found; else case $name in *-musl) is_musl && chosen=$found ;; esac; fi
done
[ -n "$chosen" ] && exec "$chosen/$binary" "$@"

if [ "$1" = hook ]; then
  # A hook must not hold its agent, and the person should know that nothing was checked.
  echo '{"systemMessage":"Fullstop: nothing was checked, the binary for this platform is not installed. Next: npm install -g fullstop --include=optional"}'
  exit 0
fi
if [ -z "$names" ]; then
  echo "fullstop: there is no binary for this platform ($system)" >&2
  echo "  next: use Linux, macOS or Windows on x64 or arm64" >&2
else
  echo "fullstop: the binary for this platform is not installed (@fullstop/${names%% *})" >&2
  echo "  looked in: $package/node_modules and the node_modules folders above it" >&2
  echo "  next: reinstall with optional dependencies: npm install -g fullstop --include=optional" >&2
fi
exit 70
