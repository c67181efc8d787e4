import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openLoop } from './lib/load.ts'
import { type Agents, mcpPost, startAgents } from './lib/mcp-stack.ts'
import { startStack } from './lib/stack.ts'
import { cpuMicroseconds, machine, printTable, quantile, round } from './lib/stats.ts'

const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: {
    /** A folder for CPU profiles of the services. */
    profile: { type: 'string' },
  },
})
const guests = 200
const agents = 50
const seconds = 60
/** Each agent's calls: its minute has thirty, those before the measurement included. */
const callsPerSecond = agents * 0.3
/** The moment at which all guests come. */
const comeAfterMs = 10_000

type Step = { ms: number; isDone: boolean }

/**
 * Two hundred agents without a key come at once, from two hundred networks, and register, while fifty agents with keys read for a
 * minute. Measures how long each registration takes, alone and with the handshake before it, and how long the others wait.
 */
export async function run(): Promise<Record<string, unknown>> {
  const stack = await startStack()
  try {
    const started = await startAgents(stack, options.profile, { TRUSTED_PROXY_HOPS: '1' })
    const { gateway, mcp, keys } = started
    const reads = keys.slice(0, agents).map(({ secret, siteId }) => {
      const asked = { name: 'keyword_positions', arguments: { project_id: siteId } }
      return mcpPost('tools/call', asked, { Authorization: `Bearer ${secret}` })
    })
    let next = 0
    const read = () => reads[next++ % reads.length] ?? Buffer.alloc(0)
    await openLoop(gateway.port, agents, 5, callsPerSecond, read)
    const quiet = await openLoop(gateway.port, agents, 10, callsPerSecond, read)
    const cpuBefore = [gateway, mcp].map(({ pid }) => cpuMicroseconds(pid))
    const databaseBefore = stack.databaseCpu()
    const [busy, registered] = await Promise.all([
      openLoop(gateway.port, agents, seconds, callsPerSecond, read),
      delay(comeAfterMs).then(() => registerAll(started)),
    ])
    const cpu = [gateway, mcp].map(({ pid }, i) => (cpuMicroseconds(pid) - (cpuBefore[i] ?? 0)) / 1_000)
    const seen = { 'gateway ms': cpu[0] ?? 0, 'mcp ms': cpu[1] ?? 0 }
    return report({
      ...registered,
      quiet,
      busy,
      cpu: { ...seen, 'database ms': (stack.databaseCpu() - databaseBefore) / 1_000 },
    })
  } finally {
    await stack.stop()
  }
}

type Registered = { registrations: Step[]; sessions: Step[] }

async function registerAll({ gateway }: Agents): Promise<Registered> {
  const registrations: Step[] = []
  const sessions = await Promise.all(
    Array.from({ length: guests }, async (_, i) => {
      const startedAt = performance.now()
      const address = `203.0.${Math.floor(i / 250)}.${1 + (i % 250)}`
      const clientInfo = { name: 'bench', version: '1' }
      await ask(gateway.port, address, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo })
      await ask(gateway.port, address, 'tools/list', {})
      const askedAt = performance.now()
      const result = await ask(gateway.port, address, 'tools/call', { name: 'register', arguments: {} })
      const isDone = typeof Object(result?.structuredContent).token === 'string'
      registrations.push({ ms: performance.now() - askedAt, isDone })
      return { ms: performance.now() - startedAt, isDone }
    }),
  )
  return { registrations, sessions }
}

/** The result of a call without a key, from an address behind the proxy; undefined for a refusal. */
async function ask(port: number, address: string, method: string, params: object) {
  const headers = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'mcp-protocol-version': '2025-11-25',
    'x-forwarded-for': address,
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const answer = await fetch(`http://127.0.0.1:${port}/mcp`, { method: 'POST', headers, body })
  return Object(await answer.json()).result
}

type Seen = Registered & {
  quiet: { latenciesMs: number[]; unexpected: number }
  busy: { latenciesMs: number[]; unexpected: number }
  cpu: Record<string, number>
}

function report({ registrations, sessions, quiet, busy, cpu }: Seen): Record<string, unknown> {
  const of = (name: string, ms: number[], failed: number) => ({
    what: name,
    count: ms.length,
    'p50 ms': round(quantile(ms, 0.5)),
    'p99 ms': round(quantile(ms, 0.99)),
    'longest ms': round(Math.max(...ms)),
    failed,
  })
  const steps = (name: string, all: Step[]) =>
    of(
      name,
      all.map(({ ms }) => ms),
      all.filter(({ isDone }) => !isDone).length,
    )
  const rows = [
    steps('register', registrations),
    steps('handshake and register', sessions),
    of('calls of agents before', quiet.latenciesMs, quiet.unexpected),
    of('calls of agents, the whole minute', busy.latenciesMs, busy.unexpected),
  ]
  printTable(rows)
  const spent = Object.fromEntries(Object.entries(cpu).map(([name, ms]) => [name, round(ms)]))
  return { guests, agents, seconds, callsPerSecond, rows, ...spent, machine: machine() }
}
