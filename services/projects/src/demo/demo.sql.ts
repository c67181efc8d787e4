import { randomUUID } from 'node:crypto'
import type { Database, Transaction } from '@rts/shared/service/transaction'

/** Inserts competitors whose past needs no filling, because it is written with them. */
export async function insertRivals(
  tx: Transaction,
  siteId: string,
  domains: readonly string[],
  now: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO tracked_domain (id, site_id, domain, kind, since) SELECT id, $1, domain, 'competitor', $2
     FROM unnest($3::text[], $4::text[]) AS d (id, domain)`,
    [siteId, now, domains.map(() => randomUUID()), domains],
  )
}

/** Pauses the checks of all sites of a domain. Their owners may resume them. */
export async function pauseSites(db: Database, domain: string, now: Date): Promise<void> {
  await db.query(
    'UPDATE site SET checks_paused_at = $2 WHERE domain = $1 AND checks_paused_at IS NULL AND deleted_at IS NULL',
    [domain, now],
  )
}
