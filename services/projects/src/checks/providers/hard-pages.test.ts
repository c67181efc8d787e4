import { answering, useScriptedProvider } from '@rts/outside/testing/scripted-provider'
import { listeningLogger, standingClock } from '@rts/outside/testing/setting'
import { runs } from '@rts/shared/testing/runs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { compactPage, rankOnPage } from '../../history/rules/positions.ts'
import { createSerpSource } from './chain.ts'
import type { SerpProviderName } from './providers.ts'
import type { OrganicResult } from './serp.ts'
import { formats, sites } from './testing/formats.ts'
import { brightdata } from './testing/hard-pages/brightdata.ts'
import { dataforseo } from './testing/hard-pages/dataforseo.ts'
import type { HardPages } from './testing/hard-pages/hard-page.ts'
import { hasdata } from './testing/hard-pages/hasdata.ts'
import { oxylabs } from './testing/hard-pages/oxylabs.ts'
import { searchapi } from './testing/hard-pages/searchapi.ts'
import { searxng } from './testing/hard-pages/searxng.ts'
import { serpapi } from './testing/hard-pages/serpapi.ts'
import { serper } from './testing/hard-pages/serper.ts'
import { serply } from './testing/hard-pages/serply.ts'
import { spaceserp } from './testing/hard-pages/spaceserp.ts'
import { valueserp } from './testing/hard-pages/valueserp.ts'
import { providersList, queryFor, settingAt } from './testing/setting.ts'

const provider = useScriptedProvider()
const hardPages: HardPages = {
  serper,
  valueserp,
  searchapi,
  hasdata,
  spaceserp,
  serply,
  brightdata,
  oxylabs,
  searxng,
  serpapi,
  dataforseo,
}

/** As the corpus writes a page: `-` where the owner is unknown. */
function written(organic: readonly OrganicResult[], like: string): string {
  const last = Math.max(0, ...organic.map(({ position }) => position))
  const asked = like.split(' ')
  const tokens = Array.from({ length: last }, (_, i) => {
    const found = organic.find(({ position }) => position === i + 1)
    if (!found) return '-'
    const url = found.url?.replace(/^https?:\/\//, '')
    return url && asked[i]?.includes('/') ? url : found.host
  })
  return tokens.join(' ')
}

const sourceOf = (name: SerpProviderName) =>
  createSerpSource(settingAt(provider.url(), providersList(name)), {
    clock: standingClock(),
    logger: listeningLogger().logger,
  })

describe.each(formats)('$name reads hard pages rightly or not at all', ({ name, pageIndex, empty }) => {
  it.each(hardPages[name] ?? [])('$what ($source)', async ({ pages, depth = 100, reads }) => {
    provider.does((call, response) => {
      const body = pages[pageIndex?.(call) ?? 0] ?? empty()
      if (typeof body === 'string') return answering(200, body)(call, response)
      if (!(body instanceof Uint8Array)) return body
      response.writeHead(200).end(body)
      return undefined
    })
    const read = await sourceOf(name).ask(queryFor('tea', { depth }))
    if (typeof reads === 'string') {
      expect(read).toMatchObject({ ok: false, kind: reads })
      return
    }
    if (!read.ok) throw new Error(`it was not read: ${read.kind}`)
    const { organic, blocks } = read.value
    expect(written(organic, reads.organic)).toBe(reads.organic)
    expect(read.value.depth).toBe(reads.depth ?? depth)
    if (reads.own) expect(rankOnPage(compactPage(organic), reads.own[0]).position).toBe(reads.own[1])
    if (reads.cites) expect(blocks.citations).toEqual(reads.cites)
    if (reads.snippet) expect(blocks.snippet).toBe(reads.snippet)
  })
})

const taskSchema = z.looseObject({
  tasks: z.tuple([z.looseObject({ result: z.tuple([z.looseObject({ items: z.array(z.unknown()) })]) })]),
})

/** One address in the forms in which lists have it. */
const forms: readonly ((url: string) => string)[] = [
  (url) => url,
  (url) => url.replace('https:', ''),
  (url) => url.replace('https://', ''),
  (url) => `  ${url} `,
  (url) => `https://www.google.com/url?q=${encodeURIComponent(url)}&sa=U`,
  (url) => `/url?esrc=s&amp;q=&amp;url=${encodeURIComponent(url)}&amp;usg=AO`,
  (url) => url.replace('https://', 'https://www.google.co.id/amp/s/'),
  (url) => `https://translate.google.com/translate?sl=en&u=${encodeURIComponent(url)}`,
  (url) => `https://www.google.com/imgres?imgurl=x&imgrefurl=${encodeURIComponent(url)}`,
  (url) => `https://webcache.googleusercontent.com/search?q=cache:Ab1-cD2_eF3:${encodeURIComponent(url)}+tea`,
]
const disturbance = fc.record({
  count: fc.integer({ min: 1, max: 9 }),
  form: fc.array(fc.constantFrom(...forms), { minLength: 9, maxLength: 9 }),
  again: fc.array(fc.nat(8), { maxLength: 4 }),
  blocks: fc.dictionary(fc.stringMatching(/^unknown_[a-z]{1,6}$/), fc.jsonValue()),
  order: fc.array(fc.nat(1_000), { minLength: 13, maxLength: 13 }),
})

it.each(formats)('$name: repeated, wrapped and shuffled results and unknown blocks move no rank', async (format) => {
  await fc.assert(
    fc.asyncProperty(disturbance, async ({ count, form, again, blocks, order }) => {
      const found = sites(count).map(({ url }, i) => ({ url: form[i]?.(url ?? '') ?? null }))
      const repeated = again.flatMap((i) => (i < count ? sites(1, i + 1) : []))
      const page = format.pageIndex ? format.page([...found, ...repeated]) : shuffled(format.page(found), again, order)
      provider.does((call) => ((format.pageIndex?.(call) ?? 0) === 0 ? { ...page, ...blocks } : format.empty()))
      const read = await sourceOf(format.name).ask(queryFor('tea'))
      expect(read.ok && read.value.organic.map(({ position, url }) => [position, url])).toEqual(
        sites(count).map(({ url }, i) => [i + 1, url]),
      )
    }),
    { numRuns: runs(25) },
  )
})

/** The elements of a task in another order, some twice: each has its rank. */
function shuffled(page: object, again: readonly number[], order: readonly number[]): object {
  const whole = taskSchema.parse(page)
  const [result] = whole.tasks[0].result
  const items = [...result.items, ...again.flatMap((i) => result.items[i] ?? [])]
  result.items = items
    .map((item, i) => ({ item, at: order[i] ?? 0 }))
    .sort((x, y) => x.at - y.at)
    .map(({ item }) => item)
  return whole
}
