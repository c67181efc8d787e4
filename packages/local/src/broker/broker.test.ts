import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { connect as connectSocket, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connect, ErrorCode, headers, type Msg, type NatsConnection, NatsError } from 'nats'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startNats } from '../nats.ts'
import { findProgram, startNatsServer } from '../nats-server.ts'
import { type BrokerOptions, maxPayloadBytes, startBroker } from './broker.ts'

type Running = { url: string; stop(): Promise<void> }
type Target = { name: string; start(): Promise<Running> }

const folder = mkdtempSync(path.join(tmpdir(), 'nats-test-'))
/** As long as every other wait. */
const soon = { timeout: 60_000 }
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const program = findProgram('nats-server')
if (program === undefined) console.log('nats-server is not on the PATH: the suite runs on the built-in broker alone')

const targets: Target[] = [{ name: 'broker', start: () => startTestBroker() }]
if (program !== undefined) targets.push({ name: 'nats-server', start: () => startTestServer(program) })

async function startTestServer(program: string): Promise<Running> {
  const { port, stop } = await startNatsServer({ program, dataDir: folder })
  return { url: `nats://127.0.0.1:${port}`, stop }
}

async function startTestBroker(options: Omit<BrokerOptions, 'production'> = {}): Promise<Running> {
  const broker = await startBroker({ production: false, ...options })
  return { url: broker.url, stop: broker.close }
}

const malformed: [string, string | Buffer][] = [
  ['an unknown word', 'NONSENSE and more\r\n'],
  ['bytes that are no text', Buffer.from([0, 255, 10, 13, 10, 0, 254, 13, 10])],
  ['a publish without its size', 'PUB subject\r\n'],
  ['a size that is no number', 'PUB subject many\r\n'],
  ['headers longer than the message', 'HPUB subject 9 4\r\nabcd\r\n'],
  ['a control line without end', `SUB ${'x'.repeat(100_000)}`],
]

