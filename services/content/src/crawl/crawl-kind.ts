import type { GuardedFetcher } from '@rts/outside/guarded/fetcher'
import type { Clock } from '@rts/shared/clock'
import type { Job, Kind, Outcome } from '@rts/shared/collects/kind'
import { failed } from '@rts/shared/failure'
import { type Plan, type PlanTable, planSchema } from '@rts/shared/plans'
import { z } from 'zod'
import { factsOfOther } from '../audit/facts.ts'
import type { AuditReport } from '../audit/report.ts'
import { type CrawlThread, crawlPastBroken } from './crawl-thread.ts'
import { createSaver } from './page-saver.ts'
import type { CrawlStore } from './runs.sql.ts'
import type { CrawlAsks } from './thread-messages.ts'

const input = z.object({ siteId: z.string(), domain: z.string() })
export type CrawlInput = z.output<typeof input>
export type CrawlKind = Kind<CrawlInput, AuditReport>

export type CrawlSettings = {
  userAgent: string
  connections: number
  perSecond: number
  /** The longest that a site is crawled, over all slices. */
  maxMs: number
  /** How long a crawl has its place to itself when another account's waits. */
  sliceMs: number
  freshMs: number
  isPlayed(domain: string): boolean
  waits?: Waits
}
type Waits = {
  /** While another crawl reads the host. */
  hostBusyMs: number
  /** The fact that tells the plan of a new account may come after its first read. */
  planLateMs: number
}
type Deps = {
  fetcher: GuardedFetcher
  crawl: CrawlThread
  /** Checks the structured data of one crawl's pages. */
  lacksFor(owner: string, gone: AbortSignal): CrawlAsks['lacks']
  store: CrawlStore
  clock: Clock
  plans: PlanTable
  settings: CrawlSettings
}

const usualWaits: Waits = { hostBusyMs: 5_000, planLateMs: 1_000 }
const mostWaits = 5

/** The audit of a site: a crawl from its home page, and what the catalogue's rules find. */
export function crawlKind(deps: Deps): CrawlKind {
  const kind: CrawlKind = {
    name: 'crawl',
    lane: 'crawl',
    input,
    keyOf: ({ siteId, domain }) => `${siteId}·${domain}`,
    freshMs: deps.settings.freshMs,
    typicalMs: 20_000,
    retryMs: [5_000, 30_000, 120_000],
    run: (job, signal) => run(deps, kind, job, signal),
  }
  return kind
}

async function run(
  deps: Deps,
  kind: CrawlKind,
  job: Job<CrawlInput>,
  signal: AbortSignal,
): Promise<Outcome<AuditReport>> {
  const { store, settings, clock } = deps
  const { siteId, domain } = job.input
  const { hostBusyMs, planLateMs } = settings.waits ?? usualWaits
  const subject = { kind: kind.name, key: kind.keyOf(job.input) }
  if (!(await store.takeHost(subject, domain)))
    return { state: 'waiting', pollAt: inMs(clock, hostBusyMs), progress: job.progress }
  const plan = await planOf(deps, siteId)
  const waits = waitsOf(job.progress)
  if (plan === null && waits < mostWaits)
    return { state: 'waiting', pollAt: inMs(clock, planLateMs), progress: { waits: waits + 1 } }
  // The smallest, where nobody says which it is.
  const limit = deps.plans[plan ?? 'guest'].crawlPages
  const start = (await store.startOf(subject)) ?? (await startOf(deps, domain, signal))
  const open = await store.open(subject, { siteId, limit, start })
  if (!open) throw new Error('nobody wants this crawl any more')
  const saver = createSaver(store, open)
  const task = {
    ...{ domain, userAgent: settings.userAgent, start: open.start, limit },
    ...{ perSecond: settings.perSecond, connections: settings.connections, hasTls: !settings.isPlayed(domain) },
    ...{ now: clock.now(), crawlId: open.id, last: await store.lastReport(subject), kept: open.kept },
    msLeft: open.openedAt + settings.maxMs - open.spentMs - performance.now(),
  }
  const isPaused = job.slice(settings.sliceMs)
  const asks = {
    isPaused,
    before: (from: number) => store.pages(open, from),
    save: saver.save,
    lacks: deps.lacksFor(`crawl of ${siteId}`, signal),
    skip: async (url: string) => {
      await saver.save({ page: JSON.stringify(factsOfOther({ url, status: null, failure: 'too_complex' })), known: 0 })
      await saver.flush()
    },
  }
  const end = await crawlPastBroken(deps.crawl, task, asks, signal)
  await saver.flush()
  if (end === null) return { state: 'failed', failure: failed('crawler', 'bad_request') }
  if ('kept' in end) {
    await store.pause(open, domain, end)
    return { state: 'waiting', pollAt: inMs(clock, end.restMs), progress: job.progress }
  }
  await store.end(open, end)
  const state = end.isComplete ? 'ready' : 'partial'
  return { state, body: end.report, sources: ['crawler'], sandbox: settings.isPlayed(domain), costUsd: null }
}

async function planOf({ store }: Deps, siteId: string): Promise<Plan | null> {
  const plan = planSchema.safeParse(await store.planOf(siteId))
  return plan.success ? plan.data : null
}

function waitsOf(progress: unknown): number {
  return z.object({ waits: z.number() }).safeParse(progress).data?.waits ?? 0
}

function inMs(clock: Clock, ms: number): Date {
  return new Date(clock.now().getTime() + ms)
}

/** Where a crawl begins: over https, or over http where nothing answers there. */
async function startOf({ fetcher }: Deps, domain: string, signal: AbortSignal): Promise<string> {
  const secure = `https://${domain}/`
  const answer = await fetcher.get(secure, {
    within: domain,
    truncate: true,
    keepsRedirects: true,
    types: /^$/,
    signal,
  })
  if (answer.ok) return secure
  const open = `http://${domain}/`
  const other = await fetcher.get(open, { within: domain, truncate: true, keepsRedirects: true, types: /^$/, signal })
  return other.ok ? open : secure
}
