import type { GraphRow } from '@rts/shared/contract/rows/backlink'
import type { Database } from '@rts/shared/service/transaction'
import { float, int, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import type { StepRow } from './rules/releases.ts'

const release = {
  release: text,
  vertices: text,
  edges: text,
  ranks: text,
  status: text.of<GraphRow['status']>(),
  step: text.of<GraphStep>().orNull,
  part: float.orNull,
  links: int,
  dropped: int,
  ranked: int,
  error: text.orNull,
  crawledAt: time,
  askedAt: time,
  doneAt: time.orNull,
}
export type GraphRelease = RowOf<typeof release>
export type GraphFiles = Pick<GraphRelease, 'vertices' | 'edges' | 'ranks'>
export type GraphStep = NonNullable<GraphRow['step']>

const wantedHosts = `SELECT domain AS host FROM known.site WHERE (deleted_at IS NULL OR in_trash)
  UNION SELECT key FROM collects.subject WHERE kind = 'backlinks'`
const missingHosts = `${wantedHosts} EXCEPT SELECT host FROM graph.searched WHERE release = $1`
const counts = { links: 'r.links::int', dropped: 'r.dropped::int', ranked: 'r.ranked::int' }
const releaseByName = query(
  release,
  `SELECT ${selectList(release, 'r', { release: 'r.name', ...counts })} FROM graph.release r WHERE r.name = $1`,
)
const queue = statement(
  `INSERT INTO graph.release AS r (name, vertices, edges, ranks, status, crawled_at, asked_at)
   VALUES ($1, $2, $3, $4, 'queued', $5, $6)
   ON CONFLICT (name) DO UPDATE SET status = 'queued', error = NULL, asked_at = excluded.asked_at, step = NULL,
     vertices = excluded.vertices, edges = excluded.edges, ranks = excluded.ranks
   WHERE r.status = 'failed' OR (r.status = 'ready' AND EXISTS (${missingHosts}))`,
)
/** Empties a step's table, unless the release is complete. */
const emptied = (table: string) =>
  statement(
    `DELETE FROM graph.${table} WHERE release = $1
     AND (SELECT done_at IS NULL FROM graph.release WHERE name = $1)`,
  )
const emptyTable = { ids: emptied('target'), edges: emptied('pair'), names: emptied('link'), ranks: emptied('rank') }
const startStep = statement(
  `UPDATE graph.release SET status = 'running', step = $2, part = 0, error = NULL WHERE name = $1`,
)
const insertRows = {
  ids: statement(
    `INSERT INTO graph.target (release, id, host)
     SELECT $1, * FROM unnest($2::int[], $3::text[]) ON CONFLICT DO NOTHING`,
  ),
  edges: statement(
    `INSERT INTO graph.pair (release, from_id, to_id)
     SELECT $1, * FROM unnest($2::int[], $3::int[]) ON CONFLICT DO NOTHING`,
  ),
  names: statement(
    `INSERT INTO graph.link (release, host_to, host_from)
     SELECT $1, t.host, n.host FROM unnest($2::int[], $3::text[]) AS n (id, host)
     JOIN graph.pair p ON p.release = $1 AND p.from_id = n.id JOIN graph.target t ON t.release = $1 AND t.id = p.to_id
     ON CONFLICT DO NOTHING`,
  ),
  ranks: statement(
    `INSERT INTO graph.rank (release, place, host)
     SELECT $1, * FROM unnest($2::int[], $3::text[]) ON CONFLICT DO NOTHING`,
  ),
}
const missingCount = query({ missing: int }, `SELECT count(*)::int AS missing FROM (${missingHosts}) AS missing`)
const updatePart = statement('UPDATE graph.release SET part = $2 WHERE name = $1')
const hostsToSearch = query({ host: text }, wantedHosts)
const insertSearched = statement('INSERT INTO graph.searched SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING')
const targets = query({ id: int }, 'SELECT id FROM graph.target WHERE release = $1')
const linking = query({ id: int }, 'SELECT DISTINCT from_id AS id FROM graph.pair WHERE release = $1')
const finish = statement(
  `UPDATE graph.release SET status = 'ready', step = NULL, part = NULL, done_at = $2, dropped = $3,
     links = (SELECT count(*) FROM graph.link WHERE release = $1), ranked = (SELECT count(*) FROM graph.rank WHERE release = $1)
   WHERE name = $1`,
)
const deletePairs = statement('DELETE FROM graph.pair WHERE release = $1')
const deleteOlder = statement(
  `DELETE FROM graph.release WHERE done_at IS NOT NULL AND name NOT IN
     (SELECT name FROM graph.release WHERE done_at IS NOT NULL ORDER BY crawled_at DESC LIMIT 2)`,
)
const fail = statement(`UPDATE graph.release SET status = 'failed', error = $2 WHERE name = $1`)

export function findRelease(db: Database, name: string): Promise<GraphRelease | undefined> {
  return releaseByName.first(db, [name])
}

/** Queues a release, unless it runs, or is complete with no new site. */
export async function queueRelease(
  db: Database,
  name: string,
  { vertices, edges, ranks }: GraphFiles,
  crawledAt: Date,
  now: Date,
): Promise<void> {
  await queue.run(db, [name, vertices, edges, ranks, crawledAt, now])
}

/** Begins a step with an empty table, so retries start over. Complete releases keep their rows: they serve reads. */
export async function beginStep(db: Database, name: string, step: GraphStep): Promise<void> {
  await emptyTable[step].run(db, [name])
  await startStep.run(db, [name, step])
}

export async function countMissing(db: Database, name: string): Promise<number> {
  return (await missingCount.first(db, [name]))?.missing ?? 0
}

export async function storeProgress(db: Database, name: string, part: number | null): Promise<void> {
  await updatePart.run(db, [name, part])
}

export async function storeRows(db: Database, name: string, step: GraphStep, rows: readonly StepRow[]): Promise<void> {
  await insertRows[step].run(db, [name, rows.map(([value]) => value), rows.map(([, value]) => value)])
}

/** Wanted sites; marks the release as searched for them. */
export async function storeSearched(db: Database, name: string): Promise<string[]> {
  const hosts = (await hostsToSearch.rows(db)).map(({ host }) => host)
  await insertSearched.run(db, [name, hosts])
  return hosts
}

export async function targetIds(db: Database, name: string): Promise<number[]> {
  return (await targets.rows(db, [name])).map(({ id }) => id)
}

export async function linkingIds(db: Database, name: string): Promise<number[]> {
  return (await linking.rows(db, [name])).map(({ id }) => id)
}

/** Ends an import. The two newest complete releases stay, to show lost links. */
export async function finishRelease(db: Database, name: string, dropped: number, now: Date): Promise<void> {
  await finish.run(db, [name, now, dropped])
  await deletePairs.run(db, [name])
  await deleteOlder.run(db)
}

export async function failRelease(db: Database, name: string, error: string): Promise<void> {
  await fail.run(db, [name, error])
}
