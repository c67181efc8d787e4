import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorld, type World } from './support/world.ts'

const html = (body: string) => `<!doctype html><script type="application/ld+json">${body}</script>`
const thing = '{"@context":"https://schema.org","@type":"Product","name":"Beans"}'

let world: World
let client: Awaited<ReturnType<World['newClient']>>
let site: string
beforeAll(async () => {
  world = await startWorld(['shop.sandbox.example', 'www.shop.sandbox.example', 'else.sandbox.example'])
  await world.site('www.shop.sandbox.example', { '/': { body: html(thing) } })
  await world.site('else.sandbox.example', { '/': { body: html(thing) } })
  await world.site('shop.sandbox.example', {
    '/beans': { body: html(thing) },
    '/moved': { status: 301, headers: { location: 'http://www.shop.sandbox.example/' }, body: '' },
    '/away': { status: 302, headers: { location: 'http://else.sandbox.example/' }, body: '' },
    '/photo': { headers: { 'content-type': 'image/png' }, body: 'PNG' },
    '/large': { body: html(thing) + ' '.repeat(3_000_000) },
    '/circle': { status: 302, headers: { location: '/circle' }, body: '' },
    '/unpacked': { headers: { 'content-type': 'text/html', 'content-encoding': 'gzip' }, body: html(thing) },
    '/foreign-port': { status: 302, headers: { location: 'http://shop.sandbox.example:8081/' }, body: '' },
    '/inside': { status: 302, headers: { location: 'http://127.0.0.1/' }, body: '' },
  })
  client = await world.newClient()
  site = await client.site('shop.sandbox.example')
})
afterAll(() => world.stop())

const check = (url: string) => client.post(`/projects/${site}/schema/check`, { url })
const page = (path: string) => `http://shop.sandbox.example${path}`

it('200 with the items of a page of the site', async () => {
  const { status, body } = await check(page('/beans'))
  expect(status).toBe(200)
  expect(body).toMatchObject({ source: 'url', url: page('/beans'), items: [{ type: 'Product', line: 1 }] })
})

it('200 for a redirect to another page of the site, which the answer names', async () => {
  const { body } = await check(page('/moved'))
  expect(body).toMatchObject({ url: 'http://www.shop.sandbox.example/', items: [{ type: 'Product' }] })
})

it('400 for a page of another host or on a port of its own, which is not fetched', async () => {
  for (const url of [
    'https://shop.sandbox.example:8443/',
    'https://user:word@shop.sandbox.example/',
    'ftp://shop.sandbox.example/',
    'http://else.sandbox.example/',
    'http://127.0.0.1/',
    'shop.sandbox.example/beans',
    'javascript:1',
  ]) {
    const { status, body } = await check(url)
    expect([status, body.code, body.errors?.[0].field]).toEqual([400, 'invalid_input', 'url'])
  }
})

it.each([
  ['/away', 'other_site'],
  ['/none', 'status'],
  ['/photo', 'content_type'],
  ['/large', 'too_large'],
  ['/circle', 'too_many_redirects'],
  ['/unpacked', 'bad_encoding'],
  ['/foreign-port', 'bad_url'],
  ['/inside', 'bad_url'],
])('400 for %s names the kind of failure', async (path, kind) => {
  const { status, body } = await check(page(path))
  expect([status, body.code]).toEqual([400, 'fetch_failed'])
  expect(body.detail).toContain(`(${kind})`)
})

it('400 for a site whose name leads nowhere, without a word about our network', async () => {
  const nowhere = await client.site('nowhere.sandbox.example')
  const url = 'http://nowhere.sandbox.example/'
  const { status, body } = await client.post(`/projects/${nowhere}/schema/check`, { url })
  expect([status, body.code]).toEqual([400, 'fetch_failed'])
  expect(body.detail).toBe('The address could not be fetched: its name leads to no public server (not_public)')
})

it('404 for a key that is limited to another site, with code and with url', async () => {
  const other = await client.site('www.shop.sandbox.example')
  const caller = { kind: 'account', accountId: client.accountId } as const
  for (const body of [{ code: html(thing) }, { url: page('/beans') }]) {
    const check = (siteId: string) =>
      world.callAs('siteSchema.check', { params: { id: site }, body }, { ...caller, siteIds: [siteId] })
    await expect(check(other)).rejects.toMatchObject({ code: 'not_found' })
    expect((await check(site)).items).toMatchObject([{ type: 'Product' }])
  }
})

it('402 for url on Free, before anything is fetched', async () => {
  const free = await world.newClient('free')
  const own = await free.site('shop.sandbox.example')
  const { status, body } = await free.post(`/projects/${own}/schema/check`, { url: page('/beans') })
  expect([status, body.code, body.requiredPlan]).toEqual([402, 'plan_required', 'starter'])
})

it('400 for code and url together, and for neither', async () => {
  const both = await client.post(`/projects/${site}/schema/check`, { code: 'x', url: page('/beans') })
  const neither = await client.post(`/projects/${site}/schema/check`, {})
  expect([both.status, neither.status]).toEqual([400, 400])
})
