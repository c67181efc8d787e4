import { until } from '@rts/local/testing/until'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

async function newSite(domain = 'shop.example.com') {
  const client = await world.newClient()
  const id = await client.site(domain)
  const path = `/projects/${id}/disavow`
  return { client, id, path, add: (...domains: unknown[]) => client.post(path, { domains }) }
}

describe('POST /projects/:id/disavow', () => {
  it('adds hosts in normal form, skips listed and covered ones, and names invalid ones with their reason', async () => {
    const { add } = await newSite()
    const first = await add(
      'https://www.Spam.net/',
      'domain:bücher.example.net',
      'deep.spam.net',
      'x.org/page',
      '*.y.org',
    )
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({
      domains: ['spam.net', 'xn--bcher-kva.example.net'],
      added: 2,
      skipped: 1,
      invalid: [
        { domain: 'x.org/page', reason: 'path' },
        { domain: '*.y.org', reason: 'wildcard' },
      ],
    })
    const again = await add('spam.net', 'new.org')
    expect(again.body).toMatchObject({ added: 1, skipped: 1, invalid: [] })
    expect(again.body.domains).toEqual(['new.org', 'spam.net', 'xn--bcher-kva.example.net'])
  })

  it('400 where nothing is valid, with a reason for each, and nothing is stored', async () => {
    const { add, client, path } = await newSite()
    const { status, body } = await add('shop.example.com', 'example.com', '10.0.0.1', 'co.uk', 'nonsense')
    expect(status).toBe(400)
    expect(body.errors.map(({ field, code }: { field: string; code: string }) => [field, code])).toEqual([
      ['domains[0]', 'own_domain'],
      ['domains[1]', 'own_domain'],
      ['domains[2]', 'ip_address'],
      ['domains[3]', 'public_suffix'],
      ['domains[4]', 'not_a_host'],
    ])
    expect((await client.get(path)).body.domains).toEqual([])
  })

  it.each([
    ['no hosts', { domains: [] }, 'domains'],
    ['a host that is no text', { domains: [7] }, 'domains[0]'],
    ['another field', { domains: ['a.net'], hosts: [] }, 'hosts'],
  ])('400 for %s', async (_case, given, field) => {
    const { client, path } = await newSite()
    const { status, body } = await client.post(path, given)
    expect([status, body.errors[0].field]).toEqual([400, field])
  })

  it('parallel additions lose and duplicate no host', async () => {
    const { add, client, path } = await newSite()
    const hosts = Array.from({ length: 8 }, (_, i) => `h${i}.net`)
    const answers = await Promise.all(hosts.map((host) => add(host, 'common.org')))
    expect(answers.reduce((sum, { body }) => sum + body.added, 0)).toBe(9)
    expect((await client.get(path)).body.domains).toEqual(['common.org', ...hosts])
  })

  it('takes ten thousand hosts at once, and lists them page by page', async () => {
    const { add, client, path } = await newSite()
    const hosts = Array.from({ length: 10_000 }, (_, i) => `host-${String(i).padStart(5, '0')}.net`)
    expect((await add(...hosts)).body).toMatchObject({ added: 10_000, skipped: 0 })
    const first = await client.get(`${path}?limit=1000`)
    const second = await client.get(`${path}?limit=1000&cursor=${first.body.nextCursor}`)
    expect([...first.body.domains, ...second.body.domains]).toEqual(hosts.slice(0, 2_000))
    expect(first.body.total).toBe(10_000)
  })
})

describe('GET /projects/:id/disavow', () => {
  it('404 for another account’s site, and 400 for a cursor of another list', async () => {
    const { path, client } = await newSite()
    const other = await world.newClient()
    expect((await other.get(path)).status).toBe(404)
    expect((await client.get(`${path}?cursor=Z2FwOjc`)).status).toBe(400)
  })
})

describe('for people', () => {
  it('hosts are taken off the list, and the list is a file for Google', async () => {
    const { client, id, add, path } = await newSite()
    await add('b.net', 'a.net', 'c.org')
    const { accountId } = client
    const params = { id }
    const body = { domains: ['https://C.org/', 'absent.net'] }
    expect(await world.asPerson('disavow.delete', { params, body }, accountId)).toEqual({ deleted: 1 })
    expect((await client.get(path)).body.domains).toEqual(['a.net', 'b.net'])
    const { fileName, text } = await world.asPerson('disavow.export', { params }, accountId)
    expect(fileName).toBe('disavow-shop.example.com.txt')
    expect(text).toMatch(
      /^# Disavowed by shop\.example\.com, \d{4}-\d\d-\d\d\n# 2 hosts.*\ndomain:a\.net\ndomain:b\.net\n$/,
    )
  })

  it('a deleted site leaves no list', async () => {
    const { client, id, add } = await newSite()
    await add('a.net')
    await client.send('DELETE', `/projects/${id}`)
    await world.endSite(id)
    const left = () => world.database.pool.query('SELECT 1 FROM links.disavowed WHERE site_id = $1', [id])
    await until('the list to be deleted', async () => (await left()).rowCount === 0)
  })
})
