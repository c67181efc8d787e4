import { once } from 'node:events'
import http from 'node:http'
import { connect, type Socket } from 'node:net'
import { until } from '@rts/local/testing/until'
import { afterEach, describe, expect, it } from 'vitest'
import { type Balancer, findHaproxy, type Replica, startBalancer, startReplica } from './support/balancer.ts'

const haproxy = findHaproxy()
/** A slow machine must not have idle connections ended before they are counted. */
const patient: [string, string] = ['timeout http-request 10s', 'timeout http-request 120s']
/** More than lb's connections for all. */
const many = 4_200

describe.skipIf(!haproxy)('deploy/lb/haproxy.cfg: connections of one address', () => {
  let balancer: Balancer
  let replica: Replica
  const sockets: Socket[] = []
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy()
    await balancer.stop()
    await replica.stop()
  })

  async function start(env: Record<string, string> = {}): Promise<void> {
    balancer = await startBalancer(String(haproxy), [patient], env)
    replica = await startReplica('127.0.0.2', balancer.ports, (req, res) =>
      res.end(String(req.headers['x-forwarded-for'])),
    )
    balancer.names.add(replica.address)
    let looks = 0
    // Each look from an address of its own: none of them uses up what a test counts.
    const look = () => ask(`127.0.1.${++looks}`).then((text) => text === `127.0.1.${looks}`)
    await until('the replica to be ready', () => look().catch(() => false), undefined, 300)
  }

  /** The answer that an address gets, over a connection of its own. Throws if there is none. */
  async function ask(localAddress: string, headers: http.OutgoingHttpHeaders = {}): Promise<string> {
    const signal = AbortSignal.timeout(60_000)
    const where = { host: '127.0.0.1', port: balancer.port, localAddress, agent: false, signal, headers }
    const [answer] = await once(http.get(where), 'response', { signal })
    let text = ''
    for await (const part of answer) text += part
    return text
  }

  /** Opens connections, half of which begin a request that never ends; answers those that are still open. */
  async function hold(localAddress: string, count: number): Promise<Socket[]> {
    const held = Array.from({ length: count }, (_, i) => {
      const socket = connect({ host: '127.0.0.1', port: balancer.port, localAddress }).resume()
      socket.on('error', () => {})
      if (i % 2 === 0) socket.write('GET /http/v1/projects HTTP/1.1\r\nHost: ')
      return socket
    })
    sockets.push(...held)
    await Promise.all(held.map((socket) => once(socket, 'connect').catch(() => {})))
    return held
  }
  const open = (held: Socket[]) => held.filter(({ closed }) => !closed).length

  it(`${many} idle and half-open ones of one address keep no other from an answer`, async () => {
    await start()
    const held = await hold('127.0.0.3', many)
    // Opening them kept this process, and with it the replica, from its health checks for a moment.
    await until('another address to be answered', async () => (await ask('127.0.0.4')) === '127.0.0.4', undefined, 100)
    expect(await ask('127.0.0.5')).toBe('127.0.0.5')
    expect(await until('the others to be closed', () => open(held) <= 512 && open(held))).toBe(512)
    await expect(ask('127.0.0.3')).rejects.toThrow()
  })

  it('the variable is the limit; a proxy in front has none, and says who called', async () => {
    await start({ LB_CONNECTIONS_PER_ADDRESS: '5', LB_PROXIES: '192.0.2.0/24 127.0.0.5' })
    const forwarded = { 'x-forwarded-for': '198.51.100.7, 203.0.113.9' }
    expect(await ask('127.0.0.4', forwarded)).toBe('127.0.0.4')
    const [own, proxied] = [await hold('127.0.0.3', 8), await hold('127.0.0.5', 8)]
    await until('three to be closed', () => open(own) === 5)
    expect(await ask('127.0.0.5', forwarded)).toBe('203.0.113.9')
    expect(open(proxied)).toBe(8)
  })

  it('an address that opens them too fast is refused, also when it closes each', async () => {
    await start({ LB_CONNECTIONS_PER_ADDRESS: '5' })
    let answered = 0
    const isRefused = () =>
      ask('127.0.0.3').then(
        () => ++answered === 0,
        () => true,
      )
    await until('a refusal', isRefused)
    expect(answered).toBeGreaterThanOrEqual(5)
    expect(await ask('127.0.0.4')).toBe('127.0.0.4')
  })
})
