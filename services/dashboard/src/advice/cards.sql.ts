import { randomUUID } from 'node:crypto'
import type { AdviceDecision } from '@rts/shared/contract/rows/advice'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { boolean, int, json, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import type { Records } from '../database.sql.ts'
import type { Action } from './rules/model.ts'
import type { Found } from './rules/rules.ts'

export type Site = { id: string; accountId: string }
/** A decision as it is stored. One with a lease is under way: its owner has not answered yet. */
const decision = {
  id: text,
  siteId: text,
  accountId: text,
  rule: text.of<AdviceDecision['rule']>(),
  cardId: text,
  fact: text,
  title: json.of<AdviceDecision['title']>(),
  evidence: json.of<AdviceDecision['evidence']>(),
  decision: text.of<AdviceDecision['decision']>(),
  action: json.of<Action>().orNull,
  planId: text.orNull,
  byRule: boolean,
  /** The person's mail address; null once they are deleted. */
  by: text.orNull,
  personId: text,
  at: time,
  until: time.orNull,
  leaseUntil: time.orNull,
  endedAt: time.orNull,
}
export type Decision = RowOf<typeof decision>
export type NewDecision = Pick<Decision, 'decision' | 'byRule' | 'personId'>
/** A card that is decided on, and the fact that the decision holds for. */
const decidedCard = { cardId: text, fact: text }

const decisionList = selectList(decision, 'd', {
  action: 'd.deed',
  by: '(SELECT email FROM person WHERE id = d.person_id)',
})
const selectDecisions = `SELECT ${decisionList} FROM advice_decision d WHERE site_id = $1`
/** Longer than a call lasts. */
const lease = `clock_timestamp() + interval '30 seconds'`

/** How often a rule acted by itself on a site in the last seven days; an act that was undone counts too. */
export function actedInWeek(siteId: string, rule: string): string {
  return `(SELECT count(*)::int FROM advice_decision w WHERE w.site_id = ${siteId} AND w.rule = ${rule} AND w.by_rule
    AND w.at > clock_timestamp() - interval '7 days')`
}

const decidedCards = query(
  decidedCard,
  `SELECT ${selectList(decidedCard, 'd')} FROM advice_decision d
   WHERE site_id = $1 AND ended_at IS NULL AND (until IS NULL OR until > clock_timestamp())`,
)
const latestDecisions = query(decision, `${selectDecisions} ORDER BY at DESC, id LIMIT $2`)
const decisionById = query(decision, `${selectDecisions} AND id = $2`)
const snoozeEnd = statement(
  `UPDATE advice_decision SET ended_at = until
   WHERE site_id = $1 AND card_id = $2 AND fact = $3 AND ended_at IS NULL AND until <= clock_timestamp()`,
)
const insertion = query(
  decision,
  `INSERT INTO advice_decision AS d (id, site_id, account_id, rule, card_id, fact, title, evidence, decision, deed, by_rule, person_id,
     until, lease_until)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9::text, $10, $11, $12,
     CASE WHEN $9::text = 'snooze' THEN clock_timestamp() + interval '7 days' END, CASE WHEN $9::text = 'act' THEN ${lease} END)
   ON CONFLICT (site_id, card_id, fact) WHERE ended_at IS NULL DO NOTHING RETURNING ${decisionList}`,
)
const allowance = query(
  { cap: int },
  'SELECT weekly_cap AS cap FROM advice_rule WHERE site_id = $1 AND rule = $2 AND allowed_by = $3 FOR UPDATE',
)
const history = query(
  { acted: int, isDecided: boolean },
  `SELECT ${actedInWeek('$1', '$2')} AS acted,
     EXISTS (SELECT 1 FROM advice_decision WHERE site_id = $1 AND card_id = $3 AND fact = $4) AS "isDecided"`,
)
const nextUnfinished = query(
  decision,
  `UPDATE advice_decision d SET lease_until = ${lease} WHERE id = (
     SELECT id FROM advice_decision WHERE lease_until < statement_timestamp() ORDER BY lease_until LIMIT 1 FOR UPDATE SKIP LOCKED
   ) RETURNING ${decisionList}`,
)
const finishing = query(
  decision,
  `UPDATE advice_decision d SET lease_until = NULL, plan_id = $2 WHERE id = $1 RETURNING ${decisionList}`,
)
const ending = statement('UPDATE advice_decision SET ended_at = clock_timestamp() WHERE id = $1 AND ended_at IS NULL')

export function listDecidedCards(db: Database, { id }: Site): Promise<RowOf<typeof decidedCard>[]> {
  return decidedCards.rows(db, [id])
}

/** The latest first. */
export function listDecisions(db: Database, { id }: Site, take: number): Promise<Decision[]> {
  return latestDecisions.rows(db, [id, take])
}

export function requireDecision(db: Database, { id }: Site, decisionId: string): Promise<Decision> {
  return decisionById.require(db, [id, decisionId], 'No such decision')
}

/** Stores a decision, unless the card with this fact has one; an act is under way until its owner has answered. */
export async function insertDecision(
  tx: Transaction,
  { id: siteId, accountId }: Site,
  { id: cardId, rule, fact, title, evidence, action }: Found,
  { decision, byRule, personId }: NewDecision,
): Promise<Decision | undefined> {
  // End expired snoozes so the card can be decided again.
  await snoozeEnd.run(tx, [siteId, cardId, fact])
  const acts = decision === 'act' ? JSON.stringify(action) : null
  const card = [siteId, accountId, rule, cardId, fact, JSON.stringify(title), JSON.stringify(evidence)]
  return insertion.first(tx, [randomUUID(), ...card, decision, acts, byRule, personId])
}

/**
 * Whether a rule may act on a card in a person's name: never twice on the same fact, nor after a person's decision about it, and
 * so often a week. Runs of a rule come one after the other.
 */
export async function mayAct(tx: Transaction, site: Site, { id, rule, fact }: Found, personId: string) {
  const allowed = await allowance.first(tx, [site.id, rule, personId])
  const counted = await history.first(tx, [site.id, rule, id, fact])
  return counted !== undefined && !counted.isDecided && counted.acted < (allowed?.cap ?? 0)
}

/** Leases a decision whose owner has not answered, and that no process carries out. */
export function claimDecision(db: Database): Promise<Decision[]> {
  return nextUnfinished.rows(db)
}

export function finishDecision(db: Database, id: string, planId: string | null): Promise<Decision | undefined> {
  return finishing.first(db, [id, planId])
}

/** The owner has refused: nothing was done, and the card is open again. */
export async function dropDecision(records: Records, id: string): Promise<void> {
  await records.adviceDecision.deleteMany({ where: { id, leaseUntil: { not: null } } })
}

export async function endDecision(db: Database, id: string): Promise<void> {
  await ending.run(db, [id])
}

const stored = { siteId: text, total: int.orNull, at: time }
/** How many cards a site had at a time; null where they could not be read. */
export type StoredTotal = RowOf<typeof stored>

const ofAccount = query(stored, `SELECT ${selectList(stored, 't')} FROM advice_total t WHERE account_id = $1`)
/** A count that took longer than a newer one changes nothing. */
const storage = statement(
  `INSERT INTO advice_total AS t (site_id, account_id, total, at) VALUES ($1, $2, $3, $4)
   ON CONFLICT (site_id) DO UPDATE SET account_id = excluded.account_id, total = excluded.total, at = excluded.at
   WHERE t.at <= excluded.at`,
)

export function listTotals(db: Database, accountId: string): Promise<StoredTotal[]> {
  return ofAccount.rows(db, [accountId])
}

/** `at` is when the facts began to be read. */
export async function storeTotal(tx: Transaction, { id, accountId }: Site, total: number | null, at: Date) {
  await storage.run(tx, [id, accountId, total, at])
}
