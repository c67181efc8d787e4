import { mcpPath } from '@rts/shared/contract/doors'
import { ask } from '../harness/customers/answers.ts'
import { holding, inRotation } from '../harness/load.ts'
import { round, sumOf } from '../harness/measure.ts'
import { printTable } from '../harness/report.ts'
import { type Parts, type Served, withParts } from '../harness/system.ts'
import { type AgentKey, type Agents, startAgents } from './lib/agent-services.ts'
import { acceptedByAgents, mcpMessage, mcpRequest } from './lib/callers.ts'
import { inTurns, mediansByName, rowsOf } from './lib/contenders.ts'

const plan = { rounds: 5, connections: 16, seconds: 4, warmUpSeconds: 6 }
/** An agent's call to read positions: ten rows. */
const positionsOf = ({ siteId }: AgentKey) => ({ name: 'keyword_positions', arguments: { project_id: siteId } })

/**
 * The cost of a tool call in the mcp service against a bare server of the same SDK. `ratio` compares both at the rate of the whole chain;
 * in `fullSpeedRatio` the bare server has the machine to itself and is never idle.
 */
export function run(): Promise<object> {
  return withParts(async (parts) => {
    const agents = await startAgents(parts)
    const env = { ANSWER: JSON.stringify(await answerOf(agents)), NODE_ENV: 'production' }
    const server = await parts.server('bench/peers/bare-mcp.ts', env)
    const { bare, ours, paced } = contendersOf(parts, agents, server)
    const samples = await inTurns(parts, [bare, ours, paced], plan)
    const rows = rowsOf(samples)
    printTable(rows)
    const middle = mediansByName(samples)
    const processes = [...Object.keys(ours.processes), 'database']
    return {
      callOverAllUs: round(sumOf(processes.map((name) => middle(ours.name, name)))),
      ratio: round(middle(paced.name, 'mcp') / middle(ours.name, 'mcp'), 3),
      fullSpeedRatio: round(middle(bare.name, 'mcp') / middle(ours.name, 'mcp'), 3),
      rows,
      ...plan,
    }
  })
}

/** The answer that both servers give, as it came through the gateway. */
async function answerOf({ gateway, keys: [key] }: Agents): Promise<unknown> {
  if (!key) throw new Error('no keys')
  const headers = { authorization: `Bearer ${key.secret}`, accept: acceptedByAgents }
  const message = mcpMessage('tools/call', positionsOf(key))
  const { body } = await ask(`http://127.0.0.1:${gateway.port}${mcpPath}`, { headers, body: message })
  const { result } = JSON.parse(body.toString())
  if (result.isError || result.structuredContent.rows.length === 0) throw new Error(`no rows: ${body}`)
  return result
}

function contendersOf({ natsPid }: Parts, { gateway, mcp, projects, keys }: Agents, server: Served) {
  const accepts = holding('"structuredContent"')
  const whole = { mcp: mcp.pid, gateway: gateway.pid, projects: projects.pid, ...(natsPid && { nats: natsPid }) }
  const request = inRotation(keys.map((key) => mcpRequest('tools/call', positionsOf(key), key.secret)))
  const ours = { name: 'ours', port: gateway.port, accepts, request, processes: whole }
  const bare = { name: 'bare', port: server.port, accepts, request, processes: { mcp: server.pid } }
  return { bare, ours, paced: { ...bare, name: 'bare at our rate', asOftenAs: ours.name } }
}
