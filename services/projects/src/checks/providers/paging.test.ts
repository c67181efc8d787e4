import { useScriptedProvider } from '@rts/outside/testing/scripted-provider'
import { listeningLogger, standingClock } from '@rts/outside/testing/setting'
import { describe, expect, it } from 'vitest'
import { createSerpSource } from './chain.ts'
import { serpProviders } from './providers.ts'
import { formats, sites } from './testing/formats.ts'
import { providersList, queryFor, settingAt } from './testing/setting.ts'

const provider = useScriptedProvider()

describe.each(formats.filter(({ pageIndex }) => pageIndex !== null))(
  '$name, page by page',
  ({ name, pageIndex, page, empty }) => {
    const index = (call: Parameters<NonNullable<typeof pageIndex>>[0]) => pageIndex?.(call) ?? 0
    const source = () =>
      createSerpSource(settingAt(provider.url(), providersList(name)), {
        clock: standingClock(),
        logger: listeningLogger().logger,
      })

    it('a failed third page fails the check, billed for the pages before', async () => {
      provider.does((call, response) => {
        if (index(call) < 2) return page(sites(10, index(call) * 10 + 1))
        response.writeHead(500).end()
        return undefined
      })
      expect(await source().ask(queryFor('tea'))).toMatchObject({
        ok: false,
        kind: 'upstream',
        billed: name !== 'searxng',
        costUsd: expect.closeTo((2 / 15) * (source().priceUsd?.(queryFor('tea')) ?? Number.NaN), 9),
      })
      expect(provider.calls()).toHaveLength(3)
    })

    it('goes on after short pages and stops at the depth, at ten calls for a hundred results', async () => {
      provider.does((call) => page(sites(10, index(call) * 10 + 1)))
      const result = await source().ask(queryFor('tea'))
      expect(result.ok && result.value.organic).toHaveLength(100)
      expect(provider.calls().map(index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    })

    it('reads half as many pages again where they are short, and no more: what it costs at most is known before', async () => {
      provider.does((call) => page(sites(5, index(call) * 5 + 1)))
      const result = await source().ask(queryFor('tea'))
      expect(result).toMatchObject({ ok: true, value: { depth: 75 } })
      expect(provider.calls()).toHaveLength(15)
      expect(result.costUsd).toBeCloseTo(source().priceUsd?.(queryFor('tea')) ?? Number.NaN, 9)
    })

    it('an empty page ends the list: everything there is was looked at', async () => {
      provider.does((call) => (index(call) < 2 ? page(sites(7, index(call) * 7 + 1)) : empty()))
      const result = await source().ask(queryFor('tea'))
      expect(result.ok && [result.value.depth, result.value.organic.length]).toEqual([100, 14])
      expect(provider.calls()).toHaveLength(3)
    })

    it('a short page that names no next one is the last, where the provider names next pages', async () => {
      provider.does((call) => page(sites(6, index(call) * 6 + 1), { isLast: index(call) === 1 }))
      const result = await source().ask(queryFor('tea', { depth: 30 }))
      const namesNext = ['serpapi', 'valueserp', 'searchapi'].includes(name)
      expect(result.ok && result.value.organic.length).toBe(namesNext ? 12 : 30)
    })

    it('a full page that names no next one is not taken for the last', async () => {
      provider.does((call) => page(sites(index(call) === 0 ? 10 : 6, index(call) * 10 + 1), { isLast: true }))
      const result = await source().ask(queryFor('tea', { depth: 16 }))
      expect(result.ok && result.value.organic.length).toBe(16)
    })

    it('claims no more depth than it saw when the provider repeats its page', async () => {
      provider.does(() => page(sites(10)))
      const result = await source().ask(queryFor('tea'))
      expect(result.ok && [result.value.depth, result.value.organic.length]).toEqual([10, 10])
    })

    it('a page of which eight results of ten came before is that page again', async () => {
      provider.does((call) => page(index(call) === 0 ? sites(10) : [...sites(8, 3), ...sites(2, 50)]))
      const result = await source().ask(queryFor('tea'))
      expect(result.ok && [result.value.depth, result.value.organic.length]).toEqual([10, 10])
    })

    it('claims no more depth than it saw when an earlier page comes again later', async () => {
      provider.does((call) => page(sites(10, (index(call) % 3) * 10 + 1)))
      const result = await source().ask(queryFor('tea'))
      expect(result.ok && [result.value.depth, result.value.organic.length]).toEqual([30, 30])
      expect(provider.calls()).toHaveLength(4)
    })

    it('results after an empty page in the middle have unknown positions, and are not counted', async () => {
      provider.does((call) => (index(call) === 2 ? empty() : page(sites(9, index(call) * 9 + 1))))
      const result = await source().ask(queryFor('tea'))
      expect(result.ok && [result.value.depth, result.value.organic.length]).toEqual([18, 18])
      expect(provider.calls().map(index)).toEqual([0, 1, 2, 3])
    })

    it('two empty pages after full ones are the end where the provider says so, and else unknown', async () => {
      provider.does((call) => (index(call) < 2 ? page(sites(10, index(call) * 10 + 1)) : empty()))
      const result = await source().ask(queryFor('tea'))
      expect(result.ok && [result.value.depth, result.value.organic.length]).toEqual([
        serpProviders[name].saysEmpty ? 100 : 20,
        20,
      ])
      expect(provider.calls()).toHaveLength(4)
    })

    it('counts an address once on each page that lists it', async () => {
      provider.does((call) => {
        const list = [
          [...sites(2), ...sites(1)],
          [...sites(1), ...sites(1, 9)],
        ][index(call)]
        return list ? page(list) : empty()
      })
      const result = await source().ask(queryFor('tea'))
      const hosts =
        name === 'searxng'
          ? ['site1.com', 'site2.com', 'site9.com']
          : ['site1.com', 'site2.com', 'site1.com', 'site9.com']
      expect(result.ok && result.value.organic.map(({ host }) => host)).toEqual(hosts)
    })
  },
)
