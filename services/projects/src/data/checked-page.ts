import type { PoolClient } from 'pg'
import { rankOf } from '../domain/positions.ts'
import { splitUsd } from '../domain/share.ts'
import type { ClaimedTarget } from './due-store.ts'
import type { StoredPage } from './page-store.ts'
import type { Reader } from './target-readers.ts'

/** A page as it was fetched: what of it is kept, the questions that stood on it, and all that it cost where that is known: its orders, which are booked already, included. */
export type CheckedPage = StoredPage & { questions: string[]; costUsd: number | null }
export type Check = { target: ClaimedTarget; page: CheckedPage; readers: readonly Reader[]; due: Date | null }

/**
 * Writes a check in one statement: the page, its readers' ranks into the history and as the latest, the check on keywords and
 * sites, its cost on the readers' accounts, and the target given back until it is due again. The target must be held.
 */
export async function writeCheck(client: PoolClient, check: Check): Promise<void> {
  await client.query({ name: 'check.write', text: writeSql, values: valuesOf(check) })
}

function valuesOf({ target, page, readers, due }: Check): unknown[] {
  const ranks = readers.flatMap((reader) =>
    reader.domains.map((domain) => ({ reader, domain, ...rankOf(page, domain.domain) })),
  )
  const accounts = [...new Set(readers.map((reader) => reader.accountId))].sort()
  return [
    target.id,
    page.fetchedAt,
    page.source,
    page.sandbox,
    page.depth,
    page.costUsd,
    page.hosts,
    page.urls,
    page.questions,
    ranks.map((row) => row.reader.keywordId),
    ranks.map((row) => row.reader.epoch),
    ranks.map((row) => row.domain.id),
    ranks.map((row) => row.position),
    ranks.map((row) => row.url),
    readers.map((reader) => reader.keywordId),
    [...new Set(readers.map((reader) => reader.siteId))],
    accounts,
    splitUsd(Math.max(0, (page.costUsd ?? 0) - target.taskUsd), accounts.length),
    spendPart(target),
    due,
  ]
}

/** In which part of an account's spend a page is booked. */
export function spendPart({ slotSeconds }: Pick<ClaimedTarget, 'slotSeconds'>): number {
  return slotSeconds % 16
}

// A page that is older than the latest known rank belongs into the history alone.
const writeSql = `
  WITH page AS (
    INSERT INTO ranks.results_page (target_id, fetched_at, source, sandbox, depth, cost_usd, hosts, urls, questions)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING),
  ranked AS MATERIALIZED (
    SELECT * FROM unnest($10::text[], $11::int[], $12::text[], $13::int[], $14::text[])
      AS r (keyword_id, epoch, domain_id, position, url)),
  history AS (
    INSERT INTO ranks.position (keyword_id, epoch, domain_id, checked_at, position, url, depth, source, sandbox)
    SELECT keyword_id, epoch, domain_id, $2, position, url, $5, $3, $4 FROM ranked ON CONFLICT DO NOTHING),
  latest AS (
    INSERT INTO keyword_state AS s (keyword_id, domain_id, checked_at, position, best, url)
    SELECT keyword_id, domain_id, $2, position, nullif(position, 0), url FROM ranked ORDER BY keyword_id, domain_id
    ON CONFLICT (keyword_id, domain_id) DO UPDATE SET
      previous_position = s.position, position = excluded.position, best = least(s.best, excluded.best),
      url = excluded.url, checked_at = excluded.checked_at
    WHERE s.checked_at < excluded.checked_at),
  noted AS (
    UPDATE keyword SET last_check_status = 'ok', last_check_at = $2, last_check_error = NULL
    WHERE id = ANY($15) AND (last_check_status IS DISTINCT FROM 'ok' OR last_check_at <= $2)),
  sites AS (
    INSERT INTO site_target AS st (site_id, target_id, checked_at) SELECT id, $1, $2 FROM unnest($16::text[]) AS u (id) ORDER BY id
    ON CONFLICT (site_id, target_id) DO UPDATE SET checked_at = greatest(st.checked_at, excluded.checked_at)),
  spent AS (
    INSERT INTO ranks.account_spend AS e (day, account_id, part, usd)
    SELECT ($2::timestamptz AT TIME ZONE 'UTC')::date, id, $19::smallint, usd
    FROM unnest($17::text[], $18::numeric[]) AS u (id, usd) WHERE usd > 0 ORDER BY id
    ON CONFLICT (day, account_id, part) DO UPDATE SET usd = e.usd + excluded.usd)
  UPDATE page_target SET next_due_at = $20, tries = 0, lease_until = NULL, last_fetched_at = $2,
    provider_task_id = NULL, provider_task_at = NULL, provider_task_tries = 0, provider_task_usd = 0
  WHERE id = $1`
