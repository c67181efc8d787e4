import path from 'node:path'
import { events } from '@rts/shared/contract/events'
import type { ServiceName } from '@rts/shared/contract/services'
import { outboxHandlers } from '@rts/shared/facts/deliveries'
import { type Effects, startFacts } from '@rts/shared/facts/start-facts'
import { startLoop } from '@rts/shared/loops/loop'
import { readPlans } from '@rts/shared/plans'
import { createInvoke, type ServiceHandlers } from '@rts/shared/service/invoke'
import { mountNats } from '@rts/shared/service/nats-mount'
import type { BuiltService, ServiceParts } from '@rts/shared/service/run-service'
import type { Config } from './config.ts'
import { createAccountStore } from './data/account-store.ts'
import { createAdmissionPool } from './data/admission-pool.ts'
import { createAdmissionStore } from './data/admission-store.ts'
import { createAgentMinuteStore } from './data/agent-minute-store.ts'
import { createCollectStore } from './data/collect-store.ts'
import { createKeyStore } from './data/key-store.ts'
import { createStores } from './data/prisma.ts'
import { createSeedStore } from './data/seed-store.ts'
import { createUsedCalls } from './data/used-calls.ts'
import { requestsPerMinute, strikeLimit } from './domain/limits.ts'
import { createGuestParts } from './guests.ts'
import { accountHandlers } from './handlers/accounts.ts'
import { collectHandlers } from './handlers/collects.ts'
import { keyHandlers } from './handlers/keys.ts'
import { createAdmissionQueue } from './http/common/admission.ts'
import type { Exchange } from './http/common/exchange.ts'
import { createGatewayMetrics } from './http/common/metrics.ts'
import { createBodyBudget } from './http/common/request-body.ts'
import { createAgentMinutes } from './http/mcp/agent-minutes.ts'
import { createMcpDoor } from './http/mcp/door.ts'
import { createForward } from './http/rest/forward.ts'
import { createRestPipeline, giveBack } from './http/rest/pipeline.ts'
import { createPublicApp } from './http/routes.ts'
import { createPublicServer } from './http/server.ts'
import { createMailer } from './mail/mailer.ts'
import { revocationMail } from './mail/notices.ts'
import { createUpstreams, upstreamEntries } from './upstreams.ts'

const hourMs = 3_600_000

/** The gateway: the public server with its pipeline, the operators' handlers on NATS, and the relay of its facts. */
export async function createApp(parts: ServiceParts, config: Config): Promise<BuiltService> {
  const { pool, nats, verify, clock, logger, sign } = parts
  const callsPerDay = callsPerDayOf(config)
  const admissionPool = createAdmissionPool(config.DATABASE_URL, config.ADMISSION_TIMEOUT_MS, (error) =>
    logger.warn({ err: error }, 'idle admission connection lost'),
  )
  const noticeConsumers = events['key.revoked'].consumers
  const store = createAdmissionStore(admissionPool, { callsPerDay, strikeLimit, requestsPerMinute, noticeConsumers })
  const { services: upstreams, agents: agentUpstreams } = createUpstreams(clock, config)
  const patienceMs = config.ADMISSION_TIMEOUT_MS
  const metrics = createGatewayMetrics(parts.registry, Object.values(upstreams))
  const admission = createAdmissionQueue(store, { patienceMs, onBatch: metrics.onBatch })
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
  const minuteStore = createAgentMinuteStore(admissionPool)
  const minutes = createAgentMinutes(minuteStore, { patienceMs })
  const guests = createGuestParts(parts, config, minuteStore)
  const { observe } = metrics
  const mcp = createMcpDoor(
    { upstreams: agentUpstreams, admission, minutes, useGuestKey: guests.useKey, sign, logger, observe },
    config,
  )
  const collects = createCollectStore(pool, readPlans(config.PLANS_FILE))
  const mounted = mountNats({
    service: 'gateway',
    nats,
    countOnce: createUsedCalls(pool),
    invoke: createInvoke(
      handlersOf(parts, config, callsPerDay, { ...guests.handlers, ...collectHandlers({ collects }) }),
    ),
    verify,
    clock,
    logger,
  })
  const upkeep = guests.startUpkeep()
  const tokens = startLoop({
    pollMs: hourMs,
    round: () => collects.forgetOld().then(() => false),
    onError: (error) => logger.warn({ err: error }, 'old counts of collects are still kept'),
  })
  const facts = startFacts({ ...parts, disabledServices: config.DISABLED_SERVICES }, mailEffects(config))
  return {
    server: createPublicServer(createPublicApp(rest, mcp, guests.claimPage, clock), clock),
    drain: async () => {
      await mounted.drain()
      await Promise.all([facts.drain(), upkeep.stop(), tokens.stop()])
      await admissionPool.end()
    },
  }
}

function mailEffects(config: Config): Effects {
  const mailer = createMailer({
    smtpUrl: config.SMTP_URL,
    from: config.MAIL_FROM,
    folder: path.join(config.DATA_DIR, 'mail'),
  })
  return {
    'gateway.ownerMail': revocationMail(mailer, 'owner', undefined),
    'gateway.supportMail': revocationMail(mailer, 'support', config.SUPPORT_EMAIL),
  }
}

function handlersOf(
  { pool }: ServiceParts,
  config: Config,
  callsPerDay: Record<string, number>,
  others: ReturnType<typeof createGuestParts>['handlers'] & ReturnType<typeof collectHandlers>,
): ServiceHandlers<'gateway'> {
  const stores = createStores(pool)
  const accounts = createAccountStore(stores, { callsPerDay })
  return {
    ...accountHandlers({ accounts }),
    ...keyHandlers({ keys: createKeyStore(stores), seeds: createSeedStore(pool) }),
    ...outboxHandlers('gateway', pool, config.DISABLED_SERVICES),
    ...others,
  }
}

function callsPerDayOf({ PLANS_FILE }: Config): Record<string, number> {
  const plans = Object.entries(readPlans(PLANS_FILE))
  return Object.fromEntries(
    plans.flatMap(([name, { callsPerDay }]) => (callsPerDay === null ? [] : [[name, callsPerDay]])),
  )
}
