import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { age } from './support/age.ts'
import { connectAgent, freshAddress, newGuest } from './support/agent.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

/** Opens the page of a link at the gateway, which stands in for the public address. */
async function open(link: string, init: RequestInit = {}) {
  const url = new URL(new URL(link).pathname, world.gateway.url)
  const answer = await fetch(url, init)
  return { status: answer.status, headers: answer.headers, html: await answer.text() }
}

describe('the page of a link', () => {
  it('says who asks, what is kept until when and how it is confirmed, and changes nothing', async () => {
    const { agent } = await newGuest(world.gateway.url)
    await agent.call('add_project', { website: 'example.com' })
    await agent.call('add_keyword', { keyword: 'tea' })
    const { data } = await agent.call('request_link', { reason: 'You asked for it' })
    const link = String(data.url)
    for (let i = 0; i < 3; i++) {
      const { status, html } = await open(link)
      expect(status).toBe(200)
      const until = String(data.expiresAt).slice(0, 16).replace('T', ' ')
      for (const said of [
        'Test agent',
        '198.18.',
        'example.com',
        '1 keyword',
        until,
        'You asked for it',
        link,
        'guest claim --link',
      ]) {
        expect(html).toContain(said)
      }
    }
    expect((await agent.call('account_status')).data).toMatchObject({ kind: 'guest', total: 1 })
  })

  it('runs nothing, asks nobody, is kept and indexed by nobody', async () => {
    const { agent } = await newGuest(world.gateway.url)
    const { headers, html } = await open(String((await agent.call('request_link')).data.url))
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    expect(
      ['cache-control', 'x-robots-tag', 'referrer-policy', 'x-content-type-options'].map((name) => headers.get(name)),
    ).toEqual(['no-store', 'noindex, nofollow', 'no-referrer', 'nosniff'])
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(html).not.toMatch(/<(script|link|img|form|iframe)|src=|href=/)
    expect(html).toContain('Nothing yet')
  })

  it('shows the words of an agent as words', async () => {
    const lobby = await connectAgent(world.gateway.url, { from: freshAddress() })
    const { data } = await lobby.call('register', { agent_name: '<script>alert(1)</script>' })
    const agent = await connectAgent(world.gateway.url, { token: String(data.token) })
    const { html } = await open(String((await agent.call('request_link', { reason: '"><b>&amp;' })).data.url))
    expect(html).not.toMatch(/<script|<b>|&amp;/)
    expect(html).toContain('&#60;script&#62;alert(1)')
  })

  it('is a plain 404 for a link that is unknown or over, and no page at all for other methods', async () => {
    const { agent, token } = await newGuest(world.gateway.url)
    const link = String((await agent.call('request_link')).data.url)
    expect((await open(link, { method: 'POST' })).headers.get('content-type')).toContain('json')
    const head = await open(link, { method: 'HEAD' })
    expect([head.status, head.html]).toEqual([200, ''])
    const unknown = [`${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`, `${link}x`, new URL('/claim/', link).href]
    await age(world.database.pool, token, '49 hours')
    for (const other of [...unknown, link]) {
      const { status, html, headers } = await open(other)
      expect([status, html.includes('No such link')], other).toEqual([404, true])
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    }
  })
})
