import {
  budgetVariable,
  isSandbox,
  lackingVariables,
  providerList,
  sandboxVariables,
  variablesOf,
} from '@rts/outside/config'
import { type ConfigIssue, declareVariables, integerVariable, shareVariable, switchVariable } from '@rts/shared/config'
import { z } from 'zod'
import { serpProviderNames, serpProviders } from './providers/providers.ts'

const timeouts = Map.groupBy(serpProviderNames, (name) => serpProviders[name].timeoutMs)
const timeoutsText = [...timeouts]
  .map(([ms, names]) => `${ms / 1000} s for ${names.map((name) => `\`${name}\``).join(', ')}`)
  .join('; ')

/** The variables of rank checks and of the providers of results pages. Prices are USD for a page of ten results. */
export const serpVariables = {
  ...sandboxVariables,
  ...declareVariables('Rank checks', {
    SERP_PROVIDERS: {
      schema: providerList(serpProviderNames),
      meaning: `${serpProviderNames.map((name) => `\`${name}\``).join(', ')}, in the order of preference; the next answers when one fails. None: checks fail with \`no_provider\``,
      local: 'serpapi',
    },
    SERP_TIMEOUT_MS: {
      schema: integerVariable(100, 300_000).optional(),
      meaning: 'for one call to any of them, in place of its own time',
      defaultText: timeoutsText,
    },
    SERP_DAILY_BUDGET_USD: budgetVariable(
      "the most that all pages may cost a UTC day, over all replicas; a page's highest price is set aside while it is fetched, for at most ten minutes",
    ),
    SERP_ACCOUNT_SHARE: {
      schema: shareVariable.default(0.2),
      meaning:
        "the part of the budget that one account's pages may cost a day, over all replicas; the page that reaches it is the last",
    },
    SERP_SHOW_PRICES: {
      schema: switchVariable.default(true),
      meaning:
        'whether "Check now" names the price in USD of the first provider; off where others than the operator check',
    },
    RANK_CONCURRENCY: {
      schema: integerVariable(1, 500).default(50),
      meaning: 'pages in progress at once, per replica',
    },
    RANK_CATCH_UP_PER_SECOND: {
      schema: integerVariable(1, 1_000).default(25),
      meaning: 'missed checks made up for a second after a downtime',
    },
    PAGE_RETENTION_DAYS: {
      schema: integerVariable(1, 3_650).default(90),
      meaning:
        'how long whole results pages, by whole months, and failed checks are kept at least; hosts and positions stay',
    },
    HISTORY_MONTHS: {
      schema: integerVariable(1, 1_200).optional(),
      meaning:
        'how many months of positions and results pages are kept beside the present one; older months end for good, those of imports too',
      defaultText: 'none, history is kept for ever',
    },
    POSITIONS_DAILY_AFTER_MONTHS: {
      schema: integerVariable(1, 120).optional(),
      meaning: 'after so many whole months only the last position of each UTC day is kept',
      defaultText: 'none, all stay',
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

/** Whether sites read their pages by need unless they say otherwise: where the preferred provider sells pages of ten one by one. */
export function isSmartByDefault({ SERP_PROVIDERS: [first] }: Pick<SerpConfig, 'SERP_PROVIDERS'>): boolean {
  return first !== undefined && !serpProviders[first].sellsDepth
}

/** Whether the sandbox answers in the place of every listed provider. */
export function isSimulated(config: SerpConfig): boolean {
  return config.SERP_PROVIDERS.every((provider) => isSandbox(config, config[serpProviders[provider].address]))
}
