import path from 'node:path'
import { consumersOf } from '@rts/shared/contract/events'
import type { ServiceName } from '@rts/shared/contract/operation'
import { readPlans } from '@rts/shared/plans'
import { mountInbox } from '@rts/shared/service/inbox'
import { createInvoke, type ServiceHandlers } from '@rts/shared/service/invoke'
import { mountNats } from '@rts/shared/service/nats-mount'
import { startRelay } from '@rts/shared/service/outbox-relay'
import { listDeliveries, retryDelivery } from '@rts/shared/service/outbox-store'
import type { BuiltService, ServiceParts } from '@rts/shared/service/run-service'
import { startLoop } from '@rts/shared/work/loop'
import type { Config } from './config.ts'
import { createAccountStore } from './data/account-store.ts'
import { createAdmissionPool } from './data/admission-pool.ts'
import { createAdmissionStore } from './data/admission-store.ts'
import { createCollectStore } from './data/collect-store.ts'
import { createKeyStore } from './data/key-store.ts'
import { createNetworkStore } from './data/network-store.ts'
import { createStores } from './data/prisma.ts'
import { createSeedStore } from './data/seed-store.ts'
import { requestsPerMinute, strikeLimit } from './domain/limits.ts'
import { createGuestParts } from './guests.ts'
import { accountHandlers } from './handlers/accounts.ts'
import { collectHandlers } from './handlers/collects.ts'
import { keyHandlers } from './handlers/keys.ts'
import { outboxHandlers } from './handlers/outbox.ts'
import { createAdmissionQueue } from './http/admission.ts'
import type { Exchange } from './http/exchange.ts'
import { createForward } from './http/forward.ts'
import { createMcpDoor } from './http/mcp-door.ts'
import { createGatewayMetrics } from './http/metrics.ts'
import { watchPauses } from './http/pauses.ts'
import { createRestPipeline, giveBack } from './http/pipeline.ts'
import { createBodyBudget } from './http/request-body.ts'
import { createPublicApp } from './http/routes.ts'
import { createPublicServer } from './http/server.ts'
import { createUpstream, type Upstream } from './http/upstream.ts'
import { createMailer } from './mail/mailer.ts'
import { revocationMail } from './mail/notices.ts'

const hourMs = 3_600_000

/** The gateway: the public server with its pipeline, the operators' handlers on NATS, and the relay of its facts. */
export async function createApp(parts: ServiceParts, config: Config): Promise<BuiltService> {
  const { pool, nats, verify, clock, logger, sign } = parts
  const callsPerDay = callsPerDayOf(config)
  const admissionPool = createAdmissionPool(config.DATABASE_URL, config.ADMISSION_TIMEOUT_MS, (error) =>
    logger.warn({ err: error }, 'idle admission connection lost'),
  )
  const noticeConsumers = consumersOf('key.revoked', config.DISABLED_SERVICES)
  const store = createAdmissionStore(admissionPool, { callsPerDay, strikeLimit, requestsPerMinute, noticeConsumers })
  const upstreams = createUpstreams(parts, config)
  const metrics = createGatewayMetrics(parts.registry, Object.values(upstreams))
  const admission = createAdmissionQueue(store, metrics.onBatch)
  const budget = createBodyBudget(config.BODY_BUDGET_BYTES)
  const forward: Partial<Record<ServiceName, (exchange: Exchange) => Promise<void>>> = {}
  for (const [owner, upstream] of upstreamEntries(upstreams)) {
    const give = (exchange: Exchange) => giveBack({ store, logger }, exchange)
    forward[owner] = createForward({ owner, upstream, sign, timeoutMs: config.UPSTREAM_TIMEOUT_MS, giveBack: give })
  }
  const bodyDeadlineMs = config.BODY_TIMEOUT_MS
  const rest = createRestPipeline({
    admission,
    store,
    upstreams,
    forward,
    budget,
    bodyDeadlineMs,
    clock,
    logger,
    observe: metrics.observe,
  })
  const networks = createNetworkStore(admissionPool)
  const guests = createGuestParts(parts, config, networks)
  const { observe } = metrics
  const mcp = createMcpDoor(
    { upstream: upstreams.mcp, admission, networks, useGuestKey: guests.useKey, sign, logger, observe },
    config,
  )
  const collects = createCollectStore(pool, readPlans(config.PLANS_FILE))
  const mounted = mountNats({
    service: 'gateway',
    nats,
    invoke: createInvoke(
      handlersOf(parts, config, callsPerDay, { ...guests.handlers, ...collectHandlers({ collects }) }),
    ),
    verify,
    clock,
    logger,
  })
  const inboxes = mountMail(parts, config)
  const upkeep = guests.startUpkeep()
  const tokens = startLoop({
    pollMs: hourMs,
    round: () => collects.forgetOld().then(() => false),
    onError: (error) => logger.warn({ err: error }, 'old counts of collects are still kept'),
  })
  const relay = startRelay({ service: 'gateway', pool, nats, sign, logger })
  return {
    server: createPublicServer(createPublicApp(rest, mcp, clock), clock),
    drain: async () => {
      await Promise.all([mounted, ...inboxes].map((mount) => mount.drain()))
      await Promise.all([relay.stop(), upkeep.stop(), tokens.stop()])
      await admissionPool.end()
    },
  }
}

