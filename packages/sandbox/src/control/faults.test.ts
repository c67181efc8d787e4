import { describe, expect, it } from 'vitest'
import { call, callsOf, useSandbox } from '../testing/client.ts'

const sandbox = useSandbox()
const basic = { authorization: `Basic ${Buffer.from('me:secret').toString('base64')}` }
const ask = {
  serpapi: () => call(`${sandbox.url()}/serpapi/search?q=x&api_key=k`),
  dataforseo: () => call(`${sandbox.url()}/dataforseo/v3/serp/google/organic/tasks_ready`, 'GET', undefined, basic),
  serper: () => call(`${sandbox.url()}/serper/search`, 'POST', { q: 'x' }, { 'x-api-key': 'k' }),
  valueserp: () => call(`${sandbox.url()}/valueserp/search?q=x&api_key=k`),
  searxng: () => call(`${sandbox.url()}/searxng/search?q=x&format=json`),
  google_ads: () => call(`${sandbox.url()}/google_ads/token`, 'POST', 'grant_type=refresh_token'),
  autocomplete: () => call(`${sandbox.url()}/autocomplete/complete/search?client=firefox&q=x`),
}
const fail = (fault: object) => call(`${sandbox.url()}/control/fail`, 'POST', fault)
const providers = ['serpapi', 'dataforseo', 'serper', 'valueserp', 'searxng', 'google_ads', 'autocomplete'] as const

describe('POST /control/fail', () => {
  it.each(providers)('%s: http500 until reset, then well again', async (provider) => {
    await fail({ provider, mode: 'http500' })
    for (let n = 0; n < 3; n++) expect((await ask[provider]()).status).toBe(500)
    await call(`${sandbox.url()}/control/reset`, 'POST')
    expect((await ask[provider]()).status).toBe(200)
  })

  it.each([
    ['serpapi', 429, { error: expect.stringContaining('run out of searches') }],
    ['dataforseo', 200, { status_code: 40200, tasks: null }],
    ['serper', 400, { message: 'Not enough credits' }],
    ['valueserp', 402, { request_info: { success: false } }],
    ['google_ads', 429, { error: { status: 'RESOURCE_EXHAUSTED' } }],
    ['searxng', 200, { results: [], unresponsive_engines: [['google', 'Suspended: CAPTCHA']] }],
  ] as const)('%s: quota in its own form', async (provider, status, body) => {
    await fail({ provider, mode: 'quota', times: 1 })
    const reply = await ask[provider]()
    expect(reply.status).toBe(status)
    expect(reply.json()).toMatchObject(body)
  })

  it('times: fails the next N calls of that provider alone', async () => {
    await fail({ provider: 'serper', mode: 'http500', times: 2 })
    expect((await ask.serpapi()).status).toBe(200)
    const statuses = [await ask.serper(), await ask.serper(), await ask.serper()].map((reply) => reply.status)
    expect(statuses).toEqual([500, 500, 200])
  })

  it('every: fails each Nth call from now', async () => {
    await ask.serpapi()
    await fail({ provider: 'serpapi', mode: 'http500', every: 3 })
    const statuses: number[] = []
    for (let n = 0; n < 6; n++) statuses.push((await ask.serpapi()).status)
    expect(statuses).toEqual([200, 200, 500, 200, 200, 500])
  })

  it('empty is 200 with no bytes; garbage is a captcha page, then JSON that ends too early', async () => {
    await fail({ provider: 'serpapi', mode: 'empty', times: 1 })
    expect(await ask.serpapi()).toMatchObject({ status: 200, text: '' })
    await fail({ provider: 'serpapi', mode: 'garbage' })
    const page = await ask.serpapi()
    expect(page.headers.get('content-type')).toMatch('text/html')
    expect(page.text).toMatch('unusual')
    const cut = await ask.serpapi()
    expect(cut.status).toBe(200)
    expect(() => cut.json()).toThrow(SyntaxError)
  })

  it('timeout is never answered, and is in the log without a status; a reset ends it', async () => {
    await fail({ provider: 'valueserp', mode: 'timeout', times: 1 })
    const waiting = ask.valueserp().then(
      () => 'answered',
      () => 'ended',
    )
    await expect.poll(() => callsOf(sandbox.url())).toHaveLength(1)
    expect(await Promise.race([waiting, callsOf(sandbox.url()).then((calls) => calls[0]?.status)])).toBe(null)
    await call(`${sandbox.url()}/control/reset`, 'POST')
    expect(await waiting).toBe('ended')
  })

  it('held is not answered until it is released, and then as if nothing had been', async () => {
    await fail({ provider: 'serpapi', mode: 'held', times: 1 })
    const waiting = ask.serpapi()
    await expect.poll(() => callsOf(sandbox.url())).toHaveLength(1)
    expect((await callsOf(sandbox.url()))[0]?.status).toBe(null)
    const release = () => call(`${sandbox.url()}/control/release`, 'POST', { provider: 'serpapi' })
    expect((await release()).json()).toEqual({ released: 1 })
    expect((await waiting).status).toBe(200)
    expect((await release()).json()).toEqual({ released: 0 })
  })

  it.each([
    [{ provider: 'nobody', mode: 'empty' }, 'provider'],
    [{ provider: 'serper', mode: 'odd' }, 'mode'],
    [{ provider: 'serper', mode: 'empty', times: 0 }, 'times'],
    [{ provider: 'serper', mode: 'empty', times: 1, every: 2 }, 'every'],
    [{ provider: 'serper', mode: 'empty', often: 1 }, 'often'],
  ])('400 for %j names the field', async (fault, field) => {
    const reply = await fail(fault)
    expect(reply.status).toBe(400)
    expect(reply.json()).toMatchObject({ errors: [{ field }] })
  })
})
