import type { AdviceRule } from '@rts/shared/contract/rows/advice'
import { AppError } from '@rts/shared/errors'
import { inTransaction } from '@rts/shared/service/transaction'
import type { Pool, PoolClient } from 'pg'
import { actedInWeek, type HoldSite, type Site } from './decision-records.sql.ts'

/** A rule that may act by itself. */
export type AllowedRule = {
  rule: AdviceRule
  weeklyCap: number
  actedInWeek: number
  /** The mail address of whoever allowed it; null once they are deleted. */
  allowedBy: string | null
  problem: string | null
}
/** One whose time has come. */
export type DueRule = { site: Site; rule: AdviceRule; allowedBy: string }
export type RuleStore = ReturnType<typeof createRuleStore>

/** Facts change a few times a day. */
const rest = `interval '1 hour'`

/** The rules that people let act by themselves. */
export function createRuleStore(pool: Pool, holdSite: HoldSite) {
  return {
    async allowed({ id }: Site): Promise<AllowedRule[]> {
      const found = await pool.query<AllowedRule>(
        `SELECT r.rule, r.weekly_cap AS "weeklyCap", ${actedInWeek('r.site_id', 'r.rule')} AS "actedInWeek", r.problem,
           (SELECT email FROM person WHERE id = r.allowed_by) AS "allowedBy"
         FROM advice_rule r WHERE r.site_id = $1`,
        [id],
      )
      return found.rows
    },

    /** From now on the rule acts in this person's name, at once for the first time. Throws `not_found`. */
    allow: (site: Site, rule: AdviceRule, weeklyCap: number, personId: string): Promise<void> =>
      inTransaction(pool, async (client) => {
        if (!(await holdSite(client, site.id))) throw new AppError('not_found', 'No such site')
        await client.query(
          `INSERT INTO advice_rule (site_id, rule, account_id, weekly_cap, allowed_by) VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (site_id, rule) DO UPDATE SET weekly_cap = $4, allowed_by = $5, problem = NULL, due_at = clock_timestamp()`,
          [site.id, rule, site.accountId, weeklyCap, personId],
        )
      }),

    /** From now on the rule asks. */
    async ask({ id }: Site, rule: AdviceRule): Promise<void> {
      await pool.query('DELETE FROM advice_rule WHERE site_id = $1 AND rule = $2', [id, rule])
    },

    /** One rule whose time has come; its next time is an hour from now, whatever becomes of this one. */
    async due(): Promise<DueRule | undefined> {
      const found = await pool.query<DueRule>(
        `UPDATE advice_rule SET due_at = clock_timestamp() + ${rest} WHERE (site_id, rule) = (
           SELECT site_id, rule FROM advice_rule WHERE due_at <= clock_timestamp() ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
         ) RETURNING json_build_object('id', site_id, 'accountId', account_id) AS site, rule, allowed_by AS "allowedBy"`,
      )
      return found.rows[0]
    },

    /** Why a rule did not act, in words for people; null where it did, or had nothing to do. */
    async note({ id }: Site, rule: AdviceRule, problem: string | null): Promise<void> {
      await pool.query('UPDATE advice_rule SET problem = $3 WHERE site_id = $1 AND rule = $2', [id, rule, problem])
    },
  }
}

/** Deletes what belongs to a site; the end of an account is that of its sites. */
export async function forgetAdvice(client: PoolClient, siteId: string): Promise<void> {
  for (const table of ['advice_rule', 'advice_decision'])
    await client.query(`DELETE FROM ${table} WHERE site_id = $1`, [siteId])
}
