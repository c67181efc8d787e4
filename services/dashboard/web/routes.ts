/**
 * Every page of the front end, by name, in the order of the menu; `$name` is any one part. The server answers these
 * addresses with the document, and all others with 404.
 */
export const pages = {
  home: '/',
  site: '/sites/$siteId',
  operator: '/sites/$siteId/operator',
  alerts: '/sites/$siteId/alerts',
  keywords: '/sites/$siteId/keywords',
  keyword: '/sites/$siteId/keywords/$keywordId',
  rankedPages: '/sites/$siteId/pages',
  comparison: '/sites/$siteId/comparison',
  research: '/sites/$siteId/research',
  planner: '/sites/$siteId/planner',
  gap: '/sites/$siteId/gap',
  autoAdd: '/sites/$siteId/auto-add',
  ideas: '/sites/$siteId/ideas',
  plans: '/sites/$siteId/plans',
  articles: '/sites/$siteId/articles',
  article: '/sites/$siteId/articles/$articleId',
  issues: '/sites/$siteId/issues',
  structuredData: '/sites/$siteId/structured-data',
  backlinks: '/sites/$siteId/backlinks',
  analytics: '/sites/$siteId/analytics',
  aiVisibility: '/sites/$siteId/ai-visibility',
  searchConsole: '/sites/$siteId/search-console',
  reports: '/sites/$siteId/reports',
  report: '/sites/$siteId/reports/$reportId',
  webhooks: '/sites/$siteId/webhooks',
  siteTrash: '/sites/$siteId/trash',
  settings: '/sites/$siteId/settings',
  keys: '/developer/keys',
  assistants: '/developer/assistants',
  reference: '/docs',
  guide: '/docs/$guide',
  usage: '/usage',
  prices: '/plans',
  orders: '/orders',
  order: '/orders/$orderId',
  receipt: '/orders/$orderId/receipt',
  team: '/team',
  googleConnection: '/search-console',
  trash: '/trash',
  audit: '/audit',
  account: '/account',
  signUp: '/signup',
  signIn: '/signin',
  verify: '/verify',
  reset: '/reset',
  newMail: '/mail',
  claim: '/claim',
  invite: '/invite',
  connect: '/connect',
  welcome: '/welcome',
  sharedReport: '/r/$language',
} as const
export type PageName = keyof typeof pages

const addresses = Object.entries(pages).map(([name, path]) => ({
  // safe because the names are those of `pages`
  name: name as PageName,
  parts: [...path.matchAll(/\$(\w+)/g)].map(([, part = '']) => part),
  pattern: new RegExp(`^${path.replace(/\$\w+/g, '([^/]+)')}$`),
}))

/** The page at a path, with the named parts of its address as they stand there; undefined where there is none. */
export function pageAt(path: string): { name: PageName; params: Record<string, string> } | undefined {
  for (const { name, parts, pattern } of addresses) {
    const found = pattern.exec(path)
    if (found) return { name, params: Object.fromEntries(parts.map((part, i) => [part, found[i + 1] ?? ''])) }
  }
  return undefined
}

/** All guides for callers and agents, for their page and for programs. */
export const guidesPath = '/docs/guides.json'

/** The page that a browser shows without a connection, and the service worker that keeps it. Its scope is its folder. */
export const offlinePage = '/offline'
export const offlineWorker = '/offline-worker.js'
