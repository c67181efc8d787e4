import { mcpPath } from '@rts/shared/contract/doors'
import { testSecrets } from '@rts/shared/testing/secrets'
import type { Parts, Served, Service } from '../../harness/system.ts'
import { createTokenVault } from '../../services/projects/src/search-console/token-vault.ts'
import { answerThawedSites, type Caller, mcpMessage } from './callers.ts'
import { audit, seedSite, startContent } from './content-service.ts'
import { type Attack, type Post, posting } from './hostile-posts.ts'
import { auditsOf, resultsPages, runsOf } from './hostile-runs.ts'
import { contentTexts, dashboardTexts, mcpTexts, projectsTexts, researchTexts } from './hostile-texts.ts'
import { dataForSeo, seedSites } from './projects.ts'

/** A service with attacks on it, and the call of another account. */
export type Attacked = {
  start(): Promise<Service>
  calm: { caller: Caller; target: string; body?: object }
  attacks: Record<string, Attack>
}

/** Prepares the databases of all services, and starts the strangers: sites and providers. */
export async function prepareHostile(parts: Parts): Promise<Attacked[]> {
  const strangers = await parts.server('bench/lib/hostile-strangers.ts', {}, '/ready')
  await answerThawedSites(parts.natsUrl)
  return [
    await content(parts, strangers),
    mcp(parts),
    await research(parts, strangers),
    await projects(parts, strangers),
    await dashboard(parts),
  ]
}

function posts(caller: Caller, texts: Record<string, readonly Post[]>): Record<string, Attack> {
  return Object.fromEntries(Object.entries(texts).map(([what, each]) => [what, posting(caller, each)]))
}

const crawled = {
  'robots.txt: 51,000 equal rules': 'robots',
  'robots.txt: long wildcards': 'wildcards',
  'sitemaps: millions of attributes': 'attributes',
  'sitemaps: packed, 40 MB each': 'packed',
  'pages: HTML of 2 MB': 'pages',
  'pages: structured data': 'data',
  'pages: headers': 'headers',
}

async function content(parts: Parts, strangers: Served): Promise<Attacked> {
  const { url, pool } = await parts.database('content')
  const start = () => startContent(parts, url, '*.hostile.example', strangers)
  await seedSite(pool, 'calm', 'calm.hostile.example', 'scale')
  await seedSite(pool, 'charset', 'charset.hostile.example', 'free')
  const first = await start()
  await audit(pool, 'calm', 'calm.hostile.example', Number.POSITIVE_INFINITY)
  await first.stop()
  const audits = Object.entries(crawled).map(([what, name]) => [what, auditsOf(pool, `${name}.hostile.example`)])
  return {
    start,
    calm: { caller: { service: 'content', account: 'of-calm' }, target: '/projects/calm/issues' },
    attacks: {
      ...Object.fromEntries(audits),
      ...posts({ service: 'content', account: 'of-charset' }, contentTexts),
    },
  }
}

function mcp(parts: Parts): Attacked {
  const body = mcpMessage('tools/list', {})
  return {
    start: () => parts.service('mcp', {}),
    calm: { caller: { service: 'mcp', account: 'of-calm' }, target: mcpPath, body },
    attacks: posts({ service: 'mcp', account: 'of-messages' }, mcpTexts),
  }
}

