#!/bin/sh
# Prints deploy/example.env with secrets of its own: sh deploy/new-env.sh > .env
set -eu
while IFS= read -r line; do
  case "$line" in
    *=generate | *:generate) echo "${line%generate}s$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')" ;;
    *) echo "$line" ;;
  esac
done <"$(dirname "$0")/example.env"
