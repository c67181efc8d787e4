#!/bin/sh
# Runs the system as a stack of this swarm, from .env in this folder: sh deploy/stack.sh [STACK]
# What changed since the last time gets a new name, for secrets and configs never change; services that use it are replaced one by one.
set -eu
here="$(dirname "$0")"
STACK="${1:-rank-tracker}"
while IFS= read -r line; do
  case "$line" in [A-Z]*=?*) export "${line?}" ;; esac
done <"${ENV_FILE:-.env}"
# An address before the port has no meaning here: a node listens on all of its own.
PUBLIC_PORT="${PUBLIC_PORT:-8080}"
export STACK PUBLIC_PORT="${PUBLIC_PORT##*:}"

version() { sha256sum | cut -c 1-10; }

# secret NAME: keeps the lines of its input, and exports the version for stack.yml.
secret() {
  content="$(cat)"
  made="$(printf '%s' "$content" | version)"
  eval "export $(echo "$1" | tr '[:lower:]' '[:upper:]')_SECRET=$made"
  docker secret inspect "$STACK-$1-$made" >/dev/null 2>&1 || printf '%s\n' "$content" | docker secret create "$STACK-$1-$made" - >/dev/null
}

# database ROLE PASSWORD HOST, broker USER PASSWORD: the addresses with their secrets.
database() { echo "DATABASE_URL=postgresql://$1:$2@${3:-postgres:5432}/$1"; }
broker() { echo "NATS_URL=nats://$1:$2@nats:4222"; }
callers="CALLER_KEYS=${CALLER_KEYS:?CALLER_KEYS is missing in .env}"

