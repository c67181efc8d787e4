import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorld, type World } from './support/world.ts'

let world: World
let client: Awaited<ReturnType<World['newClient']>>
beforeAll(async () => {
  world = await startWorld()
  client = await world.newClient()
})
afterAll(() => world.stop())

const product = { '@context': 'https://schema.org', '@type': 'Product', name: 'Beans' }
const page = (...items: object[]) =>
  items.map((item) => `<script type="application/ld+json">${JSON.stringify(item)}</script>`).join('\n')
const check = (code: string) => client.post('/schema/check', { code })

describe('POST /schema/check', () => {
  it('200 with the items and their errors, each with its line and column', async () => {
    const code = page({ ...product, offers: { '@type': 'Offer', price: '$5', priceCurrency: 'USD' } })
    const { status, body } = await check(`<!doctype html>\n${code}`)
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['allowance', 'items', 'errors'])
    const [item] = body.items
    expect(item).toMatchObject({ type: 'Product', format: 'json-ld', path: '$', line: 2, valid: false })
    expect(item).toMatchObject({ richResult: null, properties: { offers: { '@type': 'Offer' } } })
    const at = { type: 'Offer', field: 'price', path: 'offers.price', line: 2, column: code.indexOf('"$5"') + 1 }
    expect(body.errors).toContainEqual({
      code: 'PRICE_FORMAT',
      severity: 'warning',
      message: expect.stringContaining('"$5"'),
      ...at,
    })
    expect(item.errors).toEqual(body.errors)
  })

  it('200 for Microdata, RDFa and JSON-LD on one page, in the order in which they are read', async () => {
    const { body } = await check(`
      <p vocab="https://schema.org/" typeof="Person"><b property="name">Ann</b></p>
      <p itemscope itemtype="https://schema.org/Event"><b itemprop="name">Fair</b></p>${page(product)}`)
    const read = body.items.map(({ format, type, valid }: Record<string, unknown>) => [format, type, valid])
    expect(read).toEqual([
      ['json-ld', 'Product', false],
      ['microdata', 'Event', false],
      ['rdfa', 'Person', true],
    ])
  })

  it('200 for code of 512,000 bytes, and 413 for one more, counted after JSON decoding', async () => {
    const long = (bytes: number) => 'é'.repeat(bytes / 2)
    expect((await check(long(512_000))).body.errors).toMatchObject([{ code: 'NO_STRUCTURED_DATA' }])
    expect((await check(`${long(512_000)}x`)).status).toBe(413)
    // Written with escapes the same text is six times as long on the wire.
    expect((await client.post('/schema/check', `{"code":"${'\\u0020'.repeat(512_000)}"}`)).status).toBe(200)
    expect((await client.post('/schema/check', `{"code":"${'\\u0020'.repeat(512_001)}"}`)).status).toBe(413)
  })

  it('200 for an empty text, which is a finding', async () => {
    expect((await check(' ')).body).toMatchObject({ items: [], errors: [{ code: 'EMPTY_INPUT', line: null }] })
  })

  it('400 without code', async () => {
    const { status, body } = await client.post('/schema/check', {})
    expect(status).toBe(400)
    expect(body.errors).toMatchObject([{ field: 'code', code: 'required' }])
  })
})

describe('POST /projects/:id/schema/check', () => {
  it('200 with code, on every plan', async () => {
    const free = await world.newClient('free')
    const site = await free.site('shop.sandbox.example')
    const { status, body } = await free.post(`/projects/${site}/schema/check`, { code: page(product) })
    expect(status).toBe(200)
    expect(body).toMatchObject({ source: 'code', url: null, items: [{ type: 'Product' }] })
  })

  it('answers a person over NATS as it answers the API', async () => {
    const code = page(product)
    const site = await client.site('person.sandbox.example')
    const person = { kind: 'person', accountId: client.accountId } as const
    const { items, errors } = (await check(code)).body
    expect(await world.callAs('schema.check', { body: { code } }, person)).toEqual({ items, errors })
    const ofSite = await world.callAs('siteSchema.check', { params: { id: site }, body: { code } }, person)
    expect(ofSite).toEqual({ items, errors, source: 'code', url: null })
  })

  it('404 for a site of another account', async () => {
    const site = await client.site('other.sandbox.example')
    const stranger = await world.newClient()
    expect((await stranger.post(`/projects/${site}/schema/check`, { code: 'x' })).status).toBe(404)
  })
})
