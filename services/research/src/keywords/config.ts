import { readFileSync } from 'node:fs'
import { baseUrl, providerList, sandboxVariables, secret, usd } from '@rts/outside/config'
import { dataForSeoVariables } from '@rts/outside/dataforseo/request'
import { integerVariable } from '@rts/shared/config'
import { z } from 'zod'
import { lackingVariables } from '../needed.ts'

export const keywordProviderNames = ['dataforseo', 'google_ads', 'autocomplete'] as const
export type KeywordProviderName = (typeof keywordProviderNames)[number]

const curveSchema = z.array(z.number().min(0).max(100)).min(10)

/** A file with the click rates of positions 1, 2, 3 … in percent, as a JSON list. */
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

/** The variables of keyword providers. */
export const keywordVariables = {
  KEYWORD_PROVIDERS: providerList(keywordProviderNames),
  ...sandboxVariables,
  ...dataForSeoVariables,
  RESEARCH_TIMEOUT_MS: integerVariable(100, 300_000).default(20_000),
  /** Phrases that are read of what a site ranks for, a thousand a call. */
  RANKED_ROWS: integerVariable(100, 10_000).default(1_000),
  CLICK_CURVE_FILE: curveFile.optional(),
  GOOGLE_ADS_DEVELOPER_TOKEN: secret,
  GOOGLE_ADS_CLIENT_ID: secret,
  GOOGLE_ADS_CLIENT_SECRET: secret,
  GOOGLE_ADS_REFRESH_TOKEN: secret,
  GOOGLE_ADS_CUSTOMER_ID: z.string().regex(/^\d+$/, 'must be the digits of a customer id').optional(),
  GOOGLE_ADS_LOGIN_CUSTOMER_ID: z.string().regex(/^\d+$/, 'must be the digits of a customer id').optional(),
  /** The currency of that customer: bids in another one than USD are left out. */
  GOOGLE_ADS_CURRENCY: z.string().length(3).toUpperCase().default('USD'),
  GOOGLE_ADS_API_VERSION: z
    .string()
    .regex(/^v\d+$/, 'must be a version such as v23')
    .default('v23'),
  GOOGLE_ADS_BASE_URL: baseUrl.default('https://googleads.googleapis.com'),
  GOOGLE_TOKEN_URL: baseUrl.default('https://oauth2.googleapis.com/token'),
  AUTOCOMPLETE_BASE_URL: baseUrl.default('https://suggestqueries.google.com'),
  LABS_TASK_USD: usd.default(0.01),
  LABS_ROW_USD: usd.default(0.0001),
  SEARCH_VOLUME_USD: usd.default(0.075),
}
export type KeywordConfig = z.output<z.ZodObject<typeof keywordVariables>>

const needed: Record<KeywordProviderName, readonly (keyof KeywordConfig)[]> = {
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

/** The variables that listed providers lack, each with its sentence. */
export function keywordConfigIssues(config: KeywordConfig) {
  return lackingVariables('KEYWORD_PROVIDERS', config.KEYWORD_PROVIDERS, needed, config)
}
