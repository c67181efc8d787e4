import { hash } from 'node:crypto'
import { freePort } from '@rts/local/ports'
import { connectOperator } from '@rts/local/system/operator'
import { callerHeader, signatureHeader } from '@rts/shared/contract/caller'
import type { ServiceName } from '@rts/shared/contract/services'
import { signerOf, testKeys, testSecrets } from '@rts/shared/testing/secrets'
import pg from 'pg'
import { seedHistory, seedSites } from './rank-seed.ts'
import { type Stack, untilOk } from './stack.ts'

export type Served = { port: number; pid: number }
export type AgentKey = { secret: string; siteId: string }
/** The running services behind the agents' endpoint, with keys whose accounts have one site each. */
export type Agents = { gateway: Served; mcp: Served; projects: Served; keys: AgentKey[] }

const accounts = 500
const keysPerAccount = 5
const sites = { prefix: 'agent', sites: accounts, keywordsPerSite: 10 }

/** Starts gateway, mcp and projects; their CPU profiles go to `profileFolder`. `gatewayEnv` are more variables of the gateway. */
export async function startAgents(
  stack: Stack,
  profileFolder: string | undefined,
  gatewayEnv: Record<string, string> = {},
): Promise<Agents> {
  const gatewayUrl = await stack.database('gateway')
  const projectsUrl = await stack.database('projects')
  const profiling: Record<string, string> = profileFolder
    ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profileFolder}` }
    : {}
  const projects = await startService(stack, 'projects', {
    ...profiling,
    DATABASE_URL: projectsUrl,
    SERP_PROVIDERS: 'searxng',
    SEARXNG_BASE_URL: 'http://127.0.0.1:9',
  })
  const mcp = await startService(stack, 'mcp', profiling)
  const gateway = await startService(stack, 'gateway', {
    ...profiling,
    DATABASE_URL: gatewayUrl,
    PROJECTS_URL: `http://127.0.0.1:${projects.port}`,
    MCP_URL: `http://127.0.0.1:${mcp.port}`,
    DATA_DIR: stack.folder,
    ...gatewayEnv,
  })
  const operator = await connectOperator({ natsUrl: stack.natsUrl, callerKeys: testKeys('operator') })
  const body = { accounts, keysPerAccount, plan: 'scale', kind: 'lasting' } as const
  const { secrets } = await operator.call('keys.seed', { body })
  await operator.close()
  const siteOf = await seedRanks(gatewayUrl, projectsUrl)
  const keys = secrets.map((secret) => ({ secret, siteId: siteOf.get(hash('sha256', secret)) ?? '' }))
  return { gateway, mcp, projects, keys }
}

async function startService(stack: Stack, name: ServiceName, env: Record<string, string>): Promise<Served> {
  const port = await freePort()
  const adminPort = await freePort()
  const { pid } = await stack.node(`services/${name}/src/main.ts`, {
    PORT: String(port),
    ADMIN_PORT: String(adminPort),
    NODE_ENV: 'development',
    NATS_URL: stack.natsUrl,
    ...testKeys(name),
    ...testSecrets,
    LOG_LEVEL: 'warn',
    ...env,
  })
  await untilOk(`http://127.0.0.1:${adminPort}/readyz`)
  return { port, pid }
}

/** Seeds one site with ten checked keywords for each account of the gateway; answers the site of each key, by the key's hash. */
async function seedRanks(gatewayUrl: string, projectsUrl: string): Promise<Map<string, string>> {
  const known = new pg.Pool({ connectionString: gatewayUrl, max: 1 })
  const owners = `SELECT account_id AS account, encode(hash, 'hex') AS hash FROM api_key`
  const { rows } = await known.query<{ account: string; hash: string }>(owners)
  await known.end()
  const ids = [...new Set(rows.map(({ account }) => account))]
  const siteOf = new Map(ids.map((id, i) => [id, `${sites.prefix}-site-${i + 1}`]))
  const pool = new pg.Pool({ connectionString: projectsUrl, max: 1 })
  await seedSites(pool, sites)
  await seedHistory(pool, sites, { days: 1, domains: 1 })
  await pool.query(`INSERT INTO account (id, plan, known_at) SELECT unnest($1::text[]), 'scale', now()`, [ids])
  await pool.query(
    `UPDATE site SET account_id = a.id FROM unnest($1::text[], $2::text[]) AS a (id, site) WHERE site.id = a.site`,
    [ids, [...siteOf.values()]],
  )
  await pool.query('ANALYZE')
  await pool.end()
  return new Map(rows.map(({ account, hash: of }) => [of, siteOf.get(account) ?? '']))
}

/** A server of the same SDK with its answers from a file. */
export async function bareServer(stack: Stack, answers: string): Promise<Served> {
  const port = await freePort()
  const env = { PORT: String(port), ANSWERS: answers, NODE_ENV: 'production' }
  const { pid } = await stack.node('bench/peers/bare-mcp.ts', env)
  await untilOk(`http://127.0.0.1:${port}`)
  return { port, pid }
}

/** A JSON-RPC request in the form of the 2025 revisions. */
export function mcpPost(method: string, params: object, headers: Record<string, string> = {}): Buffer {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const head = {
    Host: 'bench',
    Accept: 'application/json, text/event-stream',
    'Content-Type': 'application/json',
    'MCP-Protocol-Version': '2025-11-25',
    'Content-Length': String(Buffer.byteLength(body)),
    ...headers,
  }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`POST /mcp HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}

/** The same request as the gateway sends it to the mcp service for an account; valid for ten minutes. */
export function signedPost(method: string, params: object): Buffer {
  const who = { kind: 'account', accountId: 'bench', plan: 'scale', keyId: 'bench', role: null, siteIds: null } as const
  const claims = { ...who, aud: 'mcp', iat: Date.now(), collect: 'allow', requestId: 'bench' } as const
  const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
  const signed = signerOf('gateway')(claims, { method: 'POST', target: '/mcp', body })
  return mcpPost(method, params, { [callerHeader]: signed.caller, [signatureHeader]: signed.signature })
}
