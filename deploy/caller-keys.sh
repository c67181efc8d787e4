#!/bin/sh
# Makes the keys with which programs sign their calls, in .env: sh deploy/caller-keys.sh .env [PROGRAM…]
# Missing keys are made. Once all are there, each call takes the rotation of the named programs, or of all, one step on: the new
# key last, the new key first, the old one gone. After each step all services are replaced. Without a file: from input to output.
set -eu
here="$(dirname "$0")"
# generated: programs
programs="gateway projects research content dashboard mcp operator"
# end
file="${1:-}"
[ $# -eq 0 ] || shift
program="$(cat "$here/caller-keys.mjs")"
# Node of this machine, or of the image that services are built on.
if command -v node >/dev/null; then node() { command node "$@"; }
else node() { docker run --rm -i --network none node:24.21-slim node "$@"; }; fi
keys() { node --input-type=module -e "$program" -- "$programs" "$@"; }
[ -n "$file" ] || { keys "$@"; exit; }
umask 077
keys "$@" <"$file" >"$file.new"
mv "$file.new" "$file"
