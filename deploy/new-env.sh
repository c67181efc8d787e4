#!/bin/sh
# Writes deploy/example.env with secrets of its own: sh deploy/new-env.sh .env; without a file it prints them.
# It asks for PUBLIC_URL and SUPPORT_EMAIL, or takes them from the shell: PUBLIC_URL=https://ranks.example.org … sh deploy/new-env.sh .env
set -eu
here="$(dirname "$0")"
refuse() { echo "$1. Nothing was written." >&2; exit 2; }
# given NAME QUESTION: the variable of the shell, or what is typed.
given() {
  eval "value=\${$1:-}"
  if [ -z "$value" ] && [ -t 0 ]; then
    printf '%s: ' "$2" >&2
    read -r value
  fi
  [ -n "$value" ] || refuse "$1 is missing: $1=… sh deploy/new-env.sh .env"
  echo "$value"
}
PUBLIC_URL="$(given PUBLIC_URL 'The address that people open, such as https://ranks.example.org')"
SUPPORT_EMAIL="$(given SUPPORT_EMAIL 'Your mail address, for alarms and answers of customers')"
case "$PUBLIC_URL" in http://?*.?* | https://?*.?* | http://localhost*) ;; *) refuse "PUBLIC_URL=$PUBLIC_URL: must begin with https:// or http://" ;; esac
case "$SUPPORT_EMAIL" in *@example.*) refuse "SUPPORT_EMAIL=$SUPPORT_EMAIL: nobody reads it" ;; ?*@?*) ;; *) refuse "SUPPORT_EMAIL=$SUPPORT_EMAIL: must be a mail address" ;; esac

if [ $# -gt 0 ]; then
  umask 077
  # A file that is there is never written over: its secrets are those of the data.
  set -C
  exec >"$1"
fi
while IFS= read -r line; do
  case "$line" in
    PUBLIC_URL=ask) echo "PUBLIC_URL=${PUBLIC_URL%/}" ;;
    SUPPORT_EMAIL=ask) echo "SUPPORT_EMAIL=$SUPPORT_EMAIL" ;;
    # These belong together: the next program makes them.
    *_CALLER_KEY=generate | CALLER_PUBLIC_KEYS=generate) echo "${line%generate}" ;;
    *=generate | *:generate) echo "${line%generate}s$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')" ;;
    *) echo "$line" ;;
  esac
done <"$here/example.env" | sh "$here/caller-keys.sh"
