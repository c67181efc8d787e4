import type { Clock } from '@rts/shared/clock'
import type { Call } from '@rts/shared/contract/caller'
import { countedRows } from '@rts/shared/contract/fields'
import type { MentionFilter } from '@rts/shared/contract/rows/prompt'
import { decodeCursor, encodeCursor, noSuchCursor } from '@rts/shared/cursor'
import { invalidField } from '@rts/shared/errors'
import type { KnownSite } from '@rts/shared/facts/site-projection'
import type { PlanTable } from '@rts/shared/plans'
import type { Database } from '@rts/shared/service/transaction'
import type { PagingQuery } from '../lists.ts'
import { promptLimit } from './answers.ts'
import { toRows } from './prompt-row.ts'
import { heldBack, stateOfPrompts, toAnswered } from './prompt-state.ts'
import { listPrompts } from './prompts.sql.ts'
import { countMentions, isMentioned } from './rules/rates.ts'
import { failuresOf, lastMentions } from './runs.sql.ts'

type CountDeps = {
  database: Database
  engines: readonly string[]
  plans: PlanTable
  clock: Clock
}
type CountedQuery = PagingQuery & {
  days?: number | undefined
  part?: string | undefined
  engine?: string | undefined
  filter?: MentionFilter | undefined
}

/** Above any plan. */
const maxPrompts = 10_000

/** Counts over all prompts with `part`, plus one page of them. */
export async function countedPrompts(
  { database, engines: configured, plans, clock }: CountDeps,
  site: KnownSite,
  { limit, cursor, ...asked }: CountedQuery,
  call: Call,
) {
  const engines = enginesOf(configured, asked.engine)
  const start = startOf(cursor)
  const part = asked.part?.toLowerCase() ?? ''
  const every = await listPrompts(database, site, 0n, maxPrompts, promptLimit(plans, call))
  const prompts = every.filter(({ text }) => text.toLowerCase().includes(part))
  const ids = prompts.map(({ id }) => id)
  const [mentions, failures] = await Promise.all([lastMentions(database, ids), failuresOf(database, ids)])
  const answers = mentions.filter(({ engine }) => engines.includes(engine))
  const found = prompts.filter(({ id }) => isAsked(answers, id, asked.filter))
  const page = found.slice(start, start + countedRows(limit))
  const rows = await toRows(database, page, engines, clock.now(), asked.days)
  const end = start + rows.length
  return {
    // State of all prompts: the filter does not change when they were answered.
    ...stateOfPrompts(toAnswered(prompts, engines, answers, failures), configured, heldBack(site, call)),
    summary: countMentions(engines, answers),
    prompts: rows,
    total: found.length,
    nextCursor: end < found.length ? encodeCursor('mentions', String(end)) : null,
  }
}

function enginesOf(configured: readonly string[], asked: string | undefined): readonly string[] {
  if (asked === undefined) return configured
  if (configured.includes(asked)) return [asked]
  const known = configured.length > 0 ? `must be one of ${configured.join(', ')}` : 'none is set up here'
  throw invalidField('engine', known, 'query')
}

function startOf(cursor: string | undefined): number {
  const place = decodeCursor('mentions', cursor) ?? '0'
  if (!/^\d{1,5}$/.test(place)) throw noSuchCursor()
  return Number(place)
}

function isAsked(
  answers: readonly { promptId: string; engine: string; mentioned: boolean; cited: boolean }[],
  promptId: string,
  filter: MentionFilter | undefined,
): boolean {
  if (filter === undefined) return true
  return isMentioned(
    answers.filter((answer) => answer.promptId === promptId),
    filter,
  )
}
