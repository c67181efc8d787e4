#!/bin/sh
# Starts Alertmanager: alarms are mailed to SUPPORT_EMAIL by SMTP_URL, as the system's own letters are, and DEADMAN_URL is called
# every five minutes as long as alarms work. A file of your own takes the place of all that: ALERTMANAGER_FILE.
set -eu
if [ -s /etc/alertmanager/own.yml ]; then
  exec alertmanager --config.file=/etc/alertmanager/own.yml --storage.path=/tmp --cluster.listen-address=
fi
# Percent-encoded, as in an address.
decoded() {
  rest="$1"
  while [ "${rest#*%}" != "$rest" ]; do
    after="${rest#*%}"
    code="${after%"${after#??}"}"
    printf '%s%b' "${rest%%\%*}" "\\0$(printf '%o' "0x$code")"
    rest="${after#??}"
  done
  printf '%s' "$rest"
}
# A text of YAML.
quoted() { printf '"%s"' "$(printf '%s' "$1" | sed 's/[\\"]/\\&/g')"; }

address="${SMTP_URL#*://}"
address="${address%%[/?]*}"
host="${address##*@}"
port=25
case "$SMTP_URL" in smtps://*) port=465 ;; *) [ "$host" = "$address" ] || port=587 ;; esac
case "$host" in *:*) ;; *) host="$host:$port" ;; esac
sender="$(printf '%s' "$MAIL_FROM" | sed 's/.*<\(.*\)>.*/\1/')"
login="" tls=false
if [ "${address##*@}" != "$address" ]; then
  login="${address%@*}" tls=true
  login=", auth_username: $(quoted "$(decoded "${login%%:*}")"), auth_password: $(quoted "$(decoded "${login#*:}")")"
fi
cat >/tmp/alertmanager.yml <<END
route:
  receiver: operator
  group_by: [alertname]
  repeat_interval: 24h
  routes:
    - { matchers: [alertname="Watchdog"], receiver: deadman, group_wait: 0s, group_interval: 1m, repeat_interval: 5m }
    - { matchers: [severity="page"], receiver: operator, repeat_interval: 4h }
receivers:
  - name: operator
    email_configs:
      - { to: $(quoted "$SUPPORT_EMAIL"), from: $(quoted "$sender"), smarthost: $(quoted "$host"), require_tls: $tls, send_resolved: true$login }
  - name: deadman
END
[ -z "$DEADMAN_URL" ] || echo "    webhook_configs: [{ url: $(quoted "$DEADMAN_URL"), send_resolved: false }]" >>/tmp/alertmanager.yml
exec alertmanager --config.file=/tmp/alertmanager.yml --storage.path=/tmp --cluster.listen-address=
