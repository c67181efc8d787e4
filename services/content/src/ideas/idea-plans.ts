import { askerOf } from '@rts/shared/collects/asker'
import { Free } from '@rts/shared/contract/free'
import { AppError } from '@rts/shared/errors'
import { siteOf } from '@rts/shared/facts/site-of'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { inTurns } from '@rts/shared/turns'
import type { CreatePlan } from '../writing/plans.ts'
import { planRowOf } from '../writing/present.ts'
import type { IdeaDeps } from './idea-handlers.ts'
import { ideaOf, ideasOf } from './rules/ideas.ts'

export function ideaPlanHandlers({
  sites,
  knowledgeOf,
  createPlan,
}: IdeaDeps & { createPlan: CreatePlan }): Pick<ServiceHandlers<'content'>, 'ideaPlans.create'> {
  return {
    'ideaPlans.create': async ({ params, body: { ideaId, publishOn, ...filter }, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      // What is known already: the idea was listed, and planning it starts no crawl.
      const asker = { ...askerOf(call, `s:${site.id}`), mayCollect: false, waitMs: 0 }
      const { known } = await knowledgeOf(site, filter, asker)
      const found = (await inTurns(ideasOf(known))).find(({ id }) => id === ideaId)
      if (!found) throw new AppError('not_found', 'No such idea')
      const { phrase: q, country, language, keywords, questions } = ideaOf(known, found)
      const wish = { q, publishOn, country, language, keywords, questions }
      const { row, created, isPoll } = await createPlan(site, call, wish)
      const answer = { plan: planRowOf(row), created }
      return isPoll ? new Free(answer) : answer
    },
  }
}
