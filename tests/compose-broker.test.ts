import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findProgram } from '@rts/local/nats-server'
import { type ConsumerName, consumers, type EventType, events } from '@rts/shared/contract/events'
import { builtServices, type ServiceName, services } from '@rts/shared/contract/services'
import { ownedNames } from '@rts/shared/derive/owned'
import { factSubjectOf, subjectOf, subjectsOwnedBy } from '@rts/shared/derive/subjects'
import { natsOptions } from '@rts/shared/service/broker'
import { maxPayloadBytes } from '@rts/shared/service/rpc-protocol'
import { connect, type NatsConnection } from 'nats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { environmentOf, newEnv, startBroker } from './support/compose.ts'

const natsServer = findProgram('nats-server')
if (!natsServer) process.stderr.write('no nats-server on the PATH: the permissions of its users are not tested\n')

describe.skipIf(!natsServer)('deploy/nats/nats.conf', () => {
  const env = newEnv()
  const folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-broker-'))
  const clients = new Map<string, NatsConnection>()
  let broker: Awaited<ReturnType<typeof startBroker>>
  const as = (service: string) => {
    const client = clients.get(service)
    if (!client) throw new Error(`${service} is not connected`)
    return client
  }
  const natsUrl = (service: string) => String(environmentOf(service, env).NATS_URL).replace('nats:4222', broker.address)
  beforeAll(async () => {
    broker = await startBroker(String(natsServer), folder, env)
    for (const name of [...builtServices, 'operator'])
      clients.set(name, await connect(natsOptions(natsUrl(name), name)))
  })
  afterAll(async () => {
    await Promise.all([...clients.values()].map((client) => client.close()))
    await broker.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  async function listens(service: string, subject: string): Promise<string> {
    let answer = 'yes'
    const subscription = as(service).subscribe(subject, {
      callback: (error) => {
        if (error) answer = error.code
      },
    })
    // A refusal arrives before the answer to this.
    await as(service).flush()
    subscription.unsubscribe()
    return answer
  }
  const sends = (service: string, subject: string): Promise<string> =>
    as(service)
      .request(subject, '{}', { timeout: 60_000 })
      .then(String, (error: unknown) => String(Object(error).code))
  const refused = 'PERMISSIONS_VIOLATION'

  it.each(builtServices)('%s hears its own calls, facts and replies, and no other service’s', async (service) => {
    const own = [...subjectsOwnedBy(service), `_INBOX.${service}.>`]
    expect(await Promise.all(own.map((subject) => listens(service, subject)))).toEqual(['yes', 'yes', 'yes'])
    const others = builtServices.filter((other) => other !== service)
    const foreign = [
      '>',
      'rpc.>',
      '_INBOX.>',
      ...others.flatMap((other) => [...subjectsOwnedBy(other), `_INBOX.${other}.>`]),
    ]
    for (const subject of foreign) expect([subject, await listens(service, subject)]).toEqual([subject, refused])
  })

  it('facts come from their owners alone', async () => {
    // safe because the keys of an object are its own names
    const types = Object.keys(events) as EventType[]
    const senders = new Map<ConsumerName, Set<ServiceName>>()
    for (const type of types)
      for (const consumer of events[type].consumers) {
        const { owner } = events[type]
        const sender = owner === 'writer' ? consumers[consumer] : owner
        senders.set(consumer, (senders.get(consumer) ?? new Set()).add(sender))
      }
    for (const [consumer, owners] of senders)
      for (const service of builtServices) {
        // One rule covers a service's facts: the owner of any of them may send to it.
        const may = [...senders].some(([one, some]) => consumers[one] === consumers[consumer] && some.has(service))
        const answer = await sends(service, factSubjectOf(consumer))
        expect([service, consumer, answer]).toEqual([service, consumer, may ? '503' : refused])
        if (owners.has(service)) expect(answer).toBe('503')
      }
  })

  it.each([...builtServices, 'operator'] as const)(
    '%s calls those that it has to call, and no other',
    async (caller) => {
      for (const owner of builtServices) {
        const [row] = ownedNames(owner)
        if (!row) continue
        const may = caller === 'operator' || services[caller].calls.includes(owner)
        expect([owner, await sends(caller, subjectOf(row))]).toEqual([owner, may ? '503' : refused])
      }
    },
  )

  it('takes messages as large as the services send, and refuses clients without a password', async () => {
    expect(as('mcp').info?.max_payload).toBe(maxPayloadBytes)
    await expect(connect({ servers: broker.address, reconnect: false })).rejects.toMatchObject({
      code: 'AUTHORIZATION_VIOLATION',
    })
  })
})
