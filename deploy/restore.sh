#!/bin/sh
# Takes all five databases back to one second: sh deploy/restore.sh '2026-11-24 12:00:00+00' confirm
# `last` instead of a second is the end of what is archived, for a new machine.
# `look` instead of `confirm` leaves the services stopped. The data of before is kept until: restore.sh forget
set -eu
compose="${COMPOSE:-docker compose}"
second="${1:?the second to go back to, last, or forget}"
cluster() { $compose run --rm --no-deps -T --user root --entrypoint restore-cluster postgres "$@"; }
ask() { $compose exec -T postgres psql -U postgres -Atc "$1" </dev/null; }

if [ "$second" = forget ]; then
  cluster forget
  echo 'the data of before is deleted'
  exit 0
fi
case "$second" in
  last) moment='the end of the archive' ;;
  ????-??-??' '??:??:??[+-][0-9][0-9]) moment="$second" ;;
  *) echo "$second: must be last, or like '2026-11-24 12:00:00+00', with its time zone" >&2; exit 2 ;;
esac
case "${2:-}" in
  confirm | look) ;;
  *)
    echo "This stops the system and takes it back to $moment: everything later is undone." >&2
    echo "Nothing was done. Repeat it with the word confirm (or look) behind the second." >&2
    exit 2
    ;;
esac

echo 'stopping everything'
$compose stop
cluster to "$second" || {
  echo 'nothing was restored; start the system with: '"$compose up -d" >&2
  exit 1
}
echo 'starting Postgres, which now applies what was archived'
$compose up -d --no-deps postgres
until [ "$(ask 'SELECT pg_is_in_recovery()' 2>/dev/null)" = f ]; do
  if $compose logs --tail 20 postgres 2>&1 | grep -q 'recovery ended before configured recovery target'; then
    echo "what is archived ends before $moment" >&2
    $compose stop postgres
    cluster undo
    echo 'nothing was restored; start the system with: '"$compose up -d" >&2
    exit 1
  fi
  sleep 2
done
for name in $(ask "SELECT datname FROM pg_database WHERE NOT datistemplate AND datname <> 'postgres' ORDER BY 1"); do
  echo "$name: restored, $(ask "SELECT pg_size_pretty(pg_database_size('$name'))")"
done
if [ "$2" = look ]; then
  echo 'the services are stopped; start them with: '"$compose up -d"
else
  $compose up -d
  echo "the system is as it was at $moment"
fi
