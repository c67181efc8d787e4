import type { PoolClient } from 'pg'
import { rankOf } from '../../domain/positions.ts'
import { splitOver } from '../../domain/share.ts'
import type { ClaimedTarget } from './due-store.ts'
import type { StoredPage } from './page-store.ts'
import type { Reader } from './target-readers.ts'

/** A page as it was fetched: what of it is kept, the questions that stood on it, and all that it cost where that is known: its orders, which are booked already, included. */
export type CheckedPage = StoredPage & { questions: string[]; costUsd: number | null }
/** A page with those it serves; `dueAt` is when they are due again, `due` when the page is. */
export type Check = { target: ClaimedTarget; page: CheckedPage; readers: readonly Reader[]; due: Date | null }

/** In which part of an account's spend a page is booked. */
export function spendPart({ slotSeconds }: Pick<ClaimedTarget, 'slotSeconds'>): number {
  return slotSeconds % 16
}

/**
 * Writes checks in one statement: the pages, their readers' ranks into the history and as the latest, the checks on keywords and
 * sites, their cost on the readers' accounts, and the targets given back until they are due again. The targets must be held.
 */
export async function writeChecks(client: PoolClient, checks: readonly Check[]): Promise<void> {
  if (checks.length === 0) return
  await client.query({ name: `checks.write.${checks.length}`, text: writeSql(checks.length), values: valuesOf(checks) })
}

function valuesOf(checks: readonly Check[]): unknown[] {
  const pages = checks.map(({ page }) => page)
  const readers = checks.flatMap((check, index) =>
    check.readers.map((reader) => ({ n: index + 1, reader, page: check.page })),
  )
  const ranks = readers.flatMap(({ n, reader, page }) =>
    reader.domains.map((domain) => ({ n, reader, domain, ...rankOf(page, domain.domain) })),
  )
  const bookings = checks.flatMap(bookingsOf)
  return [
    checks.map(({ target }) => target.id),
    pages.map((page) => page.fetchedAt),
    pages.map((page) => page.source),
    pages.map((page) => page.sandbox),
    pages.map((page) => page.depth),
    checks.map(({ due }) => due),
    ranks.map(({ n }) => n),
    ranks.map(({ reader }) => reader.keywordId),
    ranks.map(({ reader }) => reader.epoch),
    ranks.map(({ domain }) => domain.id),
    ranks.map(({ position }) => position),
    ranks.map(({ url }) => url),
    readers.map(({ n }) => n),
    readers.map(({ reader }) => reader.keywordId),
    readers.map(({ reader }) => reader.siteId),
    readers.map(({ reader }) => reader.dueAt),
    bookings.map(({ n }) => n),
    bookings.map(({ accountId }) => accountId),
    bookings.map(({ part }) => part),
    bookings.map(({ usd }) => usd),
    ...pages.flatMap(({ costUsd, hosts, urls, questions }) => [
      costUsd,
      lines(hosts),
      lines(urls),
      questions.map(storable),
    ]),
  ]
}

/** A list as one text, '' for null: a tenth of the work that an array of it takes on either side. */
function lines(list: readonly (string | null)[]): string {
  return list.map((entry) => storable(entry?.replaceAll('\n', '') ?? '')).join('\n')
}

/** Postgres keeps no NUL in a text. */
function storable(text: string): string {
  return text.replaceAll('\u0000', '')
}

/** What a page cost beyond its orders, split over the accounts that read it. */
function bookingsOf({ target, page, readers }: Check, index: number) {
  const shares = splitOver(readers, Math.max(0, (page.costUsd ?? 0) - target.taskUsd))
  return shares.map((share) => ({ ...share, n: index + 1, part: spendPart(target) }))
}

const sharedValues = 20

