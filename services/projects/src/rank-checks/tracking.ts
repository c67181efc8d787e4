import { randomUUID } from 'node:crypto'
import { columns } from '@rts/shared/service/columns'
import type { PoolClient } from 'pg'
import { phraseKey, type TrackedPhrase } from '../keywords/rules/tracked-phrase.ts'
import { findPages } from './page-store.ts'
import { domainsOfSites, recordRanks } from './rank-store.ts'
import { firstDue, isWithinRhythm, slotOf } from './rules/rhythm.ts'

/** Whether a check of the keyword `k` waits to be stored. */
export const isUnstored = 'EXISTS (SELECT FROM ranks.unstored_check u WHERE u.keyword_id = k.id)'

/**
 * When a keyword reads its page: it and its site are live and not frozen, the site not paused, the account active, and no check that
 * was paid for waits to be stored.
 */
export const readersWhere = `k.deleted_at IS NULL AND NOT k.frozen AND s.deleted_at IS NULL AND NOT s.frozen
  AND s.checks_paused_at IS NULL AND a.status = 'active' AND NOT ${isUnstored}`

/** Creates the missing page targets of phrases. Answers a look-up from a phrase to its target's id. */
export async function upsertTargets(
  client: PoolClient,
  phrases: readonly TrackedPhrase[],
): Promise<(phrase: TrackedPhrase) => string> {
  // Always in the same order, so that two bulk additions cannot deadlock.
  const unique = [...new Map(phrases.map((phrase) => [phraseKey(phrase), phrase]))]
  const rows = unique.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, phrase]) => phrase)
  const found = await client.query<{ id: string; identity: string; country: string; language: string }>(
    `INSERT INTO page_target AS t (id, identity, phrase, country, language, slot_seconds)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::int[])
     ON CONFLICT (identity, country, language, device) DO UPDATE SET identity = t.identity
     RETURNING id, identity, country, language`,
    [
      rows.map(() => randomUUID()),
      ...columns(rows, 'identity', 'phrase', 'country', 'language'),
      rows.map((row) => slotOf(row.identity, row.country, row.language)),
    ],
  )
  const ids = new Map(found.rows.map((row) => [phraseKey(row), row.id]))
  return (phrase) => {
    const id = ids.get(phraseKey(phrase))
    if (id === undefined) throw new Error('a page target is missing after its insertion')
    return id
  }
}

type Candidate = {
  keywordId: string
  epoch: number
  siteId: string
  targetId: string
  slotSeconds: number
  dueAt: Date | null
  /** The account's last check of the page, for any of its sites. */
  checkedAt: Date | null
  checkEveryDays: number | null
}
/** When a keyword is due; `isNew` if it is due now and was not before. */
export type Due = { keywordId: string; targetId: string; dueAt: Date; isNew: boolean }

/**
 * Sets when keywords of one account are due: at once, unless the account had the page within its rhythm. Then they take their
 * rank from that page, with its date. Without `keywordIds` it covers all keywords of the sites. `rhythmDays` is the plan's; an
 * account's own rhythm comes first.
 */
export async function track(
  client: PoolClient,
  what: { siteIds: readonly string[]; keywordIds?: readonly string[] },
  when: { rhythmDays: number; now: Date },
): Promise<void> {
  const { now } = when
  const candidates = await candidatesOf(client, what)
  const [first] = candidates
  if (!first) return
  const rhythmDays = first.checkEveryDays ?? when.rhythmDays
  const dues = candidates.map((row) => dueOf(row, rhythmDays, now))
  // Before any keyword is written, as in a check, which holds the page while it writes its readers.
  await holdPages(client, dues)
  const own = candidates.filter(({ checkedAt }) => isWithinRhythm(checkedAt, now, rhythmDays))
  await serve(client, own)
  await setDue(client, dues)
  const queued = dues.filter(({ dueAt }) => dueAt <= now).map(({ keywordId }) => keywordId)
  await markQueued(client, queued, now)
}

/** A keyword that waits for a check or a retry keeps its due time. */
function dueOf({ keywordId, targetId, ...row }: Candidate, rhythmDays: number, now: Date): Due {
  const due = firstDue(row.checkedAt, { rhythmDays, slotSeconds: row.slotSeconds, now })
  const wasDue = row.dueAt !== null && row.dueAt <= now
  const dueAt = due <= now ? (wasDue ? row.dueAt : now) : due
  return { keywordId, targetId, dueAt: dueAt ?? now, isNew: due <= now && !wasDue }
}

