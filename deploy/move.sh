#!/bin/sh
# Moves all data between one container and this compose installation, either way; what the other side had is replaced.
#   sh deploy/move.sh from VOLUME confirm   from the container's volume into compose
#   sh deploy/move.sh to VOLUME confirm     from compose into the container's volume
# Both must have been started once. Stop the container before; this stops the services of compose.
# A container that was started with SEAL_KEYS or NETWORK_KEY: set them for `from` too.
set -eu
compose="${COMPOSE:-docker-compose}"
env_file="${ENV_FILE:-.env}"
# generated: moved
databases="gateway projects research content dashboard"
services="lb gateway projects research content dashboard mcp"
# end
way="${1:-}" volume="${2:-}"
case "$way" in
  from | to) [ -n "$volume" ] || { echo 'the name of the volume is missing' >&2; exit 2; } ;;
  *) echo 'usage: move.sh from|to VOLUME confirm' >&2; exit 2 ;;
esac
[ "${3:-}" = confirm ] || {
  echo "This replaces everything that the other side has. Nothing was done; repeat it with the word confirm." >&2
  exit 2
}
docker volume inspect "$volume" >/dev/null
users="$(docker ps -q --filter "volume=$volume")"
[ -z "$users" ] || { echo "a container still uses $volume: stop it first" >&2; exit 2; }

echo 'stopping the services of compose'
# shellcheck disable=SC2086
$compose stop $services
$compose up -d --no-deps postgres
# dash runs no EXIT trap when a signal ends it: a Postgres left on the volume would meet the container's own.
trap 'exit 130' INT TERM HUP
# The container's own Postgres, which only the commands below can reach.
other="$(docker run -d --rm -v "$volume:/data" --user 1000:1000 --network none --entrypoint postgres postgres:18 \
  -D /data/postgres/cluster -c listen_addresses= -c unix_socket_directories=/tmp)"
trap 'docker stop "$other" >/dev/null' EXIT
password="$(docker exec "$other" cat /data/postgres/password)"
in_volume() { docker exec -i -e "PGPASSWORD=$password" "$other" "$@"; }
in_compose() { $compose exec -T postgres "$@"; }
tries=0
until in_volume pg_isready -q -h /tmp -U postgres </dev/null && in_compose pg_isready -q -U postgres </dev/null; do
  tries=$((tries + 1))
  [ "$tries" -lt 60 ] || { echo 'Postgres is not ready after a minute; nothing was moved' >&2; exit 1; }
  sleep 1
done

if [ "$way" = from ]; then
  origin() { in_volume "$@" -h /tmp -U postgres; }
  target() { in_compose "$@" -U postgres; }
else
  origin() { in_compose "$@" -U postgres; }
  target() { in_volume "$@" -h /tmp -U postgres; }
fi
say() { printf '%s;\n' "$@" | target psql --no-psqlrc -q -v ON_ERROR_STOP=1 -d postgres; }

# All are restored beside the old ones and take their names in one step: what fails before leaves the other side as it was.
dump="$(mktemp)"
trap 'docker stop "$other" >/dev/null; rm -f "$dump"' EXIT
for name in $databases; do
  origin pg_dump -Fc -d "$name" </dev/null >"$dump"
  say "DROP DATABASE IF EXISTS ${name}_moved" "CREATE DATABASE ${name}_moved OWNER $name" \
    "REVOKE ALL ON DATABASE ${name}_moved FROM PUBLIC"
  target pg_restore --no-owner --no-privileges --role="$name" --exit-on-error -d "${name}_moved" <"$dump"
  echo "$name: $(wc -c <"$dump") bytes as a dump"
done
swap=""
for name in $databases; do
  say "DROP DATABASE IF EXISTS ${name}_before WITH (FORCE)" \
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '$name'" >/dev/null
  swap="$swap ALTER DATABASE $name RENAME TO ${name}_before; ALTER DATABASE ${name}_moved RENAME TO $name;"
done
say "BEGIN" "$swap COMMIT"
for name in $databases; do say "DROP DATABASE ${name}_before"; done

# Texts are sealed with the secrets of the side that they come from.
secrets=/data/secrets.json
if [ "$way" = from ]; then
  keys="$(in_volume sed -n 's/.*"callerKeys": *"\([^"]*\)".*/\1/p' $secrets </dev/null)"
  cp -p "$env_file" "$env_file.before"
  sed -e "s|^CALLER_KEYS=.*|CALLER_KEYS=$keys|" -e "s|^SEAL_KEYS=.*|SEAL_KEYS=${SEAL_KEYS:-$keys}|" \
    ${NETWORK_KEY:+-e "s|^NETWORK_KEY=.*|NETWORK_KEY=$NETWORK_KEY|"} "$env_file.before" >"$env_file"
  echo "$env_file has the container's CALLER_KEYS and SEAL_KEYS now, $env_file.before what was there."
  echo "People sign in again, and networks of guests count as new. Start: $compose up -d"
else
  keys="$(sed -n 's/^CALLER_KEYS=//p' "$env_file")"
  printf '{"callerKeys": "%s"}\n' "$keys" | in_volume sh -c "umask 077; cat >$secrets.new && mv $secrets.new $secrets"
  echo "Start the container with SEAL_KEYS, NETWORK_KEY and AUTH_SECRET of $env_file (docker run -e)"
fi
