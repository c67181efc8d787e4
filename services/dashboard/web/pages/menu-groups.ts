import { pages } from '../routes.ts'

export type To = (typeof pages)[keyof typeof pages]
/** A page of the menu; `managers`: members cannot open it. */
export type Item = { to: To; name: string; managers?: true }
export type Group = { name: string; items: Item[] }

/** Of the site that is open. */
export const siteGroups: Group[] = [
  {
    name: 'Ranks',
    items: [
      { to: pages.site, name: 'Overview' },
      { to: pages.operator, name: 'Operator' },
      { to: pages.keywords, name: 'Keywords' },
      { to: pages.comparison, name: 'Rank comparison' },
    ],
  },
  {
    name: 'Grow',
    items: [
      { to: pages.research, name: 'Research' },
      { to: pages.planner, name: 'Planner' },
      { to: pages.gap, name: 'Gap' },
      { to: pages.autoAdd, name: 'Auto-add' },
    ],
  },
  {
    name: 'Content',
    items: [
      { to: pages.ideas, name: 'Ideas' },
      { to: pages.plans, name: 'Plan' },
      { to: pages.articles, name: 'Articles' },
    ],
  },
  {
    name: 'Site health',
    items: [
      { to: pages.issues, name: 'On-page issues' },
      { to: pages.structuredData, name: 'Structured data' },
      { to: pages.backlinks, name: 'Backlinks' },
    ],
  },
  {
    name: 'Signals',
    items: [
      { to: pages.analytics, name: 'Analytics' },
      { to: pages.aiVisibility, name: 'AI visibility' },
      { to: pages.searchConsole, name: 'Search console' },
    ],
  },
  { name: 'Site', items: [{ to: pages.settings, name: 'Settings' }] },
]
export const accountGroups: Group[] = [
  {
    name: 'Developer',
    items: [
      { to: pages.keys, name: 'API keys', managers: true },
      { to: pages.assistants, name: 'Assistants', managers: true },
      { to: pages.reference, name: 'API reference' },
    ],
  },
  {
    name: 'Account',
    items: [
      { to: pages.usage, name: 'Usage' },
      { to: pages.prices, name: 'Plans and orders' },
      { to: pages.team, name: 'Team' },
      { to: pages.googleConnection, name: 'Google search console' },
      { to: pages.audit, name: 'Audit log', managers: true },
      { to: pages.account, name: 'You and your account' },
    ],
  },
]