secret gateway <<END
$(database gateway "${GATEWAY_DB_PASSWORD:?GATEWAY_DB_PASSWORD is missing in .env}" "${GATEWAY_DB_HOST:-}")
$(broker gateway "${NATS_GATEWAY_PASSWORD:?NATS_GATEWAY_PASSWORD is missing in .env}")
$callers
NETWORK_KEY=${NETWORK_KEY:?NETWORK_KEY is missing in .env}
SEAL_KEYS=${SEAL_KEYS:?SEAL_KEYS is missing in .env}
SMTP_URL=${SMTP_URL:-smtp://mail:1025}
END
secret projects <<END
$(database projects "${PROJECTS_DB_PASSWORD:?PROJECTS_DB_PASSWORD is missing in .env}" "${PROJECTS_DB_HOST:-}")
$(broker projects "${NATS_PROJECTS_PASSWORD:?NATS_PROJECTS_PASSWORD is missing in .env}")
$callers
DATAFORSEO_LOGIN=${DATAFORSEO_LOGIN:-}
DATAFORSEO_PASSWORD=${DATAFORSEO_PASSWORD:-}
SERPAPI_KEY=${SERPAPI_KEY:-}
SERPER_KEY=${SERPER_KEY:-}
VALUESERP_KEY=${VALUESERP_KEY:-}
SEAL_KEYS=${SEAL_KEYS:?SEAL_KEYS is missing in .env}
GOOGLE_CLIENT_SECRET=${GOOGLE_CLIENT_SECRET:-}
END
secret research <<END
$(database research "${RESEARCH_DB_PASSWORD:?RESEARCH_DB_PASSWORD is missing in .env}" "${RESEARCH_DB_HOST:-}")
$(broker research "${NATS_RESEARCH_PASSWORD:?NATS_RESEARCH_PASSWORD is missing in .env}")
$callers
DATAFORSEO_LOGIN=${DATAFORSEO_LOGIN:-}
DATAFORSEO_PASSWORD=${DATAFORSEO_PASSWORD:-}
GOOGLE_ADS_DEVELOPER_TOKEN=${GOOGLE_ADS_DEVELOPER_TOKEN:-}
GOOGLE_ADS_CLIENT_SECRET=${GOOGLE_ADS_CLIENT_SECRET:-}
GOOGLE_ADS_REFRESH_TOKEN=${GOOGLE_ADS_REFRESH_TOKEN:-}
BING_API_KEY=${BING_API_KEY:-}
OPENPAGERANK_KEY=${OPENPAGERANK_KEY:-}
OPENAI_API_KEY=${OPENAI_API_KEY:-}
ANTHROPIC_API_KEY=${ANTHROPIC_API_KEY:-}
GEMINI_API_KEY=${GEMINI_API_KEY:-}
PERPLEXITY_API_KEY=${PERPLEXITY_API_KEY:-}
COMPATIBLE_API_KEY=${COMPATIBLE_API_KEY:-}
END
secret content <<END
$(database content "${CONTENT_DB_PASSWORD:?CONTENT_DB_PASSWORD is missing in .env}" "${CONTENT_DB_HOST:-}")
$(broker content "${NATS_CONTENT_PASSWORD:?NATS_CONTENT_PASSWORD is missing in .env}")
$callers
WRITER_API_KEY=${WRITER_API_KEY:-}
END
secret dashboard <<END
$(database dashboard "${DASHBOARD_DB_PASSWORD:?DASHBOARD_DB_PASSWORD is missing in .env}" "${DASHBOARD_DB_HOST:-}")
$(broker dashboard "${NATS_DASHBOARD_PASSWORD:?NATS_DASHBOARD_PASSWORD is missing in .env}")
$callers
AUTH_SECRET=${AUTH_SECRET:?AUTH_SECRET is missing in .env}
SEAL_KEYS=${SEAL_KEYS:?SEAL_KEYS is missing in .env}
SMTP_URL=${SMTP_URL:-smtp://mail:1025}
MIDTRANS_SERVER_KEY=${MIDTRANS_SERVER_KEY:-}
XENDIT_SECRET_KEY=${XENDIT_SECRET_KEY:-}
XENDIT_CALLBACK_TOKEN=${XENDIT_CALLBACK_TOKEN:-}
END
secret mcp <<END
$(broker mcp "${NATS_MCP_PASSWORD:?NATS_MCP_PASSWORD is missing in .env}")
$callers
END
secret operator <<END
$(broker operator "${NATS_OPERATOR_PASSWORD:?NATS_OPERATOR_PASSWORD is missing in .env}")
$callers
END
secret postgres <<END
POSTGRES_PASSWORD=${POSTGRES_PASSWORD:?POSTGRES_PASSWORD is missing in .env}
GATEWAY_DB_PASSWORD=$GATEWAY_DB_PASSWORD
PROJECTS_DB_PASSWORD=$PROJECTS_DB_PASSWORD
RESEARCH_DB_PASSWORD=$RESEARCH_DB_PASSWORD
CONTENT_DB_PASSWORD=$CONTENT_DB_PASSWORD
DASHBOARD_DB_PASSWORD=$DASHBOARD_DB_PASSWORD
END
# The brokers' own password, so that no other container can join their cluster and hear everything.
route="r$(printf 'route %s' "$NATS_GATEWAY_PASSWORD$NATS_PROJECTS_PASSWORD$NATS_RESEARCH_PASSWORD$NATS_CONTENT_PASSWORD$NATS_DASHBOARD_PASSWORD$NATS_MCP_PASSWORD$NATS_OPERATOR_PASSWORD" | sha256sum | cut -c 1-48)"
secret nats <<END
NATS_GATEWAY_PASSWORD=$NATS_GATEWAY_PASSWORD
NATS_PROJECTS_PASSWORD=$NATS_PROJECTS_PASSWORD
NATS_RESEARCH_PASSWORD=$NATS_RESEARCH_PASSWORD
NATS_CONTENT_PASSWORD=$NATS_CONTENT_PASSWORD
NATS_DASHBOARD_PASSWORD=$NATS_DASHBOARD_PASSWORD
NATS_MCP_PASSWORD=$NATS_MCP_PASSWORD
NATS_OPERATOR_PASSWORD=$NATS_OPERATOR_PASSWORD
cluster { name: rank-tracker, port: 6222, authorization { user: route, password: $route, timeout: 5 }, routes: ["nats-route://route:$route@nats:6222"] }
END

for config in $(sed -n 's|^    file: ||p' "$here/stack.yml"); do
  name="$(echo "$config" | tr '[:lower:]/.-' '[:upper:]___')"
  eval "export ${name}_VERSION=$(version <"$here/$config")"
done

exec docker stack deploy --prune --with-registry-auth --compose-file "$here/stack.yml" "$STACK"
