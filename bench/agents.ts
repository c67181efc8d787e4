import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { closedLoop, openLoop } from './lib/load.ts'
import {
  type AgentKey,
  type Agents,
  bareServer,
  mcpPost,
  type Served,
  signedPost,
  startAgents,
} from './lib/mcp-stack.ts'
import { type Stack, startStack } from './lib/stack.ts'
import { cpuMicroseconds, machine, median, printTable, round } from './lib/stats.ts'

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
const secondsPerRound = 4
/** Long enough to compile the hot code of the slowest contender. */
const warmUpSeconds = 6
/** An agent's call to read positions: ten rows. */
const positionsOf = ({ siteId }: AgentKey) => ({ name: 'keyword_positions', arguments: { project_id: siteId } })

type Contender = {
  name: string
  port: number
  request(): Buffer
  /** Processes whose CPU time is measured separately. */
  processes: Readonly<Record<string, number>>
  /** The contender whose rate it is called at; without one, it is called as fast as it answers. */
  asOftenAs?: string
}
type Sample = { perSecond: number; cpu: Record<string, number>; database: number; unexpected: number }
type Samples = Map<string, Sample[]>

/**
 * The cost of a tool call in the mcp service, and the speed of its list, against a bare server of the same SDK. `ratio` compares
 * both at the rate of the whole chain; in `fullSpeedRatio` the bare server has the machine to itself and is never idle.
 */
export async function run(): Promise<Record<string, unknown>> {
  const stack = await startStack()
  try {
    const agents = await startAgents(stack, options.profile)
    const answers = path.join(stack.folder, 'answers.json')
    writeFileSync(answers, JSON.stringify(await answersOf(agents)))
    const bare = await bareServer(stack, answers)
    return report(await interleave(stack, contendersOf(stack, agents, bare)))
  } finally {
    await stack.stop()
  }
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
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const answer = await fetch(`http://127.0.0.1:${gateway.port}/mcp`, { method: 'POST', headers, body })
    return Object(await answer.json()).result
  }
  const { tools } = await ask('tools/list', {})
  const answer = await ask('tools/call', positionsOf(key))
  if (answer.isError || answer.structuredContent.rows.length === 0)
    throw new Error(`no rows: ${JSON.stringify(answer)}`)
  return { tools, answer }
}

function contendersOf(stack: Stack, { gateway, mcp, projects, keys }: Agents, bare: Served): Contender[] {
  const perKey = keys.map((key) => mcpPost('tools/call', positionsOf(key), { Authorization: `Bearer ${key.secret}` }))
  let next = 0
  const call = mcpPost('tools/call', positionsOf({ secret: '', siteId: 'agent-site-1' }))
  const list = mcpPost('tools/list', {})
  const signedList = signedPost('tools/list', {})
  const broker = stack.natsPid === undefined ? {} : { nats: stack.natsPid }
  const whole = { mcp: mcp.pid, gateway: gateway.pid, projects: projects.pid, ...broker }
  return [
    { name: 'bare tools/call', port: bare.port, request: () => call, processes: { mcp: bare.pid } },
    {
      name: 'ours tools/call',
      port: gateway.port,
      request: () => perKey[next++ % perKey.length] ?? Buffer.alloc(0),
      processes: whole,
    },
    // A process that works a fifth of the time pays more for each call: at our rate, only the code differs.
    {
      name: 'bare tools/call, our rate',
      asOftenAs: 'ours tools/call',
      port: bare.port,
      request: () => call,
      processes: { mcp: bare.pid },
    },
    { name: 'bare tools/list', port: bare.port, request: () => list, processes: { mcp: bare.pid } },
    { name: 'ours tools/list', port: mcp.port, request: () => signedList, processes: { mcp: mcp.pid } },
  ]
}

async function interleave(stack: Stack, contenders: Contender[]): Promise<Samples> {
  const samples: Samples = new Map(contenders.map(({ name }) => [name, []]))
  for (const { port, request } of contenders) await closedLoop(port, connections, warmUpSeconds, request)
  for (let i = 0; i < rounds; i++)
    for (const contender of contenders) {
      const rate = samples.get(contender.asOftenAs ?? '')?.at(-1)?.perSecond
      samples.get(contender.name)?.push(await sample(stack, contender, rate))
    }
  return samples
}

async function sample({ databaseCpu }: Stack, contender: Contender, rate: number | undefined): Promise<Sample> {
  const { port, request, processes } = contender
  const spent = () => Object.entries(processes).map(([name, pid]) => [name, cpuMicroseconds(pid)] as const)
  const before = new Map(spent())
  const databaseBefore = databaseCpu()
  const { requests, seconds, unexpected } =
    rate === undefined
      ? await closedLoop(port, connections, secondsPerRound, request)
      : await openLoop(port, connections, secondsPerRound, rate, request)
  const cpu = Object.fromEntries(spent().map(([name, now]) => [name, (now - (before.get(name) ?? 0)) / requests]))
  const database = (databaseCpu() - databaseBefore) / requests
  return { perSecond: requests / seconds, cpu, database, unexpected }
}

function report(samples: Samples): Record<string, unknown> {
  const middle = (name: string, of: (sample: Sample) => number | undefined) =>
    median((samples.get(name) ?? []).map((sample) => of(sample) ?? Number.NaN))
  const rows = [...samples].map(([name, taken]) => ({
    server: name,
    'requests/s': round(middle(name, ({ perSecond }) => perSecond)),
    'mcp us/call': round(middle(name, ({ cpu }) => cpu.mcp)),
    'gateway us/call': round(middle(name, ({ cpu }) => cpu.gateway ?? 0)),
    'projects us/call': round(middle(name, ({ cpu }) => cpu.projects ?? 0)),
    'nats us/call': round(middle(name, ({ cpu }) => cpu.nats ?? 0)),
    'database us/call': round(middle(name, ({ database }) => database)),
    unexpected: taken.reduce((sum, { unexpected }) => sum + unexpected, 0),
  }))
  printTable(rows)
  const cost = (name: string) => middle(name, ({ cpu }) => cpu.mcp)
  const rate = (name: string) => middle(name, ({ perSecond }) => perSecond)
  const all = ({ cpu, database }: Sample) => Object.values(cpu).reduce((sum, each) => sum + each, database)
  return {
    callUs: round(middle('ours tools/call', (sample) => all(sample) - sample.database - (sample.cpu.nats ?? 0))),
    callOverAllUs: round(middle('ours tools/call', all)),
    ratio: round(cost('bare tools/call, our rate') / cost('ours tools/call'), 3),
    fullSpeedRatio: round(cost('bare tools/call') / cost('ours tools/call'), 3),
    toolsListRatio: round(rate('ours tools/list') / rate('bare tools/list'), 3),
    tool: 'keyword_positions',
    rows,
    rounds,
    connections,
    machine: machine(),
  }
}
