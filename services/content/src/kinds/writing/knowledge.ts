import type { Logger } from '@rts/shared/logger'
import type { CrawlListStore } from '../../data/crawl-list-store.ts'
import type { SiteReader } from '../../data/site-reader.ts'
import type { DueSite } from '../../data/writing/state.ts'
import type { SiteKnowledge } from '../../domain/writing/topic.ts'
import type { TextDeps } from './text-kind.ts'

type Deps = { reader: SiteReader; crawls: Pick<CrawlListStore, 'pages'>; logger: Pick<Logger, 'warn'> }

/** What the house knows of the site of a text: nothing is fetched or bought for it. */
export function createKnowledge({ reader, crawls, logger }: Deps): TextDeps['know'] {
  return async (site, { country, language }) => {
    const [ranks, asked, pages] = await Promise.all([
      ranksOf(site),
      questionsOf(site),
      crawls.pages({ id: site.siteId }),
    ])
    if (!ranks || !asked) return null
    const own = ranks.keywords.filter((keyword) => keyword.country === country && keyword.language === language)
    return {
      name: site.siteName,
      domain: site.domain,
      keywords: own.map(({ phrase, position }) => ({ phrase, position })),
      pages: pages.filter(({ status }) => status === 200).map(({ url, title, h1 }) => ({ url, title, heading: h1 })),
      questions: own.flatMap(({ id }) => asked.get(id) ?? []),
      competitors: ranks.competitors,
    } satisfies SiteKnowledge
  }

  function ranksOf({ siteId: id, accountId }: DueSite) {
    return reader.ranks({ id, accountId }).catch(missing)
  }

  function questionsOf({ siteId: id, accountId }: DueSite) {
    return reader.questions({ id, accountId }).catch(missing)
  }

  function missing(error: unknown): null {
    logger.warn({ err: error }, 'the keywords of a site could not be read for a text')
    return null
  }
}
