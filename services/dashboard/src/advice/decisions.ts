import type { Clock } from '@rts/shared/clock'
import { AppError } from '@rts/shared/errors'
import type { Logger } from '@rts/shared/logger'
import type { RpcClient } from '@rts/shared/service/rpc-client'
import { type Database, inTransaction, type Transaction } from '@rts/shared/service/transaction'
import { refusals } from '@rts/shared/texts/refusals'
import type { Records } from '../database.sql.ts'
import { type Decision, insertDecision, mayAct, type NewDecision, type Site } from './decisions.sql.ts'
import type { Found } from './rules/rules.ts'

/** Keeps a site from being deleted until the transaction ends; false if it is deleted. */
export type HoldSite = (tx: Transaction, siteId: string) => Promise<boolean>
/** All that advice is made of. */
export type AdviceParts = {
  database: Database
  records: Records
  hold: HoldSite
  call: RpcClient
  clock: Clock
  logger: Logger
}
type Decisions = Pick<AdviceParts, 'database' | 'hold'>

/** Stores a person's decision; an act is under way from now on. Throws `conflict` where the card is decided already. */
export function decide({ database, hold }: Decisions, site: Site, card: Found, made: NewDecision): Promise<Decision> {
  return inTransaction(database, async (tx) => {
    if (!(await hold(tx, site.id))) throw new AppError('not_found', 'No such site')
    const decided = await insertDecision(tx, site, card, made)
    if (!decided) throw new AppError('conflict', refusals.cardDecided)
    return decided
  })
}

/** Takes a card for a rule that acts by itself in a person's name; undefined where it may not, or not any more this week. */
export function takeCard({ database, hold }: Decisions, site: Site, card: Found, personId: string) {
  return inTransaction(database, async (tx) => {
    if (!(await hold(tx, site.id)) || !(await mayAct(tx, site, card, personId))) return undefined
    return insertDecision(tx, site, card, { decision: 'act', byRule: true, personId })
  })
}
