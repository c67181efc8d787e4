import { subjectOf } from '@rts/shared/derive/subjects'
import { natsOptions } from '@rts/shared/service/broker'
import { connect, type NatsConnection } from 'nats'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectAgent } from './support/agent.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
let nats: NatsConnection
const asked: string[] = []
beforeAll(async () => {
  world = await startWorld()
  nats = await connect(natsOptions(world.natsUrl, 'test'))
  // It only listens: a call that the owner's queue group answers reaches this subscription too.
  nats.subscribe('rpc.projects.>', { callback: (_error, { subject }) => void asked.push(subject) })
  await nats.flush()
})
afterAll(async () => {
  await nats.close()
  await world.stop()
})

it('a tool that names no site asks its owner once', async () => {
  const agent = await connectAgent(world.gateway.url, { token: (await world.newKey('growth')).secret })
  await agent.call('add_project', { website: 'example.com' })
  const { data } = await agent.call('add_keyword', { keyword: 'tea' })
  asked.length = 0
  await agent.call('keyword_positions')
  await agent.call('rank_history', { keyword_id: Object(data.keyword).id })
  await agent.call('rank_compare')
  await agent.call('competitors')
  const operations = ['overview.get', 'history.list', 'rankComparison.list', 'competitors.list'] as const
  await nats.flush()
  expect(asked).toEqual(operations.map(subjectOf))
})
