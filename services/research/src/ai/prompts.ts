import { randomUUID } from 'node:crypto'
import type { Clock } from '@rts/shared/clock'
import type { Call } from '@rts/shared/contract/caller'
import { cutPage, decodeCursor, noSuchCursor } from '@rts/shared/cursor'
import { AppError, invalidField } from '@rts/shared/errors'
import type { RequireThawed } from '@rts/shared/facts/frozen-site'
import { type Sites, siteOf } from '@rts/shared/facts/site-of'
import type { KnownSite } from '@rts/shared/facts/site-projection'
import type { PlanTable } from '@rts/shared/plans'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { type Database, inTransaction } from '@rts/shared/service/transaction'
import type { Records } from '../database.sql.ts'
import { promptLimit } from './answers.ts'
import { countedPrompts } from './counted-prompts.ts'
import { toRows } from './prompt-row.ts'
import { heldBack, stateOfPrompts } from './prompt-state.ts'
import {
  countOfAccount,
  countOfSite,
  deletePrompt,
  findPrompts,
  idsOf,
  insertPrompts,
  listPrompts,
  lockPrompts,
  type Prompt,
  type PromptSource,
  placeOf,
  requirePrompt,
  storePause,
} from './prompts.sql.ts'
import { unschedule } from './schedule.sql.ts'
import type { Schedule } from './schedule.ts'

type PromptDeps = {
  database: Database
  records: Records
  sites: Sites
  schedule: Schedule
  requireThawed: RequireThawed
  engines: readonly string[]
  plans: PlanTable
  clock: Clock
}
type NewPrompts = { texts: readonly string[]; source: PromptSource; limit: number; now: Date }

const wholeList = 10_000

/** Prompts and their answers. Reads start nothing: runs are scheduled. */
export function promptHandlers(deps: PromptDeps) {
  const { database, records, sites, schedule, engines, plans, clock } = deps
  const rowsOf = (prompts: readonly Prompt[], days?: number) => toRows(database, prompts, engines, clock.now(), days)

  async function oneRow(site: KnownSite, id: string, call: Pick<Call, 'caller'>) {
    const [row] = await rowsOf([await requirePrompt(database, site, id, promptLimit(plans, call))])
    if (!row) throw new Error('one prompt, one row')
    return row
  }

  return {
    'prompts.list': async ({ params, query, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      if (query.counted) return countedPrompts(deps, site, query, call)
      const take = query.limit ?? wholeList
      const after = await placeBefore(records, site, decodeCursor('prompts', query.cursor))
      const listed = await listPrompts(database, site, after, take + 1, promptLimit(plans, call))
      const { page, nextCursor } = cutPage('prompts', listed, take, ({ id }) => id)
      const [total, rows] = await Promise.all([countOfSite(database, site.id), rowsOf(page, query.days)])
      return { prompts: rows, total, nextCursor, ...stateOfPrompts(rows, engines, heldBack(site, call)) }
    },

    'prompts.create': async ({ params, body: { prompts: list, prompt, source }, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      if ((prompt === undefined) === (list === undefined))
        throw invalidField('prompt', 'or prompts is required, one of them')
      const texts = list ?? [prompt ?? '']
      const limit = promptLimit(plans, call)
      const added = await addPrompts(deps, site, { texts, source, limit, now: clock.now() })
      const [first] = added.prompts
      if (!first) throw new Error('every text has its prompt')
      const seen = new Set<string>()
      const rows = added.prompts.map(({ id, text }) => {
        const created = added.created.has(id) && !seen.has(id)
        seen.add(id)
        return { id, prompt: text, created }
      })
      const answer = { prompt: await oneRow(site, first.id, call), created: rows[0]?.created ?? false }
      return list ? { ...answer, prompts: rows } : answer
    },

    'prompts.update': async ({ params, body: { paused }, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const now = clock.now()
      await inTransaction(database, async (tx) => {
        await storePause(tx, site.id, params.pid, paused ? now : null)
        if (paused) await unschedule(tx, params.pid)
        else await schedule.start(tx, site, [params.pid], now)
      })
      return { prompt: await oneRow(site, params.pid, call) }
    },

    'prompts.delete': async ({ params, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      await inTransaction(database, async (tx) => {
        await deletePrompt(tx, site.id, params.pid)
        await unschedule(tx, params.pid)
      })
      return { ok: true }
    },
  } satisfies Partial<ServiceHandlers<'research'>>
}

/** Adds new texts, all or none; returns prompts in order and new ids. Throws `plan_limit_reached`, or if frozen. */
async function addPrompts(
  { database, schedule, requireThawed }: PromptDeps,
  site: KnownSite,
  { texts, source, limit, now }: NewPrompts,
): Promise<{ prompts: Prompt[]; created: ReadonlySet<string> }> {
  const before = await idsOf(database, site.id, texts)
  if (texts.some((text) => !before.has(text))) await requireThawed(site)
  return inTransaction(database, async (tx) => {
    await lockPrompts(tx, site.accountId)
    const known = await idsOf(tx, site.id, texts)
    const fresh = [...new Set(texts)].filter((text) => !known.has(text)).map((text) => ({ id: randomUUID(), text }))
    const used = await countOfAccount(tx, site.accountId)
    if (fresh.length > 0 && used + fresh.length > limit)
      throw new AppError(
        'plan_limit_reached',
        `The plan allows ${limit} prompts; those of frozen sites do not count, and people remove one in the dashboard (AI visibility)`,
        {
          planLimit: { name: 'prompts', max: limit, used },
        },
      )
    const freshIds = fresh.map(({ id }) => id)
    await insertPrompts(tx, site.id, fresh, source, now)
    await schedule.start(tx, site, freshIds, now)
    const found = await findPrompts(tx, site, [...known.values(), ...freshIds], limit)
    const byText = new Map(found.map((prompt) => [prompt.text, prompt]))
    return { prompts: texts.flatMap((text) => byText.get(text) ?? []), created: new Set(freshIds) }
  })
}

/** The place before a page. Throws if the cursor's prompt was deleted. */
async function placeBefore(records: Records, { id }: KnownSite, promptId: string | null): Promise<bigint> {
  const place = promptId === null ? 0n : await placeOf(records, id, promptId)
  if (place === undefined) throw noSuchCursor()
  return place
}
