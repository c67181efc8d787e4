#!/bin/sh
# Restores a back-up of backup.sh, on this machine or on a new one: sh deploy/restore-dumps.sh FOLDER/TIME confirm
# A new machine needs Docker, this clone at the same release, and the images; .env and config/ come from the back-up.
# Everything that changed since the back-up is undone. All databases take their places in one step, or none.
set -eu
. "$(dirname "$0")/databases.sh"
from="${1:?the folder of the back-up}"
[ "${2:-}" = confirm ] || {
  echo "This replaces all data by those of $from. Nothing was done; repeat it with the word confirm." >&2
  exit 2
}
(cd "$from" && sha256sum --check --quiet SHA256SUMS) || { echo "$from is not whole; nothing was done" >&2; exit 1; }

umask 077
if [ ! -e "$env_file" ]; then
  cp "$from/env" "$env_file"
  [ ! -d "$from/config" ] || [ -e "$config" ] || cp -Rp "$from/config" "$config"
  echo "$env_file and $config are those of the back-up"
fi
for name in SEAL_KEYS AUTH_SECRET NETWORK_KEY; do
  [ "$(given "$name")" = "$(given "$name" "$from/env")" ] || {
    echo "$name in $env_file is not that of the back-up ($from/env), without which its data cannot be read: put it there first. Nothing was done." >&2
    exit 1
  }
done

target() { $compose exec -T postgres "$@" -U postgres; }
# shellcheck disable=SC2086
$compose stop $services
$compose up -d --no-deps postgres
tries=0
# Over TCP: the server of the first start, which makes roles and databases, listens on its socket alone.
until target pg_isready -q -h 127.0.0.1 </dev/null; do
  tries=$((tries + 1))
  [ "$tries" -lt 120 ] || { echo "Postgres is not ready after two minutes; start again with: $compose up -d" >&2; exit 1; }
  sleep 1
done
for name in $databases; do
  restored "$name" restored <"$from/$name.dump"
  echo "$name: restored"
done
taken_over restored
$compose up -d
echo "the system is as it was at $(basename "$from")"
