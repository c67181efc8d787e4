import { maxKeys } from '@rts/shared/contract/keys'
import { defaultPlans, type PlanLimits, planNames, requestsPerMinute } from '@rts/shared/plans'
import { page, table } from '../markdown.ts'

const meanings: Record<keyof PlanLimits, string> = {
  callsPerDay: 'calls of the server API a UTC day, all keys together; none: no server key',
  sites: 'sites',
  keywords: 'tracked keywords, all sites together',
  checkEveryDays: 'days between two checks of a keyword',
  collectsPerDay: 'data refreshes a UTC day, by server keys, agents and people together',
  competitorsPerSite: 'competitors of one site',
  prompts: 'prompts for AI engines, all sites together',
  crawlPages: 'pages that an audit reads',
  writingsPerMonth: 'plans and articles a UTC month',
  people: 'people of the account, its owner included',
  maxDepth: 'organic results of a page that a site may have read',
}

/** `docs/reference/plans.md`. */
export function plansPage(): string {
  // safe because the table has a row for each limit
  const limits = Object.entries(meanings) as [keyof PlanLimits, string][]
  const rows = limits.map(([name, meaning]) => [
    `\`${name}\``,
    ...planNames.map((plan) => defaultPlans[plan][name]?.toLocaleString('en') ?? 'none'),
    meaning,
  ])
  return page('Plans and limits', 'packages/shared/src/plans.ts', [
    `These are the limits of a new installation. Its operator changes them with \`PLANS_FILE\`; the running system shows its
own numbers at \`/docs\`. Every plan has ${requestsPerMinute} calls in any 60 seconds for each key. An account has at most ${maxKeys.server} server keys
and ${maxKeys.lasting} permanent keys for assistants.`,
    table(['limit', ...planNames, 'meaning'], rows),
  ])
}
