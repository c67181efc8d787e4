import { askerOf } from '@rts/shared/collects/asker'
import { Free } from '@rts/shared/contract/free'
import type { IdeaRow } from '@rts/shared/contract/rows/content'
import { inSlices, Sliced } from '@rts/shared/contract/sliced'
import { decodeCursor, encodeCursor, noSuchCursor } from '@rts/shared/cursor'
import { type Sites, siteOf } from '@rts/shared/facts/site-of'
import { intentOf, namesOf } from '@rts/shared/phrases/intent'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { inTurns } from '@rts/shared/turns'
import type { KnowledgeOf } from './knowledge.ts'
import { ideaOf, ideasAbout, ideasOf, inOrder } from './rules/ideas.ts'
import type { Idea } from './rules/model.ts'

const wholeList = 10_000

export type IdeaDeps = { sites: Sites; knowledgeOf: KnowledgeOf }

export function ideaHandlers({ sites, knowledgeOf }: IdeaDeps): Pick<ServiceHandlers<'content'>, 'ideas.list'> {
  return {
    'ideas.list': async ({ params, query: { q, country, language, limit = wholeList, cursor }, ...call }) => {
      const after = placeIn(cursor)
      const site = await siteOf(sites, call, params.id)
      const { known, domains, merged } = await knowledgeOf(site, { country, language }, askerOf(call, `s:${site.id}`))
      const names = namesOf(domains)
      const every = await inTurns(ideasOf(known))
      const ideas = q === undefined ? every : ideasAbout(every, q)
      const rest = after === null ? ideas : ideas.filter((idea) => inOrder(after, idea) < 0)
      const page = rest.slice(0, limit)
      const last = page.at(-1)
      const nextCursor = last && page.length < rest.length ? encodeCursor('ideas', `${last.score}-${last.id}`) : null
      const head = { ...merged.state, total: ideas.length }
      const answer = new Sliced(
        'ideas',
        head,
        inSlices(page, nextCursor, (part) => part.map((idea) => ideaRowOf(ideaOf(known, idea), names))),
      )
      return merged.isFree && ideas.length === 0 ? new Free(answer) : answer
    },
  }
}

/** The idea that the last page ended with: the next one begins behind it, even where it is an idea no more. */
function placeIn(cursor: string | undefined): Pick<Idea, 'score' | 'id'> | null {
  const place = decodeCursor('ideas', cursor)
  if (place === null) return null
  const [, score, id] = /^(\d{1,3})-([\w-]{22})$/.exec(place) ?? []
  if (score === undefined || id === undefined) throw noSuchCursor()
  return { score: Number(score), id }
}

function ideaRowOf(idea: Idea, names: readonly string[]): IdeaRow {
  const { id, title, phrase: keyword, kind, volume, difficulty, score, language } = idea
  const { existingUrl, position, evidence, source, sandbox } = idea
  const intent = idea.intent ?? intentOf(keyword, language, names)
  const row = { id, title, keyword, kind, volume, difficulty, intent, score, existingUrl, position, evidence, source }
  return sandbox ? { ...row, sandbox } : row
}
