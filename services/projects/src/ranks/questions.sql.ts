import type {
  RivalFilter,
  RivalSummary,
  StandingFilter,
  StandingSort,
  StandingSummary,
} from '@rts/shared/contract/rows/question'
import type { Database } from '@rts/shared/service/transaction'
import { int, json, type RowOf, text } from '@rts/shared/sql/column'
import { query, type Statement } from '@rts/shared/sql/statement'
import {
  counted,
  countsOf,
  held,
  isKnown,
  isPairKnown,
  orders,
  pairHeld,
  pairsSql,
  rankedSql,
  type ThenSql,
} from './conditions.sql.ts'
import type { Then } from './earlier-ranks.sql.ts'
import {
  isStanding,
  meanClicks,
  ownDomain,
  ownSeq,
  type Standing,
  samePhrase,
  standingColumns,
  standingOrNone,
  stateOfEach,
} from './standings.sql.ts'

/**
 * `then`: the ranks before are the latest of this time, rather than those of the check before. `ids`: only these keywords, in this
 * order; without them all.
 */
export type Question<F> = {
  q: string
  filter: F | undefined
  sort: StandingSort | undefined
  ids?: readonly string[] | undefined
  then: Then | null
  skip: number
  take: number
}
type StandingSums = { total: number; counts: StandingSummary; clicks: number; phrases: number }
type RivalCounts = Omit<RivalSummary, 'competitors'>
type RivalSums = { total: number; counts: RivalCounts; competitors: (Omit<RivalCounts, 'keywords'> & { id: string })[] }
type Found<S> = { rows: Standing[]; sums: S }
/** A page of `ranked`, and beside its first row the sums over all; the sums alone where the page is empty. */
const answerSql = (where: string, order: string, sums: string) => `, page AS (
    SELECT id, previous_position, previous_depth, row_number() OVER (ORDER BY ${order}) AS n FROM ranked WHERE ${where}
    ORDER BY n OFFSET $3 LIMIT $4)
  SELECT ${standingColumns('page.previous_position', 'page.previous_depth')}, CASE WHEN page.n IS NULL OR page.n = $3::int + 1 THEN s0.sums END AS sums
  FROM (SELECT ${sums} AS sums) s0 LEFT JOIN page ON true LEFT JOIN keyword k ON k.id = page.id ${stateOfEach} ORDER BY page.n`

const { not_found: notFound, page_two: pageTwo, ...sameName } = held
const standingsSql = (where: string, order: string, then: ThenSql) => {
  const counts = `json_build_object('keywords', count(*), ${countsOf({ comparable: isKnown, ...sameName, pageTwo, notFound })})`
  const sums = `(SELECT json_build_object('total', ${counted(where)}, 'counts', ${counts},
    'clicks', (SELECT coalesce(sum(clicks), 0) FROM earned), 'phrases', (SELECT count(clicks) FROM earned)) FROM ranked)`
  return `WITH ranked AS MATERIALIZED (${rankedSql(then)}),
  earned AS (SELECT ${meanClicks('position')} AS clicks FROM ranked GROUP BY ${samePhrase('ranked')})${answerSql(where, order, sums)}`
}

/** A keyword is passed by any of the competitors, and led by the site where none of them is ahead; without any, the site leads nowhere. */
const anyPair = (condition: string) => `id IN (SELECT id FROM pairs WHERE ${condition})`
const rivalHeld: Record<RivalFilter, string> = {
  passed_us: anyPair(pairHeld.passed_us),
  we_passed: anyPair(pairHeld.we_passed),
  they_lead: anyPair(pairHeld.they_lead),
  we_lead: `position > 0 AND cardinality($5::text[]) > 0 AND NOT ${anyPair(pairHeld.they_lead)}`,
}
const rivalCounts = (comparable: string, of: Record<RivalFilter, string>) =>
  countsOf({ comparable, passedUs: of.passed_us, wePassed: of.we_passed, theyLead: of.they_lead, weLead: of.we_lead })
const rivalsSql = (where: string, order: string, then: ThenSql) => {
  const counts = `json_build_object('keywords', count(*), ${rivalCounts(anyPair(isPairKnown), rivalHeld)})`
  const each = `(SELECT coalesce(json_agg(c.counts ORDER BY c.n), '[]') FROM (
    SELECT d.n, json_build_object('id', d.id, ${rivalCounts(isPairKnown, pairHeld)}) AS counts
    FROM unnest($5::text[]) WITH ORDINALITY d (id, n) LEFT JOIN pairs ON pairs.domain_id = d.id GROUP BY d.n, d.id) c)`
  const sums = `(SELECT json_build_object('total', ${counted(where)}, 'counts', ${counts}, 'competitors', ${each}) FROM ranked)`
  return `WITH ranked AS MATERIALIZED (${rankedSql(then)}), pairs AS MATERIALIZED (${pairsSql(then)})${answerSql(where, order, sums)}`
}

