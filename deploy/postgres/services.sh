#!/bin/sh
# One role and one database a service, and no way into another's. The image runs it once, on an empty volume;
# DATABASES=research adds a service later. Passwords are NAME_DB_PASSWORD: they stand in URLs too, so letters, digits, - and _ only.
set -eu

statements() {
  cat <<SQL
CREATE ROLE $1 LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD '$2';
CREATE DATABASE $1 OWNER $1;
REVOKE ALL ON DATABASE $1 FROM PUBLIC;
SQL
}

{
  echo 'REVOKE ALL ON DATABASE postgres, template1 FROM PUBLIC;'
  for name in ${DATABASES:-gateway projects}; do
    variable="$(echo "$name" | tr '[:lower:]' '[:upper:]')_DB_PASSWORD"
    eval "password=\${$variable:-}"
    case "$password" in
      '' | *[!A-Za-z0-9_-]*)
        echo "$variable: must be set, to letters, digits, - and _ alone" >&2
        exit 1
        ;;
    esac
    statements "$name" "$password"
  done
} | psql --no-psqlrc --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres
