import pg from 'pg'
import { ask } from '../harness/customers/answers.ts'
import { seedKeys } from '../harness/keys.ts'
import { inRotation, type Request, runLoad, type Target } from '../harness/load.ts'
import { median, metricOf, quantile, round } from '../harness/measure.ts'
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
    const attacked = {
      system,
      port,
      keys: await secretsOf(2_000, 'server'),
      agentKeys: await secretsOf(500, 'lasting'),
    }
    await gateway.end()
    const attacks = [slowClients, flood, signIns, aborts, keyTiming, documents]
    const rows: Row[] = []
    for (const attack of attacks) rows.push(...(await attack(attacked)))
    printTable(rows)
    const slowdown = rows[0]?.value ?? Number.NaN
    return { ratio: round(1 / slowdown, 3), rows, holds: rows.every(({ holds }) => holds === 'yes') }
  })
}

function row(attack: string, measured: string, value: number, limit: number): Row {
  return { attack, measured, value: round(value, 2), limit, holds: value <= limit ? 'yes' : 'NO' }
}

const accepts: Target['accepts'] = ({ status }) => status === 200

function reads({ port, keys }: Attacked): Target {
  const each = (key: string) => ({
    method: 'GET',
    path: '/http/v1/projects',
    headers: { authorization: `Bearer ${key}` },
  })
  return { port, accepts, request: inRotation(keys.map(each)) }
}

/** A load at a modest rate beside an attack: its p99, and how many of its calls were not answered as they must be. */
function callers(target: Target, seconds: number, perSecond: number) {
  return async () => {
    const { latenciesMs, requests, unexpected } = await runLoad(target, { connections: 16, seconds, perSecond })
    return { p99: quantile(latenciesMs, 0.99), refused: unexpected + seconds * perSecond - requests }
  }
}
type Callers = ReturnType<typeof callers>

/** The p99 of calls beside an attack as a multiple of that before it, and how many were refused. */
async function slowed(calls: Callers, attack: Promise<unknown> | undefined, quiet: number) {
  const [{ p99, refused }] = await Promise.all([calls(), attack])
  return { times: p99 / quiet, refused }
}

async function quietOf(calls: Callers): Promise<number> {
  return median([(await calls()).p99, (await calls()).p99])
}

/** Five hundred sockets that send one header byte a second, beside good traffic. */
async function slowClients(attacked: Attacked): Promise<Row[]> {
  const good = callers(reads(attacked), 5, 200)
  await good()
  const quiet = await quietOf(good)
  const sockets = slowHeaders(attacked.port, 500)
  const times = (await quietOf(good)) / quiet
  return [
    row('500 slow headers', 'p99 of good traffic, times', times, 2),
    row('500 slow headers', 'last one closed after, s', await sockets.lastClosed(), 14),
    row('slow body', 'answered 408 after, s', await slowBody(attacked.port, attacked.keys[0] ?? ''), 30),
  ]
}

/** One address floods without a key on 300 connections, beside callers with keys. */
async function flood(attacked: Attacked): Promise<Row[]> {
  const { port, agentKeys } = attacked
  const what = '300 connections without a key'
  const seconds = 5
  const lists = agentKeys.map((key) => mcpRequest('tools/list', {}, key))
  const agents = callers({ port, accepts, request: inRotation(lists) }, seconds, 20)
  const good = callers(reads(attacked), seconds, 100)
  const quiet = await quietOf(good)
  const strangers = { port, accepts, request: inRotation([mcpRequest('tools/list', {})]) }
  const [flooded, asked, read] = await Promise.all([
    runLoad(strangers, { connections: 300, seconds, perSecond: 600 }),
    agents(),
    slowed(good, undefined, quiet),
  ])
  return [
    row(what, 'p99 of reads, times', read.times, 5),
    row(what, 'reads turned away', read.refused, 0),
    row(what, 'agents with keys turned away', asked.refused, 0),
    row(what, 'served of the flood', flooded.requests - flooded.unexpected, 30),
  ]
}

