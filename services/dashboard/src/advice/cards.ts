import type { AdviceCard, AdviceDecision, AdviceRule, AdviceRuleRow } from '@rts/shared/contract/rows/advice'
import { AppError, invalidField } from '@rts/shared/errors'
import { siteOf } from '@rts/shared/facts/site-of'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { RpcCaller } from '@rts/shared/service/rpc-client'
import { refusals } from '@rts/shared/texts/refusals'
import { personOf } from '../accounts/accounts.ts'
import { inSite } from '../sites/sites.ts'
import { type AllowedRule, allowRule, forbidRule, listAllowedRules } from './allowed-rules.sql.ts'
import { type Decision, listDecisions, type NewDecision, requireDecision, type Site } from './cards.sql.ts'
import { type Actions, type AdviceParts, decide } from './decisions.ts'
import type { Rule } from './rules/model.ts'
import { type Found, ruleOf, rules } from './rules/rules.ts'
import { actionWords } from './rules/words.ts'
import { countOf, type Totals } from './totals.ts'

type HandlerDeps = AdviceParts & {
  adviseAll: Totals['adviseAll']
  actions: Actions
  /** A rule may act from now on. */
  wake(): void
}

const maxCards = 10
const maxLogged = 100

export function adviceHandlers(deps: HandlerDeps) {
  const { database, records, sites, adviseAll, actions, wake } = deps

  async function openCard(site: Site, id: string, caller: RpcCaller): Promise<Found> {
    const { open } = await adviseAll(site, caller)
    const card = [...open.values()].flat().find((each) => each.id === id)
    if (!card) throw new AppError('conflict', refusals.cardClosed)
    return card
  }

  async function decideCard(site: Site, cardId: string, made: NewDecision, caller: RpcCaller): Promise<Decision> {
    const card = await openCard(site, cardId, caller)
    if (made.decision !== 'act') return decide(deps, site, card, made)
    if (!card.action)
      throw new AppError('conflict', 'This card proposes nothing that could be done here: open its page')
    return actions.carryOut(await decide(deps, site, card, made), caller)
  }

  async function rowOf(site: Site, rule: AdviceRule) {
    const allowed = await listAllowedRules(database, site)
    return ruleRowOf(ruleOf(rule), allowed)
  }

  return {
    'advice.list': async ({ params, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const advice = await adviseAll(site, call.caller)
      const cards = [...advice.open.values()].flatMap((found) => found.slice(0, maxCards).map(cardOf))
      return { cards, total: countOf(advice), missing: advice.missing }
    },

    'advice.update': async ({ params, body: { decision, about }, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const { caller } = call
      if (decision !== 'undo') {
        const made = { decision, byRule: false, personId: personOf(caller) }
        return { decided: decisionOf(await decideCard(site, about, made, caller)) }
      }
      await actions.undo(await requireDecision(database, site, about), caller)
      return { decided: decisionOf(await requireDecision(database, site, about)) }
    },

    'adviceRules.get': async ({ params, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const [allowed, log] = await Promise.all([
        listAllowedRules(database, site),
        listDecisions(database, site, maxLogged),
      ])
      return { rules: rules.map((rule) => ruleRowOf(rule, allowed)), log: log.map(decisionOf) }
    },

    'adviceRules.update': async ({ params, body: { rule, weeklyCap }, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      if (weeklyCap === null) await forbidRule(records, site, rule)
      else {
        if (!ruleOf(rule).action) throw invalidField('rule', 'has nothing that it could do by itself')
        const personId = personOf(call.caller)
        await inSite(deps, site.id, (tx) => allowRule(tx, site, rule, { weeklyCap, personId }))
        wake()
      }
      return { rule: await rowOf(site, rule) }
    },
  } satisfies Partial<ServiceHandlers<'dashboard'>>
}

function cardOf({ subject: _subject, fact: _fact, action, sandbox, ...card }: Found): AdviceCard {
  return { ...card, action: action?.kind ?? null, ...(sandbox ? { sandbox } : {}) }
}

function decisionOf(decision: Decision): AdviceDecision {
  const { id, rule, title, evidence, action, byRule, by, at, until } = decision
  return {
    id,
    rule,
    title,
    evidence,
    decision: decision.decision,
    byRule,
    by,
    action: action && actionWords(action, at),
    status: statusOf(decision),
    at: at.toISOString(),
    until: until?.toISOString() ?? null,
  }
}

function statusOf({ leaseUntil, endedAt, until }: Decision): AdviceDecision['status'] {
  if (leaseUntil) return 'under_way'
  if (!endedAt) return 'counts'
  return until?.getTime() === endedAt.getTime() ? 'over' : 'undone'
}

function ruleRowOf({ name: rule, statement, action }: Rule, allowed: readonly AllowedRule[]): AdviceRuleRow {
  const found: Partial<AllowedRule> = allowed.find((row) => row.rule === rule) ?? {}
  const { weeklyCap = null, actedInWeek = 0, allowedBy = null, problem = null } = found
  return { rule, statement, action: action ?? null, weeklyCap, actedInWeek, allowedBy, problem }
}
