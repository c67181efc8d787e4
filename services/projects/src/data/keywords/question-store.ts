import type {
  RivalFilter,
  RivalSummary,
  StandingFilter,
  StandingSort,
  StandingSummary,
} from '@rts/shared/contract/rows/question'
import type { Pool } from 'pg'
import { clicks, counted, countsOf, held, orderOf, pairHeld, pairsSql, rankedSql, type Then } from './question-sql.ts'
import { type Standing, standingColumns, stateOfEach } from './standing-store.ts'

/** `then`: the ranks before are the latest of this time, rather than those of the check before. */
export type Question<F> = {
  q: string
  filter: F | undefined
  sort: StandingSort | undefined
  then: { from: Date; until: Date } | null
  skip: number
  take: number
}
type StandingSums = { total: number; counts: StandingSummary; clicks: number; checked: number }
type RivalCounts = Omit<RivalSummary, 'competitors'>
type RivalSums = { total: number; counts: RivalCounts; competitors: (Omit<RivalCounts, 'keywords'> & { id: string })[] }
type Found<S> = { rows: Standing[]; sums: S }
export type QuestionStore = ReturnType<typeof createQuestionStore>

/** A page of `ranked`, and beside its first row the sums over all; the sums alone where the page is empty. */
const answerSql = (where: string, sort: StandingSort | undefined, sums: string) => `, page AS (
    SELECT id, previous_position, row_number() OVER (ORDER BY ${orderOf(sort)}) AS n FROM ranked WHERE ${where}
    ORDER BY n OFFSET $3 LIMIT $4)
  SELECT ${standingColumns('page.previous_position')}, CASE WHEN page.n IS NULL OR page.n = $3::int + 1 THEN s0.sums END AS sums
  FROM (SELECT ${sums} AS sums) s0 LEFT JOIN page ON true LEFT JOIN keyword k ON k.id = page.id ${stateOfEach} ORDER BY page.n`

const { not_found: notFound, ...sameName } = held
const standingsSql = ({ filter, sort }: Question<StandingFilter>, then: Then) => {
  const where = filter ? held[filter] : 'true'
  const counts = `json_build_object('keywords', count(*), ${countsOf({ ...sameName, notFound })})`
  const sums = `(SELECT json_build_object('total', ${counted(where)}, 'counts', ${counts},
    'clicks', ${clicks}, 'checked', count(position)) FROM ranked)`
  return `WITH ranked AS MATERIALIZED (${rankedSql(then)})${answerSql(where, sort, sums)}`
}

/** A keyword is passed by any of the competitors, and led by the site where none of them is ahead; without any nobody leads. */
const anyPair = (filter: RivalFilter) => `id IN (SELECT id FROM pairs WHERE ${pairHeld[filter]})`
const rivalHeld: Record<RivalFilter, string> = {
  passed_us: anyPair('passed_us'),
  we_passed: anyPair('we_passed'),
  they_lead: anyPair('they_lead'),
  we_lead: `position > 0 AND cardinality($5::text[]) > 0 AND NOT ${anyPair('they_lead')}`,
}
const rivalCounts = (of: Record<RivalFilter, string>) =>
  countsOf({ passedUs: of.passed_us, wePassed: of.we_passed, theyLead: of.they_lead, weLead: of.we_lead })
const rivalsSql = ({ filter, sort }: Question<RivalFilter>, then: Then) => {
  const where = filter ? rivalHeld[filter] : 'true'
  const counts = `json_build_object('keywords', count(*), ${rivalCounts(rivalHeld)})`
  const each = `(SELECT coalesce(json_agg(c.counts ORDER BY c.n), '[]') FROM (
    SELECT d.n, json_build_object('id', d.id, ${rivalCounts(pairHeld)}) AS counts
    FROM unnest($5::text[]) WITH ORDINALITY d (id, n) LEFT JOIN pairs ON pairs.domain_id = d.id GROUP BY d.n, d.id) c)`
  const sums = `(SELECT json_build_object('total', ${counted(where)}, 'counts', ${counts}, 'competitors', ${each}) FROM ranked)`
  return `WITH ranked AS MATERIALIZED (${rankedSql(then)}), pairs AS MATERIALIZED (${pairsSql(then)})${answerSql(where, sort, sums)}`
}

/** Answers questions over all keywords of a site that is checked to be the caller's, each in one statement. */
export function createQuestionStore(pool: Pool) {
  async function ask<S>(name: string, text: string, values: unknown[]): Promise<Found<S>> {
    const { rows } = await pool.query<Standing & { sums: S | null }>({ name, text, values })
    const sums = rows[0]?.sums
    if (!sums) throw new Error('a question without sums')
    return { rows: rows.filter(({ id }) => id !== null), sums }
  }
  // Each form is planned once per connection.
  const nameOf = (kind: string, { filter, sort, then }: Question<string>) =>
    `${kind}.${filter}.${sort}.${then !== null}`
  const timesOf = ({ then }: Question<string>) => (then ? [then.from, then.until] : [])

  return {
    standings(siteId: string, question: Question<StandingFilter>): Promise<Found<StandingSums>> {
      const { q, skip, take, then } = question
      const text = standingsSql(question, then && ['$5', '$6'])
      return ask(nameOf('standings', question), text, [siteId, q, skip, take, ...timesOf(question)])
    },

    rivals(
      siteId: string,
      competitorIds: readonly string[],
      question: Question<RivalFilter>,
    ): Promise<Found<RivalSums>> {
      const { q, skip, take, then } = question
      const text = rivalsSql(question, then && ['$6', '$7'])
      return ask(nameOf('rivals', question), text, [siteId, q, skip, take, competitorIds, ...timesOf(question)])
    },
  }
}
