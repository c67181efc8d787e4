#!/bin/sh
# Starts the balancer, unless every caller would have the address of one proxy: five sign-ups an hour, one guest and 512
# connections for all of them.
set -eu
case "$PUBLIC_URL $LB_PROXIES" in
  'https://'*' ')
    echo "lb does not start: PUBLIC_URL is https, so a proxy before lb ends TLS, and LB_PROXIES in .env does not name it." >&2
    echo "deploy/tls.yml is such a proxy and names itself. One of this machine has the address that this prints:" >&2
    echo "  docker network inspect -f '{{(index .IPAM.Config 0).Gateway}}' rank-tracker_door" >&2
    exit 1
    ;;
esac
exec haproxy -W -db -f /usr/local/etc/haproxy/haproxy.cfg
