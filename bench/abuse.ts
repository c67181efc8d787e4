import pg from 'pg'
import { ask } from '../harness/customers/answers.ts'
import { seedKeys } from '../harness/keys.ts'
import { inRotation, type Request, runLoad, type Target } from '../harness/load.ts'
import { median, metricOf, quantile, repeated, round, sumOf } from '../harness/measure.ts'
import { printTable } from '../harness/report.ts'
import { type System, withSystem } from '../harness/system.ts'
import { abort, slowBody, slowHeaders } from './lib/abuse-sockets.ts'
import { mcpRequest } from './lib/callers.ts'

type Row = { attack: string; measured: string; value: number; limit: number; holds: string }
/** A system under attack, with keys for the server API and for agents. */
type Attacked = { system: System; port: number; keys: string[]; agentKeys: string[] }

/** Measures the gateway under attack: slow clients, floods without a key and of sign-ins, aborts, key guessing by timing, hostile documents. */
export function run(): Promise<object> {
  // As impatient as in production.
  const env = { TRUSTED_PROXY_HOPS: '1', ADMISSION_TIMEOUT_MS: '250' }
  return withSystem({ env }, async (system) => {
    const gateway = new pg.Pool({ connectionString: system.databaseUrl('gateway') })
    const secretsOf = async (accounts: number, kind: 'server' | 'lasting') =>
      (await seedKeys(gateway, { accounts, kind })).map(({ secret }) => secret)
    const port = Number(new URL(system.connection.appUrl).port)
    const keys = await secretsOf(2_000, 'server')
    const attacked = { system, port, keys, agentKeys: await secretsOf(500, 'lasting') }
    await gateway.end()
    const rows: Row[] = []
    for (const attack of [slowClients, flood, signIns, aborts, keyTiming, documents])
      rows.push(...(await attack(attacked)))
    printTable(rows)
    return { rows, holds: rows.every(({ holds }) => holds === 'yes') }
  })
}

function row(attack: string, measured: string, value: number, limit: number): Row {
  return { attack, measured, value: round(value, 2), limit, holds: value <= limit ? 'yes' : 'NO' }
}

const accepts: Target['accepts'] = ({ status }) => status === 200
const read = (key: string): Request => {
  return { method: 'GET', path: '/http/v1/projects', headers: { authorization: `Bearer ${key}` } }
}

/** A load at a modest rate beside an attack: its p99, and how many of its calls were not answered as they must be. */
function callers(port: number, requests: readonly Request[], seconds: number, perSecond: number) {
  const target = { port, accepts, request: inRotation(requests) }
  return async () => {
    const { latenciesMs, requests: made, unexpected } = await runLoad(target, { connections: 16, seconds, perSecond })
    return { p99: quantile(latenciesMs, 0.99), refused: unexpected + seconds * perSecond - made }
  }
}

async function quietOf(calls: ReturnType<typeof callers>): Promise<number> {
  return median((await repeated(2, calls)).map(({ p99 }) => p99))
}

/** Five hundred sockets that send one header byte a second, beside good traffic. */
async function slowClients({ port, keys }: Attacked): Promise<Row[]> {
  const good = callers(port, keys.map(read), 5, 200)
  await good()
  const quiet = await quietOf(good)
  const sockets = slowHeaders(port, 500)
  const times = (await quietOf(good)) / quiet
  return [
    row('500 slow headers', 'p99 of good traffic, times', times, 2),
    row('500 slow headers', 'last one closed after, s', await sockets.lastClosed(), 14),
    row('slow body', 'answered 408 after, s', await slowBody(port, keys[0] ?? ''), 30),
  ]
}

/** One address floods without a key on 300 connections, beside callers with keys. */
async function flood({ port, keys, agentKeys }: Attacked): Promise<Row[]> {
  const what = '300 connections without a key'
  const seconds = 5
  const listTools = (key?: string) => mcpRequest('tools/list', {}, key)
  const agents = callers(port, agentKeys.map(listTools), seconds, 20)
  const good = callers(port, keys.map(read), seconds, 100)
  const quiet = await quietOf(good)
  const strangers = { port, accepts, request: () => listTools() }
  const [flooded, asked, served] = await Promise.all([
    runLoad(strangers, { connections: 300, seconds, perSecond: 600 }),
    agents(),
    good(),
  ])
  return [
    row(what, 'p99 of reads, times', served.p99 / quiet, 5),
    row(what, 'reads turned away', served.refused, 0),
    row(what, 'agents with keys turned away', asked.refused, 0),
    row(what, 'served of the flood', flooded.requests - flooded.unexpected, 30),
  ]
}

