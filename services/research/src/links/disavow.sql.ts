import type { Database, Transaction } from '@rts/shared/service/transaction'
import { bigint, int, type RowOf, text } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'

const disavowed = { seq: bigint, host: text }
const size = { hosts: int, bytes: int }

const hostsAfter = query(
  disavowed,
  'SELECT seq, host FROM links.disavowed WHERE site_id = $1 AND host > $2 ORDER BY host LIMIT $3',
)
const hostBySeq = query({ host: text }, 'SELECT host FROM links.disavowed WHERE site_id = $1 AND seq = $2')
const allHosts = query({ host: text }, 'SELECT host FROM links.disavowed WHERE site_id = $1 ORDER BY host')
const sizeOfList = query(
  size,
  `SELECT count(*)::int AS hosts, coalesce(sum(octet_length(host) + 8), 0)::int AS bytes
   FROM links.disavowed WHERE site_id = $1`,
)
const lock = statement(`SELECT FROM pg_advisory_xact_lock(hashtextextended('disavow:' || $1, 0))`)
const insertAll = statement(
  'INSERT INTO links.disavowed (site_id, host, added_at) SELECT $1, host, $2 FROM unnest($3::text[]) host',
)
const deleteSome = statement('DELETE FROM links.disavowed WHERE site_id = $1 AND host = ANY($2)')
const deleteNext = statement(
  `DELETE FROM links.disavowed WHERE site_id = $1 AND host IN (
     SELECT host FROM links.disavowed WHERE site_id = $1 ORDER BY host LIMIT $2)`,
)

/** Alphabetical, after a host. */
export function listHosts(db: Database, siteId: string, after: string, take: number) {
  return hostsAfter.rows(db, [siteId, after, take])
}

export async function hostAt(db: Database, siteId: string, seq: string): Promise<string | undefined> {
  return (await hostBySeq.first(db, [siteId, seq]))?.host
}

export async function hostsOf(db: Database | Transaction, siteId: string): Promise<string[]> {
  return (await allHosts.rows(db, [siteId])).map(({ host }) => host)
}

/** Hosts and bytes: a line is `domain:`, host, line feed. */
export async function sizeOf(db: Database | Transaction, siteId: string): Promise<RowOf<typeof size>> {
  return (await sizeOfList.first(db, [siteId])) ?? { hosts: 0, bytes: 0 }
}

/** Serializes additions to a list. */
export async function lockList(tx: Transaction, siteId: string): Promise<void> {
  await lock.run(tx, [siteId])
}

export async function insertHosts(tx: Transaction, siteId: string, hosts: readonly string[], now: Date): Promise<void> {
  await insertAll.run(tx, [siteId, now, hosts])
}

/** Returns how many were listed. */
export function deleteHosts(db: Database, siteId: string, hosts: readonly string[]): Promise<number> {
  return deleteSome.run(db, [siteId, hosts])
}

/** Deletes some hosts; returns how many. */
export function deleteFromList(tx: Transaction, siteId: string, max: number): Promise<number> {
  return deleteNext.run(tx, [siteId, max])
}
