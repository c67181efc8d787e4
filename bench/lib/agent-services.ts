import { seedKeys } from '../../harness/keys.ts'
import type { Parts, Service } from '../../harness/system.ts'
import { seedHistory, seedSites } from './projects.ts'

export type AgentKey = { secret: string; siteId: string }
/** The running services behind the agents' endpoint, with keys whose accounts have one site each. */
export type Agents = { gateway: Service; mcp: Service; projects: Service; keys: AgentKey[] }

const sites = { prefix: 'agent', sites: 500, keywordsPerSite: 10 }
const keysPerAccount = 5

/** Starts gateway, mcp and projects. */
export async function startAgents(parts: Parts): Promise<Agents> {
  const ofGateway = await parts.database('gateway')
  const ofProjects = await parts.database('projects')
  const providers = { SERP_PROVIDERS: 'searxng', SEARXNG_BASE_URL: 'http://127.0.0.1:9' }
  const projects = await parts.service('projects', { ...providers, DATABASE_URL: ofProjects.url })
  const mcp = await parts.service('mcp', {})
  const gateway = await parts.service('gateway', {
    DATABASE_URL: ofGateway.url,
    PROJECTS_URL: `http://127.0.0.1:${projects.port}`,
    MCP_URL: `http://127.0.0.1:${mcp.port}`,
  })
  const accounts = Array.from({ length: sites.sites }, (_, i) => `${sites.prefix}-account-${i + 1}`)
  const keys = await seedKeys(ofGateway.pool, { accounts, keysPerAccount, kind: 'lasting' })
  const { pool } = ofProjects
  await seedSites(pool, sites)
  await seedHistory(pool, sites, { days: 1, domains: 1 })
  await pool.query('ANALYZE')
  return {
    gateway,
    mcp,
    projects,
    keys: keys.map((key) => ({ ...key, siteId: key.accountId.replace('account', 'site') })),
  }
}
