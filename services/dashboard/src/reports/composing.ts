import { utcDay } from '@rts/shared/clock'
import type { ReportDocument, ReportPart } from '@rts/shared/contract/rows/report'
import { type RpcCaller, type RpcClient, systemCaller } from '@rts/shared/service/rpc-client'
import type { Parts } from '../parts.ts'
import { readWhole } from '../whole-list.ts'
import type { Report } from './reports.sql.ts'
import { logoAddress } from './rules/choices.ts'
import {
  aiPartOf,
  auditPartOf,
  comparisonPartOf,
  linksPartOf,
  ranksPartOf,
  searchConsolePartOf,
  visibilityPartOf,
} from './rules/parts.ts'
import { daysFrom, type Span, spanOf, todayOf } from './rules/period.ts'

type ComposerDeps = Pick<Parts, 'call' | 'accountOf' | 'clock' | 'logger'>
export type Compose = ReturnType<typeof createComposer>

const maxDays = 480
const maxLinkDays = 365
const maxPrompts = 100
const maxQueries = 20
/** The window over which Google's figures are read by default. */
const usualDays = 28

/**
 * Composes what the readers of a report see from saved data: it asks the owners as a service that may see this site alone and may start
 * nothing. A part that cannot be read is null. Throws `not_found` where site or account are not there any more.
 */
export function createComposer({ call, accountOf, clock, logger }: ComposerDeps) {
  return async (report: Report, logo: Uint8Array | null): Promise<ReportDocument> => {
    const { accountId, siteId, title, shownName, language } = report
    const { plan } = await accountOf(accountId)
    const caller: RpcCaller = { ...systemCaller(accountId, plan), siteIds: [siteId] }
    const { project } = await call('sites.get', { params: { id: siteId } }, caller)
    const now = clock.now()
    const span = spanOf(report, todayOf(report, now))
    const read = readersOf(call, siteId, caller, { span, today: utcDay(now) })
    const parts = await Promise.all(
      report.parts.map(async (part) => [part, await read[part]().catch(missing(report, part))] as const),
    )
    return {
      title,
      shownName,
      language,
      logo: logoAddress(logo),
      site: { name: project.name, domain: project.domain },
      ...span,
      at: now.toISOString(),
      parts: Object.fromEntries(parts),
    }
  }

  function missing({ id }: Report, part: ReportPart) {
    return (error: unknown): null => {
      logger.warn({ err: error, report: id, part }, 'a part of a report cannot be read')
      return null
    }
  }
}

type Part<P extends ReportPart> = ReportDocument['parts'][P]

/** One read for each part. Null: nothing was collected yet. */
function readersOf(call: RpcClient, id: string, caller: RpcCaller, { span, today }: { span: Span; today: string }) {
  const params = { id }
  const days = (max: number) => Math.min(max, Math.max(1, daysFrom(span.from, today)))
  const course = (hosts: 'own' | 'all') =>
    call('visibility.list', { params, query: { days: days(maxDays), hosts } }, caller)

  async function searchConsole(): Promise<Part<'searchConsole'>> {
    for (const window of new Set([daysFrom(span.from, span.until) - 1, usualDays])) {
      const figures = await call('searchConsoleFigures.list', { params, query: { days: window } }, caller)
      if (figures.startDate === null) continue
      const query = { days: window, limit: maxQueries }
      return searchConsolePartOf(figures, await call('searchConsoleQueries.list', { params, query }, caller)) ?? null
    }
    return null
  }

  return {
    visibility: async () => {
      const query = { ...span, limit: 1 }
      const [days, first] = await Promise.all([
        course('own'),
        span.from < span.until ? call('movements.list', { params, query }, caller) : undefined,
      ])
      return visibilityPartOf(days, span, first?.compared)
    },
    ranks: async () =>
      ranksPartOf(
        await readWhole(async (paging) => {
          const { keywords: rows, ...page } = await call(
            'movements.list',
            { params, query: { ...span, medians: true, ...paging } },
            caller,
          )
          return { rows, ...page }
        }),
      ),
    comparison: async () => {
      const query = { order: { by: 'you', isDown: false, q: '' } }
      const [hosts, ranks] = await Promise.all([course('all'), call('rankComparison.list', { params, query }, caller)])
      return comparisonPartOf(hosts, ranks, span)
    },
    searchConsole,
    ai: async () => aiPartOf(await call('prompts.list', { params, query: { limit: maxPrompts } }, caller)),
    audit: async () => auditPartOf(await call('issues.list', { params, query: {} }, caller)),
    links: async () => {
      let updatedAt: string | null = null
      const rows = await readWhole(async (paging) => {
        const page = await call('backlinks.list', { params, query: { days: days(maxLinkDays), ...paging } }, caller)
        updatedAt = page.updatedAt
        return page
      })
      return linksPartOf({ updatedAt, rows }, span) ?? null
    },
  } satisfies { [P in ReportPart]: () => Promise<Part<P>> }
}
