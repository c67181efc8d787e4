import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

it('a poll of running work without rows is free of charge; the call that started it is not', async () => {
  const client = await world.newClient()
  const site = await client.site('polling.com', { keywords: ['polled phrase'], competitors: ['polled-rival.com'] })
  for (const provider of ['dataforseo', 'google_ads', 'autocomplete', 'bing'])
    await world.control('POST', 'fail', { provider, mode: 'timeout' })
  const targets = ['planner', 'gap', 'backlinks'].map((list) => `/projects/${site}/${list}`)
  const all = () => Promise.all([...targets, '/keywords/research?q=polled'].map((target) => client.get(target)))
  const started = await all()
  for (const { body } of started) expect(body).toMatchObject({ status: 'collecting', updatedAt: null })
  const { used } = (await client.get('/projects')).body.allowance
  expect(used).toBe(5)
  for (const { body } of await all()) expect(body).toMatchObject({ status: 'collecting', rows: [] })
  expect((await client.get('/projects')).body.allowance.used).toBe(used + 1)
})
