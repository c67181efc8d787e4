import type { GraphRow } from '@rts/shared/contract/rows/backlink'
import type { Database } from '@rts/shared/service/transaction'
import type { StepRow } from './rules/releases.ts'

export type GraphFiles = { vertices: string; edges: string; ranks: string }
export type GraphStep = NonNullable<GraphRow['step']>
export type GraphRelease = GraphFiles &
  Omit<GraphRow, 'missing' | 'askedAt' | 'doneAt'> & { crawledAt: Date; askedAt: Date; doneAt: Date | null }

/** The sites whose links are wanted: those that are known here, and those whose links were asked for. */
const hostsSql = `SELECT domain AS host FROM known.site WHERE deleted_at IS NULL
  UNION SELECT key FROM collects.subject WHERE kind = 'backlinks'`
const missingSql = `${hostsSql} EXCEPT SELECT host FROM graph.searched WHERE release = $1`
const shown = `name AS release, vertices, edges, ranks, status, step, part, links::int, dropped::int, ranked::int, error,
  crawled_at AS "crawledAt", asked_at AS "askedAt", done_at AS "doneAt"`
/** The table that each step writes. */
const tables: Record<GraphStep, string> = { ids: 'target', edges: 'pair', names: 'link', ranks: 'rank' }

export async function findRelease(db: Database, release: string): Promise<GraphRelease | undefined> {
  return (await db.query<GraphRelease>(`SELECT ${shown} FROM graph.release WHERE name = $1`, [release])).rows[0]
}

/** Queues a release. A running one stays as it is, and so does a whole one that no site has come after. */
export async function queueRelease(
  db: Database,
  release: string,
  { vertices, edges, ranks }: GraphFiles,
  crawledAt: Date,
  now: Date,
): Promise<void> {
  await db.query(
    `INSERT INTO graph.release AS r (name, vertices, edges, ranks, status, crawled_at, asked_at)
     VALUES ($1, $2, $3, $4, 'queued', $5, $6)
     ON CONFLICT (name) DO UPDATE SET status = 'queued', error = NULL, asked_at = excluded.asked_at, step = NULL,
       vertices = excluded.vertices, edges = excluded.edges, ranks = excluded.ranks
     WHERE r.status = 'failed' OR (r.status = 'ready' AND EXISTS (${missingSql}))`,
    [release, vertices, edges, ranks, crawledAt, now],
  )
}

/**
 * Begins a step, with its table empty, so that one that broke off begins anew. A whole release keeps its rows while it is read
 * again: they are answered from, and the same ones come.
 */
export async function beginStep(db: Database, release: string, step: GraphStep): Promise<void> {
  await db.query(
    `DELETE FROM graph.${tables[step]} WHERE release = $1
     AND (SELECT done_at IS NULL FROM graph.release WHERE name = $1)`,
    [release],
  )
  await db.query(`UPDATE graph.release SET status = 'running', step = $2, part = 0, error = NULL WHERE name = $1`, [
    release,
    step,
  ])
}

/** The number of sites that came after a release was searched. */
export async function countMissing(db: Database, release: string): Promise<number> {
  const found = await db.query<{ missing: number }>(`SELECT count(*)::int AS missing FROM (${missingSql}) AS missing`, [
    release,
  ])
  return found.rows[0]?.missing ?? 0
}

export async function storeProgress(db: Database, release: string, part: number | null): Promise<void> {
  await db.query('UPDATE graph.release SET part = $2 WHERE name = $1', [release, part])
}

export async function storeRows(
  db: Database,
  release: string,
  step: GraphStep,
  rows: readonly StepRow[],
): Promise<void> {
  await db.query(insertOf[step], [release, rows.map(([value]) => value), rows.map(([, value]) => value)])
}

const insertOf: Record<GraphStep, string> = {
  ids: `INSERT INTO graph.target (release, id, host) SELECT $1, * FROM unnest($2::int[], $3::text[]) ON CONFLICT DO NOTHING`,
  edges: `INSERT INTO graph.pair (release, from_id, to_id) SELECT $1, * FROM unnest($2::int[], $3::int[]) ON CONFLICT DO NOTHING`,
  names: `INSERT INTO graph.link (release, host_to, host_from)
    SELECT $1, t.host, n.host FROM unnest($2::int[], $3::text[]) AS n (id, host)
    JOIN graph.pair p ON p.release = $1 AND p.from_id = n.id JOIN graph.target t ON t.release = $1 AND t.id = p.to_id
    ON CONFLICT DO NOTHING`,
  ranks: `INSERT INTO graph.rank (release, place, host) SELECT $1, * FROM unnest($2::int[], $3::text[]) ON CONFLICT DO NOTHING`,
}

/** The sites whose links are wanted; the release is marked as searched for them. */
export async function storeSearched(db: Database, release: string): Promise<string[]> {
  const found = await db.query<{ host: string }>(hostsSql)
  const hosts = found.rows.map(({ host }) => host)
  await db.query('INSERT INTO graph.searched SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING', [release, hosts])
  return hosts
}

export async function targetIds(db: Database, release: string): Promise<number[]> {
  const found = await db.query<{ id: number }>('SELECT id FROM graph.target WHERE release = $1', [release])
  return found.rows.map(({ id }) => id)
}

export async function linkingIds(db: Database, release: string): Promise<number[]> {
  const found = await db.query<{ id: number }>('SELECT DISTINCT from_id AS id FROM graph.pair WHERE release = $1', [
    release,
  ])
  return found.rows.map(({ id }) => id)
}

/** Ends an import. The two newest whole releases stay: they show what was lost between them. */
export async function finishRelease(db: Database, release: string, dropped: number, now: Date): Promise<void> {
  await db.query(
    `UPDATE graph.release SET status = 'ready', step = NULL, part = NULL, done_at = $2, dropped = $3,
       links = (SELECT count(*) FROM graph.link WHERE release = $1), ranked = (SELECT count(*) FROM graph.rank WHERE release = $1)
     WHERE name = $1`,
    [release, now, dropped],
  )
  await db.query('DELETE FROM graph.pair WHERE release = $1', [release])
  await db.query(
    `DELETE FROM graph.release WHERE done_at IS NOT NULL AND name NOT IN
       (SELECT name FROM graph.release WHERE done_at IS NOT NULL ORDER BY crawled_at DESC LIMIT 2)`,
  )
}

export async function failRelease(db: Database, release: string, error: string): Promise<void> {
  await db.query(`UPDATE graph.release SET status = 'failed', error = $2 WHERE name = $1`, [release, error])
}
