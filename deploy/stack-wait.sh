#!/bin/sh
# Waits until every service of a stack runs what was deployed, and prints what became of each: sh deploy/stack-wait.sh [STACK]
# Ends with 1 if Swarm returned one to its old version, gave up, or needs longer than WAIT_SECONDS.
set -eu
STACK="${1:-rank-tracker}"
end=$(($(date +%s) + ${WAIT_SECONDS:-1800}))

# A line a service: its name, running/wanted replicas, the state of its last update (`unchanged`: none).
states() {
  docker stack services --format '{{.Name}} {{.Replicas}}' "$STACK" | while read -r name replicas _; do
    state="$(docker service inspect --format '{{with .UpdateStatus}}{{.State}}{{end}}' "$name")"
    echo "$name $replicas ${state:-unchanged}"
  done
}
# whose PATTERN: the lines whose state is one of these.
whose() { echo "$now" | grep -E " ($1)\$" || true; }
missing() { echo "$now" | awk '{ split($2, n, "/"); if (n[1] != n[2]) print }'; }

# Swarm begins an update a moment after it was told: only a state that stays is one.
quiet=0
while [ "$quiet" -lt 2 ]; do
  sleep 5
  now="$(states)"
  [ -n "$now" ] || { echo "There is no stack $STACK, or Swarm does not answer." >&2; exit 1; }
  if [ -n "$(whose 'paused|rollback_paused')" ] || [ "$(date +%s)" -ge "$end" ]; then break; fi
  if [ -z "$(whose 'updating|rollback_started')$(missing)" ]; then quiet=$((quiet + 1)); else quiet=0; fi
done

echo "$now"
failed="$(whose 'paused|rollback_[a-z]*')"
if [ -n "$failed" ] || [ "$quiet" -lt 2 ]; then
  echo "Not everything runs what was deployed: docker service ps --no-trunc NAME says why." >&2
  exit 1
fi