type Forms = { filters: Record<string, string>; orders: Record<string, string>; times: NonNullable<ThenSql> }
/** A statement for each filter, order and time, by its name: a connection plans each once. */
function formsOf<S>(kind: string, { filters, orders: known, times }: Forms, sqlOf: typeof standingsSql) {
  const columns = { ...standingOrNone, sums: json.of<S | null>() }
  const forms = Object.entries({ undefined: 'true', ...filters }).flatMap(([filter, where]) =>
    Object.entries(known).flatMap(([sort, order]) =>
      [times, null].map((then) => ({
        name: `${kind}.${filter}.${sort}.${then !== null}`,
        sql: sqlOf(where, order, then),
      })),
    ),
  )
  return new Map(forms.map(({ name, sql }) => [name, query(columns, sql, name)]))
}
const everyOrder = { undefined: 'seq', ...orders }
const standings = { filters: held, orders: everyOrder, times: ['$5', '$6'] } as const
const named = { filters: held, orders: { undefined: 'array_position($5::text[], id)' }, times: ['$6', '$7'] } as const
const rivals = { filters: rivalHeld, orders: everyOrder, times: ['$6', '$7'] } as const
const standingForms = formsOf<StandingSums>('standings', standings, standingsSql)
const namedForms = formsOf<StandingSums>('named', named, (where, order, then) =>
  standingsSql(`(${where}) AND id = ANY ($5::text[])`, order, then),
)
const rivalForms = formsOf<RivalSums>('rivals', rivals, rivalsSql)

/** Month by month, until one has a check: looked for in all months at once, each keyword costs a look into each. */
const firstCheck = query(
  { day: text },
  `WITH month AS (
    SELECT starts, lead(starts, 1, 'infinity') OVER (ORDER BY starts) AS ends FROM (
      SELECT '-infinity'::timestamptz AS starts UNION ALL
      SELECT to_date(substr(c.relname, length('rank_') + 1), 'YYYY_MM')::timestamp AT TIME ZONE 'UTC'
      FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = 'ranks.rank'::regclass AND c.relname <> 'rank_default') parts)
  SELECT to_char(f.at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day
  FROM month CROSS JOIN LATERAL (
    SELECT min(p.checked_at) AS at FROM keyword k CROSS JOIN LATERAL (
      SELECT checked_at FROM ranks.history r
      WHERE r.keyword = k.seq AND r.epoch = k.epoch AND r.domain = ${ownSeq}
        AND r.checked_at >= month.starts AND r.checked_at < month.ends
      ORDER BY checked_at LIMIT 1) p
    WHERE k.site_id = $1 AND k.deleted_at IS NULL AND strpos(lower(k.phrase), lower($2)) > 0) f
  WHERE f.at IS NOT NULL ORDER BY month.starts LIMIT 1`,
  'question.firstCheck',
)

export function askStandings(db: Database, siteId: string, question: Question<StandingFilter>) {
  const { ids } = question
  if (ids) return ask(db, namedForms.get(nameOf('named', { ...question, sort: undefined })), siteId, question, [ids])
  return ask(db, standingForms.get(nameOf('standings', question)), siteId, question)
}

export function askRivals(
  db: Database,
  siteId: string,
  competitorIds: readonly string[],
  question: Question<RivalFilter>,
): Promise<Found<RivalSums>> {
  return ask(db, rivalForms.get(nameOf('rivals', question)), siteId, question, [competitorIds])
}

/** The first UTC day (`YYYY-MM-DD`) on which a keyword with `q` was checked; null where none was. */
export async function readFirstCheck(db: Database, siteId: string, q: string): Promise<string | null> {
  return (await firstCheck.first(db, [siteId, q]))?.day ?? null
}

async function ask<S>(
  db: Database,
  form: Statement<RowOf<typeof standingOrNone> & { sums: S | null }> | undefined,
  siteId: string,
  question: Question<string>,
  more: readonly unknown[] = [],
): Promise<Found<S>> {
  const { q, skip, take, then } = question
  const times = then ? [then.until, then.reachDays] : []
  const rows = (await form?.rows(db, [siteId, q, skip, take, ...more, ...times])) ?? []
  const sums = rows[0]?.sums
  if (!sums) throw new Error('a question without sums')
  return { rows: rows.filter(isStanding), sums }
}

function nameOf(kind: string, { filter, sort, then }: Question<string>): string {
  return `${kind}.${filter}.${sort}.${then !== null}`
}

const unfallenBlocks = query(
  { blocks: int.orNull, keywords: int },
  `WITH ranked AS MATERIALIZED (${rankedSql(['$3', '$4'])})
  SELECT s.blocks, count(*)::int AS keywords FROM ranked LEFT JOIN keyword_state s ON s.keyword_id = ranked.id AND s.domain_id = ${ownDomain}
  WHERE ranked.id IN (SELECT id FROM ranked WHERE ${isKnown}) AND ranked.id NOT IN (SELECT id FROM ranked WHERE ${held.down})
  GROUP BY 1`,
  'falls.others',
)

/** The blocks on the pages of comparable keywords that did not fall, as bits, each with how many keywords have these. */
export function readUnfallen(db: Database, siteId: string, q: string, { until, reachDays }: Then) {
  return unfallenBlocks.rows(db, [siteId, q, until, reachDays])
}
