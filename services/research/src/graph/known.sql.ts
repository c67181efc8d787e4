import type { Database } from '@rts/shared/service/transaction'
import { boolean, int, type RowOf, text, time } from '@rts/shared/sql/column'
import { query } from '@rts/shared/sql/statement'

/** `place`: source of its edges file. */
const release = { name: text, crawledAt: time, place: text }
const linkingHost = { hostFrom: text, isLost: boolean }
const hostPlace = { host: text, place: int }

const newest = query(
  release,
  `SELECT name, crawled_at AS "crawledAt", edges AS place FROM graph.release WHERE done_at IS NOT NULL
   ORDER BY crawled_at DESC LIMIT 2`,
)
const hostsOfReleases = query(
  linkingHost,
  `SELECT host_from AS "hostFrom", bool_and(release <> $2) AS "isLost" FROM graph.link
   WHERE host_to = $1 AND release IN ($2, $3) GROUP BY host_from ORDER BY host_from`,
)
const newestPlaces = query(
  hostPlace,
  `SELECT host, place FROM graph.rank WHERE host = ANY($1) AND release =
     (SELECT name FROM graph.release WHERE done_at IS NOT NULL ORDER BY crawled_at DESC LIMIT 1)`,
)

export function newestReleases(db: Database): Promise<RowOf<typeof release>[]> {
  return newest.rows(db)
}

/** Domains linking to one; lost: absent from the newest release. */
export function linkingHosts(db: Database, domain: string, releases: { newest: string; before: string }) {
  return hostsOfReleases.rows(db, [domain, releases.newest, releases.before])
}

/** Places in the newest complete release; hosts beyond its first million are absent. */
export function placesOf(db: Database, hosts: readonly string[]): Promise<RowOf<typeof hostPlace>[]> {
  return newestPlaces.rows(db, [hosts])
}
