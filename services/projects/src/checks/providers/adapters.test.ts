import { answering, type Script, useScriptedProvider } from '@rts/outside/testing/scripted-provider'
import { listeningLogger, standingClock } from '@rts/outside/testing/setting'
import { runs } from '@rts/shared/testing/runs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSerpSource } from './chain.ts'
import { serpProviderNames, serpProviders } from './providers.ts'
import type { Listed } from './testing/format.ts'
import { formats, sites, wrapped } from './testing/formats.ts'
import { canary, providersList, queryFor, settingAt } from './testing/setting.ts'

const provider = useScriptedProvider()

it('every provider is held by what follows', () => {
  expect(formats.map(({ name }) => name).sort()).toEqual([...serpProviderNames].sort())
})

describe.each(formats)('$name', (format) => {
  const { name, pageIndex } = format
  const { logger, written } = listeningLogger()
  const source = (over: Record<string, string> = {}) =>
    createSerpSource(settingAt(provider.url(), { ...providersList(name), ...over }), { clock: standingClock(), logger })
  const failing = async (script: Script, over: Record<string, string> = {}) => {
    provider.does(script)
    const result = await source(over).ask(queryFor('tea'))
    if (result.ok) throw new Error('a failure was expected')
    return result
  }
  /** Pages from 0, then empty ones; a provider without pages answers them as one. */
  const pages = (list: Listed[][]) =>
    provider.does((call) => {
      if (!pageIndex) return format.page(list.flat())
      const page = list[pageIndex(call)]
      return page?.length ? format.page(page) : format.empty()
    })

  it('counts on over all pages, whatever each page calls its first position', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 8 }), async (sizes) => {
        const list = sizes.map((size, page) => sites(size, page * 100 + 1))
        const all = list.flat().map(({ url }, index) => [index + 1, url])
        pages(list)
        const result = await source().ask(queryFor('tea', { depth: 60 }))
        expect(result.ok && result.value.organic.map(({ position, url }) => [position, url])).toEqual(all.slice(0, 60))
      }),
      { numRuns: runs(12) },
    )
  })

  it('never counts ads, places, questions or AI answers as results', async () => {
    provider.does((call) => ((pageIndex?.(call) ?? 0) === 0 ? format.crowded(sites(3)) : format.empty()))
    const result = await source().ask(queryFor('tea'))
    expect(result).toMatchObject({ ok: true, source: name, sandbox: false, value: { depth: 100 } })
    expect(result.ok && result.value.organic.map(({ position, host }) => `${position} ${host}`)).toEqual([
      '1 site1.com',
      '2 site2.com',
      '3 site3.com',
    ])
    expect(result.ok && result.value.questions).toEqual(name === 'searxng' ? [] : ['Why?'])
  })

  it('a page without organic results has none only where the provider says so; else it may have been withheld', async () => {
    for (const body of [format.withheld(), format.crowded([]), format.page([])])
      expect(await failing(() => body)).toMatchObject({ kind: 'suspect', billed: name !== 'searxng' })
    provider.does(() => format.empty())
    const found = serpProviders[name].saysEmpty
      ? { ok: true, value: { organic: [], depth: 100 } }
      : { ok: false, kind: 'suspect' }
    expect(await source().ask(queryFor('tea'))).toMatchObject(found)
  })

  it('a page of Google’s question whether a person searches is no results page', async () => {
    const captcha = [{ url: 'https://www.google.com/sorry/index?continue=https://www.google.com/search%3Fq=tea' }]
    expect(await failing(() => format.page(captcha))).toMatchObject({ kind: 'suspect' })
  })

  it('keeps the position of a result whose address Google has sealed, and never takes it for Google’s', async () => {
    pages([[{ url: '/goto?url=CAESogEB' }, { url: 'https://www.google.com/goto?url=CAESogEB' }, ...sites(1)]])
    const result = await source().ask(queryFor('tea', { depth: 3 }))
    expect(result.ok && result.value.organic.map(({ position, host }) => `${position} ${host}`)).toEqual([
      '3 site1.com',
    ])
  })

  it('keeps the position of a result whose address cannot be read, and leaves it out', async () => {
    pages([
      [
        { url: null },
        { url: 'https://www.a.com./x' },
        { url: 'javascript:void(0)' },
        { url: 'https://xn--mnchen-3ya.de/' },
      ],
    ])
    const result = await source().ask(queryFor('tea'))
    expect(result.ok && result.value.organic.map(({ position, host }) => [position, host])).toEqual([
      [2, 'a.com'],
      [4, 'xn--mnchen-3ya.de'],
    ])
  })

  it.each(wrapped)('stores the page of $url at its own address', async (listed) => {
    pages([[{ url: 'https://first.com/' }, listed]])
    const result = await source().ask(queryFor('tea'))
    const second = { position: 2, url: 'https://kopi.co.id/biji', host: 'kopi.co.id' }
    expect(result.ok && result.value.organic[1]).toEqual(second)
  })

  it('cuts the list at the depth that was asked for', async () => {
    pages([sites(10), sites(10, 11)])
    const result = await source().ask(queryFor('tea', { depth: 15 }))
    expect(
      result.ok && [result.value.depth, result.value.organic.length, result.value.organic.at(-1)?.position],
    ).toEqual([15, 15, 15])
  })

  it('keeps the hundred results that were asked for of an answer of five thousand', async () => {
    pages([sites(5_000)])
    const result = await source().ask(queryFor('tea'))
    expect(result.ok && [result.value.organic.length, result.value.organic.at(-1)?.position]).toEqual([100, 100])
  })

  it.each([
    ['a page of HTML', answering(200, '<!DOCTYPE html><h1>Sorry</h1>', { 'content-type': 'text/html' })],
    ['JSON that is cut off', answering(200, '{"organic_results":[{"position":1,"ti')],
    ['a body of no bytes', answering(200, '')],
    ['null', answering(200, 'null')],
    ['a list', answering(200, '[]')],
    ['an object of something else', answering(200, '{"hello":"world"}')],
    ['wrong types', () => format.broken()],
  ] as [string, Script][])('%s is a failure to parse, never "nothing found"', async (_what, script) => {
    expect(await failing(script)).toMatchObject({ ok: false, source: name, kind: 'parse' })
  })

  it('a caller that stops waiting ends the call, and no further page is asked for', async () => {
    const waiting = new AbortController()
    provider.does(() => {
      waiting.abort()
      return format.page(sites(3), { isLast: true })
    })
    expect(await source().ask(queryFor('tea'), waiting.signal)).toMatchObject({
      ok: false,
      source: name,
      kind: 'timeout',
    })
    expect(provider.calls()).toHaveLength(1)
  })

  it('an answer past 8 MB is given up', async () => {
    const page = { ...format.page(sites(3), { isLast: true }), padding: 'x'.repeat(8_400_000) }
    expect(await failing(() => page)).toMatchObject({ kind: 'parse' })
  })

  it.each([
    [401, 'auth'],
    [403, 'auth'],
    [402, 'quota'],
    [429, 'rate'],
    [400, 'bad_request'],
    [404, 'bad_request'],
    [408, 'upstream'],
    [500, 'upstream'],
    [503, 'upstream'],
  ])('HTTP %i is %s, unless its documents say otherwise', async (status, kind) => {
    const meant = format.meanings?.[status] ?? kind
    expect(await failing(answering(status, '{}'))).toMatchObject({ kind: meant, billed: false })
  })

  it('tells how long to wait, from seconds and from a date', async () => {
    const inSeconds = answering(429, '{}', { 'retry-after': '17' })
    expect(await failing(inSeconds)).toMatchObject({ kind: 'rate', retryAfterSeconds: 17 })
    const asDate = answering(429, '{}', { 'retry-after': 'Sat, 21 Nov 2026 10:01:30 GMT' })
    expect(await failing(asDate)).toMatchObject({ kind: 'rate', retryAfterSeconds: 90 })
    expect(await failing(answering(429, '{}', { 'retry-after': 'soon' }))).toMatchObject({ retryAfterSeconds: null })
  })

  it('a provider that never answers, or stops in the middle of the body, is a timeout', async () => {
    const short = { SERP_TIMEOUT_MS: '150' }
    expect(await failing(() => undefined, short)).toMatchObject({ kind: 'timeout' })
    const stalls: Script = (_call, response) =>
      void response.writeHead(200, { 'content-length': '1000' }).write('{"a":')
    expect(await failing(stalls, short)).toMatchObject({ kind: 'timeout' })
  })

  it('a connection that breaks is an upstream failure', async () => {
    expect(await failing((_call, response) => void response.destroy())).toMatchObject({ kind: 'upstream' })
    const cut: Script = (_call, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{"a":')
      setImmediate(() => response.destroy())
    }
    expect(await failing(cut)).toMatchObject({ kind: 'upstream' })
  })

  it('follows no redirect: the key stays with the provider', async () => {
    expect(await failing(answering(302, '', { location: `${provider.url()}/elsewhere` }))).toMatchObject({
      kind: 'upstream',
    })
    expect(provider.calls().filter(({ path }) => path === '/elsewhere')).toEqual([])
  })

  it('writes no secret, phrase or address to the log, whatever goes wrong', async () => {
    const echo: Script = (call, response) =>
      void response.writeHead(400).end(JSON.stringify({ error: `${call.query} ${canary}` }))
    for (const script of [echo, answering(401, canary), (_call, response) => void response.destroy()] as Script[])
      expect(JSON.stringify(await failing(script))).not.toContain(canary)
    expect(written()).toContain('provider call')
    for (const secret of [canary, Buffer.from(`me:${canary}`).toString('base64'), '127.0.0.1', 'tea'])
      expect(written()).not.toContain(secret)
  })
})
