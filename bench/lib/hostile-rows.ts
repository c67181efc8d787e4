import { mcpPath } from '@rts/shared/contract/doors'
import type { DatabaseService } from '@rts/shared/contract/services'
import pg from 'pg'
import {
  audit,
  auditsOf,
  pagesByAddress,
  seedSite,
  startContent,
  startStrangers,
  texts,
  textsOfPlans,
} from './hostile-content.ts'
import { seedPerson, sessionOf, startDashboard, textsOfForms, visits } from './hostile-dashboard.ts'
import { listingAs, messages, textsOfTools } from './hostile-mcp.ts'
import {
  listsOfKeywords,
  queriesOfGoogle,
  resultsPages,
  seedHostile,
  startProjects,
  textsOfKeywords,
} from './hostile-projects.ts'
import { handedIn, listsOfProviders, seedPrompts, startResearch, textsOfResearch } from './hostile-research.ts'
import { type Attack, type Service, startService } from './hostile-service.ts'
import { type Get, getAs } from './signed-get.ts'
import type { Stack } from './stack.ts'
import { answerThawedSites } from './thawed-sites.ts'

/** Another account's call, and the service that answers it. */
export type Calm = { start(): Promise<Service>; get(service: Service): Get; target: string }
type Rows = { calm: Calm; attacks: Record<string, Attack> }

/** The attacks on each service, with a database that has what they need. */
export async function startHostile(stack: Stack) {
  const pools: pg.Pool[] = []
  const sites = await startStrangers('hostile-site.ts')
  const provider = await startStrangers('hostile-provider.ts')
  await answerThawedSites(stack.natsUrl)
  const database = async (service: DatabaseService) => {
    const url = await stack.database(service)
    const pool = new pg.Pool({ connectionString: url, max: 4 })
    pool.on('error', () => {})
    pools.push(pool)
    return { url, pool }
  }
  return {
    services: [
      await content(stack, await database('content'), sites.port),
      mcp(stack),
      await research(stack, await database('research'), provider.port),
      await projects(stack, await database('projects'), provider.port),
      await dashboard(stack, await database('dashboard')),
    ],
    stop: async () => {
      await Promise.all(pools.map((pool) => pool.end()))
      sites.stop()
      provider.stop()
    },
  }
}

type Database = { url: string; pool: pg.Pool }

async function content(stack: Stack, { url, pool }: Database, port: number): Promise<Rows> {
  const start = () => startContent(stack, url, port)
  await seedSite(pool, 'calm', 'calm.hostile.example', 'scale')
  await seedSite(pool, 'charset', 'charset.hostile.example', 'free')
  const first = await start()
  await audit(pool, 'calm', 'calm.hostile.example', () => false)
  await first.stop()
  const get = (service: Service) => getAs('content', service.port, 'of-calm')
  return {
    calm: { start, get, target: '/projects/calm/issues' },
    attacks: {
      'robots.txt: 51,000 equal rules': auditsOf(pool, 'robots'),
      'robots.txt: long wildcards': auditsOf(pool, 'wildcards'),
      'sitemaps: millions of attributes': auditsOf(pool, 'attributes'),
      'sitemaps: packed, 40 MB each': auditsOf(pool, 'packed'),
      'pages: HTML of 2 MB': auditsOf(pool, 'pages'),
      'pages: structured data': auditsOf(pool, 'data'),
      'pages: headers': auditsOf(pool, 'headers'),
      'texts handed in': texts(),
      'a page by address: encoding': pagesByAddress('charset'),
      'fields of plans: 64 KB': textsOfPlans(),
    },
  }
}

function mcp(stack: Stack): Rows {
  const get = ({ port }: Service) => listingAs(port, 'of-calm')
  return {
    calm: { start: () => startService(stack, 'mcp', {}), get, target: mcpPath },
    attacks: {
      'messages of agents: 256 KB': messages(),
      'fields of tools: 256 KB': textsOfTools(),
    },
  }
}

async function research(stack: Stack, { url, pool }: Database, providerPort: number): Promise<Rows> {
  await seedSite(pool, 'calm', 'calm.hostile.example', 'scale')
  await seedSite(pool, 'texts', 'texts.hostile.example', 'scale')
  await seedPrompts(pool)
  const get = ({ port }: Service) => getAs('research', port, 'of-calm')
  return {
    calm: { start: () => startResearch(stack, url, providerPort), get, target: '/projects/calm/ai-visibility' },
    attacks: {
      'phrases and links of providers: 8 MB': listsOfProviders(pool),
      'hosts and prompts handed in: 1 MB': handedIn(),
      'fields of phrases, prompts and hosts: 1 MB': textsOfResearch(),
    },
  }
}

async function projects(stack: Stack, { url, pool }: Database, providerPort: number): Promise<Rows> {
  await seedHostile(pool)
  const get = ({ port }: Service) => getAs('projects', port, 'calm-account-1')
  return {
    calm: { start: () => startProjects(stack, url, providerPort), get, target: '/projects/calm-site-1/keywords' },
    attacks: {
      'results pages: 2 MB': resultsPages(pool),
      'lists of keywords: 1 MB': listsOfKeywords(),
      'fields of sites and keywords: 1 MB': textsOfKeywords(),
      'queries of Google: ten times 8 MB': queriesOfGoogle(pool),
    },
  }
}

async function dashboard(stack: Stack, { url, pool }: Database): Promise<Rows> {
  await seedPerson(pool, 'calm')
  await seedPerson(pool, 'guest')
  const get = ({ port }: Service) => sessionOf(port, 'calm')
  return {
    calm: { start: () => startDashboard(stack, url), get, target: '/api/session' },
    attacks: {
      'notices, sign-ins and page calls: 64 KB': visits(),
      'fields of forms: 64 KB': textsOfForms(),
    },
  }
}
