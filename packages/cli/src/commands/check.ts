import { type Command, textOf } from '../command.ts'
import { isWithin, type KeywordRow, readKeywords, selecting } from '../keyword-rows.ts'
import { numberOf, wordOf } from '../numbers.ts'
import type { Column } from '../output/table.ts'
import { rankText, tellingColumns, variantColumns } from '../rank-columns.ts'
import { findSite } from '../sites.ts'
import { exits, UsageError } from '../world.ts'

type Row = KeywordRow & Checked

const columns: Column<Row>[] = [
  { head: 'keyword', value: ({ keyword }) => keyword },
  {
    head: 'position',
    isRight: true,
    value: ({ position }) => position,
    text: ({ position, depth }) => rankText(position, depth),
  },
  { head: 'outcome', value: ({ outcome }) => outcome, tint: ({ outcome }) => (outcome === 'out' ? 'red' : 'yellow') },
  ...variantColumns,
  {
    head: 'before',
    isRight: true,
    value: ({ previousPosition }) => previousPosition,
    text: ({ previousPosition, depth }) => (previousPosition === null ? '-' : rankText(previousPosition, depth)),
  },
  { head: 'why', value: ({ why }) => why },
  { head: 'checked', value: ({ checkedAt }) => checkedAt, text: ({ checkedAt }) => checkedAt?.slice(0, 10) ?? '-' },
  { head: 'url', value: ({ url }) => url },
]

export const check: Command = {
  name: 'check',
  usage: '[--site SITE] [--within N]',
  says: 'whether keywords rank where they should: ends with 0, or with 1 and those that do not',
  options: {
    site: { type: 'string', value: 'SITE', says: 'its host, name or id; not needed where the account has one' },
    within: { type: 'string', value: 'N', says: 'the worst position that is right (10)' },
    ...selecting,
    unknown: {
      type: 'string',
      value: 'WAY',
      says: 'a rank that is not known now: ask (ends with 3, the default), fail (with 1), pass',
    },
    'max-age': { type: 'string', value: 'DAYS', says: 'a check that is older is not known' },
  },
  takes: { min: 0, max: 0 },
  async run({ api, output, values }) {
    const within = numberOf(values, 'within', 1, 1_000) ?? 10
    const unknown = wordOf(values, 'unknown', ['ask', 'fail', 'pass']) ?? 'ask'
    const maxAgeDays = numberOf(values, 'max-age', 1, 3_650)
    const client = api()
    const site = await findSite(client, textOf(values, 'site'))
    const asked = await readKeywords(client, site.id, { ...values, within: undefined })
    // A wrong filter must not pass a build.
    if (asked.length === 0) throw new UsageError('no keyword is meant: nothing was checked')
    const rows = asked.map((row): Row => ({ ...row, ...outcomeOf(row, { within, maxAgeDays, now: Date.now() }) }))
    const out = rows.filter(({ outcome }) => outcome === 'out')
    const unsure = rows.filter(({ outcome }) => outcome === 'unknown')
    const wrong = [...out, ...unsure]
    if (output.form !== 'text') output.rows(columns, wrong)
    else if (wrong.length > 0) output.rows(tellingColumns(columns, wrong), wrong)
    output.note(
      `${rows.length - out.length - unsure.length} of ${rows.length} within ${within}, ${out.length} out, ${unsure.length} unknown.`,
    )
    if (out.length > 0 || (unsure.length > 0 && unknown === 'fail')) return exits.broken
    return unsure.length > 0 && unknown === 'ask' ? exits.unanswered : exits.ok
  },
}

export type Checked = { outcome: 'ok' | 'out' | 'unknown'; why: string | null }

type Rule = { within: number; maxAgeDays: number | undefined; now: number }

const dayMs = 86_400_000

/** Whether a keyword ranks where it should: unknown without a valid check of now, and where fewer results were read than the rule has. */
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
