import { mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@rts/local/ports'
import { openDataFolder } from '@rts/local/system/data-folder'
import { connectOperator } from '@rts/local/system/operator'
import { type System, startSystem } from '@rts/local/system/system'
import { keyTiming } from './lib/key-timing.ts'
import { openLoop } from './lib/load.ts'
import { lobbyFlood } from './lib/lobby-flood.ts'
import { signInFlood } from './lib/sign-in-flood.ts'
import { machine, median, printTable, quantile, round } from './lib/stats.ts'

type Row = { attack: string; measured: string; value: number; limit: number; holds: string }
type Target = { system: System; port: number; keys: string[]; agentKeys: string[] }

/** Measures the gateway under attack: slow clients, floods without a key and of sign-ins, aborts, key guessing by timing, hostile documents. */
export async function run(): Promise<Record<string, unknown>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-abuse-'))
  const port = await freePort()
  const system = await startSystem({ folder, port, env: { TRUSTED_PROXY_HOPS: '1' }, say: () => {} })
  try {
    const callerKeys = openDataFolder(folder).callerKeys('operator')
    const operator = await connectOperator({ natsUrl: system.connection.natsUrl, callerKeys })
    const seeded = await operator.call('keys.seed', { body: { accounts: 2_000, keysPerAccount: 1, plan: 'scale' } })
    const agents = { accounts: 500, keysPerAccount: 1, plan: 'scale', kind: 'lasting' } as const
    const { secrets: agentKeys } = await operator.call('keys.seed', { body: agents })
    await operator.close()
    const target = { system, port, keys: seeded.secrets, agentKeys }
    const rows = [
      ...(await slowClients(target)),
      ...(await flooded(target)),
      ...(await signIns(target)),
      ...(await aborts(target)),
      row('key timing', "Welch's t over 10,000 samples", await keyTiming(system.connection.baseUrl, target.keys), 4.5),
      ...(await documents(target)),
    ]
    printTable(rows)
    const slowdown = rows[0]?.value ?? Number.NaN
    return {
      ratio: round(1 / slowdown, 3),
      rows,
      holds: rows.every((row) => row.holds === 'yes'),
      rounds: 1,
      machine: machine(),
    }
  } finally {
    await system.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function row(attack: string, measured: string, value: number, limit: number): Row {
  return { attack, measured, value: round(value, 2), limit, holds: value <= limit ? 'yes' : 'NO' }
}

function requests({ keys }: Target): () => Buffer {
  const made = keys.map((key) =>
    Buffer.from(`GET /http/v1/projects HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`),
  )
  let next = 0
  return () => made[next++ % made.length] ?? Buffer.alloc(0)
}

/** Five hundred sockets that send one header byte a second, beside good traffic. */
async function slowClients(target: Target): Promise<Row[]> {
  const request = requests(target)
  const good = async () => quantile((await openLoop(target.port, 16, 5, 200, request)).latenciesMs, 0.99)
  await good()
  const quiet = [await good(), await good()]
  const startedAt = performance.now()
  const closed: number[] = []
  const sockets = Array.from({ length: 500 }, () => {
    const socket = net.connect(target.port, '127.0.0.1', () =>
      socket.write('GET /http/v1/projects HTTP/1.1\r\nHost: x\r\nX-Slow: '),
    )
    const drip = setInterval(() => socket.writable && socket.write('a'), 1_000)
    socket
      .on('error', () => {})
      .on('close', () => {
        clearInterval(drip)
        closed.push((performance.now() - startedAt) / 1_000)
      })
    return socket
  })
  const attacked = [await good(), await good()]
  while (closed.length < sockets.length && performance.now() - startedAt < 30_000) await delay(100)
  for (const socket of sockets) socket.destroy()
  return [
    row('500 slow headers', 'p99 of good traffic, times', median(attacked) / median(quiet), 2),
    row(
      '500 slow headers',
      'last one closed after, s',
      closed.length === sockets.length ? Math.max(...closed) : 999,
      14,
    ),
    row('slow body', 'answered 408 after, s', await slowBody(target), 30),
  ]
}

function slowBody({ port, keys }: Target): Promise<number> {
  const startedAt = performance.now()
  return new Promise((resolve) => {
    const head = `POST /http/v1/projects HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${keys[0]}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n`
    const socket = net.connect(port, '127.0.0.1', () => socket.write(head))
    const drip = setInterval(() => socket.writable && socket.write(' '), 1_000)
    socket.on('data', (chunk) => {
      clearInterval(drip)
      socket.destroy()
      resolve(chunk.toString().startsWith('HTTP/1.1 408') ? (performance.now() - startedAt) / 1_000 : 999)
    })
    socket.on('error', () => resolve(999))
  })
}

/** One address floods without a key on 300 connections, beside callers with keys. */
async function flooded(target: Target): Promise<Row[]> {
  const what = '300 connections without a key'
  const { slowdown, refusedAgents, refusedReads, served } = await lobbyFlood(
    target.port,
    requests(target),
    target.agentKeys,
  )
  return [
    row(what, 'p99 of reads, times', slowdown, 5),
    row(what, 'reads turned away', refusedReads, 0),
    row(what, 'agents with keys turned away', refusedAgents, 0),
    row(what, 'served of the flood', served, 30),
  ]
}

/** Strangers of many networks try passwords, beside pages and a person who is signed in. */
async function signIns({ port, system }: Target): Promise<Row[]> {
  const { demoPerson } = system.connection
  if (!demoPerson) throw new Error('there is no demo person')
  const what = '900 sign-ins of strangers'
  const flood = await signInFlood(port, demoPerson)
  return [
    row(what, 'p99 of pages, times', flood.pageSlowdown, 5),
    row(what, 'p99 of a signed-in person, times', flood.sessionSlowdown, 5),
    row(what, 'pages turned away', flood.refusedPages, 0),
    row(what, 'calls of the person turned away', flood.refusedSessions, 0),
  ]
}

/** Clients that leave in the middle of a body, or right after the request. */
async function aborts(target: Target): Promise<Row[]> {
  const before = await metric(target, 'process_resident_memory_bytes')
  for (let i = 0; i < 10_000; i += 50) await Promise.all(Array.from({ length: 50 }, (_, k) => abort(target, i + k)))
  const afterwards = await metric(target, 'process_resident_memory_bytes')
  const answer = await fetch(`${target.system.connection.baseUrl}/projects`, {
    headers: { authorization: `Bearer ${target.keys.at(-1)}` },
  })
  return [
    row('10,000 aborts', 'memory grown, MB', (afterwards - before) / 1_048_576, 100),
    row('10,000 aborts', 'status of the next call', answer.status, 200),
  ]
}

function abort({ port, keys }: Target, serial: number): Promise<void> {
  const head = `Host: x\r\nAuthorization: Bearer ${keys[serial % keys.length]}\r\n`
  const upload = `POST /http/v1/projects HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{"name": "`
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.write(serial % 2 ? upload : `GET /http/v1/projects HTTP/1.1\r\n${head}\r\n`)
      setTimeout(() => socket.destroy(), serial % 7)
    })
    socket.on('error', () => {}).on('close', () => resolve())
  })
}

