import { AppError } from '@rts/shared/errors'
import { inTransaction } from '@rts/shared/service/transaction'
import type { Pool, PoolClient } from 'pg'
import {
  actedInWeek,
  type Decision,
  decisionColumns,
  type HoldSite,
  insertDecision,
  lease,
  type NewDecision,
  type Site,
} from './decision-records.sql.ts'
import type { Found } from './rules/rules.ts'

export type DecisionStore = ReturnType<typeof createDecisionStore>

/** What became of the cards of sites. */
export function createDecisionStore(pool: Pool, holdSite: HoldSite) {
  return {
    /** The cards that are decided on, each with the fact that this holds for. */
    async live({ id }: Site): Promise<{ cardId: string; fact: string }[]> {
      const found = await pool.query<{ cardId: string; fact: string }>(
        `SELECT card_id AS "cardId", fact FROM advice_decision
         WHERE site_id = $1 AND ended_at IS NULL AND (until IS NULL OR until > clock_timestamp())`,
        [id],
      )
      return found.rows
    },

    /** The latest decisions first. */
    async log({ id }: Site, take: number): Promise<Decision[]> {
      const found = await pool.query<Decision>(
        `SELECT ${decisionColumns} FROM advice_decision d WHERE site_id = $1 ORDER BY at DESC, id LIMIT $2`,
        [id, take],
      )
      return found.rows
    },

    /** Throws `not_found`. */
    async find({ id }: Site, decisionId: string): Promise<Decision> {
      const found = await pool.query<Decision>(
        `SELECT ${decisionColumns} FROM advice_decision d WHERE site_id = $1 AND id = $2`,
        [id, decisionId],
      )
      if (!found.rows[0]) throw new AppError('not_found', 'No such decision')
      return found.rows[0]
    },

    /** Notes what a person decided; what is done for it is under way from now on. Throws `conflict` where it is decided already. */
    decide: (site: Site, card: Found, made: NewDecision): Promise<Decision> =>
      inTransaction(pool, async (client) => {
        if (!(await holdSite(client, site.id))) throw new AppError('not_found', 'No such site')
        const decided = await insertDecision(client, site, card, made)
        if (!decided) throw new AppError('conflict', 'This card is decided on already: reload the page')
        return decided
      }),

    /**
     * Takes a card for a rule that acts by itself; undefined where it may not, or not any more this week. Whatever was ever decided
     * about the same fact keeps the rule from it. Runs of a rule come one after the other.
     */
    take: (site: Site, card: Found, personId: string): Promise<Decision | undefined> =>
      inTransaction(pool, async (client) => {
        if (!(await holdSite(client, site.id)) || !(await mayAct(client, site, card, personId))) return undefined
        return insertDecision(client, site, card, { decision: 'act', byRule: true, personId })
      }),

    /** One whose owner has not answered, and that nobody is at. */
    async unfinished(): Promise<Decision | undefined> {
      const found = await pool.query<Decision>(
        `UPDATE advice_decision d SET lease_until = ${lease} WHERE id = (
           SELECT id FROM advice_decision WHERE lease_until < clock_timestamp() ORDER BY lease_until LIMIT 1 FOR UPDATE SKIP LOCKED
         ) RETURNING ${decisionColumns}`,
      )
      return found.rows[0]
    },

    /** The owner has done it. */
    async finish({ id }: Pick<Decision, 'id'>, planId: string | null): Promise<Decision | undefined> {
      const found = await pool.query<Decision>(
        `UPDATE advice_decision d SET lease_until = NULL, plan_id = $2 WHERE id = $1 RETURNING ${decisionColumns}`,
        [id, planId],
      )
      return found.rows[0]
    },

    /** The owner has refused: nothing was done, and the card is open again. */
    async drop({ id }: Pick<Decision, 'id'>): Promise<void> {
      await pool.query('DELETE FROM advice_decision WHERE id = $1 AND lease_until IS NOT NULL', [id])
    },

    /** From now on a decision does not count any more. */
    async end({ id }: Pick<Decision, 'id'>): Promise<void> {
      await pool.query('UPDATE advice_decision SET ended_at = clock_timestamp() WHERE id = $1 AND ended_at IS NULL', [
        id,
      ])
    },
  }
}

async function mayAct(client: PoolClient, site: Site, { id, rule, fact }: Found, personId: string): Promise<boolean> {
  const allowed = await client.query<{ cap: number }>(
    'SELECT weekly_cap AS cap FROM advice_rule WHERE site_id = $1 AND rule = $2 AND allowed_by = $3 FOR UPDATE',
    [site.id, rule, personId],
  )
  const counted = await client.query<{ acted: number; isDecided: boolean }>(
    `SELECT ${actedInWeek('$1', '$2')} AS acted,
       EXISTS (SELECT 1 FROM advice_decision WHERE site_id = $1 AND card_id = $3 AND fact = $4) AS "isDecided"`,
    [site.id, rule, id, fact],
  )
  const [row] = counted.rows
  return row !== undefined && !row.isDecided && row.acted < (allowed.rows[0]?.cap ?? 0)
}
