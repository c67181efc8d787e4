# One image a service: docker build --build-arg SERVICE=gateway .
# TypeScript runs as it is. Never `pnpm deploy`: Node refuses to strip types below node_modules.

FROM node:24.21-slim AS base

# What programs run on: Node, without the installers of packages.
FROM base AS runtime
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn*

# What packages are installed with: the lock file has the digest of its program, for both kinds of machine.
FROM base AS installer
COPY deploy/pnpm /opt/pnpm
RUN npm ci --prefix /opt/pnpm && ln -s /opt/pnpm/node_modules/@pnpm/exe.linux-*/pnpm /usr/local/bin/pnpm && pnpm --version

# The front end. Its bundler has optional packages, one for each kind of machine.
FROM installer AS pages
WORKDIR /src
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml tsconfig.json ./
COPY packages/shared packages/shared
COPY packages/outside packages/outside
COPY services/dashboard services/dashboard
RUN pnpm install --frozen-lockfile --filter "@rts/dashboard..."
COPY scripts/web.ts scripts/web-parts.ts scripts/
COPY scripts/release/notices.ts scripts/release/
COPY docs/api docs/api
COPY docs/agents docs/agents
COPY docs/reference docs/reference
RUN node scripts/web.ts

# The workspace's own optional packages are for machines without Node 24 and Postgres (npm start).
FROM installer AS workspace
WORKDIR /src
# Packages first: this layer stays until the lock file changes.
COPY pnpm-lock.yaml pnpm-workspace.yaml ./
RUN pnpm fetch --config.optional=false
COPY . .
RUN pnpm install --offline --frozen-lockfile --no-optional
RUN for schema in services/*/prisma/schema.prisma; do node scripts/prisma.ts "$(dirname "$(dirname "$schema")")" || exit 1; done
RUN node scripts/places.ts
COPY --from=pages /src/services/dashboard/src/built services/dashboard/src/built
RUN PNPM=pnpm node scripts/notices.ts > THIRD-PARTY-NOTICES

# The operator's command line.
FROM installer AS commands
WORKDIR /app
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY packages/shared packages/shared
COPY packages/sandbox packages/sandbox
COPY packages/local packages/local
RUN pnpm install --prod --no-optional --frozen-lockfile --filter-prod "@rts/local..."
COPY --from=workspace /src/THIRD-PARTY-NOTICES ./

FROM runtime AS operator
ENV NODE_ENV=production
COPY --from=commands /app /app
WORKDIR /app
USER node
ENTRYPOINT ["node", "packages/local/src/operator.ts"]

# Everything in one container, with Postgres and the broker: docker build --target whole .
FROM workspace AS gathered
# The same libraries in few files: of the time of a start most goes into loading their thousands.
RUN pnpm install --frozen-lockfile && node scripts/libraries.ts && mv node_modules/.libraries /libraries \
  && find . -name node_modules -prune -exec rm -rf {} + \
  && pnpm install --prod --frozen-lockfile --filter "@rts/*" \
  && rm -rf node_modules/.pnpm/node-linux-* node_modules/node-linux-* && mv /libraries node_modules/.libraries
RUN find node_modules/.pnpm -path '*/@prisma/client/runtime/*' \
  \( -name '*.map' -o -name 'query_compiler_*' ! -name '*_small_bg.postgresql.*' \) -delete
RUN find services/dashboard/web -type f ! -name routes.ts ! -name first-calls.ts -delete

FROM runtime AS whole
COPY --from=nats:2.12 /nats-server /usr/local/bin/nats-server
WORKDIR /app
COPY package.json ./
COPY --from=workspace /src/THIRD-PARTY-NOTICES ./
COPY deploy/prices.json deploy/
COPY --from=gathered /src/packages packages
COPY --from=gathered /src/services services
COPY --from=gathered /src/node_modules node_modules
RUN install --directory --owner node --group node --mode 700 /data
# No position is invented unasked: `-e SANDBOX=on` simulates providers without a key.
ENV PORT=8080 ADMIN_PORT=9090 LISTEN=0.0.0.0 DATA_DIR=/data SANDBOX=off NODE_COMPILE_CACHE=/app/.compiled
RUN install --directory --owner node --group node .compiled
USER node
# Compiled once, for all starts and threads of the image: the runner, which ends at a port that is none, and what it launches.
RUN PORT=none node packages/local/src/start.ts > /dev/null 2>&1; \
  for file in packages/local/src/together/work-thread.ts packages/sandbox/src/program.ts services/*/src/program.ts $(find packages/*/src services/*/src -name '*-worker.ts' -not -path '*/testing/*'); do \
  node --import ./packages/local/src/libraries.ts --eval "import(process.argv[1]).finally(() => process.exit())" "$PWD/$file" > /dev/null 2>&1; done; \
  test "$(ls .compiled/* | wc -l)" -gt 500
VOLUME /data
EXPOSE 8080
# bash alone: a Node for each probe would take forty times as long.
HEALTHCHECK --interval=5s --timeout=4s --retries=3 --start-period=60s CMD ["bash", "-c", \
  "exec 3<>/dev/tcp/127.0.0.1/$ADMIN_PORT && printf 'GET /readyz HTTP/1.0\\r\\n\\r\\n' >&3 && read -r _ status _ <&3 && [ $status = 200 ]"]
CMD ["node", "packages/local/src/start.ts"]

FROM installer AS assembled
ARG SERVICE
WORKDIR /app
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY packages/shared packages/shared
COPY packages/outside packages/outside
COPY services/${SERVICE} services/${SERVICE}
COPY --from=workspace /src/services/${SERVICE}/src services/${SERVICE}/src
COPY --from=workspace /src/THIRD-PARTY-NOTICES ./
RUN test -n "$SERVICE" && pnpm install --prod --no-optional --frozen-lockfile --filter "@rts/$SERVICE..."
# Prisma's client has a compiler of statements for each kind of database: 60 MB that Postgres does not need.
RUN find node_modules/.pnpm -path '*/@prisma/client/runtime/*' \
  \( -name '*.map' -o -name 'query_compiler_*' ! -name '*_small_bg.postgresql.*' \) -delete
# Of the pages' sources a service reads their paths and first calls alone; the pages are built.
RUN if [ -d "services/$SERVICE/web" ]; then find "services/$SERVICE/web" -type f ! -name routes.ts ! -name first-calls.ts -delete; fi

FROM runtime
ARG SERVICE
ENV NODE_ENV=production NODE_COMPILE_CACHE=/app/.compiled
# packages/local/src/system/programs.ts says why.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072 MALLOC_TOP_PAD_=65536
COPY --from=assembled /app /app
RUN install --directory --owner node --group node /app/.compiled
WORKDIR /app/services/${SERVICE}
USER node
# Compiled once, for all starts and threads of the image. Without variables a program ends as soon as its code is there.
RUN for file in src/main.ts src/migrate.ts $(find src ../../packages/*/src -name '*-worker.ts'); do \
  node --eval "import(process.argv[1]).finally(() => process.exit())" "$PWD/$file" > /dev/null 2>&1; done
CMD ["node", "src/main.ts"]
