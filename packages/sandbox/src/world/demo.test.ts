import { expect, it } from 'vitest'
import { call, getAsHost, now, useSandbox } from '../testing/client.ts'
import { demoHosts, demoPhrases, demoSite, topicPath } from './demo.ts'
import { demoPast } from './demo-standings.ts'
import { toQuery } from './query.ts'
import { ranking } from './ranking.ts'
import { hash } from './seed.ts'

const sandbox = useSandbox()
const today = now.toISOString().slice(0, 10)
const past = demoPast(today, 365)
const dayOf = (i: number) => new Date(Date.parse(past.from) + i * 86_400_000).toISOString().slice(0, 10)
const hostOf = (url: string) => new URL(url).hostname

it('a year of the demo site is thirty phrases, up to the day before this one', () => {
  expect(past).toMatchObject({
    domain: demoSite,
    competitors: ['rival-one.example', expect.any(String), expect.any(String)],
  })
  expect([past.keywords.length, new Set(past.keywords.map(({ keyword }) => keyword)).size]).toEqual([30, 30])
  const series = past.keywords.flatMap(({ ranks }) => ranks)
  expect(series.map(({ positions }) => positions.length)).toEqual(series.map(() => 365))
  expect(dayOf(365)).toBe(today)
})

it('the places of a day are those that its results pages show, no two sites at one', () => {
  for (const i of [0, 100, 200, 364])
    for (const { keyword, ranks } of past.keywords) {
      const urls = ranking(toQuery({ phrase: keyword }), dayOf(i))
      expect(new Set(urls).size).toBe(urls.length)
      const shown = ranks.map(({ domain }) => urls.findIndex((url) => hostOf(url) === domain) + 1)
      expect([keyword, shown]).toEqual([keyword, ranks.map(({ positions }) => positions[i])])
    }
})

it('ranks move as ranks do: mostly by a few places a day, far over the year, some on the first page, some not found', () => {
  const own = past.keywords.map(({ ranks }) => ranks[0]?.positions ?? [])
  const steps = own.flatMap((places) => places.slice(1).map((place, i) => Math.abs(place - (places[i] ?? 0))))
  expect(steps.filter((step) => step <= 3).length).toBeGreaterThan(steps.length * 0.95)
  const ranges = own.map((places) => Math.max(...places) - Math.min(...places))
  expect(ranges.filter((range) => range >= 5).length).toBeGreaterThan(10)
  const latest = own.map((places) => places.at(-1) ?? 0)
  expect(latest.filter((place) => place > 0 && place <= 10).length).toBeGreaterThan(5)
  expect(latest.filter((place) => place === 0).length).toBeGreaterThan(1)
  expect(latest.filter((place) => place > 10).length).toBeGreaterThan(3)
})

it('its rivals rank for phrases that it has nothing for', () => {
  const missed = demoPhrases.filter(({ isTracked }) => !isTracked)
  const hosts = missed.map(({ phrase }) => ranking(toQuery({ phrase }), today).slice(0, 40).map(hostOf))
  expect(hosts.some((each) => each.includes(demoSite))).toBe(false)
  expect(hosts.filter((each) => each.some((host) => demoHosts.includes(host))).length).toBeGreaterThan(10)
})

it('other phrases show what they showed without these sites', () => {
  const shown = ['running shoes', 'garden furniture 7', 'tee kaufen', '珈琲'].flatMap((phrase) =>
    ['2026-02-28', '2026-11-21'].flatMap((day) => ranking(toQuery({ phrase, country: 'de', language: 'de' }), day)),
  )
  expect([shown.length, hash(...shown)]).toEqual([870, 2_991_683_285])
})

it('each of these sites is served, with its pages where it ranks, until others are set', async () => {
  for (const host of demoHosts)
    for (const path of ['/', ...demoPhrases.map(({ topic }) => topicPath(topic))]) {
      const page = await getAsHost(`${sandbox.url()}${path}`, host)
      expect([host, path, page.status, page.text.includes('<h1>')]).toEqual([host, path, 200, true])
    }
  expect((await getAsHost(`${sandbox.url()}/nothing`, demoSite)).status).toBe(404)
  const set = await call(`${sandbox.url()}/control/sites/rival-one.example`, 'PUT', { pages: { '/': { body: 'new' } } })
  expect(set.status).toBe(200)
  expect(await getAsHost(`${sandbox.url()}/`, 'rival-one.example')).toEqual({ status: 200, text: 'new' })
  expect((await call(`${sandbox.url()}/control/sites/other.example`, 'PUT', { pages: {} })).status).toBe(400)
})

it('GET /demo is the past of the world’s day', async () => {
  expect((await call(`${sandbox.url()}/demo`)).json()).toEqual(past)
})
