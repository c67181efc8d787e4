import { randomUUID } from 'node:crypto'
import type { AdviceDecision } from '@rts/shared/contract/rows/advice'
import type { PoolClient } from 'pg'
import type { Deed } from './rules/model.ts'
import type { Found } from './rules/rules.ts'

export type Site = { id: string; accountId: string }
/** A decision as it is stored. One with a lease is under way: its owner has not answered yet. */
export type Decision = Pick<AdviceDecision, 'id' | 'rule' | 'title' | 'evidence' | 'decision' | 'byRule' | 'by'> & {
  siteId: string
  accountId: string
  cardId: string
  fact: string
  deed: Deed | null
  planId: string | null
  personId: string
  at: Date
  until: Date | null
  leaseUntil: Date | null
  endedAt: Date | null
}
export type NewDecision = Pick<Decision, 'decision' | 'byRule' | 'personId'>
/** Keeps a site from being deleted until the transaction ends. */
export type HoldSite = (client: PoolClient, siteId: string) => Promise<boolean>

export const decisionColumns = `d.id, d.site_id AS "siteId", d.account_id AS "accountId", d.rule, d.card_id AS "cardId", d.fact, d.title, d.evidence, d.decision,
  d.deed, d.plan_id AS "planId", d.by_rule AS "byRule", d.person_id AS "personId", d.at, d.until, d.lease_until AS "leaseUntil", d.ended_at AS "endedAt",
  (SELECT email FROM person WHERE id = d.person_id) AS by`
/** Longer than a call lasts. */
export const lease = `clock_timestamp() + interval '30 seconds'`

/** How often a rule acted by itself on a site in the last seven days; what was undone counts too. */
export function actedInWeek(siteId: string, rule: string): string {
  return `(SELECT count(*)::int FROM advice_decision w WHERE w.site_id = ${siteId} AND w.rule = ${rule} AND w.by_rule
    AND w.at > clock_timestamp() - interval '7 days')`
}

/** Stores a decision, unless the card with this fact has one; an act is under way until its owner has answered. */
export async function insertDecision(
  client: PoolClient,
  { id: siteId, accountId }: Site,
  { id: cardId, rule, fact, title, evidence, deed }: Found,
  { decision, byRule, personId }: NewDecision,
): Promise<Decision | undefined> {
  // A snooze that is over holds for nothing any more.
  await client.query(
    `UPDATE advice_decision SET ended_at = until
     WHERE site_id = $1 AND card_id = $2 AND fact = $3 AND ended_at IS NULL AND until <= clock_timestamp()`,
    [siteId, cardId, fact],
  )
  const isAct = decision === 'act'
  const made = await client.query<Decision>(
    `INSERT INTO advice_decision AS d (id, site_id, account_id, rule, card_id, fact, title, evidence, decision, deed, by_rule, person_id, until, lease_until)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, ${decision === 'snooze' ? `clock_timestamp() + interval '7 days'` : 'NULL'}, ${isAct ? lease : 'NULL'})
     ON CONFLICT (site_id, card_id, fact) WHERE ended_at IS NULL DO NOTHING RETURNING ${decisionColumns}`,
    [
      randomUUID(),
      siteId,
      accountId,
      rule,
      cardId,
      fact,
      title,
      JSON.stringify(evidence),
      decision,
      isAct ? JSON.stringify(deed) : null,
      byRule,
      personId,
    ],
  )
  return made.rows[0]
}
