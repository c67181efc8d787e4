import { isWithin, type KeywordRow } from './keyword-rows.ts'

export type Checked = { outcome: 'ok' | 'out' | 'unknown'; why: string | null }

type Rule = { within: number; maxAgeDays: number | undefined; now: number }

const dayMs = 86_400_000

/**
 * Whether a keyword ranks where it should. It is unknown where no check says so now: there was none, the last one failed (its
 * position is of an earlier one), it is too old, or the keyword is beyond the plan; and where fewer results were read than the rule has.
 */
export function outcomeOf(row: KeywordRow, { within, maxAgeDays, now }: Rule): Checked {
  const { position, checkedAt, lastCheck, frozen, depth } = row
  const unknown = (why: string): Checked => ({ outcome: 'unknown', why })
  if (frozen) return unknown('not checked: beyond the plan')
  if (lastCheck?.status === 'failed') return unknown(`the last check failed: ${lastCheck.error ?? 'no reason'}`)
  if (position === null || checkedAt === null) return unknown('never checked')
  if (maxAgeDays !== undefined && now - Date.parse(checkedAt) > maxAgeDays * dayMs)
    return unknown('the check is too old')
  if (isWithin(position, within)) return { outcome: 'ok', why: null }
  if (position === 0 && depth !== null && depth < within) return unknown(`only ${depth} results were read`)
  return { outcome: 'out', why: position === 0 ? 'not found' : `not within ${within}` }
}
