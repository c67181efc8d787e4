import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startNats } from '@rts/local/nats'
import { signatureHeader } from '@rts/shared/contract/caller'
import { operationEntries } from '@rts/shared/contract/table'
import { subjectOf } from '@rts/shared/derive/subjects'
import { natsOptions } from '@rts/shared/service/broker'
import { createRpcClient } from '@rts/shared/service/rpc-client'
import { signerOf } from '@rts/shared/testing/secrets'
import { connect, type Msg, type NatsConnection } from 'nats'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorld, type World } from './support.ts'

let world: World
let nats: NatsConnection
let broker: Awaited<ReturnType<typeof startNats>>
const folder = mkdtempSync(path.join(tmpdir(), 'gateway-replay-'))
beforeAll(async () => {
  // On the shared broker, gateways of other tests would answer.
  broker = await startNats({ dataDir: folder, production: false })
  const changes = { env: { NATS_URL: broker.url } }
  world = await startWorld(changes)
  await world.start(changes)
  nats = await connect(natsOptions(broker.url, 'test'))
})
afterAll(async () => {
  await nats.close()
  await world.stop()
  await broker.stop()
  rmSync(folder, { recursive: true, force: true })
})

const operator = { kind: 'operator', accountId: '', plan: 'free', keyId: null, role: null, siteIds: null } as const

it('a call that is not idempotent counts once, on any replica, however its signature is written', async () => {
  const heard: Msg[] = []
  const listener = nats.subscribe(subjectOf('keys.create'), { callback: (_error, message) => heard.push(message) })
  const rpc = createRpcClient({ nats, sign: signerOf('operator') })
  const call = <T extends string>(requestId: T) => ({ ...operator, collect: 'deny', requestId }) as const
  const body = { email: 'replay@example.com', plan: 'growth' } as const
  const { account } = await rpc('accounts.create', { body }, call('1'))
  const params = { accountId: account.id }
  await rpc('keys.create', { params, body: { name: 'mine' } }, call('2'))
  listener.unsubscribe()
  const [sent] = heard
  if (!sent?.headers) throw new Error('the call was not heard')
  for (const ending of ['', '=', '\t', '']) {
    sent.headers.set(signatureHeader, sent.headers.get(signatureHeader).trim() + ending)
    const again = await nats.request(sent.subject, sent.data, { headers: sent.headers, timeout: 60_000 })
    expect(again.json()).toMatchObject({ problem: { code: 'conflict' } })
  }
  expect((await rpc('keys.list', { params }, call('3'))).keys).toHaveLength(1)
})

it('a row that counts once can be called over NATS alone', () => {
  expect(operationEntries().filter(([, row]) => row.once && row.http)).toEqual([])
})