async function candidatesOf(
  client: PoolClient,
  what: { siteIds: readonly string[]; keywordIds?: readonly string[] },
): Promise<Candidate[]> {
  const found = await client.query<Candidate>(
    `WITH wanted AS MATERIALIZED (
       SELECT k.id, k.epoch, k.site_id, k.target_id, k.due_at, t.slot_seconds, a.check_every_days
       FROM keyword k JOIN site s ON s.id = k.site_id JOIN account a ON a.id = s.account_id JOIN page_target t ON t.id = k.target_id
       WHERE k.site_id = ANY($1) AND ($2::text[] IS NULL OR k.id = ANY($2)) AND ${readersWhere}),
     checked AS (
       SELECT st.target_id, max(st.checked_at) AS at FROM site o JOIN site_target st ON st.site_id = o.id
       WHERE o.account_id = (SELECT account_id FROM site WHERE id = ($1::text[])[1])
         AND st.target_id = ANY(ARRAY(SELECT target_id FROM wanted)) GROUP BY 1)
     SELECT id AS "keywordId", epoch, site_id AS "siteId", target_id AS "targetId", slot_seconds AS "slotSeconds", due_at AS "dueAt",
       at AS "checkedAt", check_every_days AS "checkEveryDays" FROM wanted LEFT JOIN checked USING (target_id)`,
    [what.siteIds, what.keywordIds ?? null],
  )
  return found.rows
}

async function serve(client: PoolClient, candidates: readonly Candidate[]): Promise<void> {
  const requests = candidates.flatMap(({ keywordId, targetId, checkedAt }) =>
    checkedAt ? [{ keywordId, targetId, fetchedAt: checkedAt }] : [],
  )
  const pages = await findPages(client, requests)
  const served = candidates.flatMap((row) => {
    const page = pages.get(row.keywordId)
    return page ? [{ ...row, page }] : []
  })
  if (served.length === 0) return
  const domains = await domainsOfSites(client, [...new Set(served.map((row) => row.siteId))])
  const entries = served.map(({ keywordId, epoch, siteId, page }) => {
    return { reader: { keywordId, epoch, domains: domains.get(siteId) ?? [] }, page }
  })
  await recordRanks(client, entries)
  await noteChecks(
    client,
    served.map(({ page, ...row }) => ({ ...row, at: page.fetchedAt })),
  )
}

/** Writes successful checks to their keywords, and to the sites, which keep them longer than the keywords exist. */
export async function noteChecks(
  client: PoolClient,
  checks: readonly { keywordId: string; siteId: string; targetId: string; at: Date }[],
): Promise<void> {
  if (checks.length === 0) return
  const times = checks.map((check) => check.at)
  await client.query(
    `UPDATE keyword k SET last_check_status = 'ok', last_check_at = c.at, last_check_error = NULL
     FROM unnest($1::text[], $2::timestamptz[]) AS c (id, at)
     WHERE k.id = c.id AND (k.last_check_status IS DISTINCT FROM 'ok' OR k.last_check_at <= c.at)`,
    [checks.map((check) => check.keywordId), times],
  )
  await client.query(
    `INSERT INTO site_target AS st (site_id, target_id, checked_at)
     SELECT site_id, target_id, max(at) FROM unnest($1::text[], $2::text[], $3::timestamptz[]) AS c (site_id, target_id, at)
     GROUP BY 1, 2 ORDER BY 1, 2
     ON CONFLICT (site_id, target_id) DO UPDATE SET checked_at = greatest(st.checked_at, excluded.checked_at)`,
    [checks.map((check) => check.siteId), checks.map((check) => check.targetId), times],
  )
}

/** In this order everywhere, so that two transactions cannot deadlock. */
export async function holdPages(client: PoolClient, dues: readonly Pick<Due, 'targetId'>[]): Promise<void> {
  await client.query('SELECT 1 FROM page_target WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE', [
    dues.map(({ targetId }) => targetId),
  ])
}

/**
 * A page that is retried after a failure keeps its time for the readers that wait for it. For a new reader it is due like any
 * other page; otherwise the wait would reveal that others track it.
 */
export async function setDue(client: PoolClient, dues: readonly Due[]): Promise<void> {
  const times = dues.map(({ dueAt }) => dueAt)
  await client.query(
    'UPDATE keyword k SET due_at = d.due FROM unnest($1::text[], $2::timestamptz[]) AS d (id, due) WHERE k.id = d.id',
    [dues.map(({ keywordId }) => keywordId), times],
  )
  await client.query(
    `UPDATE page_target t SET next_due_at = least(t.next_due_at, d.due), tries = CASE WHEN d.is_new THEN 0 ELSE t.tries END
     FROM (SELECT id, min(due) AS due, bool_or(is_new) AS is_new
       FROM unnest($1::text[], $2::timestamptz[], $3::boolean[]) AS u (id, due, is_new) GROUP BY id) d
     WHERE t.id = d.id AND (t.tries = 0 OR t.next_due_at IS NULL OR d.is_new)`,
    [dues.map(({ targetId }) => targetId), times, dues.map(({ isNew }) => isNew)],
  )
  await client.query(`SELECT pg_notify('ranks', '')`)
}

async function markQueued(client: PoolClient, keywordIds: readonly string[], now: Date): Promise<void> {
  await client.query(
    `UPDATE keyword SET last_check_status = 'queued', last_check_at = $2 WHERE id = ANY($1) AND last_check_status IS NULL`,
    [keywordIds, now],
  )
}
