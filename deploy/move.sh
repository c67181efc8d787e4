#!/bin/sh
# Moves all data between one container and this compose installation, either way; what the other side had is replaced.
#   sh deploy/move.sh from VOLUME confirm   from the container's volume into compose
#   sh deploy/move.sh to VOLUME confirm     from compose into the container's volume
# Both must have been started once. Stop the container before; this stops the services of compose.
# A container that was started with SEAL_KEYS, AUTH_SECRET or NETWORK_KEY of its own: set them for `from` too.
set -eu
. "$(dirname "$0")/databases.sh"
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
other="$(docker run -d --rm -v "$volume:/data" --user 1000:1000 --network none --entrypoint postgres postgres:18.4 \
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

secrets=/data/secrets.json
kept() { in_volume sed -n "s/.*\"$1\": *\"\([^\"]*\)\".*/\1/p" $secrets </dev/null; }
[ -n "$(kept networkKey)" ] || { echo "start the container of this release once before; nothing was moved" >&2; exit 1; }

if [ "$way" = from ]; then
  origin() { in_volume "$@" -h /tmp -U postgres; }
  target() { in_compose "$@" -U postgres; }
else
  origin() { in_compose "$@" -U postgres; }
  target() { in_volume "$@" -h /tmp -U postgres; }
fi
# All are restored beside the old ones and take their names in one step: what fails before leaves the other side as it was.
dump="$(mktemp)"
trap 'docker stop "$other" >/dev/null; rm -f "$dump"' EXIT
for name in $databases; do
  origin pg_dump -Fc -d "$name" </dev/null >"$dump"
  restored "$name" moved <"$dump"
  echo "$name: $(wc -c <"$dump") bytes as a dump"
done
taken_over moved

# Seals, sessions and networks are those of the side that they come from.
if [ "$way" = from ]; then
  seal="${SEAL_KEYS:-$(kept sealKeys)}" auth="${AUTH_SECRET:-$(kept authSecret)}" network="${NETWORK_KEY:-$(kept networkKey)}"
  cp -p "$env_file" "$env_file.before"
  sed -e "s|^SEAL_KEYS=.*|SEAL_KEYS=$seal|" -e "s|^AUTH_SECRET=.*|AUTH_SECRET=$auth|" \
    -e "s|^NETWORK_KEY=.*|NETWORK_KEY=$network|" "$env_file.before" >"$env_file"
  echo "$env_file has the container's SEAL_KEYS, AUTH_SECRET and NETWORK_KEY now, $env_file.before what was there."
  echo "Start: $compose up -d"
else
  in_volume sh -c "umask 077; cat >$secrets.sed && sed -f $secrets.sed $secrets >$secrets.new && mv $secrets.new $secrets; rm $secrets.sed" <<END
s|"sealKeys": "[^"]*"|"sealKeys": "$(given SEAL_KEYS)"|
s|"authSecret": "[^"]*"|"authSecret": "$(given AUTH_SECRET)"|
s|"networkKey": "[^"]*"|"networkKey": "$(given NETWORK_KEY)"|
END
  echo "Start the container, without SEAL_KEYS, AUTH_SECRET and NETWORK_KEY of its own"
fi
