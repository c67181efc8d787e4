import { systemClock } from '@rts/shared/clock'
import { createCollects } from '@rts/shared/collects/collects'
import type { Asker } from '@rts/shared/collects/kind'
import { createLogger } from '@rts/shared/logger'
import type { Transaction } from '@rts/shared/service/transaction'
import type { Pool } from 'pg'
import { createRecords } from '../../src/database.sql.ts'
import {
  type DueArticle,
  findArticle,
  findDueArticle,
  insertArticle,
  storeArticle,
  type WrittenArticle,
} from '../../src/writing/articles.sql.ts'
import { insertWithin } from '../../src/writing/creation.ts'
import { outlines } from '../../src/writing/outlines.ts'
import { textKind, type Write } from '../../src/writing/text-kind.ts'

type WriteArticle = Write<DueArticle, WrittenArticle>

/** One replica that writes articles over a database, knowing nothing of their sites. */
export function startWriters(pool: Pool, write: WriteArticle = outlines.article) {
  const nothing = { keywords: [], pages: [], questions: [], competitors: [] }
  const kind = textKind<DueArticle, WrittenArticle>('article', write, {
    findDue: (id) => findDueArticle(pool, id),
    store: (...written) => storeArticle(createRecords(pool), ...written),
    know: async ({ siteName, domain }) => ({ name: siteName, domain, ...nothing }),
    clock: systemClock,
  })
  const collects = createCollects({
    service: 'content',
    pool,
    logger: createLogger('content', 'silent'),
    lanes: { write: 4 },
    quota: { take: async () => 'taken', giveBack: async () => {} },
    isFrozen: async () => false,
    tempo: { heartMs: 200, patienceMs: 100 },
  })
  const running = collects.work([kind])
  return {
    /** Adds an article of a site, and orders its writing. */
    order: (site: { id: string; accountId: string }, keyword: string) => {
      const id = `article-${keyword}`
      const article = { id, keyword, key: keyword, country: 'us', language: 'en' }
      const limit = { now: new Date('2026-11-29'), max: 100 }
      const { accountId } = site
      const asker: Asker = { scope: `s:${site.id}`, accountId, plan: 'growth', mayCollect: true, waitMs: 0 }
      const order = {
        asker,
        nth: 1,
        isCounted: true,
      }
      const insert = (tx: Transaction) => insertArticle(tx, site.id, article, new Date())
      return collects.order(kind, { id }, { ...order, make: (tx) => insertWithin(tx, site, limit, insert) })
    },
    find: (site: { id: string }, keyword: string) =>
      findArticle(pool, site.id, { key: keyword, country: 'us', language: 'en' }),
    stop: running.stop,
  }
}
