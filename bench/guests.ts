import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { holding, inRotation, openLoop } from '../harness/load.ts'
import { cpuMicroseconds, quantile, round } from '../harness/measure.ts'
import { printTable } from '../harness/report.ts'
import { withParts } from '../harness/system.ts'
import { startAgents } from './lib/agent-services.ts'
import { acceptedByAgents, mcpBody, mcpRequest } from './lib/callers.ts'

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

type Steps = { ms: number[]; failed: number }

/**
 * Two hundred agents without a key come at once, from two hundred networks, and register, while fifty agents with keys read for a
 * minute. Measures how long each registration takes, alone and with the handshake before it, and how long the others wait.
 */
export function run(): Promise<object> {
  return withParts(async (parts) => {
    const { gateway, mcp, keys } = await startAgents(parts, options.profile, { TRUSTED_PROXY_HOPS: '1' })
    const reads = keys.slice(0, agents).map(({ secret, siteId }) => {
      const asked = { name: 'keyword_positions', arguments: { project_id: siteId } }
      return mcpRequest('tools/call', asked, { Authorization: `Bearer ${secret}` })
    })
    const target = { port: gateway.port, request: inRotation(reads), accepts: holding('"structuredContent"') }
    const read = (forSeconds: number) =>
      openLoop(target, { connections: agents, seconds: forSeconds, perSecond: callsPerSecond })
    await read(5)
    const quiet = await read(10)
    const used = () => [cpuMicroseconds(gateway.pid), cpuMicroseconds(mcp.pid), parts.databaseCpu()]
    const before = used()
    const [busy, registered] = await Promise.all([
      read(seconds),
      delay(comeAfterMs).then(() => registerAll(gateway.port)),
    ])
    const cpuMs = used().map((now, i) => round((now - (before[i] ?? 0)) / 1_000))
    const rows = [
      rowOf('register', registered.alone),
      rowOf('handshake and register', registered.whole),
      rowOf('calls of agents before', { ms: quiet.latenciesMs, failed: quiet.unexpected }),
      rowOf('calls of agents, the whole minute', { ms: busy.latenciesMs, failed: busy.unexpected }),
    ]
    printTable(rows)
    const spent = { 'gateway ms': cpuMs[0], 'mcp ms': cpuMs[1], 'database ms': cpuMs[2] }
    return { guests, agents, seconds, callsPerSecond, rows, ...spent }
  })
}

async function registerAll(port: number): Promise<{ alone: Steps; whole: Steps }> {
  const alone: Steps = { ms: [], failed: 0 }
  const whole: Steps = { ms: [], failed: 0 }
  const register = async (_: unknown, i: number) => {
    const startedAt = performance.now()
    const address = `203.0.${Math.floor(i / 250)}.${1 + (i % 250)}`
    const clientInfo = { name: 'bench', version: '1' }
    await ask(port, address, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo })
    await ask(port, address, 'tools/list', {})
    const askedAt = performance.now()
    const result = await ask(port, address, 'tools/call', { name: 'register', arguments: {} })
    const isDone = typeof Object(result?.structuredContent).token === 'string'
    for (const [steps, since] of [
      [alone, askedAt],
      [whole, startedAt],
    ] as const) {
      steps.ms.push(performance.now() - since)
      if (!isDone) steps.failed++
    }
  }
  await Promise.all(Array.from({ length: guests }, register))
  return { alone, whole }
}

/** The result of a call without a key, from an address behind the proxy; undefined for a refusal. */
async function ask(port: number, address: string, method: string, params: object) {
  const headers = {
    accept: acceptedByAgents,
    'content-type': 'application/json',
    'mcp-protocol-version': '2025-11-25',
    'x-forwarded-for': address,
  }
  const body = mcpBody(method, params)
  const answer = await fetch(`http://127.0.0.1:${port}/mcp`, { method: 'POST', headers, body })
  return Object(await answer.json()).result
}

function rowOf(what: string, { ms, failed }: Steps) {
  return {
    what,
    count: ms.length,
    'p50 ms': round(quantile(ms, 0.5)),
    'p99 ms': round(quantile(ms, 0.99)),
    'longest ms': round(Math.max(...ms)),
    failed,
  }
}
