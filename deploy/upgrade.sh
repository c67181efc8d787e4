#!/bin/sh
# Replaces the services by those of another release, without a gap: IMAGE_TAG=2 sh deploy/upgrade.sh [after]
# The images are built or pulled before. `after` removes what only the release before needed: there is no way back then.
set -eu
compose="${COMPOSE:-docker compose}"
wait_seconds="${WAIT_SECONDS:-300}"
# generated: replaced
databases="gateway projects research content dashboard"
services="projects research content dashboard mcp gateway"
# end

# As in compose, a variable of the shell wins over the file's.
value() {
  eval "given=\${$1-}"
  [ -n "$given" ] || given="$(sed -n "s/^$1=//p" "${ENV_FILE:-.env}" | tail -n 1)"
  echo "$given"
}
tag="$(value IMAGE_TAG)"
export IMAGE_TAG="${tag:?IMAGE_TAG names the release}"
registry="$(value REGISTRY)"

say() { echo "$(date -u +%H:%M:%S) $*"; }
stop_here() { say "$*" >&2; exit 1; }
# Ids of a service's containers that run.
running() {
  for id in $($compose ps -q "$1"); do
    [ "$(docker inspect -f '{{.State.Running}}' "$id")" != true ] || echo "$id"
  done
}
# The lines of $1 that are not in $2.
without() { for id in $1; do case " $(echo "$2" | tr '\n' ' ') " in *" $id "*) ;; *) echo "$id" ;; esac; done; }
count() { echo "$1" | grep -c . || true; }
all_healthy() {
  for id in $1; do
    [ "$(docker inspect -f '{{.State.Running}} {{.State.Health.Status}}' "$id")" = 'true healthy' ] || return 1
  done
}
migrate() {
  for name in $databases; do
    say "migrate-$name: $*"
    $compose run --rm --no-deps -T "migrate-$name" node src/migrate.ts "$@" </dev/null ||
      stop_here "migrate-$name failed: no service was replaced since. Mend the cause and run this again."
  done
}

# Without an image compose would build one: of which release is not known.
for name in $services; do
  docker image inspect "${registry}rank-tracker-$name:$tag" >/dev/null 2>&1 ||
    stop_here "There is no image ${registry}rank-tracker-$name:$tag. Nothing was changed."
done

if [ "${1:-}" = after ]; then
  migrate after
  say "what only the release before $tag needed is removed"
  exit 0
fi

migrate before
if [ -n "$(running nats)" ]; then
  say 'nats: reads the users and permissions of this release; its connections stay'
  $compose kill -s HUP nats
fi

for name in $services; do
  old="$(running "$name")"
  replicas="$(count "$old")"
  if [ "$replicas" = 0 ]; then
    say "$name: does not run, and is not started"
    continue
  fi
  say "$name: starting $replicas beside the old"
  $compose up -d --no-deps --no-build --no-recreate --scale "$name=$((replicas * 2))" "$name"
  new="$(without "$($compose ps -q "$name")" "$old")"
  end=$(($(date +%s) + wait_seconds))
  until [ "$(count "$new")" = "$replicas" ] && all_healthy "$new"; do
    if [ "$(date +%s)" -ge "$end" ]; then
      for id in $new; do
        docker logs --tail 20 "$id" >&2 || true
        docker rm -f "$id" >/dev/null
      done
      stop_here "$name: the new did not become healthy within $wait_seconds seconds and are removed; the old run on. What was replaced before stays: both releases run side by side. To go back, run this with the old IMAGE_TAG."
    fi
    sleep 2
  done
  say "$name: the new are healthy, the old stop one after the other"
  for id in $old; do
    docker stop "$id" >/dev/null
    docker rm "$id" >/dev/null
  done
done

say "all services are of release $tag. Keep IMAGE_TAG=$tag in .env."
say "nats, lb, mail and postgres were not replaced; $compose up -d takes their new images and settings, with a gap."
say "Once you trust it: IMAGE_TAG=$tag sh deploy/upgrade.sh after"
