import { type Clock, utcDay } from '@rts/shared/clock'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database } from '@rts/shared/service/transaction'
import { bitOf, daysBetween, firstDay, reachOf } from '../history/history.ts'
import { siteOf } from '../sites/sites.ts'
import { type BlockStep, countKeywords, readBlockSteps } from './page-blocks.sql.ts'
import { daysRead } from './rules/history-window.ts'

type PageBlockDeps = { db: Database; rhythmDays(accountId: string): Promise<number>; clock: Clock }

const bits = {
  aiKnown: bitOf('ai_overview', 'known'),
  aiOverview: bitOf('ai_overview', 'true'),
  aiCited: bitOf('ai_cited', 'true'),
  snippetKnown: bitOf('snippet', 'known'),
  snippet: bitOf('snippet', 'true'),
  ownSnippet: bitOf('own_snippet', 'true'),
}

/** How many keywords' pages had which blocks over time, as far as their providers say it. */
export function pageBlockHandlers({ db, rhythmDays, clock }: PageBlockDeps) {
  return {
    'pageBlocks.list': async ({ params, query, caller }) => {
      const site = await siteOf(db, caller, params.id)
      const until = utcDay(clock.now())
      const from = firstDay(until, Math.min(query.days, daysRead(await countKeywords(db, site.id))))
      const reachDays = reachOf(await rhythmDays(site.accountId))
      const steps = await readBlockSteps(db, site.id, { from, until, reachDays, bits })
      const days = daysBetween(from, until)
      const column = (count: keyof Omit<BlockStep, 'day'>) => runningCount(days, steps, count)
      return {
        days,
        counts: {
          aiKnown: column('aiKnown'),
          aiOverview: column('aiOverview'),
          aiCited: column('aiCited'),
          snippetKnown: column('snippetKnown'),
          snippet: column('snippet'),
          ownSnippet: column('ownSnippet'),
        },
      }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

function runningCount(days: readonly string[], steps: readonly BlockStep[], count: keyof Omit<BlockStep, 'day'>) {
  const changes = new Map(steps.map((step) => [step.day, step[count]]))
  let now = 0
  return days.map((day) => {
    now += changes.get(day) ?? 0
    return now
  })
}
