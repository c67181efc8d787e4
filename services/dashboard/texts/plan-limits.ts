import { plural } from './plural.ts'

export const planLimits = {
  /** A limit of a plan with its number, by the name of the limit. */
  limits: {
    sites: (count: number) => plural(count, 'site'),
    keywords: (count: number) => plural(count, 'keyword'),
    callsPerDay: (count: number) => plural(count, 'API call per day', 'API calls per day'),
    collectsPerDay: (count: number) => plural(count, 'data refresh per day', 'data refreshes per day'),
    competitors: (count: number) => plural(count, 'competitor per site', 'competitors per site'),
    prompts: (count: number) => plural(count, 'AI prompt'),
    crawlPages: (count: number) => plural(count, 'page per audit', 'pages per audit'),
    writingsPerMonth: (count: number) => plural(count, 'plan or article per month', 'plans and articles per month'),
    people: (count: number) => plural(count, 'person', 'people'),
  },
  fit: 'fit',
  wereAdded: 'were added',
  fitOfWanted: (fit: string, wanted: string, outcome: string) => `${fit} of ${wanted} ${outcome}; `,
  yourPlan: 'Your plan',
  inUse: (used: string) => `, ${used} in use`,
  includes: (plan: string, allowed: string, inUse: string) => `${plan} includes ${allowed}${inUse}.`,
  onlyActiveSitesCount: 'Sites over the limit do not count.',
  upgrade: 'Upgrade',
}
