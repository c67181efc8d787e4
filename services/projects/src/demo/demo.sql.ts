import { randomUUID } from 'node:crypto'
import type { Transaction } from '@rts/shared/service/transaction'
import { statement } from '@rts/shared/sql/statement'
import type { Records } from '../database.sql.ts'

const insertCompetitors = statement(
  `INSERT INTO tracked_domain (id, site_id, domain, kind, since) SELECT id, $1, domain, 'competitor', $2
   FROM unnest($3::text[], $4::text[]) AS d (id, domain)`,
)

/** Inserts competitors whose past needs no filling, because it is written with them. */
export async function insertRivals(tx: Transaction, siteId: string, domains: readonly string[], now: Date) {
  await insertCompetitors.run(tx, [siteId, now, domains.map(() => randomUUID()), domains])
}

/** Pauses the checks of all sites of a domain. Their owners may resume them. */
export async function pauseSites(records: Records, domain: string, now: Date): Promise<void> {
  const where = { domain, checksPausedAt: null, deletedAt: null }
  await records.site.updateMany({ where, data: { checksPausedAt: now } })
}
