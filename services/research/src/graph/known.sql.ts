import type { Database } from '@rts/shared/service/transaction'

/** `place`: where its file of edges came from. */
type WholeRelease = { name: string; crawledAt: Date; place: string }

/** The newest whole release, and the one before it. */
export async function newestReleases(db: Database): Promise<WholeRelease[]> {
  const found = await db.query<WholeRelease>(
    `SELECT name, crawled_at AS "crawledAt", edges AS place FROM graph.release WHERE done_at IS NOT NULL ORDER BY crawled_at DESC LIMIT 2`,
  )
  return found.rows
}

/** The domains that link to one by these releases; lost are those that the newest does not have. */
export async function linkingHosts(
  db: Database,
  domain: string,
  { newest, before }: { newest: string; before: string },
): Promise<{ hostFrom: string; isLost: boolean }[]> {
  const found = await db.query<{ hostFrom: string; isLost: boolean }>(
    `SELECT host_from AS "hostFrom", bool_and(release <> $2) AS "isLost" FROM graph.link
     WHERE host_to = $1 AND release IN ($2, $3) GROUP BY host_from ORDER BY host_from`,
    [domain, newest, before],
  )
  return found.rows
}

/** The places of hosts in the newest whole release; those beyond its first million are absent. */
export async function placesOf(db: Database, hosts: readonly string[]): Promise<{ host: string; place: number }[]> {
  const found = await db.query<{ host: string; place: number }>(
    `SELECT host, place FROM graph.rank WHERE host = ANY($1) AND release =
       (SELECT name FROM graph.release WHERE done_at IS NOT NULL ORDER BY crawled_at DESC LIMIT 1)`,
    [hosts],
  )
  return found.rows
}
