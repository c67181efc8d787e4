import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { closedLoop, holding, inRotation, openLoop, type Target } from '../harness/load.ts'
import { cpuMicroseconds, inTurns, median, round, sumOf } from '../harness/measure.ts'
import { printTable } from '../harness/report.ts'
import { type Parts, type Served, withParts } from '../harness/system.ts'
import { type AgentKey, type Agents, startAgents } from './lib/agent-services.ts'
import { headersOfAccount, mcpBody, mcpRequest } from './lib/callers.ts'

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
const pace = { connections, seconds: 4 }
/** An agent's call to read positions: ten rows. */
const positionsOf = ({ siteId }: AgentKey) => ({ name: 'keyword_positions', arguments: { project_id: siteId } })

/** `processes`: those whose CPU time is measured separately. Without `asOftenAs` a server is called as fast as it answers. */
type Contender = Target & { name: string; processes: Readonly<Record<string, number>>; asOftenAs?: string }
type Sample = { perSecond: number; cpu: Record<string, number>; unexpected: number }

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
    for (const contender of contenders) await closedLoop(contender, { connections, seconds: 6 })
    return report(
      await inTurns<Contender, Sample>(contenders, rounds, (contender, taken) => {
        const rate = taken.get(contender.asOftenAs ?? '')?.at(-1)?.perSecond
        return sample(parts, contender, rate)
      }),
    )
  })
}

/** The answers that both servers give: the list and one result, as they came through the gateway. */
async function answersOf({ gateway, keys: [key] }: Agents): Promise<{ tools: unknown; answer: unknown }> {
  if (!key) throw new Error('no keys')
  const ask = async (method: string, params: object) => {
    const headers = {
      authorization: `Bearer ${key.secret}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    }
    const body = mcpBody(method, params)
    const answer = await fetch(`http://127.0.0.1:${gateway.port}/mcp`, { method: 'POST', headers, body })
    return Object(await answer.json()).result
  }
  const { tools } = await ask('tools/list', {})
  const answer = await ask('tools/call', positionsOf(key))
  if (answer.isError || answer.structuredContent.rows.length === 0)
    throw new Error(`no rows: ${JSON.stringify(answer)}`)
  return { tools, answer }
}

function contendersOf({ natsPid }: Parts, { gateway, mcp, projects, keys }: Agents, bare: Served): Contender[] {
  const calls = keys.map((key) => mcpRequest('tools/call', positionsOf(key), { Authorization: `Bearer ${key.secret}` }))
  const whole = { mcp: mcp.pid, gateway: gateway.pid, projects: projects.pid, ...(natsPid && { nats: natsPid }) }
  // As the gateway sends it, for ten minutes.
  const signed = headersOfAccount('mcp', 'bench')('/mcp', Buffer.from(mcpBody('tools/list', {})))
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

async function sample({ databaseCpu }: Parts, contender: Contender, perSecond: number | undefined): Promise<Sample> {
  const used = () => {
    const processes = Object.entries(contender.processes).map(([name, pid]) => [name, cpuMicroseconds(pid)] as const)
    return [...processes, ['database', databaseCpu()] as const]
  }
  const before = new Map(used())
  const { requests, seconds, unexpected } =
    perSecond === undefined ? await closedLoop(contender, pace) : await openLoop(contender, { ...pace, perSecond })
  const cpu = Object.fromEntries(used().map(([name, now]) => [name, (now - (before.get(name) ?? 0)) / requests]))
  return { perSecond: requests / seconds, cpu, unexpected }
}

function report(samples: Map<string, Sample[]>): object {
  const middle = (name: string, of: (sample: Sample) => number | undefined) =>
    median((samples.get(name) ?? []).map((sample) => of(sample) ?? Number.NaN))
  const rows = [...samples].map(([server, taken]) => ({
    server,
    'requests/s': round(middle(server, ({ perSecond }) => perSecond)),
    ...Object.fromEntries(
      ['mcp', 'gateway', 'projects', 'nats', 'database'].map((name) => [
        `${name} us/call`,
        round(middle(server, ({ cpu }) => cpu[name] ?? 0)),
      ]),
    ),
    unexpected: sumOf(taken.map(({ unexpected }) => unexpected)),
  }))
  printTable(rows)
  const cost = (name: string) => middle(name, ({ cpu }) => cpu.mcp)
  const rate = (name: string) => middle(name, ({ perSecond }) => perSecond)
  const services = ({ cpu: { mcp = 0, gateway = 0, projects = 0 } }: Sample) => mcp + gateway + projects
  return {
    callUs: round(middle('ours tools/call', services)),
    callOverAllUs: round(middle('ours tools/call', ({ cpu }) => sumOf(Object.values(cpu)))),
    ratio: round(cost('bare tools/call, our rate') / cost('ours tools/call'), 3),
    fullSpeedRatio: round(cost('bare tools/call') / cost('ours tools/call'), 3),
    toolsListRatio: round(rate('ours tools/list') / rate('bare tools/list'), 3),
    rows,
    rounds,
    connections,
  }
}