/** Strangers of ten thousand networks try to sign in, beside pages and a person who is signed in. */
async function signIns({ port, system: { connection, owner } }: Attacked): Promise<Row[]> {
  const seconds = 6
  const json = { origin: connection.appUrl, 'content-type': 'application/json' }
  const signedIn = await ask(`${connection.appUrl}/auth/sign-in`, { headers: json, body: owner })
  if (signedIn.status !== 200) throw new Error(`the owner could not sign in: ${signedIn.status}`)
  const cookie = signedIn.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  const session: Request = { method: 'POST', path: '/api/session', headers: { ...json, cookie }, body: '{}' }
  const page: Request = { method: 'GET', path: '/signin', headers: { accept: 'text/html' } }
  const calls = [page, session].map((request) => callers(port, [request], seconds, 20))
  const quiet = await Promise.all(calls.map(quietOf))
  let tries = 0
  const request = (): Request => {
    const from = `198.18.${(tries >> 8) & 255}.${tries++ & 255}`
    const body = JSON.stringify({ email: `stranger-${tries}@example.com`, password: 'not the password' })
    return { method: 'POST', path: '/auth/sign-in', headers: { ...json, 'x-forwarded-for': from }, body }
  }
  const strangers = runLoad({ port, accepts, request }, { connections: 200, seconds, perSecond: 150 })
  const seen = await Promise.all(calls.map((each) => each()))
  await strangers
  return ['pages', 'calls of a signed-in person'].flatMap((of, i) => [
    row('900 sign-ins of strangers', `p99 of ${of}, times`, (seen[i]?.p99 ?? Number.NaN) / (quiet[i] ?? 0), 5),
    row('900 sign-ins of strangers', `${of} turned away`, seen[i]?.refused ?? Number.NaN, 0),
  ])
}

/** Clients that leave in the middle of a body, or right after the request. */
async function aborts({ port, keys, system: { connection } }: Attacked): Promise<Row[]> {
  const memory = () => metricOf(connection.adminUrl, 'process_resident_memory_bytes')
  const before = await memory()
  for (let i = 0; i < 10_000; i += 50)
    await Promise.all(Array.from({ length: 50 }, (_, k) => abort(port, keys[(i + k) % keys.length] ?? '', i + k)))
  const grown = ((await memory()) - before) / 1_048_576
  const headers = { authorization: `Bearer ${keys.at(-1)}` }
  const { status } = await ask(`${connection.baseUrl}/projects`, { headers })
  return [
    row('10,000 aborts', 'memory grown, MB', grown, 100),
    row('10,000 aborts', 'status of the next call', status, 200),
  ]
}

/** The milliseconds of an answer, and its status. */
async function answered(url: string, init: RequestInit): Promise<{ status: number; ms: number }> {
  const startedAt = performance.now()
  const answer = await fetch(url, init)
  await answer.arrayBuffer()
  return { status: answer.status, ms: performance.now() - startedAt }
}

/** How far refusal times tell a key that begins like a real one from garbage: the absolute value of Welch's t. */
async function keyTiming({ keys: [real = ''], system: { connection } }: Attacked): Promise<Row[]> {
  const samples = 10_000
  const garbage = `rts_sk_${'z'.repeat(real.length - 7)}`
  const likeReal = `${real.slice(0, 40)}${'A'.repeat(real.length - 40)}`
  const times: [number[], number[]] = [[], []]
  for (let i = 0; i < samples; i++) {
    const side = i % 2 === 0 ? 0 : 1
    const headers = { authorization: `Bearer ${side === 0 ? likeReal : garbage}` }
    times[side].push((await answered(`${connection.baseUrl}/projects`, { headers })).ms)
  }
  const a = momentsOf(times[0])
  const b = momentsOf(times[1])
  const t = (a.mean - b.mean) / Math.sqrt(a.variance / a.count + b.variance / b.count)
  return [row('key timing', `Welch's t over ${samples} samples`, Math.abs(t), 4.5)]
}

/** Of all but the slowest twentieth, which is other work of the machine. */
function momentsOf(times: readonly number[]) {
  const slow = quantile(times, 0.95)
  const values = times.filter((value) => value <= slow)
  const mean = sumOf(values) / values.length
  const variance = sumOf(values.map((value) => (value - mean) ** 2)) / (values.length - 1)
  return { count: values.length, mean, variance }
}

/** Documents that are cheap to send and expensive to parse. */
async function documents({ system: { connection }, keys }: Attacked): Promise<Row[]> {
  const hostile: Record<string, string> = {
    'nested 100,000 deep': `{"text":${'['.repeat(100_000)}`,
    'array of 400,000': `{"text":[${'1,'.repeat(400_000)}1]}`,
    '1e400': '{"text":1e400}',
    'a number of a megabyte': `{"text":${'9'.repeat(1_000_000)}}`,
  }
  const target = `${connection.baseUrl}/projects/00000000-0000-4000-8000-000000000000/keywords/bulk`
  const rows: Row[] = []
  for (const [name, body] of Object.entries(hostile)) {
    const times: number[] = []
    for (const key of keys.slice(-6, -1)) {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const { status, ms } = await answered(target, { method: 'POST', headers, body })
      times.push([400, 413].includes(status) ? ms : 999)
    }
    rows.push(row(name, 'refused after, ms', median(times), 50))
  }
  return rows
}
