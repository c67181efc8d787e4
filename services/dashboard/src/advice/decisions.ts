import { AppError } from '@rts/shared/errors'
import type { RpcCaller } from '@rts/shared/service/rpc-client'
import { type Database, inTransaction } from '@rts/shared/service/transaction'
import { refusals } from '@rts/shared/texts/refusals'
import { isRefusal } from '../accounts/accounts.ts'
import type { Parts } from '../parts.ts'
import { inSite } from '../sites/sites.ts'
import {
  type Decision,
  dropDecision,
  endDecision,
  finishDecision,
  insertDecision,
  mayAct,
  type NewDecision,
  type Site,
} from './cards.sql.ts'
import type { Found } from './rules/rules.ts'
import { planMonth } from './rules/words.ts'

export type AdviceParts = Pick<Parts, 'database' | 'records' | 'call' | 'sites' | 'clock' | 'logger'>
type Decisions = { database: Database; sites: Pick<Parts['sites'], 'hold'> }

/** Stores a person's decision; an act is under way from now on. Throws `conflict` where the card is decided already. */
export function decide(parts: Decisions, site: Site, card: Found, made: NewDecision): Promise<Decision> {
  return inSite(parts, site.id, async (tx) => {
    const decided = await insertDecision(tx, site, card, made)
    if (!decided) throw new AppError('conflict', refusals.cardDecided)
    return decided
  })
}

/** Takes a card for a rule that acts by itself in a person's name; undefined where it may not, or not any more this week. */
export function takeCard({ database, sites }: Decisions, site: Site, card: Found, personId: string) {
  return inTransaction(database, async (tx) => {
    if (!(await sites.hold(tx, site.id)) || !(await mayAct(tx, site, card, personId))) return undefined
    return insertDecision(tx, site, card, { decision: 'act', byRule: true, personId })
  })
}

export type Actions = ReturnType<typeof createActions>

/** Carries decisions out at the services that own lists and plans, in the name of the person who decided. Each step may be repeated. */
export function createActions({ call, database, records }: AdviceParts) {
  /** Answers the plan that was made for the decision, if one was. */
  async function perform({ siteId: id, action, at }: Decision, caller: RpcCaller): Promise<string | null> {
    if (action?.kind === 'disavow')
      await call('disavow.add', { params: { id }, body: { domains: [action.domain] } }, caller)
    if (action?.kind !== 'plan') return null
    const { context, q, country, language } = action
    const body = { q, country, language, publishOn: planMonth(at) }
    const post = (more: { context?: string }) =>
      call('plans.create', { params: { id }, body: { ...body, ...more } }, caller)
    // A plan that is written with a person's own words is there, and stays as it is.
    const { plan, created } = await post({ context }).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'conflict') return post({})
      throw error
    })
    // Where the first answer was lost the plan is there already, with our words; an older one is not ours to delete.
    const isOurs = plan.context === context && Date.parse(plan.createdAt) >= at.getTime()
    return created || isOurs ? plan.id : null
  }

  return {
    /**
     * Carries a decision out. A refusal leaves the card open and is thrown; where the owner does not answer, the decision stays
     * under way and the job repeats it.
     */
    async carryOut(decision: Decision, caller: RpcCaller): Promise<Decision> {
      try {
        return (await finishDecision(database, decision.id, await perform(decision, caller))) ?? decision
      } catch (error) {
        if (isRefusal(error)) await dropDecision(records, decision.id)
        throw error
      }
    },

    /** Takes back what a decision did, and opens its card. Throws `conflict` while it is under way. */
    async undo({ id, ...decision }: Decision, caller: RpcCaller): Promise<void> {
      const { siteId, action, planId, leaseUntil } = decision
      if (leaseUntil) throw new AppError('conflict', refusals.underWay)
      const params = { id: siteId }
      if (action?.kind === 'disavow')
        await call('disavow.delete', { params, body: { domains: [action.domain] } }, caller)
      if (planId !== null) await call('plans.delete', { params: { ...params, planId } }, caller).catch(ignoreMissing)
      await endDecision(database, id)
    },
  }
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'not_found')) throw error
}
