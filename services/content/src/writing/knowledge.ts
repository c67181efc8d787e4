import type { Logger } from '@rts/shared/logger'
import type { ProjectReader } from '@rts/shared/phrases/project-reader'
import type { CrawlListStore } from '../crawl/crawls.sql.ts'
import type { SiteKnowledge } from './rules/topic.ts'
import type { TextDeps } from './text-kind.ts'

type Deps = {
  projects: Pick<ProjectReader, 'comparison' | 'pages'>
  crawls: Pick<CrawlListStore, 'pages'>
  logger: Pick<Logger, 'warn'>
}

/** What the house knows of the site of a text: nothing is fetched or bought for it. */
export function createKnowledge({ projects, crawls, logger }: Deps): TextDeps['know'] {
  const missing = (error: unknown) => {
    logger.warn({ err: error }, 'the keywords of a site could not be read for a text')
    return null
  }
  return async ({ accountId, siteId, siteName, domain }, { country, language }) => {
    const [ranks, seen, pages] = await Promise.all([
      projects.comparison(accountId, siteId).catch(missing),
      projects.pages(accountId, siteId).catch(missing),
      crawls.pages({ id: siteId }),
    ])
    if (!ranks || !seen) return null
    const own = ranks.keywords.filter((keyword) => keyword.country === country && keyword.language === language)
    return {
      name: siteName,
      domain,
      // Nought: the site was not found.
      keywords: own.map(({ phrase, position }) => ({ phrase, position: position || null })),
      pages: pages.filter(({ status }) => status === 200).map(({ url, title, h1 }) => ({ url, title, heading: h1 })),
      questions: own.flatMap(({ id }) => seen.get(id)?.questions ?? []),
      competitors: ranks.competitors.map((rival) => rival.domain),
    } satisfies SiteKnowledge
  }
}
