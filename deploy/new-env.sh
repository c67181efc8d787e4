#!/bin/sh
# Writes deploy/example.env with secrets of its own: sh deploy/new-env.sh .env; without a file it prints them.
set -eu
if [ $# -gt 0 ]; then
  umask 077
  # A file that is there is never written over: its secrets are those of the data.
  set -C
  exec >"$1"
fi
here="$(dirname "$0")"
while IFS= read -r line; do
  case "$line" in
    # These belong together: the next program makes them.
    *_CALLER_KEY=generate | CALLER_PUBLIC_KEYS=generate) echo "${line%generate}" ;;
    *=generate | *:generate) echo "${line%generate}s$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')" ;;
    *) echo "$line" ;;
  esac
done <"$here/example.env" | sh "$here/caller-keys.sh"
