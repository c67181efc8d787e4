import { createProviderHttp } from '@rts/outside/http'
import { answering, useScriptedProvider } from '@rts/outside/testing/scripted-provider'
import { listeningLogger, standingClock } from '@rts/outside/testing/setting'
import { call, useSandbox } from '@rts/sandbox/testing/client'
import { describe, expect, it } from 'vitest'
import { wrapped } from '../../../tests/support/setting.ts'
import { linkProviderNames } from '../config.ts'
import { type LinkRow, mergeLinks, unknownLink } from '../rules/link-row.ts'
import { createBing } from './bing.ts'
import { createDataForSeoLinks } from './dataforseo.ts'
import { createOpenPageRank } from './openpagerank.ts'

const sandbox = useSandbox()
const provider = useScriptedProvider()
const clock = standingClock()
const http = createProviderHttp({ timeoutMs: 30_000, clock, logger: listeningLogger().logger })
const deps = { http, clock, sandbox: true }

function dataForSeo(base = `${sandbox.url()}/dataforseo`, pages = 2) {
  const account = { DATAFORSEO_LOGIN: 'me', DATAFORSEO_PASSWORD: 'secret' }
  return createDataForSeoLinks(
    { ...account, DATAFORSEO_BASE_URL: base, BACKLINKS_PAGE_USD: 0.06, BACKLINKS_PAGES: pages },
    deps,
  )
}
const bing = (base = `${sandbox.url()}/bing`, key = 'k') => createBing({ BING_API_KEY: key, BING_BASE_URL: base }, deps)
const pageRank = (base = `${sandbox.url()}/openpagerank`, key = 'k') =>
  createOpenPageRank({ OPENPAGERANK_KEY: key, OPENPAGERANK_BASE_URL: base }, deps)
const domain = 'demo.sandbox.example'

describe('DataForSEO', () => {
  it('tells links with anchor, rel, ranks and dates', async () => {
    const answer = await dataForSeo().ask({ domain })
    if (!answer.ok) throw new Error(answer.kind)
    expect(answer.value.length).toBeGreaterThan(20)
    expect(answer.costUsd).toBeCloseTo(0.024 + answer.value.length * 0.000036)
    for (const row of answer.value) {
      expect(row).toMatchObject({
        source: 'dataforseo',
        sandbox: true,
        firstSeen: expect.stringMatching(/^\d{4}-.*Z$/),
      })
      expect(row.domainRank).toBeLessThanOrEqual(100)
    }
    expect(answer.value.some(({ isLost }) => isLost)).toBe(true)
    expect(answer.value.some(({ dofollow }) => dofollow === false)).toBe(true)
  })

  const task = (more: object) => ({ status_code: 20000, tasks: [{ status_code: 20000, cost: 0.02, ...more }] })
  const result = (items: unknown, target = domain, search_after_token: string | null = null) =>
    task({ result: [{ target, items, search_after_token }] })

  it('goes on after a page, as far as its pages go', async () => {
    const item = (n: number) => ({ url_from: `https://a${n}.example/`, url_to: `https://${domain}/` })
    let n = 0
    provider.does(() => result([item(++n)], domain, `t${n}`))
    const answer = await dataForSeo(provider.url()).ask({ domain })
    expect(answer).toMatchObject({
      ok: true,
      costUsd: 0.04,
      value: [{ domainFrom: 'a1.example' }, { domainFrom: 'a2.example' }],
    })
    expect(JSON.parse(provider.calls()[1]?.body ?? '')[0]).toMatchObject({ target: domain, search_after_token: 't1' })
  })

  it('leaves rows out that cannot be read, and what of a row cannot', async () => {
    const good = {
      url_from: 'https://a.example/',
      domain_from_rank: 700,
      first_seen: 'yesterday',
      backlink_spam_score: '9',
    }
    provider.does(() => result([good, { url_from: 'nonsense' }, null, 7]))
    const answer = await dataForSeo(provider.url()).ask({ domain })
    expect(answer.ok && answer.value).toMatchObject([{ domainRank: null, firstSeen: null, spamScore: null }])
  })

  it.each([
    ['of another site', () => result([], 'other.example'), 'parse'],
    ['of no site', () => task({ result: null }), 'parse'],
    ['with an error inside', () => task({ status_code: 40200 }), 'quota'],
    ['with an error around it', () => ({ status_code: 40100 }), 'auth'],
    ['of HTML', answering(200, '<html>'), 'parse'],
    ['of half a page', answering(200, '{"tasks":['), 'parse'],
  ] as const)('an answer %s is a failure', async (_case, script, kind) => {
    provider.does(script)
    expect(await dataForSeo(provider.url()).ask({ domain })).toMatchObject({ ok: false, kind })
  })

  it('a site without links has none', async () => {
    provider.does(() => result(null))
    expect(await dataForSeo(provider.url()).ask({ domain })).toMatchObject({ ok: true, value: [] })
  })
})

