#!/bin/sh
# Backs up everything that a new machine needs into FOLDER/TIME: a dump a database, .env and config/. Each dump is restored into a
# database of its own, which is dropped again; a back-up that cannot be restored is none.
#   sh deploy/backup.sh FOLDER
# Daily, by cron: 17 3 * * * cd /srv/rank-tracker && sh deploy/backup.sh /var/backups/rank-tracker
# BACKUP_KEEP_DAYS (14): older ones are deleted. BACKUP_COPY: a command that takes $1, the new folder, to another machine:
#   BACKUP_COPY='rsync -a "$1" backup@other:rank-tracker/'  or  'rclone copy "$1" "remote:rank-tracker/$(basename "$1")"'
# BACKUP_CHECK=no: large databases are not restored for the check.
set -eu
here="$(dirname "$0")"
. "$here/databases.sh"
# As in compose, a variable of the shell wins over the file's.
value() {
  eval "found=\${$1-}"
  [ -n "$found" ] || found="$(given "$1")"
  echo "${found:-$2}"
}
folder="${1:?the folder of back-ups, outside of this one}"
[ -f "$env_file" ] || { echo "$env_file is not here: run this in the folder with it" >&2; exit 2; }
target() { $compose exec -T postgres "$@" -U postgres; }

umask 077
mkdir -p "$folder"
at="$folder/$(date -u +%Y%m%dT%H%M%SZ)"
part="$at.part"
mkdir "$part"
# dash runs no EXIT trap when a signal ends it.
trap 'exit 130' INT TERM HUP
trap 'rm -rf "$part"' EXIT

for name in $databases; do
  target pg_dump -Fc -d "$name" </dev/null >"$part/$name.dump"
done
cp "$env_file" "$part/env"
[ ! -d "$config" ] || cp -Rp "$config" "$part/config"
git -C "$here" rev-parse HEAD >"$part/commit" 2>/dev/null || rm -f "$part/commit"
if [ "$(value BACKUP_CHECK yes)" != no ]; then
  for name in $databases; do
    restored "$name" check <"$part/$name.dump"
    say "DROP DATABASE ${name}_check"
  done
fi
(cd "$part" && find . -type f ! -name SHA256SUMS -exec sha256sum {} + >SHA256SUMS)
mv "$part" "$at"
echo "$at: $(du -sh "$at" | cut -f 1)"

copy="$(value BACKUP_COPY '')"
[ -z "$copy" ] || sh -euc "$copy" backup "$at"
find "$folder" -mindepth 1 -maxdepth 1 -name '20*Z' -mtime "+$(value BACKUP_KEEP_DAYS 14)" -exec rm -rf {} +
# For the alarm BackupIsOld; where the copy failed there is none.
if [ "$(target psql -Atc "SELECT to_regclass('last_backup') IS NOT NULL" -d gateway </dev/null)" = t ]; then
  target psql -qc "DELETE FROM last_backup; INSERT INTO last_backup (ended_at) VALUES (now())" -d gateway </dev/null
fi
