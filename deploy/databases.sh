# shellcheck shell=sh
# What backup.sh, restore-dumps.sh and move.sh share: the databases, and how one is taken over. `target` runs a program of the
# Postgres that is written to.
# generated: moved
databases="gateway projects research content dashboard"
services="lb gateway projects research content dashboard mcp"
# end
compose="${COMPOSE:-docker compose}"
env_file="${ENV_FILE:-.env}"
config="${CONFIG:-config}"

# given NAME [FILE]: what .env or another such file has.
given() { sed -n "s/^$1=//p" "${2:-$env_file}" | tail -n 1; }

say() { printf '%s;\n' 'SET client_min_messages TO warning' "$@" | target psql --no-psqlrc -q -v ON_ERROR_STOP=1 -d postgres; }

# restored NAME SUFFIX <DUMP: a database of its own beside the one in use.
restored() {
  say "DROP DATABASE IF EXISTS $1_$2" "CREATE DATABASE $1_$2 OWNER $1" "REVOKE ALL ON DATABASE $1_$2 FROM PUBLIC"
  target pg_restore --no-owner --no-privileges --role="$1" --exit-on-error -d "$1_$2"
}

# taken_over SUFFIX: those beside take the names of the ones in use, all in one step; what fails before leaves those as they were.
taken_over() {
  swap=""
  for name in $databases; do
    say "DROP DATABASE IF EXISTS ${name}_before WITH (FORCE)" \
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '$name'" >/dev/null
    swap="$swap ALTER DATABASE $name RENAME TO ${name}_before; ALTER DATABASE ${name}_$1 RENAME TO $name;"
  done
  say "BEGIN" "$swap COMMIT"
  for name in $databases; do say "DROP DATABASE ${name}_before"; done
}
