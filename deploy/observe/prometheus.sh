#!/bin/sh
# Starts Prometheus with the address of PUBLIC_URL in its settings.
set -eu
sed "s|PUBLIC_URL|$PUBLIC_URL/signin|" /etc/prometheus/prometheus.yml >/tmp/prometheus.yml
exec prometheus --config.file=/tmp/prometheus.yml --storage.tsdb.path=/prometheus --storage.tsdb.retention.time=30d
