import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ask } from '../harness/customers/answers.ts'
import { holding, inRotation, runLoad } from '../harness/load.ts'
import { inTurns, round, sumOf } from '../harness/measure.ts'
import { printTable } from '../harness/report.ts'
import { type Parts, type Served, withParts } from '../harness/system.ts'
import { type AgentKey, type Agents, startAgents } from './lib/agent-services.ts'
import { acceptedByAgents, headersOf, mcpMessage, mcpRequest } from './lib/callers.ts'
import { type Contender, type Costs, costsOf, mediansByName } from './lib/contenders.ts'

const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: {
    rounds: { type: 'string', default: '5' },
    /** A folder for CPU profiles of the services. */
    profile: { type: 'string' },
  },
})
const rounds = Number(options.rounds)
const connections = 16
/** An agent's call to read positions: ten rows. */
const positionsOf = ({ siteId }: AgentKey) => ({ name: 'keyword_positions', arguments: { project_id: siteId } })

/** `asOftenAs`: called at the rate of that one. */
type Turn = Contender & { asOftenAs?: string }

/**
 * The cost of a tool call in the mcp service, and the speed of its list, against a bare server of the same SDK. `ratio` compares
 * both at the rate of the whole chain; in `fullSpeedRatio` the bare server has the machine to itself and is never idle.
 */
export function run(): Promise<object> {
  return withParts(async (parts) => {
    const agents = await startAgents(parts, options.profile)
    const answers = path.join(parts.folder, 'answers.json')
    writeFileSync(answers, JSON.stringify(await answersOf(agents)))
    const bare = await parts.server('bench/peers/bare-mcp.ts', { ANSWERS: answers, NODE_ENV: 'production' })
    const contenders = contendersOf(parts, agents, bare)
    // Long enough to compile the hot code of the slowest contender.
    for (const contender of contenders) await runLoad(contender, { connections, seconds: 6 })
    const samples = await inTurns<Turn, Costs>(contenders, rounds, async (contender, taken) => {
      const perSecond = taken.get(contender.asOftenAs ?? '')?.at(-1)?.perSecond
      const costs = await costsOf(parts, contender, { connections, seconds: 4, perSecond })
      const services = sumOf(['mcp', 'gateway', 'projects'].map((name) => costs[name] ?? 0))
      return { ...costs, services, all: services + (costs.nats ?? 0) + costs.database }
    })
    return report(samples)
  })
}

/** The answers that both servers give: the list and one result, as they came through the gateway. */
async function answersOf({ gateway, keys: [key] }: Agents): Promise<{ tools: unknown; answer: unknown }> {
  if (!key) throw new Error('no keys')
  const headers = { authorization: `Bearer ${key.secret}`, accept: acceptedByAgents }
  const resultOf = async (method: string, params: object) => {
    const { body } = await ask(`http://127.0.0.1:${gateway.port}/mcp`, { headers, body: mcpMessage(method, params) })
    return JSON.parse(body.toString()).result
  }
  const { tools } = await resultOf('tools/list', {})
  const answer = await resultOf('tools/call', positionsOf(key))
  if (answer.isError || answer.structuredContent.rows.length === 0)
    throw new Error(`no rows: ${JSON.stringify(answer)}`)
  return { tools, answer }
}

function contendersOf({ natsPid }: Parts, { gateway, mcp, projects, keys }: Agents, bare: Served): Turn[] {
  const calls = keys.map((key) => mcpRequest('tools/call', positionsOf(key), { Authorization: `Bearer ${key.secret}` }))
  const whole = { mcp: mcp.pid, gateway: gateway.pid, projects: projects.pid, ...(natsPid && { nats: natsPid }) }
  // As the gateway sends it, for ten minutes.
  const signed = headersOf({ service: 'mcp', account: 'bench' })(
    '/mcp',
    Buffer.from(JSON.stringify(mcpMessage('tools/list', {}))),
  )
  const call = { accepts: holding('"structuredContent"') }
  const list = { accepts: holding('"tools"') }
  const atBare = { port: bare.port, processes: { mcp: bare.pid } }
  const bareCall = { ...atBare, ...call, request: inRotation(calls.slice(0, 1)) }
  return [
    { name: 'bare tools/call', ...bareCall },
    { name: 'ours tools/call', port: gateway.port, ...call, request: inRotation(calls), processes: whole },
    // A process that works a fifth of the time pays more for each call: at our rate, only the code differs.
    { name: 'bare tools/call, our rate', ...bareCall, asOftenAs: 'ours tools/call' },
    { name: 'bare tools/list', ...atBare, ...list, request: inRotation([mcpRequest('tools/list', {})]) },
    {
      name: 'ours tools/list',
      port: mcp.port,
      ...list,
      request: inRotation([mcpRequest('tools/list', {}, signed)]),
      processes: { mcp: mcp.pid },
    },
  ]
}

function report(samples: ReadonlyMap<string, Costs[]>): object {
  const middle = mediansByName(samples)
  const processes = ['mcp', 'gateway', 'projects', 'nats', 'database']
  const rows = [...samples].map(([server, taken]) => ({
    server,
    'requests/s': round(middle(server, 'perSecond')),
    ...Object.fromEntries(processes.map((name) => [`${name} us/call`, round(middle(server, name))])),
    unexpected: sumOf(taken.map(({ unexpected }) => unexpected)),
  }))
  printTable(rows)
  const ours = middle('ours tools/call', 'mcp')
  return {
    callUs: round(middle('ours tools/call', 'services')),
    callOverAllUs: round(middle('ours tools/call', 'all')),
    ratio: round(middle('bare tools/call, our rate', 'mcp') / ours, 3),
    fullSpeedRatio: round(middle('bare tools/call', 'mcp') / ours, 3),
    toolsListRatio: round(middle('ours tools/list', 'perSecond') / middle('bare tools/list', 'perSecond'), 3),
    rows,
    rounds,
    connections,
  }
}
