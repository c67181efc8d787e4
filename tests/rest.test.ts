import { gentlyMs, until } from '@rts/local/testing/until'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { joinSystem } from './support/shared-system.ts'
import { at, newAccount, type Rest, type TestSystem } from './support/system.ts'

let system: TestSystem
beforeAll(async () => {
  system = await joinSystem()
})
afterAll(() => system.remove())

async function trackedHistory(rest: Rest, domain: string, keyword: string) {
  const site = await rest('POST', '/projects', { name: domain, domain })
  const siteId = String(at(site.body, 'project', 'id'))
  const created = await rest('POST', `/projects/${siteId}/keywords`, { keyword })
  const keywordId = String(at(created.body, 'keyword', 'id'))
  const look = async () => {
    const { body } = await rest('GET', `/projects/${siteId}/keywords/${keywordId}/history`)
    return at(body, 'history', 0) === undefined ? undefined : body.history
  }
  const history = await until(`a check of ${keyword}`, look, undefined, gentlyMs)
  return { siteId, keywordId, history }
}

describe('a keyword is tracked on real input', () => {
  it.each([
    ['peets.com', 3, 'https://www.peets.com/'],
    ['stumptowncoffee.com', 8, 'https://www.stumptowncoffee.com/'],
  ])('%s ranks %i for coffee', async (domain, position, url) => {
    const { rest } = await newAccount(system, 'starter')
    const { history } = await trackedHistory(rest, domain, 'coffee')
    const row = {
      position,
      url,
      found: true,
      depth: 100,
      source: 'serpapi',
      sandbox: true,
      checkedAt: expect.any(String),
    }
    expect(history).toEqual([row])
  })

  it('a site that is not on the page was looked for and not found', async () => {
    const { rest } = await newAccount(system, 'starter')
    const { history } = await trackedHistory(rest, 'nobody-ranks-here.com', 'Coffee')
    expect(history).toMatchObject([{ position: 0, found: false, url: null }])
  })
})

describe('the allowance, from outside', () => {
  it('the 20th call of a Free day says exhausted, reads go on without counting, writes are refused', async () => {
    const { rest, newKey } = await newAccount(system, 'free')
    for (let i = 1; i < 20; i++) expect(at((await rest('GET', '/projects')).body, 'allowance', 'exhausted')).toBe(false)
    const last = await rest('POST', '/projects', { name: 'Last', domain: 'example.com' })
    expect(last).toMatchObject({
      status: 200,
      body: { allowance: { used: 20, remaining: 0, exhausted: true }, created: true },
    })
    const read = await rest('GET', '/projects')
    expect(read).toMatchObject({ status: 200, body: { allowance: { used: 20, exhausted: true }, total: 1 } })
    const write = await rest('DELETE', `/projects/${at(last.body, 'project', 'id')}`)
    expect(write).toMatchObject({ status: 403, body: { code: 'allowance_exhausted', allowance: { used: 20 } } })
    const secondKey = await fetch(`${system.connection.baseUrl}/projects`, {
      headers: { authorization: `Bearer ${await newKey()}` },
    })
    expect(at(await secondKey.json(), 'allowance', 'used')).toBe(20)
  })

  it('an unknown id, and bad input, cost nothing', async () => {
    const { rest } = await newAccount(system, 'free')
    const unknown = await rest('GET', '/projects/00000000-0000-4000-8000-000000000000')
    expect(unknown).toMatchObject({ status: 404, body: { code: 'not_found', allowance: { used: 0 } } })
    const bad = await rest('POST', '/projects', { name: '', domain: 'localhost', colour: 'red' })
    expect(bad).toMatchObject({ status: 400, body: { code: 'invalid_input', allowance: { used: 0 } } })
    const fields = Object(bad.body.errors).map((error: { field: string }) => error.field)
    expect(fields.toSorted()).toEqual(['colour', 'domain', 'name'])
    expect(at((await rest('GET', '/projects')).body, 'total')).toBe(0)
  })

  it('five unlisted paths cost the key, and both notices are mailed', async () => {
    const { rest } = await newAccount(system, 'free')
    for (let count = 1; count <= 5; count++) {
      expect(await rest('GET', '/nothing-here')).toMatchObject({ status: 404, body: { strikes: { count, limit: 5 } } })
    }
    expect(await rest('GET', '/projects')).toMatchObject({ status: 401, body: { code: 'invalid_key' } })
  })
})

it('another account’s site does not exist', async () => {
  const owner = await newAccount(system, 'starter')
  const other = await newAccount(system, 'starter')
  const site = await owner.rest('POST', '/projects', { name: 'Mine', domain: 'example.com' })
  const path = `/projects/${at(site.body, 'project', 'id')}`
  for (const [method, target] of [
    ['GET', path],
    ['PATCH', path],
    ['DELETE', path],
    ['GET', `${path}/keywords`],
  ] as const) {
    const answer = await other.rest(method, target, method === 'PATCH' ? { name: 'Yours' } : undefined)
    expect([method, answer.status, answer.body.code]).toEqual([method, 404, 'not_found'])
  }
  expect(await owner.rest('GET', path)).toMatchObject({ status: 200, body: { project: { name: 'Mine' } } })
})
