import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import { type Locale, localeKey } from '../domain/locale.ts'
import { firstDue, freshSince, slotOf } from '../domain/rhythm.ts'
import { findServingPages, type StoredPage } from './page-store.ts'
import { domainsOfSites, recordRanks } from './rank-store.ts'

/** What makes a keyword a reader of its page: it and its site live, unpaused and unfrozen, its account active. */
export const readersWhere = `k.deleted_at IS NULL AND NOT k.frozen AND s.deleted_at IS NULL AND NOT s.frozen
  AND s.checks_paused_at IS NULL AND a.status = 'active'`

const dayMs = 86_400_000

/** The page targets of phrases, made where they are missing. Answers a look-up from a phrase to its target's id. */
export async function upsertTargets(
  client: PoolClient,
  locales: readonly Locale[],
): Promise<(locale: Locale) => string> {
  // Always in the same order, so that two bulk additions cannot wait for each other.
  const unique = [...new Map(locales.map((locale) => [localeKey(locale), locale]))]
  const rows = unique.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, locale]) => locale)
  const found = await client.query<{ id: string; identity: string; country: string; language: string }>(
    `INSERT INTO page_target AS t (id, identity, phrase, country, language, slot_seconds)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::int[])
     ON CONFLICT (identity, country, language, device) DO UPDATE SET identity = t.identity
     RETURNING id, identity, country, language`,
    [
      rows.map(() => randomUUID()),
      rows.map((row) => row.identity),
      rows.map((row) => row.phrase),
      rows.map((row) => row.country),
      rows.map((row) => row.language),
      rows.map((row) => slotOf(row.identity, row.country, row.language)),
    ],
  )
  const ids = new Map(found.rows.map((row) => [localeKey(row), row.id]))
  return (locale) => {
    const id = ids.get(localeKey(locale))
    if (id === undefined) throw new Error('a page target is missing after its insertion')
    return id
  }
}

type Candidate = {
  keyword_id: string
  epoch: number
  site_id: string
  target_id: string
  slot_seconds: number
  checked_at: Date | null
  check_every_days: number | null
}

/**
 * Lets keywords of one account take what is stored and brings forward what is due: fresh pages give a rank at once, and a
 * page that this site has not had within the rhythm is due now. `keywordIds` narrows it; absent, all of the sites.
 * `rhythmDays` is the plan's; an account with a rhythm of its own keeps that.
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
  const rhythmDays = first.check_every_days ?? when.rhythmDays
  const wishes = candidates.map((row) => {
    return { keywordId: row.keyword_id, targetId: row.target_id, ownCheckAt: row.checked_at }
  })
  const ownSince = new Date(now.getTime() - rhythmDays * dayMs)
  const pages = await findServingPages(client, wishes, { freshSince: freshSince(now, rhythmDays), ownSince, now })
  await serve(client, candidates, pages)
  const dues = candidates.map((row) => {
    const servedFrom = pages.get(row.keyword_id)?.fetchedAt ?? null
    const due = firstDue(
      { lastCheckedAt: row.checked_at, servedFrom },
      { rhythmDays, now, slotSeconds: row.slot_seconds },
    )
    return { keywordId: row.keyword_id, targetId: row.target_id, due }
  })
  await bringForward(client, dues)
  await markQueued(
    client,
    dues.filter(({ due }) => due <= now).map(({ keywordId }) => keywordId),
    now,
  )
}

async function candidatesOf(
  client: PoolClient,
  what: { siteIds: readonly string[]; keywordIds?: readonly string[] },
): Promise<Candidate[]> {
  const found = await client.query<Candidate>(
    `SELECT k.id AS keyword_id, k.epoch, k.site_id, k.target_id, t.slot_seconds, st.checked_at, a.check_every_days
     FROM keyword k JOIN site s ON s.id = k.site_id JOIN account a ON a.id = s.account_id JOIN page_target t ON t.id = k.target_id
     LEFT JOIN site_target st ON st.site_id = k.site_id AND st.target_id = k.target_id
     WHERE k.site_id = ANY($1) AND ($2::text[] IS NULL OR k.id = ANY($2)) AND ${readersWhere}`,
    [what.siteIds, what.keywordIds ?? null],
  )
  return found.rows
}

async function serve(client: PoolClient, candidates: Candidate[], pages: Map<string, StoredPage>): Promise<void> {
  const domains = await domainsOfSites(client, [...new Set(candidates.map((row) => row.site_id))])
  const served = candidates.flatMap((row) => {
    const page = pages.get(row.keyword_id)
    return page ? [{ row, page }] : []
  })
  const entries = served.map(({ row, page }) => {
    return { reader: { keywordId: row.keyword_id, epoch: row.epoch, domains: domains.get(row.site_id) ?? [] }, page }
  })
  await recordRanks(client, entries)
  await noteChecks(
    client,
    served.map(({ row, page }) => ({
      keywordId: row.keyword_id,
      siteId: row.site_id,
      targetId: row.target_id,
      at: page.fetchedAt,
    })),
  )
}

/** Notes successful checks on their keywords, and for the sites, which remember them longer than the keywords live. */
async function noteChecks(
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

/** Targets that wait after a failure keep their time: one more reader is no reason to ask a failing provider sooner. */
async function bringForward(client: PoolClient, dues: readonly { targetId: string; due: Date }[]): Promise<void> {
  const ids = dues.map(({ targetId }) => targetId)
  await client.query('SELECT 1 FROM page_target WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE', [ids])
  await client.query(
    `UPDATE page_target t SET next_due_at = least(t.next_due_at, d.due)
     FROM (SELECT id, min(due) AS due FROM unnest($1::text[], $2::timestamptz[]) AS u (id, due) GROUP BY id) d
     WHERE t.id = d.id AND (t.tries = 0 OR t.next_due_at IS NULL)`,
    [ids, dues.map(({ due }) => due)],
  )
  await client.query(`SELECT pg_notify('ranks', '')`)
}

async function markQueued(client: PoolClient, keywordIds: readonly string[], now: Date): Promise<void> {
  await client.query(
    `UPDATE keyword SET last_check_status = 'queued', last_check_at = $2 WHERE id = ANY($1) AND last_check_status IS NULL`,
    [keywordIds, now],
  )
}
