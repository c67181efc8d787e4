import type { Clock } from '@rts/shared/clock'
import { phraseIdentity } from '@rts/shared/contract/fields'
import { decodeCursor, encodeCursor, noSuchCursor } from '@rts/shared/cursor'
import { invalidField } from '@rts/shared/errors'
import { type Sites, siteOf } from '@rts/shared/facts/site-of'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { PlanEditor } from './plan-editor.sql.ts'
import { planRowOf } from './present.ts'
import { publishMonthIssue } from './rules/publish-month.ts'

export type PlanEditDeps = { sites: Sites; editor: PlanEditor; clock: Clock }
type Operation = 'plans.list' | 'plans.update' | 'plans.delete'

const plansOfPage = 100

export function planEditHandlers({ sites, editor, clock }: PlanEditDeps): Pick<ServiceHandlers<'content'>, Operation> {
  return {
    'plans.list': async ({ params, query, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const take = query.limit ?? plansOfPage
      const after = decodeCursor('plans', query.cursor)
      const [total, listed] = await Promise.all([editor.count(site), editor.list(site, after, take + 1)])
      if (!listed) throw noSuchCursor()
      const page = listed.slice(0, take)
      const last = page.at(-1)
      const nextCursor = listed.length > take && last ? encodeCursor('plans', last.id) : null
      return { plans: page.map(planRowOf), total, nextCursor }
    },

    'plans.update': async ({ params, body: { version, q, ...change }, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const issue = change.publishOn === undefined ? null : publishMonthIssue(change.publishOn, clock.now())
      if (issue) throw invalidField('publishOn', issue)
      const topic = q === undefined ? {} : { q, key: phraseIdentity(q) }
      await editor.update(site, { id: params.planId, version }, { ...change, ...topic }, clock.now())
      return { plan: planRowOf(await editor.require(site, params.planId)) }
    },

    'plans.delete': async ({ params, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      await editor.remove(site, params.planId)
      return { ok: true }
    },
  }
}
