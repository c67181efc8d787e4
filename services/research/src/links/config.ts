import { addressVariable, lackingVariables, providerList, secretVariable, usd } from '@rts/outside/config'
import { fetchVariables, hostOverrideIssues } from '@rts/outside/guarded/fetch-variables'
import { type ConfigIssue, declareVariables, integerVariable } from '@rts/shared/config'
import type { z } from 'zod'
import type { KeywordConfig } from '../keywords/config.ts'

export const linkProviderNames = ['dataforseo', 'bing'] as const
export type LinkProviderName = (typeof linkProviderNames)[number]

export const linkVariables = {
  ...declareVariables('Links', {
    BACKLINK_PROVIDERS: {
      schema: providerList(linkProviderNames),
      meaning:
        '`dataforseo`, `bing`: links of all of them together. None: only those of an imported domain graph (`docs/product/research.md`)',
      local: 'dataforseo,bing',
    },
    BACKLINKS_PAGES: {
      schema: integerVariable(1, 20).default(2),
      meaning: 'pages of a thousand links that are read of a site',
    },
    BACKLINKS_PAGE_USD: { schema: usd.default(0.06), meaning: 'your price of such a page, with all of its rows' },
    BING_API_KEY: secretVariable(
      'BING_API_KEY',
      'needed by `bing`: of a Bing Webmaster account whose sites are verified',
    ),
    BING_BASE_URL: addressVariable('BING_API_KEY', 'https://ssl.bing.com', 'bing'),
    OPENPAGERANK_KEY: secretVariable(
      'OPENPAGERANK_KEY',
      'where it is set, the authority of linking domains is asked for',
    ),
    OPENPAGERANK_BASE_URL: addressVariable('OPENPAGERANK_KEY', 'https://openpagerank.com', 'openpagerank'),
    FETCH_CONCURRENCY: {
      schema: integerVariable(1, 100).default(8),
      meaning: 'sites whose linking pages are looked at at once, per replica',
    },
  }),
  ...fetchVariables,
}
export type LinkConfig = z.output<z.ZodObject<typeof linkVariables>>

export const linkNeeds: Record<LinkProviderName, readonly (keyof (LinkConfig & KeywordConfig))[]> = {
  dataforseo: ['DATAFORSEO_LOGIN', 'DATAFORSEO_PASSWORD'],
  bing: ['BING_API_KEY'],
}

/** Missing variables, and refused host overrides. */
export function linkConfigIssues(config: LinkConfig & KeywordConfig & { NODE_ENV: string }): ConfigIssue[] {
  const lacking = lackingVariables(
    config,
    ['BACKLINK_PROVIDERS', config.BACKLINK_PROVIDERS],
    (provider) => linkNeeds[provider],
  )
  return [...lacking, ...hostOverrideIssues(config)]
}
