import { describe, expect, it } from 'vitest'
import { call, getAsHost, now, useSandbox } from '../testing/client.ts'
import { demoHosts, demoPhrases, demoSite, topicPath } from './demo.ts'
import { demoPast } from './demo-standings.ts'
import { toQuery } from './query.ts'
import { ranking } from './ranking.ts'
import { resultsFor } from './results-page.ts'
import { pageOf } from './world.ts'

const sandbox = useSandbox()
const today = now.toISOString().slice(0, 10)
const dayAfter = (from: string, days: number) =>
  new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10)
const hostOf = (url: string) => new URL(url).hostname

describe('a ranking', () => {
  it.each(['running shoes', '珈琲', '!!!', '🎈', 'x'.repeat(700)])(
    'has 100 results or more, none twice, all of them addresses, the same whenever it is asked for: %.20s',
    (phrase) => {
      const urls = ranking(toQuery({ phrase, country: 'de', language: 'de' }), today)
      expect(urls.length).toBeGreaterThanOrEqual(100)
      expect(new Set(urls).size).toBe(urls.length)
      expect(urls.filter((url) => new URL(url).href !== url)).toEqual([])
      expect(ranking(toQuery({ phrase, country: 'DE', language: 'de-AT' }), today)).toEqual(urls)
    },
  )

  it('differs by country, language, device and engine', () => {
    const base = { phrase: 'running shoes', country: 'us', language: 'en', device: 'desktop' }
    const shown = (over: object) => ranking(toQuery({ ...base, ...over }), today).join()
    const all = [{}, { country: 'gb' }, { language: 'es' }, { device: 'mobile' }, { engine: 'bing' }].map(shown)
    expect(new Set(all).size).toBe(5)
  })

  it('moves from day to day, mostly by three places at most, and a few enter and leave', () => {
    const steps = Array.from({ length: 30 }, (_, n) => {
      const [before = [], after = []] = [n, n + 1].map((day) =>
        ranking(toQuery({ phrase: `phrase ${n}` }), dayAfter('2026-06-01', day)),
      )
      return after.map((url, place) => (before.includes(url) ? Math.abs(place - before.indexOf(url)) : undefined))
    }).flat()
    const share = (is: (step: number | undefined) => boolean) => steps.filter(is).length / steps.length
    expect(share((step) => step !== undefined && step > 0 && step <= 3)).toBeGreaterThan(0.25)
    expect(share((step) => step !== undefined && step > 3)).toBeLessThan(0.08)
    expect(share((step) => step === undefined)).toBeGreaterThan(0.005)
    expect(share((step) => step === undefined)).toBeLessThan(0.08)
  })
})

describe('a results page', () => {
  const some = Array.from({ length: 40 }, (_, n) => resultsFor(toQuery({ phrase: `garden ${n}` }), today))

  it('is one with and one without ads and local packs, and a ranked host may advertise as well', () => {
    for (const part of ['ads', 'places'] as const)
      expect(new Set(some.map((results) => results[part].length > 0)).size).toBe(2)
    const overlap = some.filter(({ ads, organic }) => ads.some((ad) => organic.some((item) => item.host === ad.host)))
    expect(overlap.length).toBeGreaterThan(5)
  })

  it('joins up from its parts to the whole, and shows the boxes beside them once', () => {
    const results = some[1] ?? resultsFor(toQuery({ phrase: 'x' }), today)
    const pages = Array.from({ length: 12 }, (_, n) => pageOf(results, n * 10, 10))
    expect(pages.flatMap((page) => page.organic)).toEqual(results.organic)
    expect(pages.filter((page) => page.questions.length > 0)).toHaveLength(1)
  })
})

describe('the demo site', () => {
  const past = demoPast(today, 365)

  it('has a year of thirty phrases, on the places that the results pages of those days show', async () => {
    expect([past.domain, past.keywords.length, dayAfter(past.from, 365)]).toEqual([demoSite, 30, today])
    for (const i of [0, 200, 364])
      for (const { keyword, ranks } of past.keywords) {
        const urls = ranking(toQuery({ phrase: keyword }), dayAfter(past.from, i))
        const shown = ranks.map(({ domain }) => urls.findIndex((url) => hostOf(url) === domain) + 1)
        expect([keyword, shown]).toEqual([keyword, ranks.map(({ positions }) => positions[i])])
      }
    expect((await call(`${sandbox.url()}/demo`)).json()).toEqual(past)
  })

  it('has ranks on the first page and behind it, and some that are not found', () => {
    const latest = past.keywords.map(({ ranks }) => ranks[0]?.positions.at(-1) ?? 0)
    for (const [from, to] of [
      [0, 0],
      [1, 10],
      [11, 100],
    ] as const)
      expect(latest.filter((place) => place >= from && place <= to).length).toBeGreaterThan(1)
  })

  it('is served like its rivals, with the pages that rank', async () => {
    for (const host of demoHosts)
      for (const path of ['/', ...demoPhrases.map(({ topic }) => topicPath(topic))]) {
        const page = await getAsHost(`${sandbox.url()}${path}`, host)
        expect([host, path, page.status, page.text.includes('<h1>')]).toEqual([host, path, 200, true])
      }
    expect((await getAsHost(`${sandbox.url()}/nothing`, demoSite)).status).toBe(404)
  })
})
