import { AppError } from '@rts/shared/errors'
import type { KnownSite } from '@rts/shared/facts/site-projection'
import { inTransaction } from '@rts/shared/service/transaction'
import type { Pool, PoolClient } from 'pg'
import { fitsFile, type Sorted, sortHosts } from './rules/disavow.ts'

export type DisavowedHost = { seq: string; host: string }
export type DisavowStore = ReturnType<typeof createDisavowStore>
type Site = Pick<KnownSite, 'id' | 'domain'>

/** The hosts that sites disavow, in alphabetical order. */
export function createDisavowStore(pool: Pool) {
  return {
    /** Up to `take` hosts behind the one at place `after`; undefined when nothing is there any more. */
    async list({ id }: Site, after: string | null, take: number): Promise<DisavowedHost[] | undefined> {
      const from = after === null ? '' : await hostAt(pool, id, after)
      if (from === undefined) return undefined
      const found = await pool.query<DisavowedHost>(
        'SELECT seq, host FROM links.disavowed WHERE site_id = $1 AND host > $2 ORDER BY host LIMIT $3',
        [id, from, take],
      )
      return found.rows
    },

    count: async ({ id }: Site): Promise<number> => (await sizeOf(pool, id)).hosts,

    all: ({ id }: Site): Promise<string[]> => hostsOf(pool, id),

    /** Adds what is new; the whole list, sorted, comes back with what was skipped and refused. */
    add(site: Site, written: readonly string[], now: Date): Promise<Sorted & { domains: string[] }> {
      return inTransaction(pool, async (client) => {
        await lock(client, site.id)
        const sorted = sortHosts(written, site.domain, await hostsOf(client, site.id))
        await client.query(
          'INSERT INTO links.disavowed (site_id, host, added_at) SELECT $1, host, $2 FROM unnest($3::text[]) host',
          [site.id, now, sorted.added],
        )
        const { hosts, bytes } = await sizeOf(client, site.id)
        if (!fitsFile(hosts, bytes))
          throw new AppError('invalid_input', 'A disavow file holds 100,000 lines and 2 MB at most')
        return { ...sorted, domains: await hostsOf(client, site.id) }
      })
    },

    /** Answers how many of the hosts were on the list. */
    async remove({ id }: Site, hosts: readonly string[]): Promise<number> {
      const removed = await pool.query('DELETE FROM links.disavowed WHERE site_id = $1 AND host = ANY($2)', [id, hosts])
      return removed.rowCount ?? 0
    },
  }
}

/** Parallel additions to one list come one after the other. */
async function lock(client: PoolClient, siteId: string): Promise<void> {
  await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('disavow:' || $1, 0))`, [siteId])
}

async function hostsOf(db: Pool | PoolClient, siteId: string): Promise<string[]> {
  const found = await db.query<{ host: string }>('SELECT host FROM links.disavowed WHERE site_id = $1 ORDER BY host', [
    siteId,
  ])
  return found.rows.map(({ host }) => host)
}

/** A line of the file is `domain:`, the host and a line feed. */
async function sizeOf(db: Pool | PoolClient, siteId: string): Promise<{ hosts: number; bytes: number }> {
  const found = await db.query<{ hosts: number; bytes: number }>(
    `SELECT count(*)::int AS hosts, coalesce(sum(octet_length(host) + 8), 0)::int AS bytes
     FROM links.disavowed WHERE site_id = $1`,
    [siteId],
  )
  return found.rows[0] ?? { hosts: 0, bytes: 0 }
}

async function hostAt(pool: Pool, siteId: string, seq: string): Promise<string | undefined> {
  if (!/^\d{1,18}$/.test(seq)) return undefined
  const found = await pool.query<{ host: string }>('SELECT host FROM links.disavowed WHERE site_id = $1 AND seq = $2', [
    siteId,
    seq,
  ])
  return found.rows[0]?.host
}
