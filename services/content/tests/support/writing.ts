import { systemClock } from '@rts/shared/clock'
import { createCollects } from '@rts/shared/collects/collects'
import { createLogger } from '@rts/shared/logger'
import type { Pool } from 'pg'
import { type ArticleStore, createArticleStore, type DueArticle } from '../../src/writing/articles.sql.ts'
import { outlines } from '../../src/writing/outlines.ts'
import { textKind, type Write } from '../../src/writing/text-kind.ts'

type ArticleText = Parameters<ArticleStore['keep']>[1]
type WriteArticle = Write<DueArticle, ArticleText>

/** One replica that writes articles over a database, knowing nothing of their sites. */
export function startWriters(pool: Pool, write: WriteArticle = outlines.article) {
  const store = createArticleStore(pool)
  const nothing = { keywords: [], pages: [], questions: [], competitors: [] }
  const kind = textKind('article', store, write, {
    know: async ({ siteName, domain }) => ({ name: siteName, domain, ...nothing }),
    clock: systemClock,
  })
  const collects = createCollects({
    ...{ service: 'content', pool, logger: createLogger('content', 'silent'), lanes: { write: 4 } },
    ...{ quota: { take: async () => 'taken', giveBack: async () => {} }, tempo: { heartMs: 200, patienceMs: 100 } },
  })
  const running = collects.start([kind])
  return {
    store,
    /** Adds an article of a site, and orders its writing. */
    order: (site: { id: string; accountId: string }, keyword: string) => {
      const id = `article-${keyword}`
      const article = { id, keyword, key: keyword, country: 'us', language: 'en' }
      const limit = { month: '2026-11', most: 100 }
      return collects.order(
        kind,
        { id },
        {
          ...{
            asker: { scope: `s:${site.id}`, accountId: site.accountId, plan: 'growth', mayCollect: true, waitMs: 0 },
          },
          ...{ nth: 1, isCounted: true, make: (client) => store.add(client, site, article, limit, new Date()) },
        },
      )
    },
    find: (site: { id: string }, keyword: string) => store.find(site, { key: keyword, country: 'us', language: 'en' }),
    stop: running.stop,
  }
}
