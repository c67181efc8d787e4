import type { Database, Transaction } from '@rts/shared/service/transaction'

export type DisavowedHost = { seq: string; host: string }

/** Up to `take` hosts behind one, in alphabetical order. */
export async function listHosts(db: Database, siteId: string, after: string, take: number): Promise<DisavowedHost[]> {
  const found = await db.query<DisavowedHost>(
    'SELECT seq, host FROM links.disavowed WHERE site_id = $1 AND host > $2 ORDER BY host LIMIT $3',
    [siteId, after, take],
  )
  return found.rows
}

/** The host at a place of the list. */
export async function hostAt(db: Database, siteId: string, seq: string): Promise<string | undefined> {
  const found = await db.query<{ host: string }>('SELECT host FROM links.disavowed WHERE site_id = $1 AND seq = $2', [
    siteId,
    seq,
  ])
  return found.rows[0]?.host
}

/** All hosts of a site's list, in alphabetical order. */
export async function hostsOf(db: Database | Transaction, siteId: string): Promise<string[]> {
  const found = await db.query<{ host: string }>('SELECT host FROM links.disavowed WHERE site_id = $1 ORDER BY host', [
    siteId,
  ])
  return found.rows.map(({ host }) => host)
}

/** How long a site's list is. A line of the file is `domain:`, the host and a line feed. */
export async function sizeOf(db: Database | Transaction, siteId: string): Promise<{ hosts: number; bytes: number }> {
  const found = await db.query<{ hosts: number; bytes: number }>(
    `SELECT count(*)::int AS hosts, coalesce(sum(octet_length(host) + 8), 0)::int AS bytes
     FROM links.disavowed WHERE site_id = $1`,
    [siteId],
  )
  return found.rows[0] ?? { hosts: 0, bytes: 0 }
}

/** Parallel additions to one list come one after the other. */
export async function lockList(tx: Transaction, siteId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('disavow:' || $1, 0))`, [siteId])
}

export async function insertHosts(tx: Transaction, siteId: string, hosts: readonly string[], now: Date): Promise<void> {
  await tx.query(
    'INSERT INTO links.disavowed (site_id, host, added_at) SELECT $1, host, $2 FROM unnest($3::text[]) host',
    [siteId, now, hosts],
  )
}

/** Answers how many of the hosts were on the list. */
export async function deleteHosts(db: Database, siteId: string, hosts: readonly string[]): Promise<number> {
  const deleted = await db.query('DELETE FROM links.disavowed WHERE site_id = $1 AND host = ANY($2)', [siteId, hosts])
  return deleted.rowCount ?? 0
}

/** Deletes a site's list. */
export async function deleteList(tx: Transaction, siteId: string): Promise<void> {
  await tx.query('DELETE FROM links.disavowed WHERE site_id = $1', [siteId])
}
