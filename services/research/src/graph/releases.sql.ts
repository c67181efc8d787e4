import type { Pool } from 'pg'
import type { StepRow } from './rules/releases.ts'

export type GraphFiles = { vertices: string; edges: string; ranks: string }
export type GraphStep = 'ids' | 'edges' | 'names' | 'ranks'
export type GraphRelease = GraphFiles & {
  release: string
  status: 'queued' | 'running' | 'ready' | 'failed'
  step: GraphStep | null
  part: number | null
  links: number
  dropped: number
  ranked: number
  error: string | null
  crawledAt: Date
  askedAt: Date
  doneAt: Date | null
}
/** `place`: where the release that last knew the link came from. */
export type GraphLink = { hostFrom: string; crawledAt: Date; isLost: boolean; place: string }
export type GraphStore = ReturnType<typeof createGraphStore>

/** The sites whose links are wanted: those that are known here, and those whose links were asked for. */
const hostsSql = `SELECT domain AS host FROM known.site WHERE deleted_at IS NULL
  UNION SELECT key FROM collects.subject WHERE kind = 'backlinks'`
const missingSql = `${hostsSql} EXCEPT SELECT host FROM graph.searched WHERE release = $1`
const shown = `name AS release, vertices, edges, ranks, status, step, part, links::int, dropped::int, ranked::int, error,
  crawled_at AS "crawledAt", asked_at AS "askedAt", done_at AS "doneAt"`
/** What each step writes: it is empty when the step begins, so that one that broke off begins anew. */
const tables: Record<GraphStep, string> = { ids: 'target', edges: 'pair', names: 'link', ranks: 'rank' }

/** Releases of the domain graph: their import, step by step, and what is known from the newest that is whole. */
export function createGraphStore(pool: Pool) {
  return {
    async find(release: string): Promise<GraphRelease | undefined> {
      return (await pool.query<GraphRelease>(`SELECT ${shown} FROM graph.release WHERE name = $1`, [release])).rows[0]
    },

    /** Asks for a release. One under way stays as it is, and so does a whole one that no site has come after. */
    async ask(release: string, files: GraphFiles, crawledAt: Date, now: Date): Promise<void> {
      await pool.query(
        `INSERT INTO graph.release AS r (name, vertices, edges, ranks, status, crawled_at, asked_at)
         VALUES ($1, $2, $3, $4, 'queued', $5, $6)
         ON CONFLICT (name) DO UPDATE SET status = 'queued', error = NULL, asked_at = excluded.asked_at, step = NULL,
           vertices = excluded.vertices, edges = excluded.edges, ranks = excluded.ranks
         WHERE r.status = 'failed' OR (r.status = 'ready' AND EXISTS (${missingSql}))`,
        [release, files.vertices, files.edges, files.ranks, crawledAt, now],
      )
    },

    /** A whole release keeps its rows while it is read again: they are answered from, and the same ones come. */
    async begin(release: string, step: GraphStep): Promise<void> {
      await pool.query(
        `DELETE FROM graph.${tables[step]} WHERE release = $1
         AND (SELECT done_at IS NULL FROM graph.release WHERE name = $1)`,
        [release],
      )
      await pool.query(
        `UPDATE graph.release SET status = 'running', step = $2, part = 0, error = NULL WHERE name = $1`,
        [release, step],
      )
    },

    /** The number of sites that came after a release was searched. */
    async missing(release: string): Promise<number> {
      const found = await pool.query<{ missing: number }>(
        `SELECT count(*)::int AS missing FROM (${missingSql}) AS missing`,
        [release],
      )
      return found.rows[0]?.missing ?? 0
    },

    async progress(release: string, part: number | null): Promise<void> {
      await pool.query('UPDATE graph.release SET part = $2 WHERE name = $1', [release, part])
    },

    async keep(release: string, step: GraphStep, rows: readonly StepRow[]): Promise<void> {
      const [first, second] = [rows.map(([value]) => value), rows.map(([, value]) => value)]
      await pool.query(insertOf[step], [release, first, second])
    },

    /** The sites whose links are wanted, from now on those that the release was searched for. */
    async search(release: string): Promise<string[]> {
      const found = await pool.query<{ host: string }>(hostsSql)
      const hosts = found.rows.map(({ host }) => host)
      await pool.query('INSERT INTO graph.searched SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING', [
        release,
        hosts,
      ])
      return hosts
    },

    async targetIds(release: string): Promise<number[]> {
      const found = await pool.query<{ id: number }>('SELECT id FROM graph.target WHERE release = $1', [release])
      return found.rows.map(({ id }) => id)
    },

    async linkingIds(release: string): Promise<number[]> {
      const found = await pool.query<{ id: number }>(
        'SELECT DISTINCT from_id AS id FROM graph.pair WHERE release = $1',
        [release],
      )
      return found.rows.map(({ id }) => id)
    },

    async finish(release: string, { dropped, now }: { dropped: number; now: Date }): Promise<void> {
      await pool.query(
        `UPDATE graph.release SET status = 'ready', step = NULL, part = NULL, done_at = $2, dropped = $3,
           links = (SELECT count(*) FROM graph.link WHERE release = $1), ranked = (SELECT count(*) FROM graph.rank WHERE release = $1)
         WHERE name = $1`,
        [release, now, dropped],
      )
      await pool.query('DELETE FROM graph.pair WHERE release = $1', [release])
      // Two whole releases tell what was lost between them; older ones tell nothing.
      await pool.query(
        `DELETE FROM graph.release WHERE done_at IS NOT NULL AND name NOT IN
           (SELECT name FROM graph.release WHERE done_at IS NOT NULL ORDER BY crawled_at DESC LIMIT 2)`,
      )
    },

    async fail(release: string, error: string): Promise<void> {
      await pool.query(`UPDATE graph.release SET status = 'failed', error = $2 WHERE name = $1`, [release, error])
    },

    /** The domains that link to one, lost ones too where the release before knew them; null while no release is whole. */
    async links(domain: string): Promise<GraphLink[] | null> {
      const releases = await pool.query<{ name: string; crawledAt: Date; place: string }>(
        `SELECT name, crawled_at AS "crawledAt", edges AS place FROM graph.release WHERE done_at IS NOT NULL ORDER BY crawled_at DESC LIMIT 2`,
      )
      const [newest, before] = releases.rows
      if (!newest) return null
      const found = await pool.query<{ hostFrom: string; isLost: boolean }>(
        `SELECT host_from AS "hostFrom", bool_and(release <> $2) AS "isLost" FROM graph.link
         WHERE host_to = $1 AND release IN ($2, $3) GROUP BY host_from ORDER BY host_from`,
        [domain, newest.name, before?.name ?? newest.name],
      )
      return found.rows.map((row) => {
        const { crawledAt, place } = (row.isLost ? before : newest) ?? newest
        return { ...row, crawledAt, place }
      })
    },

    /** The places of hosts in the newest whole release; those beyond its first million are absent. */
    async places(hosts: readonly string[]): Promise<Map<string, number>> {
      const found = await pool.query<{ host: string; place: number }>(
        `SELECT host, place FROM graph.rank WHERE host = ANY($1) AND release =
           (SELECT name FROM graph.release WHERE done_at IS NOT NULL ORDER BY crawled_at DESC LIMIT 1)`,
        [hosts],
      )
      return new Map(found.rows.map(({ host, place }) => [host, place]))
    },
  }
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
