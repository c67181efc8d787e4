import type { AdviceRule } from '@rts/shared/contract/rows/advice'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { int, json, type RowOf, selectList, text } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import type { Records } from '../database.sql.ts'
import { actedInWeek, type Site } from './cards.sql.ts'

const allowedRule = {
  rule: text.of<AdviceRule>(),
  weeklyCap: int,
  actedInWeek: int,
  /** The mail address of the person who allowed it; null once they are deleted. */
  allowedBy: text.orNull,
  problem: text.orNull,
}
export type AllowedRule = RowOf<typeof allowedRule>
const dueRule = { site: json.of<Site>(), rule: text.of<AdviceRule>(), allowedBy: text }
export type DueRule = RowOf<typeof dueRule>

const rulesOfSite = query(
  allowedRule,
  `SELECT ${selectList(allowedRule, 'r', {
    actedInWeek: actedInWeek('r.site_id', 'r.rule'),
    allowedBy: '(SELECT email FROM person WHERE id = r.allowed_by)',
  })} FROM advice_rule r WHERE r.site_id = $1`,
)
const permission = statement(
  `INSERT INTO advice_rule (site_id, rule, account_id, weekly_cap, allowed_by) VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (site_id, rule) DO UPDATE SET weekly_cap = $4, allowed_by = $5, problem = NULL, due_at = clock_timestamp()`,
)
// Facts change a few times a day.
const nextRule = query(
  dueRule,
  `UPDATE advice_rule SET due_at = clock_timestamp() + interval '1 hour' WHERE (site_id, rule) = (
     SELECT site_id, rule FROM advice_rule r WHERE due_at <= statement_timestamp()
       AND NOT EXISTS (SELECT FROM known.site k WHERE k.id = r.site_id AND (k.in_trash OR k.frozen))
     ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
   ) RETURNING json_build_object('id', site_id, 'accountId', account_id) AS site, rule, allowed_by AS "allowedBy"`,
)
const rules = statement('DELETE FROM advice_rule WHERE site_id = $1')
const decisions = statement('DELETE FROM advice_decision WHERE site_id = $1')
const totals = statement('DELETE FROM advice_total WHERE site_id = $1')

export function listAllowedRules(db: Database, { id }: Site): Promise<AllowedRule[]> {
  return rulesOfSite.rows(db, [id])
}

/** From now on the rule acts in this person's name, at once for the first time. */
export async function allowRule(
  tx: Transaction,
  site: Site,
  rule: AdviceRule,
  { weeklyCap, personId }: { weeklyCap: number; personId: string },
): Promise<void> {
  await permission.run(tx, [site.id, rule, site.accountId, weeklyCap, personId])
}

/** From now on the rule asks. */
export async function forbidRule(records: Records, { id: siteId }: Site, rule: AdviceRule): Promise<void> {
  await records.adviceRule.deleteMany({ where: { siteId, rule } })
}

/** A rule that is due, if one is; it is due again in an hour, however this run ends. */
export function claimRule(db: Database): Promise<DueRule[]> {
  return nextRule.rows(db)
}

/** Why a rule did not act, in words for people; null where it did, or had nothing to do. */
export async function storeProblem(records: Records, { site, rule }: DueRule, problem: string | null): Promise<void> {
  await records.adviceRule.updateMany({ where: { siteId: site.id, rule }, data: { problem } })
}

/** Deletes the advice of a site; closing an account deletes its sites. */
export async function deleteAdvice(tx: Transaction, siteId: string): Promise<void> {
  await rules.run(tx, [siteId])
  await decisions.run(tx, [siteId])
  await totals.run(tx, [siteId])
}
