import { baseUrl, isSandbox, providerList, sandboxVariables, secret, usd } from '@rts/outside/config'
import { dataForSeoVariables } from '@rts/outside/dataforseo/request'
import { integerVariable } from '@rts/shared/config'
import { z } from 'zod'

export const serpProviderNames = ['dataforseo', 'serpapi', 'serper', 'valueserp', 'searxng'] as const
export type SerpProviderName = (typeof serpProviderNames)[number]

/** The variables of the results page providers, to be spread into a service's schema. Prices are USD for a page of ten results. */
export const serpVariables = {
  SERP_PROVIDERS: providerList(serpProviderNames),
  ...sandboxVariables,
  SERP_TIMEOUT_MS: integerVariable(100, 300_000).default(15_000),
  SERP_DAILY_BUDGET_USD: usd.optional(),
  ...dataForSeoVariables,
  DATAFORSEO_MODE: z.enum(['live', 'queue']).default('live'),
  SERPAPI_KEY: secret,
  SERPAPI_BASE_URL: baseUrl.default('https://serpapi.com'),
  SERPAPI_PAGE_USD: usd.default(0.015),
  SERPER_KEY: secret,
  SERPER_BASE_URL: baseUrl.default('https://google.serper.dev'),
  SERPER_PAGE_USD: usd.default(0.001),
  VALUESERP_KEY: secret,
  VALUESERP_BASE_URL: baseUrl.default('https://api.valueserp.com'),
  VALUESERP_PAGE_USD: usd.default(0.0025),
  SEARXNG_BASE_URL: baseUrl.optional(),
}

const serpSchema = z.object(serpVariables)
export type SerpConfig = z.output<typeof serpSchema>

const needed = {
  dataforseo: ['DATAFORSEO_LOGIN', 'DATAFORSEO_PASSWORD'],
  serpapi: ['SERPAPI_KEY'],
  serper: ['SERPER_KEY'],
  valueserp: ['VALUESERP_KEY'],
  searxng: ['SEARXNG_BASE_URL'],
} as const satisfies Record<SerpProviderName, readonly (keyof SerpConfig)[]>

/** One sentence for each variable that a listed provider lacks, starting with the variable's name. */
export function serpConfigIssues(config: SerpConfig): string[] {
  return config.SERP_PROVIDERS.flatMap((provider) =>
    needed[provider]
      .filter((variable) => config[variable] === undefined)
      .map((variable) => `${variable}: is needed because SERP_PROVIDERS lists ${provider}`),
  )
}

const addressOf = {
  dataforseo: 'DATAFORSEO_BASE_URL',
  serpapi: 'SERPAPI_BASE_URL',
  serper: 'SERPER_BASE_URL',
  valueserp: 'VALUESERP_BASE_URL',
  searxng: 'SEARXNG_BASE_URL',
} as const satisfies Record<SerpProviderName, keyof SerpConfig>

/** Whether the sandbox answers in the place of every listed provider. */
export function isSimulated(config: SerpConfig): boolean {
  return config.SERP_PROVIDERS.every((provider) => isSandbox(config, config[addressOf[provider]]))
}
