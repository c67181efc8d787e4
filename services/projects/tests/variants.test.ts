import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountIn } from './support/account.ts'
import { callerOf, startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const austin = 'Austin, Texas, United States'
const boston = 'Boston, Massachusetts, United States'
const variants = [{}, { device: 'mobile' }, { location: austin }, { device: 'mobile', location: austin }]
const shownOf = ({ device, location }: { device: string; location: string | null }) => [device, location]
const shown = [
  ['desktop', null],
  ['mobile', null],
  ['desktop', austin],
  ['mobile', austin],
]
const asked = (phrase: string) =>
  world.serp.calls.flatMap((call) => (call.phrase === phrase ? [[call.device, call.location?.name ?? null]] : []))

describe('a phrase on two devices and in two places', () => {
  it('is a keyword each, shown everywhere, and found again by its device and place', async () => {
    const growth = accountIn(world)
    const site = await growth.site()
    const path = `/projects/${site.id}/keywords`
    for (const variant of variants) {
      const added = await growth.post(path, { keyword: 'tea', ...variant })
      expect(added.body.created).toBe(true)
      const again = await growth.post(path, { keyword: 'Tea', ...variant })
      expect(again.body).toMatchObject({ created: false, keyword: { id: added.body.keyword.id } })
    }
    const keywords = await growth.keywords(site)
    expect(keywords.map(shownOf)).toEqual(shown)
    expect((await growth.get(`/projects/${site.id}/overview`)).body.keywords.map(shownOf)).toEqual(shown)
    expect((await growth.get(`/projects/${site.id}/rank-compare`)).body.rows.map(shownOf)).toEqual(shown)
    for (const keyword of keywords) await growth.checked(site, keyword)
    expect(asked('tea').sort()).toEqual([...shown].sort())
  })

  it('counts as so many keywords of the plan', async () => {
    const free = accountIn(world, { plan: 'free' })
    const site = await free.site()
    const add = (variant: object) => free.post(`/projects/${site.id}/keywords`, { keyword: 'counted', ...variant })
    for (const variant of variants.slice(0, 3)) expect((await add(variant)).status).toBe(200)
    expect((await add({ device: 'mobile', location: austin })).status).toBe(402)
  })

  it('shares its page with the same variant of other accounts, and never with another one', async () => {
    const [first, second] = [accountIn(world), accountIn(world)]
    const phrase = 'never shared'
    const tracked = async (account: typeof first, location: string) => {
      const site = await account.site()
      const keyword = await account.keyword(site, phrase, { location })
      await account.historyOf(site, keyword, 1)
      return { account, site, keyword }
    }
    const all = [await tracked(first, austin), await tracked(second, boston)]
    const targets = () => world.parts.pool.query('SELECT location FROM page_target WHERE identity = $1', [phrase])
    expect((await targets()).rows.map(({ location }) => location).sort()).toEqual([austin, boston])
    all.push(await tracked(second, austin))
    expect((await targets()).rows).toHaveLength(2)
    world.pass(36)
    for (const { account, site, keyword } of all) await account.historyOf(site, keyword, 2)
    const daily = [
      ['desktop', austin],
      ['desktop', boston],
    ]
    // The first checks are each account's own; those of the day after are one a page.
    expect(asked(phrase).sort()).toEqual([...daily, ...daily, ['desktop', austin]].sort())
  })

  it('is added in bulk, all lines with one device and place', async () => {
    const growth = accountIn(world)
    const site = await growth.site()
    const bulk = (more: object) => growth.post(`/projects/${site.id}/keywords/bulk`, { text: 'a\nb', ...more })
    expect((await bulk({ device: 'mobile', location: 'boston,massachusetts,UNITED STATES' })).body.added).toBe(2)
    expect((await growth.keywords(site)).map(shownOf)).toEqual(Array(2).fill(['mobile', boston]))
    expect((await bulk({ device: 'mobile', location: boston })).body).toMatchObject({ added: 0, skipped: 2 })
    expect((await bulk({})).body.added).toBe(2)
  })
})

describe('a place', () => {
  const refused = async (body: object, path = '') => {
    const growth = accountIn(world)
    const site = await growth.site()
    const { status, body: problem } = await growth.post(`/projects/${site.id}/keywords${path}`, body)
    expect([status, problem.errors?.map(({ field }) => field)]).toEqual([400, ['location']])
    return problem.errors?.[0]?.message
  }

  it('400 names the five nearest of the country for one that is not on the list', async () => {
    for (const [path, body] of [['', { keyword: 'a' }] as const, ['/bulk', { text: 'a' }] as const]) {
      const message = await refused({ ...body, location: 'Austn, TX' }, path)
      expect(message).toMatch(/^is no place of the list; the nearest are ("[^"]+, United States"(, )?){5}$/)
      expect(message).toContain(`"${austin}"`)
    }
    expect(await refused({ keyword: 'a', location: 'Nuuk', country: 'va' })).toBe(
      'is no place of the list; the list has none in va',
    )
  })

  it('400 for one of another country than the keyword’s', async () => {
    expect(await refused({ keyword: 'a', country: 'de', location: austin })).toMatch(/^is in us, not in de; /)
  })

  it('is found by a part of its name, those with most people first', async () => {
    const person = { ...callerOf({ kind: 'person' }), iat: world.now().getTime() }
    const find = async (q: string, country?: string) => {
      const query = { q, limit: 3, ...(country && { country }) }
      return (await world.rpc('places.list', { query }, person)).places
    }
    expect(await find('lond', 'gb')).toEqual(expect.arrayContaining(['London, England, United Kingdom']))
    expect((await find('são paulo'))[0]).toBe('Sao Paulo, Sao Paulo, Brazil')
    expect((await find('Köln', 'de'))[0]).toBe('Koln, North Rhine-Westphalia, Germany')
    expect((await find('łódź'))[0]).toBe('Lodz, Lodz Voivodeship, Poland')
    expect((await find('gießen', 'de'))[0]).toMatch(/^Giessen, /)
    expect(await find('austin tex')).toEqual([austin])
    expect(await find('austin', 'de')).toEqual([])
  })
})

describe('PATCH of device and place', () => {
  it('keeps the id and begins a new history; null takes the place away', async () => {
    const growth = accountIn(world)
    const site = await growth.site()
    const keyword = await growth.keyword(site, 'moved')
    await growth.historyOf(site, keyword, 1)
    const path = `/projects/${site.id}/keywords/${keyword.id}`
    for (const [change, now] of [
      [{ device: 'mobile' }, ['mobile', null]],
      [{ location: austin }, ['mobile', austin]],
      [{ keyword: 'Moved' }, ['mobile', austin]],
      [{ location: null }, ['mobile', null]],
    ] as const) {
      const { body } = await growth.patch(path, change)
      expect([body.keyword.id, shownOf(body.keyword)]).toEqual([keyword.id, now])
      await growth.historyOf(site, keyword, 1)
    }
    // The last one is a page that the account has had today.
    expect(asked('moved')).toEqual([...shown.slice(0, 2), ['mobile', austin]])
  })

  it('409 onto a variant that the site has, which stays as it is', async () => {
    const growth = accountIn(world)
    const site = await growth.site()
    const plain = await growth.keyword(site, 'taken')
    const mobile = await growth.keyword(site, 'taken', { device: 'mobile' })
    const local = await growth.keyword(site, 'taken', { location: austin })
    const patch = (id: string, change: object) => growth.patch(`/projects/${site.id}/keywords/${id}`, change)
    expect((await patch(mobile.id, { device: 'desktop' })).status).toBe(409)
    expect((await patch(local.id, { location: null })).status).toBe(409)
    expect((await patch(plain.id, { location: austin })).status).toBe(409)
    expect((await growth.keywords(site)).map(shownOf)).toEqual(shown.slice(0, 3))
  })

  it('400 for a country that the place is not in', async () => {
    const growth = accountIn(world)
    const site = await growth.site()
    const local = await growth.keyword(site, 'stays', { location: austin })
    const path = `/projects/${site.id}/keywords/${local.id}`
    const { status, body } = await growth.patch(path, { country: 'de' })
    expect([status, body.errors?.[0]?.field]).toEqual([400, 'location'])
    expect((await growth.patch(path, { country: 'de', location: null })).status).toBe(200)
  })
})
