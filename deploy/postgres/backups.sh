#!/bin/bash
# Makes back-ups for ever: a full one every BACKUP_FULL_DAYS, between them an incremental one every BACKUP_HOURS.
# A failure is in the log, makes the container unhealthy (/tmp/failed), and is tried again ten minutes later.
set -u
trap 'exit 0' TERM INT
every=$((${BACKUP_HOURS:-24} * 3600)) full_every=$((${BACKUP_FULL_DAYS:-7} * 86400))

# The second at which the last back-up ended that fits a pattern; 0 without one.
last() {
  pgbackrest info --output=json | grep -oE "\"stop\":[0-9]+}$1" | grep -oE '[0-9]+' | sort -n | tail -1 | grep . || echo 0
}

# For the gateway's metrics. Written every minute, it also keeps WAL coming while nobody writes. Before the gateway's migrations
# there is no table.
tell() {
  local ended
  ended="$(last '')"
  [ "$(psql -U postgres -d gateway -Atc "SELECT to_regclass('last_backup') IS NOT NULL")" = t ] || return 0
  psql -U postgres -d gateway -qc \
    "DELETE FROM last_backup; INSERT INTO last_backup (ended_at) SELECT to_timestamp($ended) WHERE $ended > 0"
}

step() {
  local now kind=incr
  now="$(date +%s)"
  [ "$(psql -U postgres -Atc 'SELECT pg_is_in_recovery()')" = f ] || return 1
  pgbackrest stanza-create || return 1
  [ $((now - $(last ',"type":"full"'))) -lt $full_every ] || kind=full
  if [ $kind = full ] || [ $((now - $(last ''))) -ge $every ]; then
    pgbackrest --type=$kind backup || return 1
    echo "$kind back-up made"
  fi
  tell
}

while true; do
  if step; then
    rm -f /tmp/failed
    pause=60
  else
    echo 'no back-up could be made' >&2
    touch /tmp/failed
    pause="${BACKUP_RETRY_SECONDS:-600}"
  fi
  sleep "$pause" &
  wait $!
done
