import type { Logger } from '@rts/shared/logger'
import type { ProjectReader } from '@rts/shared/phrases/project-reader'
import type { Crawl } from '../crawl/crawl.ts'
import type { SiteKnowledge } from './rules/topic.ts'
import type { Knowing } from './text-kind.ts'

type Deps = {
  projects: Pick<ProjectReader, 'comparison' | 'pages'>
  crawl: Pick<Crawl, 'pagesOf'>
  logger: Pick<Logger, 'warn'>
}

/** Reads what is known of the site of a text; nothing is fetched or bought for it. */
export function createKnowledge({ projects, crawl, logger }: Deps): Knowing['know'] {
  const missing = (error: unknown) => {
    logger.warn({ err: error }, 'the keywords of a site could not be read for a text')
    return null
  }
  return async ({ accountId, siteId, siteName, domain }, { country, language }) => {
    const [ranks, seen, pages] = await Promise.all([
      projects.comparison(accountId, siteId).catch(missing),
      projects.pages(accountId, siteId).catch(missing),
      crawl.pagesOf(siteId),
    ])
    if (!ranks || !seen) return null
    const own = ranks.keywords.filter((keyword) => keyword.country === country && keyword.language === language)
    return {
      name: siteName,
      domain,
      // Position 0 means that the site was not found.
      keywords: own.map(({ phrase, position }) => ({ phrase, position: position || null })),
      pages: pages.filter(({ status }) => status === 200).map(({ url, title, h1 }) => ({ url, title, heading: h1 })),
      questions: own.flatMap(({ id }) => seen.get(id)?.questions ?? []),
      competitors: ranks.competitors.map((rival) => rival.domain),
    } satisfies SiteKnowledge
  }
}