async function metric({ system }: Target, name: string): Promise<number> {
  const text = await (await fetch(`${system.connection.adminUrl}/metrics`)).text()
  return Number(new RegExp(`^${name}\\S* (\\S+)`, 'm').exec(text)?.[1] ?? Number.NaN)
}

/** Documents that are cheap to send and expensive to parse. */
async function documents({ system, keys }: Target): Promise<Row[]> {
  const hostile: Record<string, string> = {
    'nested 100,000 deep': `{"text":${'['.repeat(100_000)}`,
    'array of 400,000': `{"text":[${'1,'.repeat(400_000)}1]}`,
    '1e400': '{"text":1e400}',
    'a number of a megabyte': `{"text":${'9'.repeat(1_000_000)}}`,
  }
  const target = `${system.connection.baseUrl}/projects/00000000-0000-4000-8000-000000000000/keywords/bulk`
  const rows: Row[] = []
  for (const [name, body] of Object.entries(hostile)) {
    const times: number[] = []
    for (let i = 0; i < 5; i++) {
      const headers = { authorization: `Bearer ${keys[keys.length - 2 - i]}`, 'content-type': 'application/json' }
      const startedAt = performance.now()
      const answer = await fetch(target, { method: 'POST', headers, body })
      await answer.arrayBuffer()
      times.push([400, 413].includes(answer.status) ? performance.now() - startedAt : 999)
    }
    rows.push(row(name, 'refused after, ms', median(times), 50))
  }
  return rows
}