function mountMail({ nats, pool, verify, clock, logger }: ServiceParts, config: Config) {
  const mailer = createMailer({
    smtpUrl: config.SMTP_URL,
    from: config.MAIL_FROM,
    folder: path.join(config.DATA_DIR, 'mail'),
  })
  const inbox = { nats, pool, verify, clock, logger }
  return [
    mountInbox(inbox, 'gateway.ownerMail', revocationMail(mailer, 'owner', undefined)),
    mountInbox(inbox, 'gateway.supportMail', revocationMail(mailer, 'support', config.SUPPORT_EMAIL)),
  ]
}

function handlersOf(
  { pool }: ServiceParts,
  config: Config,
  callsPerDay: Record<string, number>,
  others: ReturnType<typeof createGuestParts>['handlers'] & ReturnType<typeof collectHandlers>,
): ServiceHandlers<'gateway'> {
  const stores = createStores(pool)
  const accounts = createAccountStore(stores, { disabledServices: config.DISABLED_SERVICES, callsPerDay })
  const deliveries = {
    list: () => listDeliveries(pool, 'gateway'),
    retry: (id: string) => retryDelivery(pool, 'gateway', id),
  }
  return {
    ...accountHandlers({ accounts }),
    ...keyHandlers({ keys: createKeyStore(stores), seeds: createSeedStore(pool) }),
    ...outboxHandlers(deliveries),
    ...others,
  }
}

function callsPerDayOf({ PLANS_FILE }: Config): Record<string, number> {
  const plans = Object.entries(readPlans(PLANS_FILE))
  return Object.fromEntries(
    plans.flatMap(([name, { callsPerDay }]) => (callsPerDay === null ? [] : [[name, callsPerDay]])),
  )
}

type Upstreams = Partial<Record<ServiceName, Upstream>>

function createUpstreams({ clock }: ServiceParts, config: Config): Upstreams {
  const urls: Partial<Record<ServiceName, string | undefined>> = {
    projects: config.PROJECTS_URL,
    research: config.RESEARCH_URL,
    content: config.CONTENT_URL,
    dashboard: config.DASHBOARD_URL,
    mcp: config.MCP_URL,
  }
  const common = { maxInFlight: config.UPSTREAM_MAX_IN_FLIGHT, clock, pauses: watchPauses() }
  const entries = Object.entries(urls).flatMap(([name, url]) =>
    url ? [[name, createUpstream({ name, url, ...common })]] : [],
  )
  return Object.fromEntries(entries)
}

function upstreamEntries(upstreams: Upstreams): [ServiceName, Upstream][] {
  // safe because the keys were written as service names above
  return Object.entries(upstreams) as [ServiceName, Upstream][]
}
