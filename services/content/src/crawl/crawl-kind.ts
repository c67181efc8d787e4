import type { Clock } from '@rts/shared/clock'
import type { Job, Kind, Outcome } from '@rts/shared/collects/kind'
import { writeFact } from '@rts/shared/facts/write'
import { failed } from '@rts/shared/failure'
import { type Plan, type PlanTable, planSchema } from '@rts/shared/plans'
import { type Database, inTransaction, type Transaction } from '@rts/shared/service/transaction'
import { z } from 'zod'
import { type AuditReport, factsOfOther } from '../audit/audit.ts'
import { type CrawlThread, crawlPastBroken } from './crawl-thread.ts'
import {
  createPageStore,
  endCrawl,
  findLastReport,
  findPlan,
  listPages,
  type OpenCrawl,
  openCrawl,
  pauseCrawl,
  startCrawlAt,
  takeHost,
} from './runs.sql.ts'
import type { CrawlAsks, CrawlEnd, CrawlTask } from './thread-messages.ts'

const input = z.object({ siteId: z.string(), domain: z.string() })
type CrawlInput = z.output<typeof input>
export type CrawlKind = Kind<CrawlInput, AuditReport>

export type CrawlSettings = {
  userAgent: string
  connections: number
  perSecond: number
  /** Longest crawl, over all slices. */
  maxMs: number
  /** Guaranteed slice while another account waits. */
  sliceMs: number
  freshMs: number
  isSimulated(domain: string): boolean
  waits?: Waits
  slowMs?: number
}
type Waits = {
  /** Wait while another crawl reads the host. */
  hostBusyMs: number
  /** A new account's plan event may arrive after its first read. */
  planLateMs: number
}
type Deps = {
  database: Database
  crawl: CrawlThread
  lacksFor(owner: string, signal: AbortSignal): CrawlAsks['lacks']
  clock: Clock
  plans: PlanTable
  settings: CrawlSettings
}

const usualWaits: Waits = { hostBusyMs: 5_000, planLateMs: 1_000 }
const maxWaits = 5

/** Site audits: a crawl from the home page, then the catalogue's rules. */
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
  const { database, settings, clock } = deps
  const { siteId, domain } = job.input
  const { hostBusyMs, planLateMs } = settings.waits ?? usualWaits
  const subject = { kind: kind.name, key: kind.keyOf(job.input) }
  if (!(await inTransaction(database, (tx) => takeHost(tx, subject, domain))))
    return { state: 'waiting', pollAt: inMs(clock, hostBusyMs), progress: job.progress }
  const plan = await planOf(deps, siteId)
  const waits = waitsOf(job.progress)
  if (plan === null && waits < maxWaits)
    return { state: 'waiting', pollAt: inMs(clock, planLateMs), progress: { waits: waits + 1 } }
  // Unknown plan: the smallest.
  const limit = deps.plans[plan ?? 'guest'].crawlPages
  const open = await openCrawl(database, subject, { siteId, limit, start: `https://${domain}/` })
  if (!open) throw new Error('the subject of this crawl is deleted')
  const end = await crawlSite(deps, job, open, { limit, last: await findLastReport(database, subject) }, signal)
  if (end === null) return { state: 'failed', failure: failed('crawler', 'bad_request') }
  if ('kept' in end) {
    await inTransaction(database, (tx) => pauseCrawl(tx, open, domain, end))
    return { state: 'waiting', pollAt: inMs(clock, end.restMs), progress: job.progress }
  }
  const sandbox = settings.isSimulated(domain)
  await inTransaction(database, async (tx) => {
    await endCrawl(tx, open, end)
    await writeAudit(tx, end, { siteId, at: clock.now(), sandbox })
  })
  const state = end.isComplete ? 'ready' : 'partial'
  return { state, body: end.report, sources: ['crawler'], sandbox, costUsd: null }
}

/** Crawls in a thread and stores the pages. Null: it broke, and not at a page. */
async function crawlSite(
  { database, crawl, lacksFor, settings, clock }: Deps,
  { input: { siteId, domain }, slice }: Job<CrawlInput>,
  open: OpenCrawl,
  { limit, last }: Pick<CrawlTask, 'limit' | 'last'>,
  signal: AbortSignal,
) {
  const save = createPageStore(database, open)
  const task = {
    domain,
    userAgent: settings.userAgent,
    start: open.start,
    isNew: open.pagesDone === 0,
    limit,
    perSecond: settings.perSecond,
    connections: settings.connections,
    slowMs: settings.slowMs,
    hasTls: !settings.isSimulated(domain),
    now: clock.now(),
    crawlId: open.id,
    last,
    kept: open.kept,
    msLeft: open.openedAt + settings.maxMs - open.spentMs - performance.now(),
  }
  const asks = {
    startAt: (url: string) => startCrawlAt(database, open, url),
    isPaused: slice(settings.sliceMs),
    saved: (from: number) => listPages(database, open, from),
    save,
    lacks: lacksFor(`crawl of ${siteId}`, signal),
    skip: (url: string) =>
      save({ pages: [JSON.stringify(factsOfOther({ url, status: null, failure: 'too_complex' }))], known: null }),
  }
  return crawlPastBroken(crawl, task, asks, signal)
}

async function planOf({ database }: Deps, siteId: string): Promise<Plan | null> {
  const plan = planSchema.safeParse(await findPlan(database, siteId))
  return plan.success ? plan.data : null
}

function waitsOf(progress: unknown): number {
  return z.object({ waits: z.number() }).safeParse(progress).data?.waits ?? 0
}

function inMs(clock: Clock, ms: number): Date {
  return new Date(clock.now().getTime() + ms)
}

type Ended = { siteId: string; at: Date; sandbox: boolean }

/** Writes the audit's event in the transaction that ends its crawl. */
async function writeAudit(tx: Transaction, end: CrawlEnd, { siteId, at, sandbox }: Ended): Promise<void> {
  const { isComplete, report, counts } = end
  const { crawlId, score, health, pagesDone: pages, issues, gone } = report
  const newIssues = issues.filter(({ isNew }) => isNew).map(({ code }) => code)
  const fixedIssues = gone.map(({ code }) => code)
  const { error: errors, warning: warnings, notice: notices } = counts
  const figures = { score, health, pages, errors, warnings, notices, newIssues, fixedIssues }
  const status = isComplete ? ('ready' as const) : ('partial' as const)
  const state = { siteId, at: at.toISOString(), sandbox, crawlId, status, ...figures }
  await writeFact(tx, { type: 'audit.finished', aggregate: `audit:${crawlId}`, version: 1, state })
}
