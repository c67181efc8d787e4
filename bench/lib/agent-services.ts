import { seedKeys } from '../../harness/keys.ts'
import type { Parts, Service } from '../../harness/system.ts'
import { seedHistory, seedSites } from './projects.ts'

export type AgentKey = { secret: string; siteId: string }
/** The running services behind the agents' endpoint, with keys whose accounts have one site each. */
export type Agents = { gateway: Service; mcp: Service; projects: Service; keys: AgentKey[] }

const accounts = 500
const keysPerAccount = 5
const sites = { prefix: 'agent', sites: accounts, keywordsPerSite: 10 }

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
  const keys = await seedKeys(ofGateway.pool, { accounts, keysPerAccount, kind: 'lasting' })
  const ids = [...new Set(keys.map(({ accountId }) => accountId))]
  const siteOf = new Map(ids.map((id, i) => [id, `${sites.prefix}-site-${i + 1}`]))
  const { pool } = ofProjects
  await seedSites(pool, sites)
  await seedHistory(pool, sites, { days: 1, domains: 1 })
  await pool.query(`INSERT INTO account (id, plan, known_at) SELECT unnest($1::text[]), 'scale', now()`, [ids])
  await pool.query(
    `UPDATE site SET account_id = a.id FROM unnest($1::text[], $2::text[]) AS a (id, site) WHERE site.id = a.site`,
    [ids, [...siteOf.values()]],
  )
  await pool.query('ANALYZE')
  return { gateway, mcp, projects, keys: keys.map((key) => ({ ...key, siteId: siteOf.get(key.accountId) ?? '' })) }
}
