#!/bin/sh
# Runs the system as a stack of this swarm, from .env in this folder: sh deploy/stack.sh [STACK]
# What changed since the last time gets a new name, for secrets and configs never change; services that use it are replaced one by one.
set -eu
here="$(dirname "$0")"
STACK="${1:-rank-tracker}"
# As in compose, a variable of the shell wins over the file's.
given=" $(env | sed -n 's/^\([A-Z][A-Z0-9_]*\)=.*/\1/p' | tr '\n' ' ')"
while IFS= read -r line; do
  case "$given" in *" ${line%%=*} "*) continue ;; esac
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

# generated: services
secret gateway <<END
CALLER_KEY=${GATEWAY_CALLER_KEY:?GATEWAY_CALLER_KEY is missing in .env}
DATABASE_URL=postgresql://gateway:${GATEWAY_DB_PASSWORD:?GATEWAY_DB_PASSWORD is missing in .env}@${GATEWAY_DB_HOST:-postgres:5432}/gateway?sslmode=${DATABASE_SSLMODE:-disable}
NATS_URL=${NATS_SCHEME:-nats}://gateway:${NATS_GATEWAY_PASSWORD:?NATS_GATEWAY_PASSWORD is missing in .env}@${NATS_HOST:-nats:4222}
SEAL_KEYS=${SEAL_KEYS:?SEAL_KEYS is missing in .env}
SMTP_URL=${SMTP_URL:-smtp://mail:1025}
NETWORK_KEY=${NETWORK_KEY:?NETWORK_KEY is missing in .env}
END
secret projects <<END
CALLER_KEY=${PROJECTS_CALLER_KEY:?PROJECTS_CALLER_KEY is missing in .env}
DATABASE_URL=postgresql://projects:${PROJECTS_DB_PASSWORD:?PROJECTS_DB_PASSWORD is missing in .env}@${PROJECTS_DB_HOST:-postgres:5432}/projects?sslmode=${DATABASE_SSLMODE:-disable}
NATS_URL=${NATS_SCHEME:-nats}://projects:${NATS_PROJECTS_PASSWORD:?NATS_PROJECTS_PASSWORD is missing in .env}@${NATS_HOST:-nats:4222}
SEAL_KEYS=${SEAL_KEYS:?SEAL_KEYS is missing in .env}
DATAFORSEO_LOGIN=${DATAFORSEO_LOGIN:-}
DATAFORSEO_PASSWORD=${DATAFORSEO_PASSWORD:-}
SERPAPI_KEY=${SERPAPI_KEY:-}
SERPER_KEY=${SERPER_KEY:-}
VALUESERP_KEY=${VALUESERP_KEY:-}
SEARCHAPI_KEY=${SEARCHAPI_KEY:-}
HASDATA_KEY=${HASDATA_KEY:-}
SPACESERP_KEY=${SPACESERP_KEY:-}
SERPLY_KEY=${SERPLY_KEY:-}
BRIGHTDATA_KEY=${BRIGHTDATA_KEY:-}
OXYLABS_USER=${OXYLABS_USER:-}
OXYLABS_PASSWORD=${OXYLABS_PASSWORD:-}
GOOGLE_CLIENT_SECRET=${GOOGLE_CLIENT_SECRET:-}
END
secret research <<END
CALLER_KEY=${RESEARCH_CALLER_KEY:?RESEARCH_CALLER_KEY is missing in .env}
DATABASE_URL=postgresql://research:${RESEARCH_DB_PASSWORD:?RESEARCH_DB_PASSWORD is missing in .env}@${RESEARCH_DB_HOST:-postgres:5432}/research?sslmode=${DATABASE_SSLMODE:-disable}
NATS_URL=${NATS_SCHEME:-nats}://research:${NATS_RESEARCH_PASSWORD:?NATS_RESEARCH_PASSWORD is missing in .env}@${NATS_HOST:-nats:4222}
DATAFORSEO_LOGIN=${DATAFORSEO_LOGIN:-}
DATAFORSEO_PASSWORD=${DATAFORSEO_PASSWORD:-}
GOOGLE_ADS_DEVELOPER_TOKEN=${GOOGLE_ADS_DEVELOPER_TOKEN:-}
GOOGLE_ADS_CLIENT_ID=${GOOGLE_ADS_CLIENT_ID:-}
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
CALLER_KEY=${CONTENT_CALLER_KEY:?CONTENT_CALLER_KEY is missing in .env}
DATABASE_URL=postgresql://content:${CONTENT_DB_PASSWORD:?CONTENT_DB_PASSWORD is missing in .env}@${CONTENT_DB_HOST:-postgres:5432}/content?sslmode=${DATABASE_SSLMODE:-disable}
NATS_URL=${NATS_SCHEME:-nats}://content:${NATS_CONTENT_PASSWORD:?NATS_CONTENT_PASSWORD is missing in .env}@${NATS_HOST:-nats:4222}
WRITER_API_KEY=${WRITER_API_KEY:-}
END
secret dashboard <<END
CALLER_KEY=${DASHBOARD_CALLER_KEY:?DASHBOARD_CALLER_KEY is missing in .env}
DATABASE_URL=postgresql://dashboard:${DASHBOARD_DB_PASSWORD:?DASHBOARD_DB_PASSWORD is missing in .env}@${DASHBOARD_DB_HOST:-postgres:5432}/dashboard?sslmode=${DATABASE_SSLMODE:-disable}
NATS_URL=${NATS_SCHEME:-nats}://dashboard:${NATS_DASHBOARD_PASSWORD:?NATS_DASHBOARD_PASSWORD is missing in .env}@${NATS_HOST:-nats:4222}
AUTH_SECRET=${AUTH_SECRET:?AUTH_SECRET is missing in .env}
SEAL_KEYS=${SEAL_KEYS:?SEAL_KEYS is missing in .env}
SMTP_URL=${SMTP_URL:-smtp://mail:1025}
MIDTRANS_SERVER_KEY=${MIDTRANS_SERVER_KEY:-}
MIDTRANS_SIGNATURE_SECRET=${MIDTRANS_SIGNATURE_SECRET:-}
XENDIT_SECRET_KEY=${XENDIT_SECRET_KEY:-}
XENDIT_CALLBACK_TOKEN=${XENDIT_CALLBACK_TOKEN:-}
END
secret mcp <<END
CALLER_KEY=${MCP_CALLER_KEY:?MCP_CALLER_KEY is missing in .env}
NATS_URL=${NATS_SCHEME:-nats}://mcp:${NATS_MCP_PASSWORD:?NATS_MCP_PASSWORD is missing in .env}@${NATS_HOST:-nats:4222}
END
# end
secret operator <<END
NATS_URL=nats://operator:${NATS_OPERATOR_PASSWORD:?NATS_OPERATOR_PASSWORD is missing in .env}@nats:4222
CALLER_KEY=${OPERATOR_CALLER_KEY:?OPERATOR_CALLER_KEY is missing in .env}
END
# generated: databases
database_passwords="GATEWAY_DB_PASSWORD=$GATEWAY_DB_PASSWORD
PROJECTS_DB_PASSWORD=$PROJECTS_DB_PASSWORD
RESEARCH_DB_PASSWORD=$RESEARCH_DB_PASSWORD
CONTENT_DB_PASSWORD=$CONTENT_DB_PASSWORD
DASHBOARD_DB_PASSWORD=$DASHBOARD_DB_PASSWORD"
# end
secret postgres <<END
POSTGRES_PASSWORD=${POSTGRES_PASSWORD:?POSTGRES_PASSWORD is missing in .env}
$database_passwords
END
# generated: broker users
broker_passwords="NATS_GATEWAY_PASSWORD=$NATS_GATEWAY_PASSWORD
NATS_PROJECTS_PASSWORD=$NATS_PROJECTS_PASSWORD
NATS_RESEARCH_PASSWORD=$NATS_RESEARCH_PASSWORD
NATS_CONTENT_PASSWORD=$NATS_CONTENT_PASSWORD
NATS_DASHBOARD_PASSWORD=$NATS_DASHBOARD_PASSWORD
NATS_MCP_PASSWORD=$NATS_MCP_PASSWORD
NATS_OPERATOR_PASSWORD=$NATS_OPERATOR_PASSWORD"
# end
# The brokers' own password, so that no other container can join their cluster and hear everything.
route="r$(printf 'route %s' "$(echo "$broker_passwords" | sed 's/^[^=]*=//' | tr -d '\n')" | sha256sum | cut -c 1-48)"
secret nats <<END
$broker_passwords
cluster { name: rank-tracker, port: 6222, authorization { user: route, password: $route, timeout: 5 }, routes: ["nats-route://route:$route@nats:6222"] }
END

for config in $(sed -n 's|^    file: ||p' "$here/stack.yml"); do
  name="$(echo "$config" | tr '[:lower:]/.-' '[:upper:]___')"
  eval "export ${name}_VERSION=$(version <"$here/$config")"
done

docker stack deploy --prune --with-registry-auth --compose-file "$here/stack.yml" "$STACK"
exec sh "$here/stack-wait.sh" "$STACK"
