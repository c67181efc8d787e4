import type { Clock } from '@rts/shared/clock'
import type { Call } from '@rts/shared/contract/call'
import { decodeCursor, encodeCursor, noSuchCursor } from '@rts/shared/cursor'
import { invalidField } from '@rts/shared/errors'
import { type Sites, siteOf } from '@rts/shared/facts/site-of'
import type { KnownSite } from '@rts/shared/facts/site-projection'
import type { PlanTable } from '@rts/shared/plans'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { answerRow, promptRowOf, stateOfPrompts } from './prompt-row.ts'
import type { Prompt, PromptStore } from './prompts.sql.ts'
import type { RunStore } from './runs.sql.ts'
import type { PromptSchedule } from './schedule.ts'

type PromptOperations = 'prompts.list' | 'prompts.create' | 'prompts.update' | 'prompts.delete' | 'prompts.answers'
export type PromptHandlerDeps = {
  sites: Sites
  prompts: PromptStore
  runs: RunStore
  schedule: PromptSchedule
  /** The engines that are configured. */
  engines: readonly string[]
  plans: PlanTable
  clock: Clock
}

const windowDays = 30
const wholeList = 10_000
const answersOfPage = 100

/** Prompts of a site and how AI engines answer them. Reading starts nothing: runs are scheduled. */
export function promptHandlers({
  sites,
  prompts,
  runs,
  schedule,
  engines,
  plans,
  clock,
}: PromptHandlerDeps): Pick<ServiceHandlers<'research'>, PromptOperations> {
  const limitOf = ({ caller }: Call) => plans[caller.plan].prompts

  async function shown(listed: readonly Prompt[]) {
    const ids = listed.map(({ id }) => id)
    const since = new Date(clock.now().getTime() - windowDays * 86_400_000)
    const [latest, failures, rates, days] = await Promise.all([
      runs.latest(ids),
      runs.failures(ids),
      runs.rates(ids, since),
      runs.byDay(ids, since),
    ])
    const known = {
      latest: Map.groupBy(latest, ({ promptId }) => promptId),
      failures: Map.groupBy(failures, ({ promptId }) => promptId),
      rates: new Map(rates.map((each) => [each.promptId, each])),
      days: Map.groupBy(days, ({ promptId }) => promptId),
    }
    return listed.map((prompt) => promptRowOf(prompt, engines, known))
  }

  async function oneRow(site: KnownSite, id: string, call: Call) {
    const [row] = await shown([await prompts.require(site, id, limitOf(call))])
    if (!row) throw new Error('one prompt, one row')
    return row
  }

  return {
    'prompts.list': async ({ params, query, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const take = query.limit ?? wholeList
      const listed = await prompts.list(site, decodeCursor('prompts', query.cursor), take + 1, limitOf(call))
      if (!listed) throw noSuchCursor()
      const page = listed.slice(0, take)
      const last = page.at(-1)
      const nextCursor = listed.length > take && last ? encodeCursor('prompts', last.id) : null
      const [total, rows] = await Promise.all([prompts.count(site), shown(page)])
      return { prompts: rows, total, nextCursor, ...stateOfPrompts(rows, engines, call.caller.collect === 'allow') }
    },

    'prompts.create': async ({ params, body, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const { prompts: list, prompt, source } = body
      if ((prompt === undefined) === (list === undefined))
        throw invalidField('prompt', 'send prompt or prompts, one of them')
      const texts = list ?? [prompt ?? '']
      const now = clock.now()
      const added = await prompts.add(site, texts, {
        ...{ source, limit: limitOf(call), now },
        schedule: (client, ids) => schedule.start(client, site, ids, now),
      })
      const [first] = added.prompts
      if (!first) throw new Error('every text has its prompt')
      const seen = new Set<string>()
      const rows = added.prompts.map(({ id, text }) => {
        // A text that is given twice is created once.
        const created = added.created.has(id) && !seen.has(id)
        seen.add(id)
        return { id, prompt: text, created }
      })
      const answer = { prompt: await oneRow(site, first.id, call), created: rows[0]?.created ?? false }
      return list ? { ...answer, prompts: rows } : answer
    },

    'prompts.update': async ({ params, body, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const now = clock.now()
      await prompts.pause(site, params.pid, body.paused ? now : null, (client, ids) =>
        body.paused ? schedule.stop(client, ids) : schedule.start(client, site, ids, now),
      )
      return { prompt: await oneRow(site, params.pid, call) }
    },

    'prompts.delete': async ({ params, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      await prompts.remove(site, params.pid, schedule.stop)
      return { ok: true }
    },

    'prompts.answers': async ({ params, query, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const { id } = await prompts.require(site, params.pid, limitOf(call))
      const after = decodeCursor('answers', query.cursor)
      if (after !== null && !/^\d{1,18}$/.test(after)) throw noSuchCursor()
      const take = query.limit ?? answersOfPage
      const engine = query.engine ?? null
      const [total, listed] = await Promise.all([runs.count(id, engine), runs.list(id, engine, after, take + 1)])
      const page = listed.slice(0, take)
      const last = page.at(-1)
      const nextCursor = listed.length > take && last ? encodeCursor('answers', last.id) : null
      return { answers: page.map(answerRow), total, nextCursor }
    },
  }
}
