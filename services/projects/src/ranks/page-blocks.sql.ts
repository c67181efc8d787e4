import type { Database } from '@rts/shared/service/transaction'
import { int, type RowOf, selectList, text } from '@rts/shared/sql/column'
import { query } from '@rts/shared/sql/statement'
import { longestReach, reachAt } from '../history/history.sql.ts'
import { ownSeq } from './standings.sql.ts'

const step = {
  day: text,
  aiKnown: int,
  aiOverview: int,
  aiCited: int,
  snippetKnown: int,
  snippet: int,
  ownSnippet: int,
}
export type BlockStep = RowOf<typeof step>

const changed = (bit: number) => `coalesce(sum(sign) FILTER (WHERE blocks & ($5::int[])[${bit}] <> 0), 0)::int`

// As in history/day-steps.sql.ts: a check counts from its day until the next one, at most for as long as its rhythm had it.
const steps = query(
  step,
  `WITH seen AS (
    SELECT p.blocks, ${reachAt('s', 'p.checked_at', '$4')} AS reach, (p.checked_at AT TIME ZONE 'UTC')::date AS day,
      lead((p.checked_at AT TIME ZONE 'UTC')::date) OVER (PARTITION BY k.seq ORDER BY p.checked_at) AS next
    FROM site s JOIN keyword k ON k.site_id = s.id JOIN ranks.rank p ON p.keyword = k.seq AND p.epoch = k.epoch AND p.domain = ${ownSeq}
    WHERE s.id = $1 AND k.deleted_at IS NULL
      AND p.checked_at >= ($2::date - (SELECT ${longestReach('site', '$4')} FROM site WHERE id = $1))::timestamp AT TIME ZONE 'UTC'
      AND p.checked_at < ($3::date + 1)::timestamp AT TIME ZONE 'UTC'),
  spans AS (
    SELECT blocks, greatest(day, $2::date) AS starts,
      least(next, day + reach + CASE WHEN day + reach = $3::date THEN 1 ELSE 0 END, $3::date + 1) AS ends
    FROM seen WHERE blocks IS NOT NULL),
  steps AS (
    SELECT blocks, v.day, v.sign
    FROM spans CROSS JOIN LATERAL (VALUES (starts, 1), (ends, -1)) AS v (day, sign) WHERE ends > starts)
  SELECT ${selectList(step, 'steps', {
    day: `to_char(day, 'YYYY-MM-DD')`,
    aiKnown: changed(1),
    aiOverview: changed(2),
    aiCited: changed(3),
    snippetKnown: changed(4),
    snippet: changed(5),
    ownSnippet: changed(6),
  })}
  FROM steps WHERE day <= $3::date GROUP BY day ORDER BY day`,
  'blocks.steps',
)

const keywordCount = query(
  { n: int },
  'SELECT count(*)::int AS n FROM keyword WHERE site_id = $1 AND deleted_at IS NULL',
  'blocks.keywords',
)

export async function countKeywords(db: Database, siteId: string): Promise<number> {
  return (await keywordCount.first(db, [siteId]))?.n ?? 0
}

type Asked = {
  from: string
  until: string
  reachDays: number
  bits: Readonly<Record<keyof Omit<BlockStep, 'day'>, number>>
}

/** How many keywords gained or lost each set of blocks on their page, by day; `bits` are those of the counted facts. */
export function readBlockSteps(
  db: Database,
  siteId: string,
  { from, until, reachDays, bits }: Asked,
): Promise<BlockStep[]> {
  const { aiKnown, aiOverview, aiCited, snippetKnown, snippet, ownSnippet } = bits
  const asked = [aiKnown, aiOverview, aiCited, snippetKnown, snippet, ownSnippet]
  return steps.rows(db, [siteId, from, until, reachDays, asked])
}
