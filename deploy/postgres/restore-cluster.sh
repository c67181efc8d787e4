#!/bin/bash
# As root, while Postgres is stopped: restore-cluster to SECOND|last | undo | forget
# What was there stays beside it as PGDATA.before-TIME until `forget`; `undo` puts the newest of them back.
set -euo pipefail

newest() { ls -d "$PGDATA".before-* 2>/dev/null | tail -1; }

undo() {
  local kept
  kept="$(newest)"
  rm -rf "$PGDATA"
  mv "$kept" "$PGDATA"
  echo 'the data of before the restore is in its place again'
}

restore() {
  local kept said target=(--type=time "--target=$1" --target-action=promote)
  [ "$1" != last ] || target=()
  kept="$PGDATA.before-$(date -u +%Y%m%dT%H%M%SZ)"
  said="$(mktemp)"
  [ ! -e "$PGDATA" ] || mv "$PGDATA" "$kept"
  install -d -o postgres -g postgres -m 700 "$PGDATA"
  # pgBackRest only warns of a second before the first back-up, and takes the last one.
  if gosu postgres pgbackrest restore "${target[@]}" 2>&1 | tee "$said" \
    && ! grep -q 'unable to find backup set' "$said"; then
    echo "restored; the data of before is kept in $kept"
  else
    echo "no back-up reaches back to $1, or it cannot be read" >&2
    [ ! -e "$kept" ] || undo
    exit 1
  fi
}

case "$1" in
  to) restore "$2" ;;
  undo) undo ;;
  forget) rm -rf "$PGDATA".before-* ;;
esac
