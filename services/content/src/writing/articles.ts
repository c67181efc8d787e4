import type { Clock } from '@rts/shared/clock'
import { phraseIdentity } from '@rts/shared/contract/fields'
import { Free } from '@rts/shared/contract/free'
import { type Sites, siteOf } from '@rts/shared/facts/site-of'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { ArticleStore } from './articles.sql.ts'
import { createText } from './create-text.ts'
import { articleRowOf } from './present.ts'
import type { StartText } from './start-text.ts'
import type { TextKind } from './text-kind.ts'

export type ArticleDeps = { sites: Sites; articles: ArticleStore; kind: TextKind; start: StartText; clock: Clock }

export function articleHandlers({
  sites,
  articles,
  kind,
  start,
  clock,
}: ArticleDeps): Pick<ServiceHandlers<'content'>, 'articles.create'> {
  return {
    'articles.create': async ({ params, body: { keyword, ...body }, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const { country = site.country, language = site.language } = body
      const identity = { key: phraseIdentity(keyword), country, language }
      const { row, created, isPoll } = await createText(start, site, call, {
        kind,
        find: () => articles.find(site, identity),
        addAs: (id) => (client, limit) => articles.add(client, site, { id, keyword, ...identity }, limit, clock.now()),
      })
      const answer = { article: articleRowOf(row), created }
      return isPoll ? new Free(answer) : answer
    },
  }
}
