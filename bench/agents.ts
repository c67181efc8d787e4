import { mcpPath } from '@rts/shared/contract/doors'
import { ask } from '../harness/customers/answers.ts'
import { seedKeys } from '../harness/keys.ts'
import { holding, inRotation } from '../harness/load.ts'
import { round, sumOf } from '../harness/measure.ts'
import { printTable } from '../harness/report.ts'
import { type Parts, withParts } from '../harness/system.ts'
import { acceptedByAgents, mcpMessage, mcpRequest } from './lib/callers.ts'
import { inTurns, mediansByName, rowsOf } from './lib/contenders.ts'
import { seedHistory, seedSites } from './lib/projects.ts'

const plan = { rounds: 5, connections: 16, seconds: 4, warmUpSeconds: 6 }
const sites = { prefix: 'agent', sites: 500, keywordsPerSite: 10 }
const keysPerAccount = 5
const accepts = holding('"structuredContent"')
type Key = { secret: string; siteId: string }
/** An agent's call to read positions: ten rows. */
const positionsOf = ({ siteId }: Key) => ({ name: 'keyword_positions', arguments: { project_id: siteId } })

/**
 * The cost of a tool call in the mcp service against a bare server of the same SDK. `ratio` compares both at the rate of the whole chain;
 * in `fullSpeedRatio` the bare server has the machine to itself and is never idle.
 */
export function run(): Promise<object> {
  return withParts(async (parts) => {
    const { keys, port, processes } = await startServices(parts)
    const request = inRotation(keys.map((key) => mcpRequest('tools/call', positionsOf(key), key.secret)))
    const env = { ANSWER: JSON.stringify(await answerOf(port, keys[0])), NODE_ENV: 'production' }
    const server = await parts.server('bench/peers/bare-mcp.ts', env)
    const ours = { name: 'ours', port, accepts, request, processes }
    const bare = { name: 'bare', port: server.port, accepts, request, processes: { mcp: server.pid } }
    const paced = { ...bare, name: 'bare at our rate', asOftenAs: ours.name }
    const samples = await inTurns(parts, [bare, ours, paced], plan)
    const rows = rowsOf(samples)
    printTable(rows)
    const middle = mediansByName(samples)
    return {
      callOverAllUs: round(sumOf([...Object.keys(processes), 'database'].map((name) => middle(ours.name, name)))),
      ratio: round(middle(paced.name, 'mcp') / middle(ours.name, 'mcp'), 3),
      fullSpeedRatio: round(middle(bare.name, 'mcp') / middle(ours.name, 'mcp'), 3),
      rows,
      ...plan,
    }
  })
}

/** Starts gateway, mcp and projects, with keys whose accounts have one site each; answers the gateway's port, and all processes. */
async function startServices(parts: Parts) {
  const ofGateway = await parts.database('gateway')
  const { url, pool } = await parts.database('projects')
  const providers = { SERP_PROVIDERS: 'searxng', SEARXNG_BASE_URL: 'http://127.0.0.1:9' }
  const projects = await parts.service('projects', { ...providers, DATABASE_URL: url })
  const mcp = await parts.service('mcp', {})
  const gateway = await parts.service('gateway', {
    DATABASE_URL: ofGateway.url,
    PROJECTS_URL: `http://127.0.0.1:${projects.port}`,
    MCP_URL: `http://127.0.0.1:${mcp.port}`,
  })
  await seedSites(pool, sites)
  await seedHistory(pool, sites, { days: 1, domains: 1 })
  await pool.query('ANALYZE')
  const accounts = Array.from({ length: sites.sites }, (_, i) => `${sites.prefix}-account-${i + 1}`)
  const seeded = await seedKeys(ofGateway.pool, { accounts, keysPerAccount, kind: 'lasting' })
  const keys = seeded.map(({ secret, accountId }) => ({ secret, siteId: accountId.replace('account', 'site') }))
  const nats = parts.natsPid === undefined ? {} : { nats: parts.natsPid }
  return {
    keys,
    port: gateway.port,
    processes: { mcp: mcp.pid, gateway: gateway.pid, projects: projects.pid, ...nats },
  }
}

/** The answer that both servers give, as it came through the gateway. */
async function answerOf(port: number, key: Key | undefined): Promise<unknown> {
  if (!key) throw new Error('no keys')
  const headers = { authorization: `Bearer ${key.secret}`, accept: acceptedByAgents }
  const body = mcpMessage('tools/call', positionsOf(key))
  const answer = await ask(`http://127.0.0.1:${port}${mcpPath}`, { headers, body })
  const { result } = JSON.parse(answer.body.toString())
  if (result.isError || result.structuredContent.rows.length === 0) throw new Error(`no rows: ${answer.body}`)
  return result
}