async function research(parts: Parts, strangers: Served): Promise<Attacked> {
  const { url, pool } = await parts.database('research')
  for (const site of ['calm', 'texts']) await seedSite(pool, site, `${site}.hostile.example`, 'scale')
  await pool.query(
    `INSERT INTO ai.prompt (id, site_id, text, source, created_at)
     SELECT 'prompt-' || n, 'calm', 'Where can I buy coffee beans ' || n || '?', 'custom', now() FROM generate_series(1, 20) n`,
  )
  const bought = { KEYWORD_PROVIDERS: 'dataforseo', BACKLINK_PROVIDERS: 'dataforseo', RANKED_ROWS: '1000' }
  const env = { ...dataForSeo(`http://127.0.0.1:${strangers.port}`), ...bought, DATABASE_URL: url }
  // A site's ranked keywords and its backlinks: two lists of eight megabytes at once.
  const lists = (['ranked', 'backlinks'] as const).map((kind) =>
    runsOf(pool, (n) => ({ kind, lane: 'ask', input: { domain: `of${n}.example`, country: 'us', language: 'en' } })),
  )
  return {
    start: () => parts.service('research', env),
    calm: { caller: { service: 'research', account: 'of-calm' }, target: '/projects/calm/ai-visibility' },
    attacks: {
      'phrases and links of providers: 8 MB': (service, endsAt) =>
        Promise.all(lists.map((each) => each(service, endsAt))),
      ...posts({ service: 'research', account: 'of-texts' }, researchTexts),
    },
  }
}

async function projects(parts: Parts, strangers: Served): Promise<Attacked> {
  const { url, pool } = await parts.database('projects')
  const sizes = { calm: 100, pages: 200, texts: 1, console: 1 }
  for (const [prefix, keywordsPerSite] of Object.entries(sizes))
    await seedSites(pool, { prefix, sites: 1, keywordsPerSite })
  // The added keywords must not be checked meanwhile.
  await pool.query(`UPDATE site SET checks_paused_at = now() WHERE id = 'texts-site-1'`)
  const property = 'sc-domain:hostile.example'
  await pool.query(`UPDATE site SET search_property = $1 WHERE id = 'console-site-1'`, [property])
  await pool.query(
    `INSERT INTO google_grant (account_id, google_sub, email, refresh_sealed, scope, connected_by, connected_at)
     VALUES ('console-account-1', 'bench', 'bench@hostile.example', $1, 'bench', 'bench', now())`,
    [createTokenVault(testSecrets.SEAL_KEYS).seal('grant', 'console-account-1', 'bench')],
  )
  const address = `http://127.0.0.1:${strangers.port}`
  const google = { GOOGLE_CLIENT_ID: 'bench', GOOGLE_CLIENT_SECRET: 'bench', GOOGLE_TOKEN_URL: `${address}/token` }
  const env = { ...dataForSeo(address), ...google, SEARCH_CONSOLE_BASE_URL: address, DATABASE_URL: url }
  const input = { accountId: 'console-account-1', siteId: 'console-site-1', property, days: 28 }
  return {
    start: () => parts.service('projects', env),
    calm: { caller: { service: 'projects', account: 'calm-account-1' }, target: '/projects/calm-site-1/keywords' },
    attacks: {
      'results pages: 2 MB': resultsPages(pool),
      // Ten answers of eight megabytes a run.
      'queries of Google: ten times 8 MB': runsOf(pool, (n) => {
        return { kind: 'search_queries', lane: 'google', input: { ...input, version: String(n) } }
      }),
      ...posts({ service: 'projects', account: 'texts-account-1' }, projectsTexts),
    },
  }
}

async function dashboard(parts: Parts): Promise<Attacked> {
  const { url, pool } = await parts.database('dashboard')
  await pool.query(
    `WITH people AS (INSERT INTO person (id, email, name, email_verified)
         SELECT id, id || '@hostile.example', 'Bench', true FROM unnest('{calm,guest}'::text[]) AS id RETURNING id),
       members AS (INSERT INTO member (person_id, account_id, role, state, joined_at)
         SELECT id, 'of-' || id, 'owner', 'active', now() FROM people)
     INSERT INTO person_session (id, token, person_id, expires_at)
       SELECT id, 'token-' || id, id, now() + interval '1 day' FROM people`,
  )
  const payments = { MIDTRANS_SERVER_KEY: 'sandbox', XENDIT_SECRET_KEY: 'sandbox', XENDIT_CALLBACK_TOKEN: 'sandbox' }
  return {
    start: () => parts.service('dashboard', { DATABASE_URL: url, ...payments }),
    // Who is signed in, as each page asks.
    calm: { caller: { person: 'calm' }, target: '/api/session', body: {} },
    attacks: posts({ person: 'guest' }, dashboardTexts),
  }
}
