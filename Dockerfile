# One image a service: docker build --build-arg SERVICE=gateway .
# TypeScript runs as it is. Never `pnpm deploy`: Node refuses to strip types below node_modules.

# The front end. Its bundler has optional packages, one for each kind of machine.
FROM node:24-slim AS pages
WORKDIR /src
RUN npm install --global pnpm@12.21.0
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml tsconfig.json ./
COPY packages/shared packages/shared
COPY packages/outside packages/outside
COPY services/dashboard services/dashboard
RUN pnpm install --frozen-lockfile --filter "@rts/dashboard..."
COPY scripts/web.ts scripts/
RUN node scripts/web.ts

# The workspace's own optional packages are for machines without Node 24 and Postgres (npm start).
FROM node:24-slim AS workspace
WORKDIR /src
RUN npm install --global pnpm@12.21.0
# Packages first: this layer stays until the lock file changes.
COPY pnpm-lock.yaml pnpm-workspace.yaml ./
RUN pnpm fetch --config.optional=false
COPY . .
RUN pnpm install --offline --frozen-lockfile --no-optional
RUN for schema in services/*/prisma/schema.prisma; do node scripts/prisma.ts "$(dirname "$(dirname "$schema")")" || exit 1; done
RUN node scripts/places.ts
COPY --from=pages /src/services/dashboard/src/built services/dashboard/src/built

# The operator's command line.
FROM node:24-slim AS commands
WORKDIR /app
RUN npm install --global pnpm@12.21.0
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY packages/shared packages/shared
COPY packages/sandbox packages/sandbox
COPY packages/local packages/local
RUN pnpm install --prod --no-optional --frozen-lockfile --filter-prod "@rts/local..."

FROM node:24-slim AS operator
ENV NODE_ENV=production
COPY --from=commands /app /app
WORKDIR /app
USER node
ENTRYPOINT ["node", "packages/local/src/operator.ts"]

FROM node:24-slim AS assembled
ARG SERVICE
WORKDIR /app
RUN npm install --global pnpm@12.21.0
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY packages/shared packages/shared
COPY packages/outside packages/outside
COPY services/${SERVICE} services/${SERVICE}
COPY --from=workspace /src/services/${SERVICE}/src services/${SERVICE}/src
RUN test -n "$SERVICE" && pnpm install --prod --no-optional --frozen-lockfile --filter "@rts/$SERVICE..."
# Of the pages' sources a service reads their paths alone; the pages are built.
RUN if [ -d "services/$SERVICE/web" ]; then find "services/$SERVICE/web" -type f ! -name routes.ts -delete; fi

FROM node:24-slim
ARG SERVICE
ENV NODE_ENV=production
COPY --from=assembled /app /app
WORKDIR /app/services/${SERVICE}
USER node
CMD ["node", "src/main.ts"]
