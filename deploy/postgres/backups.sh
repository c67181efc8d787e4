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

# The gateway's metrics read the comment. Written every minute, it also keeps WAL coming while nobody writes.
tell() {
  local said=null ended
  ended="$(last '')"
  [ "$ended" = 0 ] || said="'last back-up $(date -u -d "@$ended" '+%Y-%m-%d %H:%M:%S+00')'"
  psql -U postgres -qc "COMMENT ON DATABASE postgres IS $said"
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