describe.each(targets)('core NATS on $name', ({ start }) => {
  let server: Running
  const open: NatsConnection[] = []
  beforeAll(async () => {
    server = await start()
  })
  afterAll(() => server.stop())
  afterEach(async () => {
    await Promise.all(open.splice(0).map((client) => client.close()))
  })

  async function client(): Promise<NatsConnection> {
    const connection = await connect({ servers: server.url, reconnect: false })
    open.push(connection)
    return connection
  }

  it('carries a request and its reply with their headers', async () => {
    const [asker, answerer] = [await client(), await client()]
    answerer.subscribe('greet', {
      callback: (_, message) => {
        const answer = headers()
        answer.set('x-answer', message.headers?.get('x-question') ?? 'none')
        message.respond(message.data, { headers: answer })
      },
    })
    await answerer.flush()
    const question = headers()
    question.set('x-question', 'ünï')
    const reply = await asker.request('greet', 'body', { headers: question, timeout: 60_000 })
    expect([reply.string(), reply.headers?.get('x-answer')]).toEqual(['body', 'ünï'])
  })

  it('answers at once that a subject has no listener', async () => {
    const asker = await client()
    const failure = await asker.request('nobody.home', '', { timeout: 60_000 }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(NatsError)
    expect(failure).toMatchObject({ code: ErrorCode.NoResponders })
  })

  it('delivers once a queue group, spread over its members, and to every plain subscriber', async () => {
    const sender = await client()
    const seen = { first: 0, second: 0, plain: 0 }
    for (const [name, queue] of [
      ['first', 'workers'],
      ['second', 'workers'],
      ['plain', undefined],
    ] as const) {
      const member = await client()
      member.subscribe('work.*', { ...(queue ? { queue } : {}), callback: () => void seen[name]++ })
      await member.flush()
    }
    for (let at = 0; at < 200; at++) sender.publish('work.item', String(at))
    await vi.waitFor(() => expect([seen.plain, seen.first + seen.second]).toEqual([200, 200]), soon)
    expect(Math.min(seen.first, seen.second)).toBeGreaterThan(30)
  })

  it('matches * to one token and > to one or more', async () => {
    const [sender, listener] = [await client(), await client()]
    const seen: string[] = []
    for (const pattern of ['a.*', 'a.>', 'a.*.c', '>']) {
      listener.subscribe(pattern, { callback: (_, message) => void seen.push(`${pattern} ${message.subject}`) })
    }
    await listener.flush()
    for (const subject of ['a', 'a.b', 'a.b.c']) sender.publish(subject)
    await sender.flush()
    const expected = ['> a', 'a.* a.b', 'a.> a.b', '> a.b', 'a.*.c a.b.c', 'a.> a.b.c', '> a.b.c']
    await vi.waitFor(() => expect(seen.length).toBeGreaterThanOrEqual(expected.length), soon)
    await listener.flush()
    expect(seen.sort()).toEqual(expected.sort())
  })

  it('ends a subscription after the requested number of messages', async () => {
    const [sender, watcher] = [await client(), await rawClient(server.url)]
    watcher.send('SUB limited 7\r\nUNSUB 7 2\r\nSUB end 8\r\nPING\r\n')
    await watcher.until('PONG')
    for (let at = 0; at < 4; at++) sender.publish('limited', String(at))
    sender.publish('end')
    await watcher.until('MSG end 8')
    expect(watcher.received().match(/MSG limited 7/g)).toHaveLength(2)
    watcher.socket.destroy()
  })

  it('round-trips 1 MB and many parallel requests', async () => {
    const [asker, answerer] = [await client(), await client()]
    answerer.subscribe('echo', { callback: (_, message: Msg) => void message.respond(message.data) })
    await answerer.flush()
    const large = Buffer.alloc(1_000_000, 'abc')
    const reply = await asker.request('echo', large, { timeout: 60_000 })
    expect(large.equals(reply.data)).toBe(true)
    const texts = Array.from({ length: 500 }, (_, at) => `${at}-${'x'.repeat(at * 20)}`)
    const replies = await Promise.all(texts.map((text) => asker.request('echo', text, { timeout: 60_000 })))
    expect(replies.map((each) => each.string())).toEqual(texts)
  })

  it('announces the largest payload, and closes on a larger one with the reason', async () => {
    const sender = await client()
    expect(sender.info?.max_payload).toBe(maxPayloadBytes)
    const raw = await rawClient(server.url)
    raw.send(`PUB big ${maxPayloadBytes + 1}\r\n`)
    await raw.until("-ERR 'Maximum Payload Violation'")
    await raw.closed
  })

  it('forgets the subscriptions of a client that goes away', async () => {
    const [asker, answerer] = [await client(), await client()]
    answerer.subscribe('mortal', { callback: (_, message) => void message.respond('alive') })
    await answerer.flush()
    expect((await asker.request('mortal')).string()).toBe('alive')
    await answerer.close()
    await vi.waitFor(async () => {
      const failure = await asker.request('mortal', '', { timeout: 500 }).catch((error: unknown) => error)
      expect(failure).toMatchObject({ code: ErrorCode.NoResponders })
    }, soon)
  })

  it.each(malformed)('refuses %s, closes that connection and goes on serving others', async (_, input) => {
    const other = await client()
    const raw = await rawClient(server.url)
    raw.send(input)
    await raw.closed
    other.subscribe('still', { callback: (_error, message) => void message.respond('here') })
    expect((await other.request('still')).string()).toBe('here')
  })

  it('reads frames that arrive byte by byte', async () => {
    const raw = await rawClient(server.url)
    raw.send('CONNECT {"verbose":false,"headers":true}\r\n')
    for (const byte of Buffer.from('SUB drip 3\r\nHPUB drip 12 17\r\nNATS/1.0\r\n\r\nhello\r\nPING\r\n')) {
      raw.send(Buffer.from([byte]))
      await new Promise((resolve) => setImmediate(resolve))
    }
    await raw.until('PONG')
    expect(raw.received()).toContain('HMSG drip 3 12 17\r\nNATS/1.0\r\n\r\nhello\r\n')
    raw.socket.destroy()
  })
})

it('the broker of a local system lets in who knows the password of its folder, which only its owner can read', async () => {
  const dataDir = path.join(folder, 'local')
  const server = await startNats({ dataDir, production: false })
  const { host, password } = new URL(server.url)
  const enter = (login: object) => connect({ servers: host, reconnect: false, ...login })
  await expect(enter({})).rejects.toMatchObject({ code: ErrorCode.AuthorizationViolation })
  await expect(enter({ user: 'local', pass: 'wrong' })).rejects.toMatchObject({
    code: ErrorCode.AuthorizationViolation,
  })
  await (await enter({ user: 'local', pass: password })).close()
  expect(statSync(path.join(dataDir, 'password')).mode & 0o777).toBe(0o600)
  await server.stop()
  const again = await startNats({ dataDir, production: false })
  expect(new URL(again.url).password).toBe(password)
  await again.stop()
})

it.skipIf(program === undefined)('a nats-server that is killed is back on its address', async () => {
  const dataDir = path.join(folder, 'killed')
  const server = await startNats({ dataDir, production: false })
  const { host, username, password } = new URL(server.url)
  const login = { servers: host, user: username, pass: password, reconnect: false }
  process.kill(Number(readFileSync(path.join(dataDir, 'nats-server.pid'), 'utf8')), 'SIGKILL')
  const enter = () =>
    connect(login)
      .then((client) => client.close().then(() => true))
      .catch(() => false)
  await vi.waitFor(async () => expect(await enter()).toBe(false), { ...soon, interval: 10 })
  await vi.waitFor(async () => expect(await enter()).toBe(true), soon)
  await server.stop()
})

describe('the built-in broker', () => {
  const running: Running[] = []
  afterEach(async () => {
    await Promise.all(running.splice(0).map((each) => each.stop()))
  })
  async function started(options: Omit<BrokerOptions, 'production'>): Promise<Running> {
    const broker = await startTestBroker(options)
    running.push(broker)
    return broker
  }

  it('refuses to run in production', async () => {
    await expect(startBroker({ production: true })).rejects.toThrow('NATS_URL')
    await expect(startNats({ dataDir: folder, production: true })).rejects.toThrow('NATS_URL')
  })

  it.each(malformed)('says why it closes on %s', async (_, input) => {
    const { url } = await started({})
    const raw = await rawClient(url)
    raw.send(input)
    await raw.closed
    expect(raw.received()).toMatch(/-ERR '(Unknown Protocol Operation|Maximum Control Line Exceeded)'/)
  })

  it('lets in only the user it was given', async () => {
    const { url } = await started({ auth: { user: 'one', pass: 'secret' } })
    const refused = await connect({ servers: url, user: 'one', pass: 'wrong', reconnect: false }).catch(
      (error) => error,
    )
    expect(refused).toMatchObject({ code: ErrorCode.AuthorizationViolation })
    const admitted = await connect({ servers: url, user: 'one', pass: 'secret' })
    await admitted.flush()
    await admitted.close()
    const silent = await rawClient(url)
    silent.send('SUB anything 1\r\n')
    await silent.until("-ERR 'Authorization Violation'")
    await silent.closed
  })

  it('acknowledges each operation of a verbose client', async () => {
    const { url } = await started({})
    const raw = await rawClient(url)
    raw.send('CONNECT {"verbose":true}\r\nSUB a 1\r\nPUB b 0\r\n\r\nUNSUB 1\r\nPING\r\n')
    await raw.until('PONG')
    expect(raw.received().match(/\+OK\r\n/g)).toHaveLength(4)
    raw.socket.destroy()
  })

  it('drops a client that does not read what it asked for', async () => {
    const { url } = await started({ limits: { maxPendingBytes: 1_000_000 } })
    const slow = await rawClient(url)
    slow.send('SUB flood 1\r\nPING\r\n')
    await slow.until('PONG')
    slow.socket.pause()
    const sender = await connect({ servers: url })
    const block = Buffer.alloc(500_000)
    await vi.waitFor(
      async () => {
        const listened = await sender.request('flood', block, { timeout: 20 }).catch((error) => error)
        expect(listened).toMatchObject({ code: ErrorCode.NoResponders })
      },
      { ...soon, interval: 1 },
    )
    await sender.close()
    slow.socket.destroy()
  })

  it('drops a client that leaves its pings unanswered', async () => {
    const { url } = await started({ limits: { pingIntervalMs: 20 } })
    const silent = await rawClient(url)
    await silent.until("-ERR 'Stale Connection'")
    await silent.closed
    expect(silent.received().match(/PING/g)).toHaveLength(2)
  })
})

async function rawClient(url: string) {
  const { hostname, port } = new URL(url)
  const socket: Socket = connectSocket(Number(port), hostname)
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
  })
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve())
  })
  const until = (expected: string) => vi.waitFor(() => expect(text).toContain(expected), soon)
  await until('INFO ')
  return { socket, closed, until, received: () => text, send: (input: string | Buffer) => void socket.write(input) }
}
