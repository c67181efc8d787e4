import type { Database, Transaction } from '@rts/shared/service/transaction'
import { int, text } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'

/**
 * For how many days a check counts that a site had at a time: as its account's rhythm had it then, so that another rhythm changes
 * nothing that is past. `present` is what those count whose rhythm has not ended.
 */
export const reachAt = (site: string, at: string, present: string) =>
  `coalesce(${site}.reach_days[1 + width_bucket(${at}, ${site}.reach_ends)], ${present}::int)`

export const longestReach = (site: string, present: string) =>
  `greatest(${present}::int, (SELECT max(ended) FROM unnest(${site}.reach_days) ended))`

const longestOf = query(
  { days: int.orNull },
  `SELECT max(u.days) AS days FROM tracked_domain d JOIN site s ON s.id = d.site_id
   CROSS JOIN LATERAL unnest(s.reach_ends, s.reach_days) AS u (ends, days)
   WHERE d.id = ANY($1) AND u.ends > ($2::date - u.days)::timestamp AT TIME ZONE 'UTC'`,
  'reach.longest',
)
const longestOfSite = query({ days: int }, `SELECT ${longestReach('site', '$2')} AS days FROM site WHERE id = $1`)
const endOf = (sites: string) =>
  statement(
    `WITH ended AS (
      UPDATE site SET reach_ends = reach_ends || greatest($2::timestamptz, reach_ends[cardinality(reach_ends)]), reach_days = reach_days || $3::int
      WHERE ${sites} RETURNING id)
    UPDATE ranks.course c SET reach = 0, version = c.version + 1, last = c.first - 1
    FROM ended JOIN tracked_domain d ON d.site_id = ended.id WHERE c.domain = d.seq`,
  )
const end = endOf('account_id = $1 AND ($4::text IS NULL OR id = $4)')
const endOfPlan = endOf('account_id IN (SELECT id FROM account WHERE plan = $1 AND check_every_days IS NULL)')
const addPlans = statement(
  'INSERT INTO plan_reach (plan, days) SELECT * FROM unnest($1::text[], $2::int[]) ON CONFLICT DO NOTHING',
)
const exchangeOfPlans = query(
  { plan: text, days: int },
  `UPDATE plan_reach p SET days = was.present FROM (
    SELECT k.plan, k.days, n.days AS present FROM plan_reach k JOIN unnest($1::text[], $2::int[]) AS n (plan, days) ON n.plan = k.plan
    WHERE k.days <> n.days FOR UPDATE OF k) was
   WHERE p.plan = was.plan RETURNING was.plan, was.days`,
)

/** For how many days a check of domains counts at most that may count on a day (`YYYY-MM-DD`) or later. */
export async function readLongestReach(
  db: Database | Transaction,
  domainIds: readonly string[],
  { from, reachDays }: { from: string; reachDays: number },
): Promise<number> {
  return Math.max(reachDays, (await longestOf.first(db, [domainIds, from]))?.days ?? 0)
}

/** For how many days a check of a site has counted at most. */
export async function readSiteReach(db: Database, siteId: string, reachDays: number): Promise<number> {
  return (await longestOfSite.require(db, [siteId, reachDays])).days
}

/** The checks of an account's sites, or of one of them, have counted for `days` until `at`; later ones count otherwise. */
export async function endReach(
  tx: Transaction,
  accountId: string,
  { days, at, siteId = null }: { days: number; at: Date; siteId?: string | null },
): Promise<void> {
  await end.run(tx, [accountId, at, days, siteId])
}

/** The same for all accounts of a plan that have no rhythm of their own. */
export async function endReachOfPlan(tx: Transaction, plan: string, { days, at }: { days: number; at: Date }) {
  await endOfPlan.run(tx, [plan, at, days])
}

/** Stores for how many days checks count by plan; answers the plans where it was another number, with that. */
export async function exchangePlanReaches(tx: Transaction, plans: readonly string[], days: readonly number[]) {
  await addPlans.run(tx, [plans, days])
  return exchangeOfPlans.rows(tx, [plans, days])
}
