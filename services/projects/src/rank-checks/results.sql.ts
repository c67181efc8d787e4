import { columns } from '@rts/shared/service/columns'
import type { PoolClient } from 'pg'
import type { ClaimedTarget } from './due-pages.sql.ts'
import type { StoredPage } from './page-store.ts'
import { findTurns, recordedSql } from './ranks.sql.ts'
import type { Reader } from './readers.sql.ts'
import { rankOf } from './rules/positions.ts'

/** A fetched page: its stored part, the questions on it, and its total cost in USD, null if unknown. */
export type CheckedPage = StoredPage & { questions: string[]; costUsd: number | null }
/** A page with the readers that it serves; `dueAt` is when a reader is due again, `due` when the page is. */
export type Check = { target: ClaimedTarget; page: CheckedPage; readers: readonly Reader[]; due: Date | null }

/**
 * Writes checks in one statement: the pages, their readers' ranks (history and latest), and the checks of keywords and sites.
 * It gives the targets back until they are due again. The targets must be held.
 */
export async function writeChecks(client: PoolClient, checks: readonly Check[]): Promise<void> {
  if (checks.length === 0) return
  const pages = checks.map(({ target, page, due }) => ({ ...pageRow(target.id, page), due }))
  const readers = checks.flatMap(({ target, page, readers }) =>
    readers.map((reader) => ({ ...reader, targetId: target.id, page })),
  )
  const ranks = readers.flatMap(({ domains, page, ...reader }) =>
    domains.map(({ id, domain }, i) => ({ ...reader, domainId: id, isOwn: i === 0, ...rankOf(page, domain) })),
  )
  const values = [
    ...columns(
      pages,
      'targetId',
      'fetchedAt',
      'source',
      'sandbox',
      'depth',
      'due',
      'costUsd',
      'hosts',
      'urls',
      'questions',
    ),
    ...columns(ranks, 'targetId', 'keywordId', 'epoch', 'domainId', 'isOwn', 'position', 'url'),
    ...columns(readers, 'targetId', 'keywordId', 'siteId', 'dueAt'),
  ]
  const late = await client.query<{ id: string }>({ name: 'checks.write', text: writeSql, values })
  await findTurns(client, late.rows)
}

/** Stores a page alone. */
export async function storePage(client: PoolClient, targetId: string, page: CheckedPage): Promise<void> {
  const { fetchedAt, source, sandbox, depth, costUsd, hosts, urls, questions } = pageRow(targetId, page)
  await client.query(
    `WITH p AS (
       SELECT $1::text AS target_id, $2::timestamptz AS fetched_at, $3::text AS source, $4::boolean AS sandbox, $5::int AS depth,
         $6::numeric AS cost_usd, $7::text AS hosts, $8::text AS urls, $9::text AS questions)
     ${storedSql}`,
    [targetId, fetchedAt, source, sandbox, depth, costUsd, hosts, urls, questions],
  )
}

/** Gives a target back that was fetched, until a reader is due. */
export async function giveChecked(
  client: PoolClient,
  targetId: string,
  { due, fetchedAt }: { due: Date | null; fetchedAt: Date },
): Promise<void> {
  await client.query(
    `WITH p AS (SELECT $1::text AS target_id, $2::timestamptz AS due, $3::timestamptz AS fetched_at) ${givenSql}`,
    [targetId, due, fetchedAt],
  )
}

function pageRow(targetId: string, page: CheckedPage) {
  const { hosts, urls, questions } = page
  return { ...page, targetId, hosts: lines(hosts), urls: lines(urls), questions: lines(questions) }
}

/** A list as one text, '' for null: a tenth of the work of an array, here and in the database. */
function lines(list: readonly (string | null)[]): string {
  return storable(list.map((entry) => entry?.replaceAll('\n', '') ?? '').join('\n'))
}

/** Postgres cannot store NUL in a text. */
function storable(text: string): string {
  return text.replaceAll('\u0000', '')
}

const storedSql = `
    INSERT INTO ranks.results_page (target_id, fetched_at, source, sandbox, depth, cost_usd, hosts, urls, questions)
    SELECT target_id, fetched_at, source, sandbox, depth, cost_usd, string_to_array(hosts, E'\\n'), string_to_array(urls, E'\\n', ''),
      string_to_array(questions, E'\\n')
    FROM p ON CONFLICT DO NOTHING`

const givenSql = `
    UPDATE page_target t SET next_due_at = p.due, tries = 0, lease = NULL, lease_until = NULL, last_fetched_at = p.fetched_at,
      provider_task_id = NULL, provider_task_at = NULL, provider_task_tries = 0, provider_task_usd = 0
    FROM p WHERE t.id = p.target_id`

const writeSql = `
  WITH p AS MATERIALIZED (
    SELECT * FROM unnest($1::text[], $2::timestamptz[], $3::text[], $4::boolean[], $5::int[], $6::timestamptz[], $7::numeric[],
      $8::text[], $9::text[], $10::text[])
      AS p (target_id, fetched_at, source, sandbox, depth, due, cost_usd, hosts, urls, questions)),
  page AS (${storedSql}),
  ranked AS MATERIALIZED (
    SELECT r.*, p.fetched_at AS checked_at, p.depth, p.source, p.sandbox
    FROM unnest($11::text[], $12::text[], $13::int[], $14::text[], $15::boolean[], $16::int[], $17::text[])
      AS r (target_id, keyword_id, epoch, domain_id, is_own, position, url) JOIN p USING (target_id)),
  ${recordedSql},
  reader AS MATERIALIZED (
    SELECT r.*, p.fetched_at
    FROM unnest($18::text[], $19::text[], $20::text[], $21::timestamptz[]) AS r (target_id, keyword_id, site_id, due) JOIN p USING (target_id)),
  noted AS (
    UPDATE keyword k SET last_check_status = 'ok', last_check_at = r.fetched_at, last_check_error = NULL, due_at = r.due
    FROM reader r WHERE k.id = r.keyword_id),
  sites AS (
    INSERT INTO site_target AS st (site_id, target_id, checked_at)
    SELECT DISTINCT site_id, target_id, fetched_at FROM reader ORDER BY 1, 2
    ON CONFLICT (site_id, target_id) DO UPDATE SET checked_at = greatest(st.checked_at, excluded.checked_at)),
  given AS (${givenSql})
  SELECT keyword_id AS id FROM late`
