#!/bin/sh
# Writes what .env sets as values of the chart, with its secrets: sh deploy/chart-values.sh my-values.yaml
# With a second file the secrets stand there alone, for a Secret of yours: kubectl create secret generic NAME --from-env-file=FILE
set -eu
umask 077
templates="$(dirname "$0")/chart/templates"
env_file="${ENV_FILE:-.env}"
names() { grep -oh '\.Values\.env\.[A-Z0-9_]*' "$@" | sed 's/.*\.//' | sort -u; }
# lines NAME…: of .env, those that set one of them.
lines() { grep -E "^($(echo "$@" | tr ' ' '|'))=." "$env_file" || true; }

read="$(names "$templates"/*)"
if [ $# -gt 1 ]; then
  secrets="$(names "$templates/secrets.yaml")"
  lines $secrets >"$2.new"
  mv "$2.new" "$2"
  read="$(printf '%s\n' $read $secrets $secrets | sort | uniq -u)"
fi
{
  echo 'env:'
  lines $read | sed "s/'/''/g; s/^\([A-Z0-9_]*\)=\(.*\)$/  \1: '\2'/"
} >"$1.new"
# As a whole, and readable by its owner alone, also where the file was there before.
mv "$1.new" "$1"
