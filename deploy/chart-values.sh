#!/bin/sh
# Writes what .env sets as values of the chart, with its secrets: sh deploy/chart-values.sh my-values.yaml
set -eu
umask 077
exec >"$1.new"
echo 'env:'
sed -n "s/'/''/g; s/^\([A-Z][A-Z0-9_]*\)=\(..*\)$/  \1: '\2'/p" "${ENV_FILE:-.env}"
# As a whole, and readable by its owner alone, also where the file was there before.
mv "$1.new" "$1"
