import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountIn } from './support/account.ts'
import { callerOf, startWorld, type World } from './support/world.ts'

const plansFile = path.join(tmpdir(), `plans-${process.pid}.json`)
let world: World
beforeAll(async () => {
  writeFileSync(plansFile, JSON.stringify({ starter: { maxDepth: 50 } }))
  world = await startWorld({ more: { PLANS_FILE: plansFile } })
})
afterAll(() => world.stop())

async function siteOf(plan: 'growth' | 'starter') {
  const account = accountIn(world, { plan })
  const site = await account.site()
  const person = callerOf({ kind: 'person', accountId: account.id, plan })
  const params = { id: site.id }
  return {
    account,
    site,
    get: () => world.rpc('siteDepth.get', { params }, person),
    update: (body: object, caller = person) => world.rpc('siteDepth.update', { params, body }, caller),
  }
}

it('the depth of a site is that of its plan until a person chooses another one, and never more', async () => {
  const { get, update } = await siteOf('growth')
  expect(await get()).toEqual({ reading: { depth: 100, maxDepth: 100, smart: false } })
  expect(await update({ depth: 20, smart: true })).toEqual({ reading: { depth: 20, maxDepth: 100, smart: true } })
  expect(await update({ smart: false })).toEqual({ reading: { depth: 20, maxDepth: 100, smart: false } })
  const smaller = await siteOf('starter')
  expect(await smaller.get()).toEqual({ reading: { depth: 50, maxDepth: 50, smart: false } })
  await expect(smaller.update({ depth: 100 })).rejects.toMatchObject({
    code: 'invalid_input',
    message: 'depth is at most 50 on this plan',
  })
})

it('is a setting of people alone', async () => {
  const { account, update, get } = await siteOf('growth')
  for (const kind of ['account', 'guest'] as const) {
    await expect(update({ depth: 10 }, callerOf({ kind, accountId: account.id }))).rejects.toMatchObject({
      code: expect.any(String),
    })
  }
  await expect(update({ depth: 10 }, callerOf({ kind: 'person' }))).rejects.toMatchObject({ code: 'not_found' })
  expect((await get()).reading.depth).toBe(100)
})

it('a check asks for the depth of the site, and its row says so; the site itself shows nothing of it', async () => {
  const { account, site, update } = await siteOf('growth')
  world.serp.show('shallow', ...Array.from({ length: 30 }, () => 'other.org'), 'example.com')
  await update({ depth: 20 })
  const keyword = await account.keyword(site, 'shallow')
  expect(await account.historyOf(site, keyword, 1)).toMatchObject([{ position: 0, found: false, depth: 20 }])
  expect(world.serp.calls.find(({ phrase }) => phrase === 'shallow')?.depth).toBe(20)
  await update({ depth: 50 })
  world.pass(36)
  const rows = await account.historyOf(site, keyword, 2)
  expect(rows[1]).toMatchObject({ position: 31, found: true, depth: 50 })
  const [row] = (await account.get(`/projects/${site.id}/overview`)).body.keywords
  expect(row).toMatchObject({ position: 31, previousPosition: 0, change: null })
  expect((await account.get(`/projects/${site.id}`)).body.project).toEqual(site)
})
