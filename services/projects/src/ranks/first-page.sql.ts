import type { Device } from '@rts/shared/contract/locale'
import type { FallenRow, FirstSteps, FoundKeywordRow } from '@rts/shared/contract/rows/first-page'
import type { Database } from '@rts/shared/service/transaction'
import { boolean, int, selectList, text } from '@rts/shared/sql/column'
import { query } from '@rts/shared/sql/statement'
import type { SiteScope } from '../sites/sites.ts'
import { held } from './conditions.sql.ts'
import { rankBefore } from './earlier-ranks.sql.ts'

const max = 20
const found = {
  id: text,
  keyword: text,
  country: text,
  language: text,
  device: text.of<Device>(),
  projectId: text,
  site: text,
}
const fallen = { ...found, position: int, previousPosition: int.filled, total: int }
const steps = {
  siteId: text.orNull,
  demoId: text.orNull,
  hasKeywords: boolean,
  hasRivals: boolean,
  hasSearchConsole: boolean,
  hasRanks: boolean,
}
const named = { keyword: 'k.phrase', projectId: 'site.id', site: 'site.name' }

/** The sites of the scope `$1`, `$2` with their keywords. */
const keywordsOfScope = `site JOIN keyword k ON k.site_id = site.id AND k.deleted_at IS NULL`
const inScope = `site.account_id = $1 AND site.deleted_at IS NULL AND ($2::text[] IS NULL OR site.id = ANY ($2))`

const keywordsWith = query(
  found,
  `SELECT ${selectList(found, 'k', named)} FROM ${keywordsOfScope}
   WHERE ${inScope} AND strpos(lower(k.phrase), lower($3)) > 0
   ORDER BY site.id IS DISTINCT FROM $4::text, strpos(lower(k.phrase), lower($3)) > 1, k.seq LIMIT ${max}`,
  'foundKeywords.list',
)
const fallenKeywords = query(
  fallen,
  `WITH ranked AS (
    SELECT ${selectList(found, 'k', named)}, k.seq, s.position, s.depth, p.position AS previous_position, p.depth AS previous_depth
    FROM ${keywordsOfScope}
    JOIN tracked_domain d ON d.site_id = site.id AND d.kind = 'own' AND d.deleted_at IS NULL
    JOIN keyword_state s ON s.keyword_id = k.id AND s.domain_id = d.id
    JOIN LATERAL ${rankBefore('d.seq', '$3', '$4')} p ON true
    WHERE ${inScope})
  SELECT ${selectList(fallen, 'ranked', {
    projectId: 'ranked."projectId"',
    previousPosition: 'previous_position',
    total: 'count(*) OVER ()::int',
  })}
  FROM ranked WHERE ${held.down}
  ORDER BY coalesce(nullif(position, 0), 101) - coalesce(nullif(previous_position, 0), 101) DESC, seq LIMIT ${max}`,
  'keywords.fallen',
)

const exists = (rows: string) => `EXISTS (SELECT FROM ${rows})`
const some = (column: string) => `coalesce(bool_or(${column}) FILTER (WHERE domain <> $3), false)`
const firstSteps = query(
  steps,
  `SELECT ${selectList(steps, 'each', {
    siteId: '(array_agg(id ORDER BY seq DESC) FILTER (WHERE domain <> $3))[1]',
    demoId: 'max(id) FILTER (WHERE domain = $3)',
    hasKeywords: some('has_keywords'),
    hasRivals: some('has_rivals'),
    hasSearchConsole: some('search_property IS NOT NULL'),
    hasRanks: some('has_ranks'),
  })} FROM (
    SELECT id, seq, domain, search_property,
      ${exists('keyword k WHERE k.site_id = site.id AND k.deleted_at IS NULL')} AS has_keywords,
      ${exists(`tracked_domain d WHERE d.site_id = site.id AND d.kind = 'competitor' AND d.deleted_at IS NULL`)} AS has_rivals,
      ${exists(`keyword k JOIN keyword_state s ON s.keyword_id = k.id
        WHERE k.site_id = site.id AND k.deleted_at IS NULL`)} AS has_ranks
    FROM site WHERE ${inScope}) each`,
  'site.firstSteps',
)

/** The first twenty keywords with a text in them: those of `firstSite` first, then those that begin with it. */
export function findKeywords(
  db: Database,
  { accountId, siteIds }: SiteScope,
  { q, firstSite }: { q: string; firstSite: string | null },
): Promise<FoundKeywordRow[]> {
  return keywordsWith.rows(db, [accountId, siteIds, q, firstSite])
}

/** The twenty keywords that fell the most against so many `days` before their last check, each with how many fell at all. */
export function listFallen(
  db: Database,
  { accountId, siteIds }: SiteScope,
  { days, reachDays }: { days: number; reachDays: number },
): Promise<(FallenRow & { total: number })[]> {
  return fallenKeywords.rows(db, [accountId, siteIds, days, reachDays])
}

/** The steps that are taken on any site of the scope but those of `demoDomain`. */
export async function readFirstSteps(db: Database, scope: SiteScope, demoDomain: string): Promise<FirstSteps> {
  const [row] = await firstSteps.rows(db, [scope.accountId, scope.siteIds, demoDomain])
  if (!row) throw new Error('an aggregate without a row')
  return row
}
