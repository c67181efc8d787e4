import type { RequestListener } from 'node:http'
import { until } from '@rts/local/testing/until'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Balancer, findHaproxy, type Replica, startBalancer, startReplica } from './support/balancer.ts'

const haproxy = findHaproxy()

describe.skipIf(!haproxy)('deploy/lb/haproxy.cfg: replicas come and go', () => {
  const replicas = new Set<Replica>()
  const fine: RequestListener = (_req, res) => void setTimeout(() => res.end('fine'), 5)
  let balancer: Balancer
  beforeAll(async () => {
    balancer = await startBalancer(String(haproxy))
  })
  afterAll(async () => {
    await balancer.stop()
    for (const replica of replicas) await replica.stop()
  })

  async function join(address: string): Promise<Replica> {
    const replica = await startReplica(address, balancer.ports, fine)
    replicas.add(replica)
    balancer.names.add(address)
    return replica
  }

  /** Waits until a replica gets nothing any more: a second is a hundred requests of the load. */
  async function quiet(replica: Replica): Promise<void> {
    let before = -1
    const isQuiet = () => {
      const same = before === replica.served()
      before = replica.served()
      return same
    }
    await until('a replica that is not ready to get nothing', isQuiet, undefined, 1_000)
  }

  function served(replica: Replica, more: number): Promise<true> {
    const before = replica.served()
    return until(`${more} requests at ${replica.address}`, () => replica.served() >= before + more)
  }

  const ask = async () => {
    const answer = await fetch(balancer.url, { method: 'POST', body: '{}' })
    await answer.arrayBuffer()
    return String(answer.status)
  }

  /** Eight callers, one request after the other each, until the end that is answered: it says what they saw. */
  function startLoad() {
    const seen = new Set<string>()
    let loading = true
    const callers = Array.from({ length: 8 }, async () => {
      while (loading) seen.add(await ask().catch(String))
    })
    return async () => {
      loading = false
      await Promise.all(callers)
      return [...seen]
    }
  }

  it('no request fails when one stops, one joins, and one has ended while its name and its probes still say otherwise', async () => {
    const [stops, dies] = [await join('127.0.0.2'), await join('127.0.0.3')]
    await until('a first answer', async () => (await fetch(balancer.url)).ok)
    const endFirst = startLoad()
    await Promise.all([served(stops, 50), served(dies, 50)])
    // As a gateway drains: not ready first, ended when nothing comes any more.
    stops.setReady(false)
    await quiet(stops)
    await stops.stop()
    balancer.names.delete(stops.address)
    const joins = await join('127.0.0.4')
    await served(joins, 50)
    expect(await endFirst()).toEqual(['200'])
    // Between two loads: a port that closes under one cuts the connections that wait in its queue.
    await dies.refuseConnections()
    const endSecond = startLoad()
    await served(joins, 100)
    expect(await endSecond()).toEqual(['200'])
  })
})
