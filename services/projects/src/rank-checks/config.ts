import { isSandbox, lackingVariables, providerList, sandboxVariables, usd, variablesOf } from '@rts/outside/config'
import { type ConfigIssue, declareVariables, integerVariable } from '@rts/shared/config'
import { z } from 'zod'
import { serpProviderNames, serpProviders } from './providers/providers.ts'

/** The variables of the results page providers, to be spread into a service's schema. Prices are USD for a page of ten results. */
export const serpVariables = {
  ...sandboxVariables,
  ...declareVariables('Rank checks', {
    SERP_PROVIDERS: {
      schema: providerList(serpProviderNames),
      meaning: `${serpProviderNames.map((name) => `\`${name}\``).join(', ')}, in the order of preference; the next answers when one fails. None: checks fail with \`no_provider\``,
      local: 'serpapi',
    },
    SERP_TIMEOUT_MS: { schema: integerVariable(100, 300_000).default(15_000), meaning: 'for one call to a provider' },
    SERP_DAILY_BUDGET_USD: {
      schema: usd.optional(),
      meaning:
        "the most that all pages may cost a UTC day, over all replicas; a page's highest price is set aside while it is fetched, for at most ten minutes",
      defaultText: 'none, no limit',
    },
  }),
  ...variablesOf(serpProviders),
}

const serpSchema = z.object(serpVariables)
export type SerpConfig = z.output<typeof serpSchema>

/** The variables that listed providers lack. */
export function serpConfigIssues(config: SerpConfig): ConfigIssue[] {
  return lackingVariables(
    config,
    ['SERP_PROVIDERS', config.SERP_PROVIDERS],
    (provider) => serpProviders[provider].needs,
  )
}

/** Whether the sandbox answers in the place of every listed provider. */
export function isSimulated(config: SerpConfig): boolean {
  return config.SERP_PROVIDERS.every((provider) => isSandbox(config, config[serpProviders[provider].address]))
}
