import { readFileSync } from 'node:fs'
import {
  addressVariable,
  baseUrl,
  lackingVariables,
  providerList,
  sandboxVariables,
  secretVariable,
  usd,
} from '@rts/outside/config'
import { dataForSeoVariables } from '@rts/outside/dataforseo/request'
import { type ConfigIssue, declareVariables, integerVariable } from '@rts/shared/config'
import { z } from 'zod'

export const keywordProviderNames = ['dataforseo', 'google_ads', 'autocomplete'] as const
export type KeywordProviderName = (typeof keywordProviderNames)[number]

const curveSchema = z.array(z.number().min(0).max(100)).min(10)

/** A JSON list of click rates by position, in percent. */
const curveFile = z
  .string()
  .min(1)
  .transform((file, context) => {
    try {
      return curveSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
    } catch {
      context.addIssue({
        code: 'custom',
        message: 'must be a file with a JSON list of ten or more click rates in percent',
      })
      return z.NEVER
    }
  })

const customerId = z.string().regex(/^\d+$/, 'must be the digits of a customer id').optional()
const adsToken = 'GOOGLE_ADS_DEVELOPER_TOKEN'
const neededByAds = secretVariable(adsToken, 'needed by `google_ads`')

export const keywordVariables = {
  ...sandboxVariables,
  ...dataForSeoVariables,
  ...declareVariables('Keyword data', {
    KEYWORD_PROVIDERS: {
      schema: providerList(keywordProviderNames),
      meaning:
        "`dataforseo`, `google_ads`, `autocomplete`: ideas come from all of them, figures from the first that answers. None: answers come from the site's own results pages (`docs/product/research.md`)",
      local: 'dataforseo,autocomplete',
    },
    RESEARCH_TIMEOUT_MS: {
      schema: integerVariable(100, 300_000).default(20_000),
      meaning: 'for one call to a provider',
    },
    RANKED_ROWS: {
      schema: integerVariable(100, 10_000).default(1_000),
      meaning: 'phrases that are read of those that a site ranks for, a thousand a call; at most 10000',
    },
    CLICK_CURVE_FILE: {
      schema: curveFile.optional(),
      meaning:
        'a file with a JSON list of click rates in percent, ten or more, for traffic; none: those of `docs/product/research.md`',
    },
    LABS_TASK_USD: { schema: usd.default(0.012), meaning: 'your price of a DataForSEO Labs task' },
    LABS_ROW_USD: { schema: usd.default(0.00012), meaning: 'your price of a row in it' },
    SEARCH_VOLUME_USD: {
      schema: usd.default(0.09),
      meaning: 'your price of a search volume task of up to 1,000 phrases',
    },
    GOOGLE_ADS_DEVELOPER_TOKEN: neededByAds,
    GOOGLE_ADS_CLIENT_ID: neededByAds,
    GOOGLE_ADS_CLIENT_SECRET: neededByAds,
    GOOGLE_ADS_REFRESH_TOKEN: neededByAds,
    GOOGLE_ADS_CUSTOMER_ID: {
      schema: customerId,
      meaning: 'needed by `google_ads`: digits alone',
      local: '1234567890',
      unless: adsToken,
    },
    GOOGLE_ADS_LOGIN_CUSTOMER_ID: { schema: customerId, meaning: 'the manager account, where you call through one' },
    GOOGLE_ADS_CURRENCY: {
      schema: z.string().length(3).toUpperCase().default('USD'),
      meaning: "the customer's currency; bids in another one than USD are left out",
    },
    GOOGLE_ADS_API_VERSION: {
      schema: z
        .string()
        .regex(/^v\d+$/, 'must be a version such as v26')
        .default('v26'),
      meaning: 'version of its API: each lives for a year (see "Google Ads\' versions")',
    },
    GOOGLE_ADS_BASE_URL: addressVariable(adsToken, 'https://googleads.googleapis.com', 'google_ads'),
    GOOGLE_TOKEN_URL: {
      schema: baseUrl.default('https://oauth2.googleapis.com/token'),
      meaning: 'where Google gives tokens',
      local: '{sandbox}/google_ads/token',
      unless: adsToken,
    },
    AUTOCOMPLETE_BASE_URL: {
      schema: baseUrl.default('https://suggestqueries.google.com'),
      meaning: 'address of its API',
      local: '{sandbox}/autocomplete',
    },
  }),
}
export type KeywordConfig = z.output<z.ZodObject<typeof keywordVariables>>

export const keywordNeeds: Record<KeywordProviderName, readonly (keyof KeywordConfig)[]> = {
  dataforseo: ['DATAFORSEO_LOGIN', 'DATAFORSEO_PASSWORD'],
  google_ads: [
    'GOOGLE_ADS_DEVELOPER_TOKEN',
    'GOOGLE_ADS_CLIENT_ID',
    'GOOGLE_ADS_CLIENT_SECRET',
    'GOOGLE_ADS_REFRESH_TOKEN',
    'GOOGLE_ADS_CUSTOMER_ID',
  ],
  autocomplete: [],
}

export function keywordConfigIssues(config: KeywordConfig): ConfigIssue[] {
  return lackingVariables(config, ['KEYWORD_PROVIDERS', config.KEYWORD_PROVIDERS], (provider) => keywordNeeds[provider])
}
