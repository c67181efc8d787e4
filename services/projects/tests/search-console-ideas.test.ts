import { systemCaller } from '@rts/shared/service/rpc-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { demo, domainProperty, type GoogleWorld, startGoogleWorld } from './support/google.ts'

let world: GoogleWorld
beforeAll(async () => {
  world = await startGoogleWorld()
})
afterAll(() => world.stop())

it('ideas read the saved queries at positions 4 to 20 that nothing tracks, and start nothing', async () => {
  const row = (query: string, position: number, impressions: number) => ({ query, clicks: 1, impressions, position })
  const rows = [
    row('third', 3.4, 10),
    row('fourth', 3.5, 30),
    row('twentieth', 20.4, 40),
    row('next', 20.5, 10),
    row('unseen', 9, 0),
    row('Tracked', 9, 90),
  ]
  await world.control('PUT', 'google', { queries: [{ siteUrl: domainProperty, rows }] })
  const owner = world.member()
  const site = await owner.key.site(demo)
  await owner.key.keyword(site, 'tracked')
  const read = () => world.rpc('searchQueries.snapshot', { params: { id: site.id } }, systemCaller(owner.accountId))
  const nothing = { queries: [], impressions: [], positions: [], startDate: null, endDate: null, sandbox: false }
  expect(await read()).toEqual(nothing)
  await owner.connect()
  await owner.choose(site.id)
  expect(await read()).toEqual(nothing)
  expect(await world.calls('search_console', '/query')).toEqual([])
  const { startDate, endDate } = await owner.queries(site.id)
  expect(await read()).toEqual({
    queries: ['twentieth', 'fourth'],
    impressions: [40, 30],
    positions: [20.4, 3.5],
    startDate,
    endDate,
    sandbox: true,
  })
  await expect(world.member().ask('searchQueries.snapshot', { params: { id: site.id } })).rejects.toMatchObject({
    code: 'not_found',
  })
})