/** Strangers of ten thousand networks try to sign in, beside pages and a person who is signed in. */
async function signIns({ port, system }: Attacked): Promise<Row[]> {
  const what = '900 sign-ins of strangers'
  const seconds = 6
  const origin = system.connection.appUrl
  const json = { origin, 'content-type': 'application/json' }
  const signedIn = await ask(`${origin}/auth/sign-in`, { headers: json, body: system.owner })
  if (signedIn.status !== 200) throw new Error(`the owner could not sign in: ${signedIn.status}`)
  const cookie = signedIn.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  const session: Request = { method: 'POST', path: '/api/session', headers: { ...json, cookie }, body: '{}' }
  const page: Request = { method: 'GET', path: '/signin', headers: { accept: 'text/html' } }
  const calls = [page, session].map((request) => callers({ port, accepts, request: () => request }, seconds, 20))
  const quiet = await Promise.all(calls.map(quietOf))
  let tries = 0
  const request = (): Request => {
    const from = `198.18.${(tries >> 8) & 255}.${tries++ & 255}`
    const body = JSON.stringify({ email: `stranger-${tries}@example.com`, password: 'not the password' })
    return { method: 'POST', path: '/auth/sign-in', headers: { ...json, 'x-forwarded-for': from }, body }
  }
  const strangers = runLoad({ port, accepts, request }, { connections: 200, seconds, perSecond: 150 })
  const seen = await Promise.all(calls.map((each, i) => slowed(each, strangers, quiet[i] ?? Number.NaN)))
  return ['pages', 'calls of a signed-in person'].flatMap((of, i) => [
    row(what, `p99 of ${of}, times`, seen[i]?.times ?? Number.NaN, 5),
    row(what, `${of} turned away`, seen[i]?.refused ?? Number.NaN, 0),
  ])
}

/** Clients that leave in the middle of a body, or right after the request. */
async function aborts({ port, keys, system: { connection } }: Attacked): Promise<Row[]> {
  const memory = () => metricOf(connection.adminUrl, 'process_resident_memory_bytes')
  const before = await memory()
  for (let i = 0; i < 10_000; i += 50)
    await Promise.all(Array.from({ length: 50 }, (_, k) => abort(port, keys[(i + k) % keys.length] ?? '', i + k)))
  const grown = ((await memory()) - before) / 1_048_576
  const answer = await fetch(`${connection.baseUrl}/projects`, { headers: { authorization: `Bearer ${keys.at(-1)}` } })
  return [
    row('10,000 aborts', 'memory grown, MB', grown, 100),
    row('10,000 aborts', 'status of the next call', answer.status, 200),
  ]
}

/** How far refusal times tell a key that begins like a real one from garbage: the absolute value of Welch's t. */
async function keyTiming({ keys: [real = ''], system: { connection } }: Attacked): Promise<Row[]> {
  const samples = 10_000
  const garbage = `rts_sk_${'z'.repeat(real.length - 7)}`
  const likeReal = `${real.slice(0, 40)}${'A'.repeat(real.length - 40)}`
  const times: [number[], number[]] = [[], []]
  for (let i = 0; i < samples; i++) {
    const side = i % 2 === 0 ? 0 : 1
    const authorization = `Bearer ${side === 0 ? likeReal : garbage}`
    const startedAt = performance.now()
    await (await fetch(`${connection.baseUrl}/projects`, { headers: { authorization } })).arrayBuffer()
    times[side].push(performance.now() - startedAt)
  }
  // The slowest twentieth is other work of the machine.
  const [a, b] = times.map((values) => momentsOf(values.filter((value) => value <= quantile(values, 0.95))))
  const t = a && b ? (a.mean - b.mean) / Math.sqrt(a.variance / a.count + b.variance / b.count) : Number.NaN
  return [row('key timing', `Welch's t over ${samples} samples`, Math.abs(t), 4.5)]
}

function momentsOf(values: readonly number[]) {
  const count = values.length
  const mean = values.reduce((sum, value) => sum + value, 0) / count
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (count - 1)
  return { count, mean, variance }
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
      const startedAt = performance.now()
      const answer = await fetch(target, { method: 'POST', headers, body })
      await answer.arrayBuffer()
      times.push([400, 413].includes(answer.status) ? performance.now() - startedAt : 999)
    }
    rows.push(row(name, 'refused after, ms', median(times), 50))
  }
  return rows
}
