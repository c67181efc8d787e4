import type { AdviceRule } from '@rts/shared/contract/rows/advice'
import type { Operations } from '@rts/shared/contract/table'
import { AppError, invalidField } from '@rts/shared/errors'
import { type Sites, siteOf } from '@rts/shared/facts/site-of'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { RpcCaller } from '@rts/shared/service/rpc-client'
import { personOf } from '../accounts/accounts.ts'
import type { Actions } from './actions.ts'
import type { Advisor } from './advisor.ts'
import type { RuleStore } from './allowed-rules.sql.ts'
import { cardOf, decisionOf, ruleRowOf } from './card-row.ts'
import type { Decision, NewDecision, Site } from './decision-records.sql.ts'
import type { DecisionStore } from './decisions.sql.ts'
import { type Found, ruleOf, rules } from './rules/rules.ts'

type Served = Pick<
  ServiceHandlers<'dashboard'>,
  Extract<keyof Operations, `advice.${string}` | `adviceRules.${string}`>
>
export type AdviceHandlerDeps = {
  sites: Sites
  advise: Advisor
  decisions: DecisionStore
  allowed: RuleStore
  actions: Actions
  /** A rule may act from now on. */
  wake(): void
}

const [mostCards, mostLogged] = [10, 100]

/** What needs a decision, and what became of it. */
export function adviceHandlers({ sites, advise, decisions, allowed, actions, wake }: AdviceHandlerDeps): Served {
  async function openCard(site: Site, id: string, caller: RpcCaller): Promise<Found> {
    const { open } = await advise(site, rules, caller)
    const card = [...open.values()].flat().find((each) => each.id === id)
    if (!card) throw new AppError('conflict', 'This card is gone: its fact has changed, or it is decided on')
    return card
  }

  async function decide(site: Site, cardId: string, made: NewDecision, caller: RpcCaller): Promise<Decision> {
    const card = await openCard(site, cardId, caller)
    if (made.decision !== 'act') return decisions.decide(site, card, made)
    if (!card.deed) throw new AppError('conflict', 'This card proposes nothing that could be done here: open its page')
    return actions.carryOut(await decisions.decide(site, card, made), caller)
  }

  async function rowOf(site: Site, rule: AdviceRule) {
    const rows = await allowed.allowed(site)
    return ruleRowOf(
      ruleOf(rule),
      rows.find((row) => row.rule === rule),
    )
  }

  return {
    'advice.list': async ({ params, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const { open, missing } = await advise(site, rules, call.caller)
      const found = [...open.values()]
      const total = found.reduce((sum, { length }) => sum + length, 0)
      return { cards: found.flatMap((cards) => cards.slice(0, mostCards).map(cardOf)), total, missing }
    },

    'advice.update': async ({ params, body: { decision, about }, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const { caller } = call
      if (decision !== 'undo') {
        const made = { decision, byRule: false, personId: personOf(caller) }
        return { decided: decisionOf(await decide(site, about, made, caller)) }
      }
      await actions.undo(await decisions.find(site, about), caller)
      return { decided: decisionOf(await decisions.find(site, about)) }
    },

    'adviceRules.get': async ({ params, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const [acting, log] = await Promise.all([allowed.allowed(site), decisions.log(site, mostLogged)])
      const rows = rules.map((rule) =>
        ruleRowOf(
          rule,
          acting.find((row) => row.rule === rule.name),
        ),
      )
      return { rules: rows, log: log.map(decisionOf) }
    },

    'adviceRules.update': async ({ params, body: { rule, weeklyCap }, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      if (weeklyCap === null) await allowed.ask(site, rule)
      else {
        if (!ruleOf(rule).deed) throw invalidField('rule', 'has nothing that it could do by itself')
        await allowed.allow(site, rule, weeklyCap, personOf(call.caller))
        wake()
      }
      return { rule: await rowOf(site, rule) }
    },
  }
}
