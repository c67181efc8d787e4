import { baseUrl, providerList, secret, usd } from '@rts/outside/config'
import { fetchVariables, hostOverrideIssues } from '@rts/outside/guarded/overrides'
import { integerVariable } from '@rts/shared/config'
import type { z } from 'zod'
import type { KeywordConfig } from '../keywords/config.ts'
import { lackingVariables } from '../needed.ts'

export const linkProviderNames = ['dataforseo', 'bing'] as const
export type LinkProviderName = (typeof linkProviderNames)[number]

/** The variables of link providers and of the fetcher. */
export const linkVariables = {
  BACKLINK_PROVIDERS: providerList(linkProviderNames),
  /** A thousand links each; what a page costs at most. */
  BACKLINKS_PAGES: integerVariable(1, 20).default(2),
  BACKLINKS_PAGE_USD: usd.default(0.05),
  BING_API_KEY: secret,
  BING_BASE_URL: baseUrl.default('https://ssl.bing.com'),
  /** Where it is set, the authority of linking domains is asked for. */
  OPENPAGERANK_KEY: secret,
  OPENPAGERANK_BASE_URL: baseUrl.default('https://openpagerank.com'),
  ...fetchVariables,
  /** Pages that are looked at for links, sites at once in this process. */
  FETCH_CONCURRENCY: integerVariable(1, 100).default(8),
}
export type LinkConfig = z.output<z.ZodObject<typeof linkVariables>>

const needed: Record<LinkProviderName, readonly (keyof (LinkConfig & KeywordConfig))[]> = {
  dataforseo: ['DATAFORSEO_LOGIN', 'DATAFORSEO_PASSWORD'],
  bing: ['BING_API_KEY'],
}

/** The variables that listed providers lack, and host overrides that are refused, each with its sentence. */
export function linkConfigIssues(config: LinkConfig & KeywordConfig & { NODE_ENV: string }) {
  const lacking = lackingVariables('BACKLINK_PROVIDERS', config.BACKLINK_PROVIDERS, needed, config)
  const refused = hostOverrideIssues(config).map((issue) => {
    return { variable: 'HOST_OVERRIDES', message: issue.replace(/^HOST_OVERRIDES: /, '') }
  })
  return [...lacking, ...refused]
}
