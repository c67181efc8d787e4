import type { Database } from '@rts/shared/service/transaction'

/** The rank of a keyword at an earlier time; nulls where there was no check. */
export type EarlierRank = { keywordId: string; position: number | null; url: string | null; checkedAt: Date | null }

/** The latest rank of the keyword `k` for a domain, of another table than `r`, between two times. Only its present history: another phrase or another domain had other ranks. */
export function latestBetween(domainId: string, from: string, until: string): string {
  return `(
    SELECT position, url, checked_at FROM ranks.position r
    WHERE r.keyword_id = k.id AND r.epoch = k.epoch AND r.domain_id = ${domainId} AND r.checked_at >= ${from} AND r.checked_at <= ${until}
    ORDER BY r.checked_at DESC LIMIT 1)`
}

/**
 * The rank that the present one is compared with, of a keyword `k` with its state `s`: the latest by the end of the UTC day that is
 * `days` before the day of the last check, as long as it counted. It depends on checks alone: the passing of time moves no keyword.
 */
export function rankBefore(domainId: string, days: string, countsForDays: string): string {
  const end = `((s.checked_at AT TIME ZONE 'UTC')::date - ${days}::int + 1)::timestamp AT TIME ZONE 'UTC'`
  return `(
    SELECT position, url, checked_at FROM ranks.position r
    WHERE r.keyword_id = k.id AND r.epoch = k.epoch AND r.domain_id = ${domainId}
      AND r.checked_at < ${end} AND r.checked_at >= (${end}) - make_interval(days => ${countsForDays}::int)
    ORDER BY r.checked_at DESC LIMIT 1)`
}

const earlierSql = `
  SELECT k.id AS "keywordId", p.position, p.url, p.checked_at AS "checkedAt"
  FROM unnest($1::text[]) WITH ORDINALITY AS asked (id, place)
  JOIN keyword k ON k.id = asked.id
  LEFT JOIN tracked_domain d ON d.site_id = k.site_id AND d.kind = 'own' AND d.deleted_at IS NULL
  LEFT JOIN LATERAL ${latestBetween('d.id', '$2', '$3')} p ON true
  ORDER BY asked.place`

const ofDomainsSql = `
  SELECT k.id AS "keywordId", d.id AS "domainId", p.position
  FROM keyword k CROSS JOIN unnest($4::text[]) AS d (id)
  CROSS JOIN LATERAL ${latestBetween('d.id', '$2', '$3')} p
  WHERE k.id = ANY($1::text[])`

const ofSiteSql = `
  SELECT k.id AS "keywordId", p.position, p.url, p.checked_at AS "checkedAt"
  FROM keyword k JOIN tracked_domain d ON d.site_id = k.site_id AND d.kind = 'own' AND d.deleted_at IS NULL
  JOIN keyword_state s ON s.keyword_id = k.id AND s.domain_id = d.id
  CROSS JOIN LATERAL ${rankBefore('d.id', '$2', '$3')} p
  WHERE k.site_id = $1 AND k.deleted_at IS NULL`

/** For each keyword, the latest rank of its site between two times. */
export async function readRanksBetween(
  db: Database,
  keywordIds: readonly string[],
  from: Date,
  until: Date,
): Promise<EarlierRank[]> {
  const values = [keywordIds, from, until]
  return (await db.query<EarlierRank>({ name: 'ranks.earlier', text: earlierSql, values })).rows
}

/** The latest position of each keyword for each domain between two times, of those that have one. */
export async function readPositionsBetween(
  db: Database,
  keywordIds: readonly string[],
  domainIds: readonly string[],
  { from, until }: { from: Date; until: Date },
) {
  type Found = { keywordId: string; domainId: string; position: number }
  const values = [keywordIds, from, until, domainIds]
  return (await db.query<Found>({ name: 'ranks.rivalsThen', text: ofDomainsSql, values })).rows
}

/** The rank of each keyword of a site so many days before its last check, of those that have one. */
export async function readRanksBefore(db: Database, siteId: string, days: number, countsForDays: number) {
  type Found = EarlierRank & { position: number }
  const values = [siteId, days, countsForDays]
  return (await db.query<Found>({ name: 'ranks.then', text: ofSiteSql, values })).rows
}
