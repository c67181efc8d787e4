#!/bin/sh
# Starts Postgres with caches for the memory that it may use, POSTGRES_MEMORY: a quarter is its own, three quarters with the
# system's cache of files. More settings may follow: start-postgres -c max_connections=300
set -eu
number="${POSTGRES_MEMORY%[mMgG]}"
case "$number" in
  '' | *[!0-9]*) echo "POSTGRES_MEMORY=$POSTGRES_MEMORY: must be like 4g or 2048m" >&2; exit 2 ;;
esac
case "$POSTGRES_MEMORY" in
  *[gG]) megabytes=$((number * 1024)) ;;
  *[mM]) megabytes=$number ;;
  *) megabytes=$((number / 1048576)) ;;
esac
exec docker-entrypoint.sh postgres -c "shared_buffers=$((megabytes / 4))MB" -c "effective_cache_size=$((megabytes * 3 / 4))MB" "$@"
