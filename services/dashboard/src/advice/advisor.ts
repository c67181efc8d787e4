import { AppError } from '@rts/shared/errors'
import type { RpcCaller } from '@rts/shared/service/rpc-client'
import { systemCaller } from '@rts/shared/service/system-caller'
import { listDecidedCards, type Site } from './decisions.sql.ts'
import type { AdviceParts } from './decisions.ts'
import { type Readers, readersOf } from './knowledge.ts'
import type { Knowledge, Rule } from './rules/model.ts'
import { type Advice, type Found, findingsOf } from './rules/rules.ts'

/** The open cards of some rules. Throws `not_found` where the owners of facts have no such site. */
export type Advisor = (site: Site, rules: readonly Rule[], caller: RpcCaller) => Promise<Advice>

export function createAdvisor({ call, database, clock, logger }: AdviceParts): Advisor {
  return async (site, rules, caller) => {
    const { accountId, plan, requestId } = caller
    const system = systemCaller(accountId, plan, requestId)
    const readers = readersOf(call, site.id, { caller, system })
    const [decided, ...outcomes] = await Promise.all([
      listDecidedCards(database, site),
      ...rules.map((rule) => settled(apply(rule, readers, clock.now()))),
    ])
    const hidden = new Set(decided.map(({ cardId, fact }) => `${cardId} ${fact}`))
    const advice: Advice = { open: new Map(), missing: [] }
    for (const [i, { name }] of rules.entries()) {
      const outcome = outcomes[i]
      if (outcome?.found)
        advice.open.set(
          name,
          outcome.found.filter(({ id, fact }) => !hidden.has(`${id} ${fact}`)),
        )
      else {
        if (outcome?.error instanceof AppError && outcome.error.code === 'not_found') throw outcome.error
        logger.warn({ err: outcome?.error, rule: name, siteId: site.id }, 'a rule could not read its facts')
        advice.missing.push(name)
      }
    }
    return advice
  }
}

async function apply(rule: Rule, readers: Readers, now: Date): Promise<Found[]> {
  const read = await Promise.all(rule.reads.map(async (source) => [source, await readers[source]()] as const))
  // safe because it is all that the rule reads
  return findingsOf(rule, Object.fromEntries(read) as Knowledge, now)
}

function settled(work: Promise<Found[]>): Promise<{ found?: Found[]; error?: unknown }> {
  return work.then(
    (found) => ({ found }),
    (error: unknown) => ({ error }),
  )
}
