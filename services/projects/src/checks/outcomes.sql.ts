import { columns } from '@rts/shared/service/columns'
import type { Transaction } from '@rts/shared/service/transaction'
import { text } from '@rts/shared/sql/column'
import { parameterRows } from '@rts/shared/sql/parameter-rows'
import { query, statement } from '@rts/shared/sql/statement'
import {
  type CheckedPage,
  cutCourses,
  findNotableChanges,
  noneStored,
  ranksOn,
  recordedSql,
  storedSql,
} from '../history/history.sql.ts'
import type { Packed } from '../history/history.ts'
import { cutPage } from '../history/rules/history.ts'
import { type ClaimedPage, newerCheck, newerSiteTarget, noQueueSlot } from '../queue/queue.sql.ts'
import type { Doubt, Reading } from '../queue/rules/queue.ts'
import type { TrackedKeyword } from './held-pages.sql.ts'
import { markOf, usualOverlap } from './rules/belief.ts'
import type { Look } from './trial.ts'

/** `retryAt` null: no retry before the next regular check. `isCounted` false: no provider was asked. */
export type FailedCheck = {
  kind: string
  source: string | null
  retryAt: Date | null
  isCounted: boolean
  /** The state that a doubted page leaves for the next look. */
  look?: Look | null
}
/** A fetched page with the keywords it serves, each down to its own depth. The page is due again at `nextDueAt`, each keyword at its `dueAt`. */
export type Check = {
  target: ClaimedPage
  page: CheckedPage
  packed: Packed
  keywords: readonly (TrackedKeyword & Reading)[]
  nextDueAt: Date | null
  /** Kept where the owners of results are hidden for some keywords, who look again. */
  doubt: Doubt | null
}

const pageFields = {
  targetId: 'text',
  fetchedAt: 'timestamptz',
  depth: 'int',
  nextDueAt: 'timestamptz',
  topHosts: 'text',
  topCount: 'int',
  usualOverlap: 'real',
  doubt: 'jsonb',
} as const
const pageRows = parameterRows({
  ...pageFields,
  source: 'text',
  sandbox: 'boolean',
  costUsd: 'numeric',
  hosts: 'bytea',
  details: 'bytea',
  baseAt: 'timestamptz',
})
const rankRows = parameterRows(
  {
    targetId: 'text',
    keywordId: 'text',
    epoch: 'int',
    domainId: 'text',
    isOwn: 'boolean',
    position: 'int',
    url: 'text',
    depth: 'int',
    moreUrls: 'text',
    blocks: 'int',
  },
  pageRows.next,
)
const keywordRows = parameterRows(
  { targetId: 'text', keywordId: 'text', siteId: 'text', dueAt: 'timestamptz', depth: 'int', isWhole: 'boolean' },
  rankRows.next,
)
const givenRows = parameterRows(pageFields)
const givenSql = `
    UPDATE page_target t SET next_due_at = p.next_due_at, ${noQueueSlot}, tries = 0, lease = NULL, lease_until = NULL, last_fetched_at = p.fetched_at,
      provider_task_id = NULL, provider_task_at = NULL, provider_task_tries = 0, provider_task_usd = 0,
      top_hosts = p.top_hosts::int[], top_count = p.top_count, top_depth = p.depth, usual_overlap = p.usual_overlap, doubt = p.doubt
    FROM p WHERE t.id = p.target_id`

