#!/bin/sh
# One role and one database a service, and no way into another's. The image runs it once, on an empty volume;
# DATABASES=dashboard adds a service later. Passwords are NAME_DB_PASSWORD: they stand in URLs too, so letters, digits, - and _ only.
set -eu

# generated: databases
databases="${DATABASES:-gateway projects research content dashboard}"
# end

statements() {
  echo 'REVOKE ALL ON DATABASE postgres, template1 FROM PUBLIC;'
  for name in $databases; do
    variable="$(echo "$name" | tr '[:lower:]' '[:upper:]')_DB_PASSWORD"
    eval "password=\${$variable:-}"
    case "$password" in
      '' | *[!A-Za-z0-9_-]*)
        echo "$variable: must be set, to letters, digits, - and _ alone" >&2
        exit 1
        ;;
    esac
    cat <<SQL
CREATE ROLE $name LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD '$password';
CREATE DATABASE $name OWNER $name;
REVOKE ALL ON DATABASE $name FROM PUBLIC;
SQL
  done
}

# Whole before the first statement runs: a bad password leaves nothing half made.
sql="$(statements)"
printf '%s\n' "$sql" | psql --no-psqlrc --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres
