import type { GuardedFetcher } from '@rts/outside/guarded/fetcher'
import type { Clock } from '@rts/shared/clock'
import type { Job, Kind, Outcome } from '@rts/shared/collects/kind'
import { type Plan, type PlanTable, planSchema } from '@rts/shared/plans'
import { z } from 'zod'
import { auditSite, catalogue } from '../audit/catalogue.ts'
import { type AuditReport, reportOf } from '../audit/report.ts'
import { type CrawlWish, crawl } from '../crawl/crawl.ts'
import type { CrawlStore, OpenCrawl } from '../data/crawl-store.ts'
import { createSaver } from './page-saver.ts'

const input = z.object({ siteId: z.string(), domain: z.string() })
export type CrawlInput = z.output<typeof input>
export type CrawlKind = Kind<CrawlInput, AuditReport>

export type CrawlSettings = {
  userAgent: string
  connections: number
  perSecond: number
  /** The longest that one worker crawls a site. */
  maxMs: number
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
  /** Checks the structured data of one crawl's pages. */
  lacksFor(owner: string, gone: AbortSignal): CrawlWish['lacksOf']
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
  const open = await store.open(subject, { siteId, limit, start: await startOf(deps, domain, signal) })
  if (!open) throw new Error('nobody wants this crawl any more')
  const saver = createSaver(store, open)
  const crawled = await crawl({
    ...{ fetcher: deps.fetcher, domain, userAgent: settings.userAgent, signal, start: open.start, limit },
    ...{ before: open.pages, perSecond: settings.perSecond, connections: settings.connections },
    hasTls: !settings.isPlayed(domain),
    now: clock.now(),
    lacksOf: deps.lacksFor(`crawl of ${siteId}`, signal),
    save: saver.save,
    endsAt: performance.now() + settings.maxMs,
  })
  await saver.flush()
  const last = await store.lastReport(subject)
  return outcomeOf(deps, open, crawled, last, settings.isPlayed(domain))
}

async function outcomeOf(
  { store, clock }: Deps,
  open: OpenCrawl,
  { site, known, isComplete: isWhole }: Awaited<ReturnType<typeof crawl>>,
  last: AuditReport | null,
  sandbox: boolean,
): Promise<Outcome<AuditReport>> {
  const found = auditSite(site)
  // Without a page nothing can be said to be mended.
  const isComplete = isWhole && [...site.pages.values()].some(({ isHtml, status }) => isHtml && status === 200)
  const report = reportOf(
    site,
    found,
    { crawlId: open.id, pagesDone: site.pages.size, pagesKnown: known, at: clock.now(), isComplete },
    last,
  )
  const counts = { error: 0, warning: 0, notice: 0 }
  for (const [code, findings] of found) counts[catalogue.get(code)?.severity ?? 'notice'] += findings.length
  await store.end(open, { isComplete, report, counts })
  return { state: isComplete ? 'ready' : 'partial', body: report, sources: ['crawler'], sandbox, costUsd: null }
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
