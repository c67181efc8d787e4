import { randomUUID } from 'node:crypto'
import type { ProposalRow } from '@rts/shared/contract/rows/auto-add'
import { AppError } from '@rts/shared/errors'
import type { Place } from '@rts/shared/phrases/own-pages'
import { columns } from '@rts/shared/service/columns'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { bigint, float, int, json, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import type { Proposal } from './rules/choice.ts'

const proposal = {
  id: text,
  seq: bigint,
  siteId: text,
  phrase: text,
  country: text,
  language: text,
  volume: int.orNull,
  similarity: float.orNull,
  score: int,
  evidence: json.of<ProposalRow['evidence']>(),
  proposedAt: time,
  state: text.of<ProposalRow['state']>(),
  decidedAt: time.orNull,
  /** Null: the policy decided. */
  decidedBy: text.orNull,
}
export type StoredProposal = RowOf<typeof proposal>
const pastProposal = { key: text, phrase: text, state: proposal.state }
const stuckProposal = { ...proposal, accountId: text }
type Decision = { by: string | null; now: Date }

const shown = selectList(proposal, 'p')
const selectOfSite = `SELECT ${shown} FROM auto_add.proposal p WHERE p.site_id = $1`
const allOfSite = query(
  pastProposal,
  'SELECT key, phrase, state FROM auto_add.proposal WHERE site_id = $1 ORDER BY decided_at DESC NULLS LAST',
)
const openOfSite = query(proposal, `${selectOfSite} AND p.state = 'open' ORDER BY p.score DESC, p.seq`)
const undecided = query(
  proposal,
  `${selectOfSite} AND p.state NOT IN ('added', 'refused') ORDER BY p.score DESC, p.seq`,
)
const decided = query(
  proposal,
  `${selectOfSite} AND p.state IN ('added', 'refused') ORDER BY p.decided_at DESC, p.seq DESC`,
)
const insertNew = statement(
  `INSERT INTO auto_add.proposal (site_id, proposed_at, id, key, phrase, country, language, volume, similarity, score, evidence)
   SELECT $1, $2::timestamptz, * FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::int[], $9::real[], $10::int[], $11::jsonb[])
   ON CONFLICT (site_id, key) DO NOTHING`,
)
const countOfSite = query(
  { count: int },
  'SELECT count(*)::int AS count FROM auto_add.proposal WHERE site_id = $1 AND id = ANY($2)',
)
const decideOpen = `UPDATE auto_add.proposal p SET state = $5, decided_at = $3, decided_by = $4
   WHERE p.site_id = $1 AND p.id = ANY($2) AND p.state = 'open'`
const refuse = statement(decideOpen)
const beginToAdd = query(proposal, `${decideOpen} RETURNING ${shown}`)
const endAdding = statement(
  `UPDATE auto_add.proposal SET state = CASE WHEN id = ANY($1) THEN 'added' ELSE 'open' END,
     decided_at = CASE WHEN id = ANY($1) THEN decided_at END, decided_by = CASE WHEN id = ANY($1) THEN decided_by END
   WHERE (id = ANY($1) OR id = ANY($2)) AND state = 'adding'`,
)
const stuckOfOneSite = query(
  stuckProposal,
  `SELECT ${shown}, k.account_id AS "accountId" FROM auto_add.proposal p JOIN known.site k ON k.id = p.site_id
   WHERE p.state = 'adding' AND p.decided_at < $1 AND p.site_id = (
     SELECT site_id FROM auto_add.proposal WHERE state = 'adding' AND decided_at < $1 ORDER BY decided_at LIMIT 1)`,
)

/** Every proposal ever, latest decision first. */
export function pastProposals(db: Database, siteId: string): Promise<RowOf<typeof pastProposal>[]> {
  return allOfSite.rows(db, [siteId])
}

/** Skips phrases proposed before; returns how many were new. */
export function insertProposals(tx: Transaction, siteId: string, proposals: readonly (Proposal & Place)[], now: Date) {
  const rows = proposals.map((row) => ({ ...row, id: randomUUID(), evidence: JSON.stringify(row.evidence) }))
  const values = columns(
    rows,
    'id',
    'key',
    'phrase',
    'country',
    'language',
    'volume',
    'similarity',
    'score',
    'evidence',
  )
  return insertNew.run(tx, [siteId, now, ...values])
}

export function openProposals(tx: Transaction, siteId: string): Promise<StoredProposal[]> {
  return openOfSite.rows(tx, [siteId])
}

/** Throws `not_found` unless all are the site's. */
export async function requireProposals(tx: Transaction, siteId: string, ids: readonly string[]): Promise<void> {
  const wanted = new Set(ids)
  const found = await countOfSite.first(tx, [siteId, [...wanted]])
  if (found?.count !== wanted.size) throw new AppError('not_found', 'No such proposal')
}

export function beginAdding(tx: Transaction, siteId: string, ids: readonly string[], { by, now }: Decision) {
  return beginToAdd.rows(tx, [siteId, ids, now, by, 'adding'])
}

/** Refuses the open ones; returns how many. */
export function refuseOpen(tx: Transaction, siteId: string, ids: readonly string[], { by, now }: Decision) {
  return refuse.run(tx, [siteId, ids, now, by, 'refused'])
}

/** Tracked phrases become added, the others open again. */
export async function storeAdded(db: Database, added: readonly string[], left: readonly string[]): Promise<void> {
  await endAdding.run(db, [added, left])
}

/** One site's additions that began before a time and never ended, and its account. */
export async function stuckProposals(db: Database, before: Date) {
  const begun = await stuckOfOneSite.rows(db, [before])
  const [first] = begun
  return first && { accountId: first.accountId, begun }
}

/** Open ones by score, decided ones by time. */
export function listProposals(db: Database, siteId: string, isDecided: boolean): Promise<StoredProposal[]> {
  return (isDecided ? decided : undecided).rows(db, [siteId])
}
