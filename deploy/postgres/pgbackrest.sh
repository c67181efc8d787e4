#!/bin/sh
# pgBackRest with this system's settings; its own variables (PGBACKREST_…) add to them.
set -eu
export PGBACKREST_STANZA=main PGBACKREST_PG1_PATH="$PGDATA" PGBACKREST_PG1_USER=postgres
export PGBACKREST_REPO1_PATH="${PGBACKREST_REPO1_PATH:-/var/lib/pgbackrest}"
export PGBACKREST_REPO1_RETENTION_FULL="${BACKUP_KEEP_FULL:-4}"
export PGBACKREST_LOG_LEVEL_CONSOLE="${PGBACKREST_LOG_LEVEL_CONSOLE:-warn}" PGBACKREST_LOG_LEVEL_FILE=off
export PGBACKREST_CMD=/usr/local/bin/pgbackrest PGBACKREST_START_FAST=y
export PGBACKREST_COMPRESS_TYPE=zst PGBACKREST_REPO1_BUNDLE=y
# An empty variable is an error to pgBackRest.
if [ -n "${BACKUP_KEY:-}" ]; then
  export PGBACKREST_REPO1_CIPHER_TYPE=aes-256-cbc PGBACKREST_REPO1_CIPHER_PASS="$BACKUP_KEY"
fi
exec /usr/bin/pgbackrest "$@"
