import type { Clock } from '@rts/shared/clock'
import type { Call } from '@rts/shared/contract/caller'
import { phraseIdentity } from '@rts/shared/contract/fields'
import { type Free, freeIf } from '@rts/shared/contract/free'
import type { OperationOutput } from '@rts/shared/contract/operation'
import type { Operations } from '@rts/shared/contract/table'
import { cutPage, decodeCursor, noSuchCursor } from '@rts/shared/cursor'
import { AppError, invalidField } from '@rts/shared/errors'
import { type Sites, siteOf } from '@rts/shared/facts/site-of'
import type { KnownSite } from '@rts/shared/facts/site-projection'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { type Database, inTransaction } from '@rts/shared/service/transaction'
import type { Records } from '../database.sql.ts'
import type { Creation } from './creation.ts'
import {
  countPlans,
  findPlan,
  findPlanPlace,
  insertPlan,
  listPlans,
  type PlanPlace,
  type PlanRecord,
  plans,
  storeContext,
  updatePlan,
} from './plans.sql.ts'
import { publishMonthIssue } from './rules/publish-month.ts'
import type { TextKind } from './text-kind.ts'
import { changeText, toMaking } from './texts.ts'

type CreationDeps = { database: Database; kind: TextKind; create: Creation; clock: Clock }
type PlanDeps = { database: Database; records: Records; sites: Sites; createPlan: CreatePlan; clock: Clock }
type PlanRequest = {
  q: string
  publishOn: string
  country?: string | undefined
  language?: string | undefined
  context?: string | undefined
  keywords?: string[]
  questions?: string[]
}
type PlanRow = OperationOutput<Operations['plans.create']>['plan']
type PlanAnswer = { plan: PlanRow; created: boolean }
/** Creates a topic's plan for a month or returns the existing one; polls are free. */
export type CreatePlan = (site: KnownSite, call: Call, request: PlanRequest) => Promise<PlanAnswer | Free<PlanAnswer>>

const plansOfPage = 100
const firstPlace: PlanPlace = { publishOn: '', seq: 0n }

export function planCreation({ database, kind, create, clock }: CreationDeps): CreatePlan {
  return async (site, call, { q, publishOn, ...request }) => {
    const { country = site.country, language = site.language } = request
    const { context = null, keywords = [], questions = [] } = request
    const identity = { key: phraseIdentity(q), publishOn, country, language }
    const find = () => findPlan(database, site.id, identity)
    const { row, created, isPoll } = await create(site, call, {
      kind,
      find,
      insertAs: (id) => {
        // Existing plans may be read in any later month.
        const issue = publishMonthIssue(publishOn, clock.now())
        if (issue) throw invalidField('publishOn', issue)
        const plan = { id, ...identity, q, context, keywords, questions }
        return (tx) => insertPlan(tx, site.id, plan, clock.now())
      },
    })
    // Without a context, the plan's own stays.
    if (context === null || context === (row.context ?? '')) return freeIf(isPoll, { plan: toRow(row), created })
    if (!(await storeContext(database, { id: row.id, context, isBegun: !isPoll }, clock.now())))
      throw new AppError('conflict', otherContext)
    return { plan: toRow((await find()) ?? row), created }
  }
}

const otherContext =
  'This plan is written, or nearly, with another `context`. Without `context` it is answered as it is; a person can change or delete it in the dashboard'

export function planHandlers({ database, records, sites, createPlan, clock }: PlanDeps) {
  return {
    'plans.create': async ({ params, body, ...call }) => createPlan(await siteOf(sites, call, params.id), call, body),

    'plans.list': async ({ params, query, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const take = query.limit ?? plansOfPage
      const after = decodeCursor('plans', query.cursor)
      const place = after === null ? firstPlace : await findPlanPlace(records, site.id, after)
      if (!place) throw noSuchCursor()
      const [total, listed] = await Promise.all([
        countPlans(records, site.id),
        listPlans(database, site.id, place, take + 1),
      ])
      const { page, nextCursor } = cutPage('plans', listed, take, (plan) => plan.id)
      return { plans: page.map(toRow), total, nextCursor }
    },

    'plans.update': async ({ params: { id, planId }, body: { version, publishOn, ...body }, ...call }) => {
      const site = await siteOf(sites, call, id)
      const issue = publishOn === undefined ? null : publishMonthIssue(publishOn, clock.now())
      if (issue) throw invalidField('publishOn', issue)
      const key = body.q === undefined ? undefined : phraseIdentity(body.q)
      // Before the text is written, only the month may change.
      const needsText = Object.values(body).some((value) => value !== undefined)
      const plan = await changeText(database, plans, site.id, { id: planId, version, needsText }, (tx) =>
        updatePlan(tx, planId, { ...body, key, publishOn }, clock.now()),
      )
      return { plan: toRow(plan) }
    },

    'plans.delete': async ({ params, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      await inTransaction(database, (tx) => plans.delete(tx, site.id, params.planId))
      return { ok: true }
    },
  } satisfies Partial<ServiceHandlers<'content'>>
}

function toRow(plan: PlanRecord): PlanRow {
  const { id, publishOn, q, country, language, context, title, outline, keywords, questions, articleId } = plan
  const topic = { publishOn, q, country, language, context }
  return { id, ...topic, title, outline, keywords, questions, articleId, ...toMaking(plan) }
}