/** Whole pages are handed over as they are, the rest by columns; `n` tells to which page a row belongs. */
function writeSql(pages: number): string {
  const bodies = Array.from({ length: pages }, (_, page) => {
    const [cost, hosts, urls, questions] = [1, 2, 3, 4].map((i) => `$${sharedValues + page * 4 + i}`)
    return `(${page + 1}, ${cost}::numeric, ${hosts}::text, ${urls}::text, ${questions}::text[])`
  })
  return `WITH body (n, cost_usd, hosts, urls, questions) AS (VALUES ${bodies.join(', ')}), ${writeChecksSql}`
}

// A page that is older than the latest known rank belongs into the history alone.
const writeChecksSql = `
  p AS MATERIALIZED (
    SELECT * FROM unnest($1::text[], $2::timestamptz[], $3::text[], $4::boolean[], $5::int[], $6::timestamptz[])
      WITH ORDINALITY AS p (target_id, fetched_at, source, sandbox, depth, due, n)),
  page AS (
    INSERT INTO ranks.results_page (target_id, fetched_at, source, sandbox, depth, cost_usd, hosts, urls, questions)
    SELECT target_id, fetched_at, source, sandbox, depth, cost_usd, string_to_array(hosts, E'\\n'), string_to_array(urls, E'\\n', ''), questions
    FROM p JOIN body USING (n)
    ON CONFLICT DO NOTHING),
  ranked AS MATERIALIZED (
    SELECT r.*, p.fetched_at, p.depth, p.source, p.sandbox
    FROM unnest($7::int[], $8::text[], $9::int[], $10::text[], $11::int[], $12::text[])
      AS r (n, keyword_id, epoch, domain_id, position, url) JOIN p USING (n)),
  history AS (
    INSERT INTO ranks.position (keyword_id, epoch, domain_id, checked_at, position, url, depth, source, sandbox)
    SELECT keyword_id, epoch, domain_id, fetched_at, position, url, depth, source, sandbox FROM ranked ON CONFLICT DO NOTHING),
  latest AS (
    INSERT INTO keyword_state AS s (keyword_id, domain_id, checked_at, position, best, url, source, sandbox)
    SELECT keyword_id, domain_id, fetched_at, position, nullif(position, 0), url, source, sandbox FROM ranked ORDER BY keyword_id, domain_id
    ON CONFLICT (keyword_id, domain_id) DO UPDATE SET
      previous_position = s.position, position = excluded.position, best = least(s.best, excluded.best),
      url = excluded.url, checked_at = excluded.checked_at, source = excluded.source, sandbox = excluded.sandbox
    WHERE s.checked_at < excluded.checked_at),
  reader AS MATERIALIZED (
    SELECT r.keyword_id, r.site_id, r.due, p.target_id, p.fetched_at
    FROM unnest($13::int[], $14::text[], $15::text[], $16::timestamptz[]) AS r (n, keyword_id, site_id, due) JOIN p USING (n)),
  noted AS (
    UPDATE keyword k SET last_check_status = 'ok', last_check_at = r.fetched_at, last_check_error = NULL, due_at = r.due
    FROM reader r WHERE k.id = r.keyword_id),
  sites AS (
    INSERT INTO site_target AS st (site_id, target_id, checked_at)
    SELECT DISTINCT site_id, target_id, fetched_at FROM reader ORDER BY 1, 2
    ON CONFLICT (site_id, target_id) DO UPDATE SET checked_at = greatest(st.checked_at, excluded.checked_at)),
  spent AS (
    INSERT INTO ranks.account_spend AS e (day, account_id, part, usd)
    SELECT (p.fetched_at AT TIME ZONE 'UTC')::date, b.account_id, b.part, sum(b.usd)
    FROM unnest($17::int[], $18::text[], $19::smallint[], $20::numeric[]) AS b (n, account_id, part, usd) JOIN p USING (n)
    WHERE b.usd > 0 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (day, account_id, part) DO UPDATE SET usd = e.usd + excluded.usd)
  UPDATE page_target t SET next_due_at = p.due, tries = 0, lease = NULL, lease_until = NULL, last_fetched_at = p.fetched_at,
    provider_task_id = NULL, provider_task_at = NULL, provider_task_tries = 0, provider_task_usd = 0
  FROM p WHERE t.id = p.target_id`
