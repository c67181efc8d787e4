import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { type Broker, startBroker } from '@rts/local/broker/broker'
import { openDataFolder } from '@rts/local/system/data-folder'
import { connectOperator } from '@rts/local/system/operator'
import { until } from '@rts/local/testing/until'
import { builtServices } from '@rts/shared/contract/services'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { pidOfService, pidsOfPostgres } from './support/processes.ts'
import { restClient, startTestSystem, type TestSystem } from './support/system.ts'

// Faults of the parts behind the services, made on the whole system: real processes, real calls, real signals.
const auth = { user: 'local', pass: 'of-the-fault-tests' }
/** Longer than a cluster that was killed takes to recover while other files' databases write to the same disk. */
const backMs = 60_000

let system: TestSystem
let broker: Broker
let keys: string[]
let agentKey: string
beforeAll(async () => {
  broker = await startBroker({ production: false, auth })
  const natsUrl = `nats://${auth.user}:${auth.pass}@127.0.0.1:${broker.port}`
  system = await startTestSystem({ natsUrl, env: { PROCESSES: 'each' } })
  const { operator } = system
  keys = []
  for (let n = 0; n < 60; n++) {
    const { account } = await operator.call('accounts.create', {
      body: { email: `load-${n}@example.com`, plan: 'growth' },
    })
    const key = { params: { accountId: account.id }, body: { name: 'load' } }
    keys.push((await operator.call('keys.create', key)).secret)
  }
  const body = { name: 'agent', kind: 'lasting' } as const
  const params = { accountId: system.connection.accountId }
  agentKey = (await operator.call('keys.create', { params, body })).secret
})
afterAll(async () => {
  await system.remove()
  await broker.close()
})

let turn = 0
/** One call, each time with another key: a key has thirty a minute. */
function call(method: 'GET' | 'POST'): Promise<number> {
  const rest = restClient(system.connection.baseUrl, keys[turn++ % keys.length])
  const body = method === 'POST' ? { name: 'A', domain: 'a.com' } : undefined
  return rest(method, '/projects', body).then(({ status }) => status)
}

async function callTool(): Promise<string> {
  const answer = await fetch(system.connection.mcpUrl, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${agentKey}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'account_status', arguments: {} },
    }),
  })
  return answer.text()
}

/** Reads and writes without a pause until `stop`, which answers every status that was seen. */
function load(): { seen: Set<number>; stop(): Promise<number[]> } {
  const seen = new Set<number>()
  let isOver = false
  const caller = async (method: 'GET' | 'POST') => {
    while (!isOver) {
      seen.add(await call(method))
      await delay(100)
    }
  }
  const callers = Promise.allSettled([caller('GET'), caller('POST'), caller('POST')])
  const stop = async () => {
    isOver = true
    const ended = await callers
    expect(ended.filter(({ status }) => status === 'rejected')).toEqual([])
    return [...seen].toSorted()
  }
  onTestFinished(() => {
    isOver = true
  })
  return { seen, stop }
}

const pidOf = (service: string) => pidOfService(service, system.connection.natsUrl)
const pidsOfServices = () => builtServices.map(pidOf)

const signal = (pids: (number | undefined)[], name: NodeJS.Signals) => {
  for (const pid of pids) if (pid) process.kill(pid, name)
}

async function allAnswered(): Promise<void> {
  const answers = async () => (await Promise.all([call('GET'), call('POST')])).every((status) => status === 200)
  await until('calls to be answered again', answers, backMs, 100)
}

it('Postgres that is killed comes back; meanwhile calls are 503, and no service ends', async () => {
  const before = pidsOfServices()
  await allAnswered()
  const calls = load()
  await until('a call to be answered', () => calls.seen.has(200), backMs)
  const [server] = pidsOfPostgres(system.folder)
  signal([server], 'SIGKILL')
  await until('calls to be refused', () => calls.seen.has(503), backMs)
  await until('Postgres to be back', () => ![0, server].includes(pidsOfPostgres(system.folder)[0] ?? 0), backMs)
  await allAnswered()
  expect(await calls.stop()).toEqual([200, 503])
  expect(pidsOfServices()).toEqual(before)
})

it('Postgres that falls silent for a while refuses calls, and they are answered when it speaks again', async () => {
  const before = pidsOfServices()
  const calls = load()
  await until('a call to be answered', () => calls.seen.has(200), backMs)
  const stopped = pidsOfPostgres(system.folder)
  signal(stopped, 'SIGSTOP')
  await until('calls to be refused', () => calls.seen.has(503), backMs)
  signal(stopped, 'SIGCONT')
  await allAnswered()
  expect(await calls.stop()).toEqual([200, 503])
  expect(pidsOfServices()).toEqual(before)
})

it('without the broker REST is served, tools are refused at once, a service starts, and all is whole once it is back', async () => {
  await broker.close()
  expect([await call('GET'), await call('POST')]).toEqual([200, 200])
  // A call that waits for its whole time is refused in other words.
  await until('tools to be refused', async () => (await callTool()).includes('not reachable'), backMs, 500)
  const gateway = pidOf('gateway')
  signal([gateway], 'SIGKILL')
  await until('the gateway to be back', () => pidOf('gateway') !== gateway && pidOf('gateway') !== undefined, backMs)
  await until(
    'its calls',
    () =>
      call('GET').then(
        (status) => status === 200,
        () => false,
      ),
    backMs,
    100,
  )
  broker = await startBroker({ production: false, auth, port: broker.port })
  await until('tools to answer', async () => (await callTool()).includes('structuredContent'), backMs, 500)
  const callerKeys = openDataFolder(system.folder).callerKeys('operator')
  const operator = await connectOperator({ natsUrl: system.connection.natsUrl, callerKeys })
  expect((await operator.call('accounts.list', {})).accounts.length).toBeGreaterThan(60)
  await operator.close()
})

it('a service that halts longer than Node keeps idle connections answers all calls that waited for it', async () => {
  await Promise.all(Array.from({ length: 10 }, () => call('POST')))
  const service = pidOf('projects')
  const haltedAt = performance.now()
  signal([service], 'SIGSTOP')
  const waiting = Array.from({ length: 10 }, () => call('POST'))
  const { keepAliveTimeout, keepAliveTimeoutBuffer } = createServer()
  const patienceMs = keepAliveTimeout + keepAliveTimeoutBuffer
  await until('that patience to be over', () => performance.now() - haltedAt > patienceMs)
  signal([service], 'SIGCONT')
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([200]))
  expect(pidOf('projects')).toBe(service)
})