// A page that was just fetched is stored for the first time: what is there already is refused, and kept apart (unstored.ts).
const write = query(
  { id: text },
  `WITH p AS MATERIALIZED (SELECT * FROM ${pageRows.sql('w')}),
  ${storedSql(noneStored)},
  ranked AS MATERIALIZED (
    SELECT r.*, p.fetched_at AS checked_at, p.source, p.sandbox FROM ${rankRows.sql('r')} JOIN p USING (target_id)),
  ${recordedSql(noneStored)},
  tracked AS MATERIALIZED (SELECT r.*, p.fetched_at FROM ${keywordRows.sql('r')} JOIN p USING (target_id)),
  noted AS (
    UPDATE keyword k SET last_check_status = 'ok', last_check_at = r.fetched_at, last_check_error = NULL, due_at = r.due_at,
      whole_at = CASE WHEN r.is_whole THEN r.fetched_at ELSE k.whole_at END
    FROM tracked r WHERE k.id = r.keyword_id),
  read_for AS MATERIALIZED (
    SELECT site_id, target_id, fetched_at AS checked_at, max(depth) AS depth FROM tracked GROUP BY 1, 2, 3 ORDER BY 1, 2),
  again AS (
    UPDATE site_target st ${newerCheck} FROM read_for AS excluded
    WHERE st.site_id = excluded.site_id AND st.target_id = excluded.target_id RETURNING st.site_id, st.target_id),
  first AS (
    INSERT INTO site_target AS st (site_id, target_id, checked_at, depth)
    SELECT * FROM read_for WHERE (site_id, target_id) NOT IN (SELECT site_id, target_id FROM again)
    ${newerSiteTarget}),
  given AS (${givenSql})
  SELECT keyword_id AS id FROM late`,
  'checks.write',
)
const give = statement(`WITH p AS (SELECT * FROM ${givenRows.sql('w')}) ${givenSql}`)
const demandWhole = statement('UPDATE keyword SET whole_at = NULL WHERE id = ANY($1)')
const markFailed = statement(
  `UPDATE keyword k SET last_check_status = 'failed', last_check_at = $3, last_check_error = $4, due_at = f.due
   FROM unnest($1::text[], $2::timestamptz[]) AS f (id, due) WHERE k.id = f.id`,
)
const insertFailures = statement(
  `INSERT INTO ranks.failed_check AS c (keyword_id, epoch, checked_at, error, source)
   SELECT f.id, f.epoch, $3, $4, $5 FROM unnest($1::text[], $2::int[]) AS f (id, epoch)
   WHERE $6 OR NOT EXISTS (SELECT 1 FROM ranks.failed_check o
     WHERE o.keyword_id = f.id AND o.epoch = f.epoch AND o.checked_at > $3::timestamptz - interval '1 hour')
   ON CONFLICT DO NOTHING`,
)
const giveUntil = statement(
  `UPDATE page_target SET next_due_at = $2, tries = $3, ${noQueueSlot}, lease = NULL, lease_until = NULL, provider_task_id = NULL, provider_task_at = NULL,
     provider_task_tries = 0, doubt = coalesce($4::jsonb, doubt), usual_overlap = coalesce($5::real, usual_overlap) WHERE id = $1`,
)

/**
 * Writes checks in one statement: the pages, their keywords' ranks (history and latest), and the checks of keywords and sites.
 * It sets when pages and keywords are due again, and releases the leases. The transaction must hold the targets (`holdTargets`).
 */
export async function writeChecks(tx: Transaction, checks: readonly Check[]): Promise<void> {
  if (checks.length === 0) return
  const pages = checks.map(({ target, page, packed, nextDueAt, doubt }) => {
    return { ...page, ...packed, ...comparedWith(target, page), targetId: target.id, nextDueAt, doubt }
  })
  const keywords = checks.flatMap(({ target, page, keywords }) =>
    keywords.map((keyword) => ({ ...keyword, targetId: target.id, page: cutPage(page, keyword.depth) })),
  )
  const ranks = keywords.flatMap(({ domains, page, ...keyword }) =>
    ranksOn(page, domains).map((rank) => ({ ...keyword, ...rank, depth: page.depth, checkedAt: page.fetchedAt })),
  )
  const values = [...pageRows.values(pages), ...rankRows.values(ranks), ...keywordRows.values(keywords)]
  await findNotableChanges(tx, await write.rows(tx, values))
  await cutCourses(tx, ranks)
}

/** The next page of these keywords is read to the whole depth. */
export async function readWholeNext(tx: Transaction, keywords: readonly { keywordId: string }[]): Promise<void> {
  if (keywords.length > 0) await demandWhole.run(tx, columns(keywords, 'keywordId'))
}

/** The marks of a believed page with which the next one is compared. */
function comparedWith({ earlier }: ClaimedPage, page: CheckedPage) {
  const mark = markOf(page, page.depth)
  return { topHosts: `{${mark.hosts.join()}}`, topCount: mark.count, usualOverlap: usualOverlap(mark, earlier) }
}

/** Releases the lease of a fetched page, which is due again at `nextDueAt`. */
export async function giveChecked(
  tx: Transaction,
  target: ClaimedPage,
  { nextDueAt, page }: { nextDueAt: Date | null; page: CheckedPage },
): Promise<void> {
  const row = { ...page, ...comparedWith(target, page), targetId: target.id, nextDueAt, doubt: null }
  await give.run(tx, givenRows.values([row]))
}

/** Writes a failure and the next due time to each keyword, and the failure to its history: at most hourly if no provider was asked. */
export async function noteFailure(
  tx: Transaction,
  keywords: readonly TrackedKeyword[],
  { kind, source, isCounted }: FailedCheck,
  now: Date,
): Promise<void> {
  await markFailed.run(tx, [...columns(keywords, 'keywordId', 'dueAt'), now, kind])
  await insertFailures.run(tx, [...columns(keywords, 'keywordId', 'epoch'), now, kind, source, isCounted])
}

/** Releases the lease of a page that was not fetched, which is due again at `nextDueAt`; its task at a provider is dropped. */
export async function giveBack(
  tx: Transaction,
  targetId: string,
  { nextDueAt, tries, look = null }: { nextDueAt: Date | null; tries: number; look?: Look | null },
) {
  await giveUntil.run(tx, [targetId, nextDueAt, tries, look && JSON.stringify(look.doubt), look?.usual ?? null])
}
