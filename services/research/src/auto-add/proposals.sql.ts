import { randomUUID } from 'node:crypto'
import type { ProposalRow } from '@rts/shared/contract/rows/auto-add'
import { AppError } from '@rts/shared/errors'
import type { Place } from '@rts/shared/phrases/own-pages'
import { columns } from '@rts/shared/service/columns'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import type { Proposal } from './rules/choice.ts'

export type StoredProposal = Omit<ProposalRow, 'keyword' | 'proposedAt' | 'decidedAt'> & {
  seq: string
  siteId: string
  phrase: string
  proposedAt: Date
  decidedAt: Date | null
}
type PastProposal = { key: string; phrase: string; state: ProposalRow['state'] }
/** `by`: the person; null where the policy decides. */
type Decision = { by: string | null; now: Date }

const shown = `id, seq, site_id AS "siteId", phrase, country, language, volume, similarity, score, evidence, proposed_at AS "proposedAt",
  state, decided_at AS "decidedAt", decided_by AS "decidedBy"`

/** All that was ever proposed to a site, the latest decided first. */
export async function pastProposals(db: Database, siteId: string): Promise<PastProposal[]> {
  const found = await db.query<PastProposal>(
    'SELECT key, phrase, state FROM auto_add.proposal WHERE site_id = $1 ORDER BY decided_at DESC NULLS LAST',
    [siteId],
  )
  return found.rows
}

/** Stores the proposals whose phrases were never proposed to the site; answers how many. */
export async function insertProposals(
  tx: Transaction,
  siteId: string,
  proposals: readonly (Proposal & Place)[],
  now: Date,
): Promise<number> {
  const rows = proposals.map((row) => ({ ...row, id: randomUUID(), evidence: JSON.stringify(row.evidence) }))
  const inserted = await tx.query(
    `INSERT INTO auto_add.proposal (site_id, proposed_at, id, key, phrase, country, language, volume, similarity, score, evidence)
     SELECT $1, $2::timestamptz, * FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::int[], $9::real[], $10::int[], $11::jsonb[])
     ON CONFLICT (site_id, key) DO NOTHING`,
    [
      siteId,
      now,
      ...columns(rows, 'id', 'key', 'phrase', 'country', 'language', 'volume', 'similarity', 'score', 'evidence'),
    ],
  )
  return inserted.rowCount ?? 0
}

/** A site's open proposals, the best first. */
export async function openProposals(tx: Transaction, siteId: string): Promise<StoredProposal[]> {
  const found = await tx.query<StoredProposal>(
    `SELECT ${shown} FROM auto_add.proposal WHERE site_id = $1 AND state = 'open' ORDER BY score DESC, seq`,
    [siteId],
  )
  return found.rows
}

/** Throws `not_found` if one is not the site's. */
export async function requireProposals(tx: Transaction, siteId: string, ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids)]
  const found = await tx.query('SELECT 1 FROM auto_add.proposal WHERE site_id = $1 AND id = ANY($2)', [siteId, wanted])
  if (found.rowCount !== wanted.length) throw new AppError('not_found', 'No such proposal')
}

/** Begins to add the open ones of these proposals. */
export async function beginAdding(
  tx: Transaction,
  siteId: string,
  ids: readonly string[],
  { by, now }: Decision,
): Promise<StoredProposal[]> {
  const begun = await tx.query<StoredProposal>(
    `UPDATE auto_add.proposal SET state = 'adding', decided_at = $3, decided_by = $4
     WHERE site_id = $1 AND id = ANY($2) AND state = 'open' RETURNING ${shown}`,
    [siteId, ids, now, by],
  )
  return begun.rows
}

/** Refuses the open ones of these proposals; answers how many. */
export async function refuseOpen(
  tx: Transaction,
  siteId: string,
  ids: readonly string[],
  { by, now }: Decision,
): Promise<number> {
  const refused = await tx.query(
    `UPDATE auto_add.proposal SET state = 'refused', decided_at = $3, decided_by = $4
     WHERE site_id = $1 AND id = ANY($2) AND state = 'open'`,
    [siteId, ids, now, by],
  )
  return refused.rowCount ?? 0
}

/** Ends additions: tracked phrases are added, those left out are open again. */
export async function storeAdded(db: Database, added: readonly string[], left: readonly string[]): Promise<void> {
  await db.query(
    `UPDATE auto_add.proposal SET state = CASE WHEN id = ANY($1) THEN 'added' ELSE 'open' END,
       decided_at = CASE WHEN id = ANY($1) THEN decided_at END, decided_by = CASE WHEN id = ANY($1) THEN decided_by END
     WHERE (id = ANY($1) OR id = ANY($2)) AND state = 'adding'`,
    [added, left],
  )
}

/** Proposals of one site whose addition began before a time and never ended, and the site's account. */
export async function stuckProposals(
  db: Database,
  before: Date,
): Promise<{ accountId: string; begun: StoredProposal[] } | undefined> {
  const found = await db.query<StoredProposal & { accountId: string }>(
    `SELECT ${shown}, account_id AS "accountId" FROM auto_add.proposal p JOIN (SELECT id AS site, account_id FROM known.site) k ON site = site_id
     WHERE state = 'adding' AND decided_at < $1 AND site_id = (
       SELECT site_id FROM auto_add.proposal WHERE state = 'adding' AND decided_at < $1 ORDER BY decided_at LIMIT 1)`,
    [before],
  )
  const [first] = found.rows
  return first && { accountId: first.accountId, begun: found.rows }
}

/** The whole list, open ones by their score, decided ones by their time. */
export async function listProposals(db: Database, siteId: string, decided: boolean): Promise<StoredProposal[]> {
  const order = decided ? 'decided_at DESC, seq DESC' : 'score DESC, seq'
  const found = await db.query<StoredProposal>(
    `SELECT ${shown} FROM auto_add.proposal WHERE site_id = $1 AND (state IN ('added', 'refused')) = $2 ORDER BY ${order}`,
    [siteId, decided],
  )
  return found.rows
}
