import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshMail } from './support/people.ts'
import { invite, newOwner, startTeamWorld, tokenOf } from './support/team.ts'
import type { World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startTeamWorld()
})
afterAll(() => world.stop())

describe('the letter', () => {
  it('is in our words alone, and says how a mail program stops them', async () => {
    const owner = await newOwner(world)
    const email = freshMail()
    await invite(owner, email, 'admin')
    const token = await tokenOf(world, email)
    const [letter = ''] = world.letters(email)
    expect(letter).toContain('Subject: You are invited to an account\r\n')
    expect(letter).toContain(`${owner.email} invites you to their account as an admin.`)
    expect(letter).toContain(`http://ranks.example/invite#${token}`)
    expect(letter).toMatch(/^List-Unsubscribe: <http:\/\/ranks\.example\/unsubscribe\?token=[\w-]{86}>\r$/m)
    expect(letter).toContain('No more invites to this address: http://ranks.example/unsubscribe?token=')
    expect(letter).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
    expect(letter).not.toContain('Ada')
    expect(Object.values(await world.database.pool.query('SELECT state FROM facts.event')).join()).not.toContain(token)
  })
})

describe('no more invites', () => {
  /** As a mail provider posts it: from its own server. */
  const oneClick = (url: string, init: RequestInit = {}) =>
    fetch(world.url + url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
      ...init,
    })
  const stopUrlOf = async (email: string) => {
    await tokenOf(world, email)
    return /List-Unsubscribe: <http:\/\/ranks\.example(\S+)>/.exec(world.letters(email)[0] ?? '')?.[1] ?? ''
  }
  const isSilent = async (email: string) => {
    const reply = await invite(await newOwner(world), email)
    expect(reply).toMatchObject({ status: 200, body: { created: true, invite: { email, status: 'pending' } } })
    const { rows } = await world.database.pool.query(
      `SELECT count(*)::int AS n FROM facts.event WHERE aggregate = $1 UNION ALL SELECT count(*)::int FROM invite WHERE id = $2 AND mail_due_at IS NOT NULL`,
      [`letter:${reply.body.id}`, reply.body.id],
    )
    return rows.every(({ n }) => n === 0)
  }

  it('by one POST of a mail program, without Origin, cookie and JSON: later invites are answered alike and not mailed', async () => {
    const email = freshMail()
    await invite(await newOwner(world), email)
    const url = await stopUrlOf(email)
    await world.database.pool.query('UPDATE mail_day SET day = day - 1')
    const reply = await oneClick(url)
    expect([reply.status, await reply.json()]).toEqual([200, { ok: true }])
    expect((await oneClick(url)).status).toBe(200)
    expect(await isSilent(email)).toBe(true)
    expect(world.letters(email)).toHaveLength(1)
  })

  it('as a form of several parts too, and not by a guess, or by only opening the address', async () => {
    const email = freshMail()
    await invite(await newOwner(world), email)
    const url = await stopUrlOf(email)
    await world.database.pool.query('UPDATE mail_day SET day = day - 1')
    for (const method of ['GET', 'HEAD']) await fetch(world.url + url, { method })
    for (const wrong of ['/unsubscribe', '/unsubscribe?token=', `${url}x`, url.replace('token', 'Token')])
      expect([wrong, (await oneClick(wrong)).status]).toEqual([wrong, 404])
    expect((await oneClick(url, { method: 'PUT' })).status).toBe(405)
    expect(await isSilent(freshMail())).toBe(false)
    expect(await isSilent(email)).toBe(false)
    const form = new FormData()
    form.set('List-Unsubscribe', 'One-Click')
    const sent = await fetch(world.url + url, { method: 'POST', body: form })
    expect(sent.status).toBe(200)
    await world.database.pool.query('UPDATE mail_day SET day = day - 1')
    expect(await isSilent(email)).toBe(true)
  })

  it('by the button of the page that opens, in a browser without the front end', async () => {
    const email = freshMail()
    await invite(await newOwner(world), email)
    const url = await stopUrlOf(email)
    await world.database.pool.query('UPDATE mail_day SET day = day - 1')
    const opened = await fetch(world.url + url, { headers: { accept: 'text/html' } })
    expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(opened.headers.get('content-security-policy')).toMatch(/^default-src 'none'.*form-action 'self'/)
    expect(await opened.text()).toContain('<form method="post"><button>')
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'text/html,*/*;q=0.8',
      origin: 'null',
    }
    const pressed = await oneClick(url, { headers, body: '' })
    expect([pressed.status, await pressed.text()]).toEqual([
      200,
      expect.stringContaining('gets no more invites by email'),
    ])
    expect(await isSilent(email)).toBe(true)
    expect((await fetch(`${world.url}${url}x`, { headers: { accept: 'text/html' } })).status).toBe(404)
  })
})
