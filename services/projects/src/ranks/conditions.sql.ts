import type { RivalFilter, StandingFilter, StandingSort } from '@rts/shared/contract/rows/question'
import { latestBy } from './earlier-ranks.sql.ts'
import { ownSeq, ownState, rankOrder, samePhrase } from './standings.sql.ts'

const place = (position: string) => `coalesce(nullif(${position}, 0), 101)`
const gain = `(${place('previous_position')} - ${place('position')})`
/** Both ranks are known, and neither is beyond what the other check read. */
export const isKnown = `position IS NOT NULL AND previous_position IS NOT NULL 
  AND ranks.is_comparable(position, depth, previous_position, previous_depth)`

export const held: Record<StandingFilter, string> = {
  up: `${isKnown} AND ${gain} > 0`,
  down: `${isKnown} AND ${gain} < 0`,
  new: `previous_position = 0 AND position > 0 AND ${isKnown}`,
  lost: `previous_position > 0 AND position = 0 AND ${isKnown}`,
  top3: 'position BETWEEN 1 AND 3',
  top10: 'position BETWEEN 1 AND 10',
  page_two: 'position BETWEEN 11 AND 20',
  not_found: 'position = 0',
  failed: `last_check_status = 'failed'`,
  waiting: 'position IS NULL',
}
export const isPairKnown = `their_previous IS NOT NULL AND ${isKnown}
  AND ranks.is_comparable(their_position, depth, their_previous, previous_depth)`
const lead = (sign: string) => `${place('their_position')} ${sign} ${place('position')}`
const led = (sign: string) => `${place('their_previous')} ${sign} ${place('previous_position')} AND ${isPairKnown}`
/** The same of a keyword and a competitor, whose ranks are `their_position` and `their_previous`. */
export const pairHeld: Record<RivalFilter, string> = {
  passed_us: `${lead('<')} AND ${led('>=')}`,
  we_passed: `${lead('>')} AND ${led('<=')}`,
  they_lead: lead('<'),
  we_lead: lead('>'),
}

/** The largest move first, whichever way; a keyword without a rank before has made none. */
export const orders: Record<StandingSort, string> = {
  position: rankOrder(false),
  change: `CASE WHEN ${isKnown} THEN abs(${gain}) END DESC NULLS LAST, seq`,
  keyword: 'phrase, seq',
  checked: 'checked_at DESC NULLS LAST, seq',
}

export const counted = (condition: string) => `count(*) FILTER (WHERE ${condition})::int`
export const countsOf = (conditions: Record<string, string>) =>
  Object.entries(conditions)
    .map(([name, condition]) => `'${name}', ${counted(condition)}`)
    .join(', ')

/** The two parameters of the time at which the ranks before are looked up; null for those of the check before. */
export type ThenSql = readonly [until: string, reachDays: string] | null

/** `$1` is the site, `$2` a part of the phrase. */
export const rankedSql = (then: ThenSql) => `
  SELECT k.id, k.seq, lower(k.phrase) AS phrase, ${samePhrase('k')}, k.last_check_status, s.position, s.depth, s.checked_at,
    ${then ? 'p.position' : 's.previous_position'} AS previous_position, ${then ? 'p.depth' : 's.previous_depth'} AS previous_depth
  FROM keyword k ${ownState} ${then ? `LEFT JOIN LATERAL ${latestBy(ownSeq, ...then)} p ON true` : ''}
  WHERE k.site_id = $1 AND k.deleted_at IS NULL AND strpos(lower(k.phrase), lower($2)) > 0`

export const pairsSql = (then: ThenSql) => `
  SELECT ranked.id, ranked.position, ranked.depth, ranked.previous_position, ranked.previous_depth, t.domain_id, t.position AS their_position,
    ${then ? 'p.position' : 't.previous_position'} AS their_previous
  FROM ranked JOIN keyword k ON k.id = ranked.id JOIN keyword_state t ON t.keyword_id = k.id AND t.domain_id = ANY ($5::text[])
  ${then ? `LEFT JOIN LATERAL ${latestBy('(SELECT seq FROM tracked_domain WHERE id = t.domain_id)', ...then)} p ON true` : ''}
  WHERE ranked.position IS NOT NULL`
