import type { Clock } from '@rts/shared/clock'
import type { Call } from '@rts/shared/contract/call'
import { phraseIdentity } from '@rts/shared/contract/fields'
import { Free } from '@rts/shared/contract/free'
import { invalidField } from '@rts/shared/errors'
import { type Sites, siteOf } from '@rts/shared/facts/site-of'
import type { KnownSite } from '@rts/shared/facts/site-projection'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { type Created, createText } from './create-text.ts'
import type { PlanRecord, PlanStore } from './plans.sql.ts'
import { planRowOf } from './present.ts'
import { publishMonthIssue } from './rules/publish-month.ts'
import type { StartText } from './start-text.ts'
import type { TextKind } from './text-kind.ts'

type PlanDeps = { plans: PlanStore; kind: TextKind; start: StartText; clock: Clock }
type PlanWish = {
  q: string
  publishOn: string
  country?: string | undefined
  language?: string | undefined
  context?: string | undefined
  /** What the plan has from the start, whatever is written. */
  keywords?: string[]
  questions?: string[]
}
/** Creates the plan of a topic for a month, or answers the one that the site has. */
export type CreatePlan = (site: KnownSite, call: Call, wish: PlanWish) => Promise<Created<PlanRecord>>

export function createPlans({ plans, kind, start, clock }: PlanDeps): CreatePlan {
  return (site, call, { q, publishOn, country = site.country, language = site.language, context = null, ...given }) => {
    const identity = { key: phraseIdentity(q), publishOn }
    return createText(start, site, call, {
      kind,
      find: () => plans.find(site, identity),
      addAs: (id) => {
        // A plan that exists may be read in any later month.
        const issue = publishMonthIssue(publishOn, clock.now())
        if (issue) throw invalidField('publishOn', issue)
        const { keywords = [], questions = [] } = given
        const plan = { id, ...identity, q, country, language, context, keywords, questions }
        return (client, limit) => plans.add(client, site, plan, limit, clock.now())
      },
    })
  }
}

export function planHandlers(sites: Sites, create: CreatePlan): Pick<ServiceHandlers<'content'>, 'plans.create'> {
  return {
    'plans.create': async ({ params, body, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const { row, created, isPoll } = await create(site, call, body)
      const answer = { plan: planRowOf(row), created }
      return isPoll ? new Free(answer) : answer
    },
  }
}