describe.each(linkProviderNames)('the linking page of %s', (name) => {
  const pages = {
    dataforseo: (url_from: string) => ({
      source: dataForSeo(provider.url(), 1),
      script: () => ({
        status_code: 20000,
        tasks: [{ status_code: 20000, cost: 0, result: [{ target: domain, items: [{ url_from }] }] }],
      }),
    }),
    bing: (Url: string) => ({
      source: bing(provider.url()),
      script: ({ path }: { path: string }) =>
        path.endsWith('GetLinkCounts')
          ? { d: { Links: [{ Url: `https://${domain}/`, Count: 1 }], TotalPages: 1 } }
          : { d: { Details: [{ Url, AnchorText: 'a' }], TotalPages: 1 } },
    }),
  }

  it.each(wrapped)('is the page itself instead of %s', async (url) => {
    const { source, script } = pages[name](url)
    provider.does(script)
    const row = { urlFrom: 'https://kopi.co.id/biji', domainFrom: 'kopi.co.id' }
    expect(await source.ask({ domain })).toMatchObject({ ok: true, value: [row] })
  })
})

describe('Bing', () => {
  it('tells the addresses and anchors of a verified site, and nothing that it does not know', async () => {
    const answer = await bing().ask({ domain })
    if (!answer.ok) throw new Error(answer.kind)
    expect(answer.value[0]).toMatchObject({
      source: 'bing',
      firstSeen: null,
      dofollow: null,
      anchor: expect.any(String),
    })
    const all = await dataForSeo().ask({ domain })
    const known = new Set(all.ok ? all.value.map(({ urlFrom }) => urlFrom) : [])
    expect(answer.value.every(({ urlFrom }) => known.has(urlFrom))).toBe(true)
  })

  it('has nothing of a site that is not verified; a wrong key and a throttled one fail with their kind', async () => {
    expect(await bing().ask({ domain: 'unverified.example' })).toMatchObject({ ok: false, kind: 'unsupported' })
    expect(await bing(undefined, 'invalid').ask({ domain })).toMatchObject({ ok: false, kind: 'auth' })
    await call(`${sandbox.url()}/control/fail`, 'POST', { provider: 'bing', mode: 'rate' })
    expect(await bing().ask({ domain })).toMatchObject({ ok: false, kind: 'rate' })
  })

  it('finds the form that a site is verified as, and goes on with it until it is refused', async () => {
    let verified = `http://${domain}/`
    const refusal = '{"ErrorCode":14,"Message":"ERROR!!! NotAuthorized"}'
    provider.does((request, response) =>
      request.query.get('siteUrl') === verified ? { d: { Links: [] } } : answering(400, refusal)(request, response),
    )
    const source = bing(provider.url())
    const asked = async () => {
      const before = provider.calls().length
      expect(await source.ask({ domain })).toMatchObject({ ok: true })
      return provider
        .calls()
        .slice(before)
        .map(({ query }) => query.get('siteUrl'))
    }
    expect(await asked()).toEqual([`https://${domain}/`, `http://${domain}/`])
    expect(await asked()).toEqual([`http://${domain}/`])
    verified = `https://www.${domain}/`
    expect(await asked()).toEqual([`http://${domain}/`, `https://${domain}/`, `https://www.${domain}/`])
  })

  it('asks for sixty pages at most', async () => {
    const Links = Array.from({ length: 50 }, (_, i) => ({ Url: `https://${domain}/${i}`, Count: 9 }))
    provider.does(({ path }) => ({ d: path.endsWith('GetLinkCounts') ? { Links } : { Details: [], TotalPages: 9 } }))
    expect(await bing(provider.url()).ask({ domain })).toMatchObject({ ok: true })
    expect(provider.calls()).toHaveLength(60)
  })
})

describe('OpenPageRank', () => {
  it('tells authority from 0 to 100, of the rows that have one', async () => {
    const answer = await pageRank().ask(['en.wikipedia.org', 'not a host'])
    expect(answer.ok && [...answer.value.keys()]).toEqual(['en.wikipedia.org'])
    expect(answer.ok && answer.value.get('en.wikipedia.org')).toBeGreaterThan(60)
  })

  it('reads neither rows that failed nor hosts that were not asked for', async () => {
    const row = (domain: string, status_code = 200, page_rank_decimal: unknown = 5.1) => ({
      domain,
      status_code,
      page_rank_decimal,
    })
    const response = [row('a.example'), row('b.example', 404), row('c.example', 200, 'x'), row('z.example'), null]
    provider.does(() => ({ response }))
    const answer = await pageRank(provider.url()).ask(['a.example', 'b.example', 'c.example'])
    expect(answer.ok && [...answer.value]).toEqual([['a.example', 51]])
    expect(provider.calls()[0]?.query.getAll('domains[]')).toEqual(['a.example', 'b.example', 'c.example'])
  })

  it('a wrong key is a failure', async () => {
    expect(await pageRank(undefined, 'invalid').ask(['a.example'])).toMatchObject({ ok: false, kind: 'auth' })
  })
})

it('links of several sources are one list: the first speaks, the others fill in, domains come where no page is known', () => {
  const row = (more: Partial<LinkRow>): LinkRow => ({
    ...unknownLink,
    domainFrom: 'a.example',
    source: 'x',
    sandbox: false,
    ...more,
  })
  const page = { urlFrom: 'https://a.example/1', urlTo: 'https://own.example/' }
  const merged = mergeLinks([
    [row({ ...page, anchor: 'first', source: 'dataforseo' })],
    [row({ ...page, anchor: 'second', title: 'A title', source: 'bing' })],
    [row({ source: 'commoncrawl' }), row({ domainFrom: 'b.example', source: 'commoncrawl' })],
  ])
  expect(merged).toMatchObject([
    { ...page, anchor: 'first', title: 'A title', source: 'dataforseo' },
    { urlFrom: null, domainFrom: 'b.example', source: 'commoncrawl' },
  ])
  expect(merged).toHaveLength(2)
})
