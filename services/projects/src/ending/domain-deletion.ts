import { untilOver } from '@rts/shared/loops/loop'
import type { Database } from '@rts/shared/service/transaction'
import { transact } from '../transact.ts'
import {
  deleteDomain,
  deletePositionsIn,
  deleteTurnsOf,
  keepNextKeywords,
  lockEndedDomain,
  storeEnded,
} from './domain-deletion.sql.ts'

const maxKeywords = 500
const maxTurns = 10_000

/**
 * One step of deleting a domain that was removed before a time: a competitor, or a site's domain before a change. Its positions go keyword
 * after keyword, then its turns, then its row. Answers whether it found one.
 */
export function endDomainStep(db: Database, before: Date, forMs: number): Promise<boolean> {
  return transact(db, async (tx) => {
    const domain = await lockEndedDomain(tx, before)
    if (!domain) return false
    const keywords = await keepNextKeywords(tx, domain, maxKeywords)
    const last = (await untilOver(forMs, keywords, (keyword) => deletePositionsIn(tx, keyword, domain))).at(-1)
    if (last !== undefined) await storeEnded(tx, domain, last)
    else if ((await deleteTurnsOf(tx, domain, maxTurns)) === 0) await deleteDomain(tx, domain)
    return true
  })
}
