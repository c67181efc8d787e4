import { askerOf } from '@rts/shared/collects/asker'
import { stateOfRows } from '@rts/shared/collects/merged-state'
import { freeIf } from '@rts/shared/contract/free'
import type { ListedIdea } from '@rts/shared/contract/rows/content'
import { inSlices, Sliced } from '@rts/shared/contract/sliced'
import { decodeCursor, encodeCursor, noSuchCursor } from '@rts/shared/cursor'
import { AppError } from '@rts/shared/errors'
import { type Sites, siteOf } from '@rts/shared/facts/site-of'
import { intentOf, namesOf } from '@rts/shared/phrases/intent'
import type { ProjectReader } from '@rts/shared/phrases/project-reader'
import { runInSteps } from '@rts/shared/scheduling'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { RpcClient } from '@rts/shared/service/rpc-client'
import type { Crawl } from '../crawl/crawl.ts'
import type { CreatePlan } from '../writing/writing.ts'
import { createKnowledge, type KnowledgeOf } from './knowledge.ts'
import { ideaOf, ideasAbout, ideasOf, inOrder, isLike } from './rules/ideas.ts'
import type { Idea } from './rules/model.ts'

type Deps = { call: RpcClient; sites: Sites; projects: ProjectReader; crawl: Crawl; createPlan: CreatePlan }

/** Suggests texts to write, from data already collected for a site. */
export function createIdeas({ call, sites, projects, crawl, createPlan }: Deps) {
  const knowledgeOf = createKnowledge({ call, crawl, projects })
  return { handlers: ideaHandlers({ sites, knowledgeOf, createPlan }) }
}

const wholeList = 10_000
type IdeaDeps = { sites: Sites; knowledgeOf: KnowledgeOf; createPlan: CreatePlan }

function ideaHandlers({ sites, knowledgeOf, createPlan }: IdeaDeps) {
  return {
    'ideas.list': async ({
      params,
      query: { q, country, language, limit = wholeList, cursor, ...narrow },
      ...call
    }) => {
      const after = placeIn(cursor)
      const site = await siteOf(sites, call, params.id)
      const { known, domains, merged } = await knowledgeOf(site, { country, language }, askerOf(call, site))
      const names = namesOf(domains)
      const every = await runInSteps(ideasOf(known))
      const about = q === undefined ? every : ideasAbout(every, q)
      const ideas = isWhole(narrow) ? about : about.filter((idea) => isLike(known, idea, narrow))
      const rest = after === null ? ideas : ideas.filter((idea) => inOrder(after, idea) < 0)
      const page = rest.slice(0, limit)
      const last = page.at(-1)
      const nextCursor = last && page.length < rest.length ? encodeCursor('ideas', `${last.score}-${last.id}`) : null
      const head = { ...stateOfRows(merged, about.length > 0).state, total: ideas.length }
      const slices = inSlices(page, nextCursor, (part) => part.map((idea) => toRow(ideaOf(known, idea), names)))
      return freeIf(merged.isFree && ideas.length === 0, new Sliced('ideas', head, slices))
    },

    'ideaPlans.create': async ({ params, body: { ideaId, publishOn, ...filter }, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      // Planning a listed idea starts no crawl.
      const asker = { ...askerOf(call, site), mayCollect: false, waitMs: 0 }
      const { known } = await knowledgeOf(site, filter, asker)
      const found = (await runInSteps(ideasOf(known))).find(({ id }) => id === ideaId)
      if (!found) throw new AppError('not_found', 'No such idea')
      const { phrase: q, country, language, keywords, questions } = ideaOf(known, found)
      return createPlan(site, call, { q, publishOn, country, language, keywords, questions })
    },
  } satisfies Partial<ServiceHandlers<'content'>>
}

function isWhole(narrow: object): boolean {
  return Object.values(narrow).every((condition) => condition === undefined)
}

/** The last page's final idea: the next page starts after its place, even once it is no idea. */
function placeIn(cursor: string | undefined): Pick<Idea, 'score' | 'id'> | null {
  const place = decodeCursor('ideas', cursor)
  if (place === null) return null
  const [, score, id] = /^(\d{1,3})-([\w-]{22})$/.exec(place) ?? []
  if (score === undefined || id === undefined) throw noSuchCursor()
  return { score: Number(score), id }
}

function toRow(idea: Idea, names: readonly string[]): ListedIdea {
  const { id, title, phrase: keyword, kind, volume, difficulty, score, language } = idea
  const { existingUrl, position, evidence, source, sandbox } = idea
  const intent = idea.intent ?? intentOf(keyword, language, names)
  const said = {
    evidence: evidence.map(({ text }) => text),
    reasons: evidence.map(({ key, facts }) => ({ key, facts })),
  }
  const row = { id, title, keyword, kind, volume, difficulty, intent, score, existingUrl, position, ...said, source }
  return sandbox ? { ...row, sandbox } : row
}
