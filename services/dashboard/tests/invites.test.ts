import { randomUUID } from 'node:crypto'
import { until } from '@rts/local/testing/until'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshMail, password } from './support/people.ts'
import {
  accept,
  invite,
  membersOf,
  newMember,
  newOwner,
  newPerson,
  startTeamWorld,
  statusesOf,
  tokenOf,
} from './support/team.ts'
import type { World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startTeamWorld()
})
afterAll(() => world.stop())

const idOf = async (reply: Promise<{ body: { id: string } }>) => (await reply).body.id
const query = (sql: string, ...values: unknown[]) => world.database.pool.query(sql, values)
const expire = (id: string) => query(`UPDATE invite SET expires_at = now() - interval '1 second' WHERE id = $1`, id)
const list = async (of: Awaited<ReturnType<typeof newOwner>>) => (await of.op('team.list')).body

describe('an invite', () => {
  it('is mailed to one address, and makes its owner a member of the account', async () => {
    const owner = await newOwner(world)
    const ann = await newPerson(world)
    const made = await invite(owner, ann.email.toUpperCase())
    expect(made).toMatchObject({
      status: 200,
      body: { created: true, invite: { email: ann.email, role: 'member', status: 'pending' } },
    })
    expect(Object.keys(made.body.invite).sort()).toEqual([
      'email',
      'expiresAt',
      'id',
      'invitedAt',
      'role',
      'siteIds',
      'status',
    ])
    expect(Date.parse(made.body.invite.expiresAt) - Date.parse(made.body.invite.invitedAt)).toBe(7 * 86_400_000)
    expect(await list(owner)).toMatchObject({
      members: [{ id: owner.id, email: owner.email, name: 'Ada', role: 'owner', frozen: false }],
      invites: [made.body.invite],
    })
    const joined = await accept(ann, await tokenOf(world, ann.email))
    expect(joined).toMatchObject({ status: 200, body: { accountId: owner.accountId, role: 'member' } })
    expect(await list(owner)).toMatchObject({
      members: [{ role: 'owner' }, { id: ann.id, role: 'member' }],
      invites: [],
    })
    expect((await ann.browser.post('/api/session')).body.accounts).toMatchObject([
      { accountId: owner.accountId, role: 'member' },
    ])
  })

  it('is shown to the holder of its link, signed in or not; a guess or an old one is 404 with a reason', async () => {
    const owner = await newOwner(world)
    const email = freshMail()
    const id = await idOf(invite(owner, email))
    const token = await tokenOf(world, email)
    const look = (given: string) => world.browser().post('/api/invite/look', { token: given })
    const seen = await look(token)
    expect(seen).toMatchObject({
      status: 200,
      body: { invite: { email, role: 'member', invitedBy: owner.email, expiresAt: expect.any(String) } },
    })
    expect(Object.keys(seen.body.invite)).toHaveLength(4)
    for (const wrong of ['x', `${token}x`, token.slice(0, -1), id, randomUUID()])
      expect(await look(wrong)).toMatchObject({ status: 404, body: { detail: 'There is no such invite' } })
    await expire(id)
    expect((await look(token)).body.detail).toBe('This invite is no longer valid: ask for a new one')
    await query(`UPDATE invite SET status = 'revoked' WHERE id = $1`, id)
    expect((await look(token)).body.detail).toBe('This invite was withdrawn')
    for (const body of [{}, { token: 1 }, { token, more: 1 }, '[]'])
      expect((await world.browser().post('/api/invite/look', body)).status).toBe(400)
    expect((await world.browser().post('/api/invite/look', { token }, { origin: 'http://evil.example' })).status).toBe(
      403,
    )
  })

  it('429 for the sixty-first look from a network in a quarter of an hour', async () => {
    const browser = world.browser()
    const look = () => browser.post('/api/invite/look', { token: 'guess' })
    for (let i = 0; i < 60; i++) expect((await look()).status).toBe(404)
    for (const body of [{ token: 'guess' }, {}])
      expect((await browser.post('/api/invite/look', body)).body.code).toBe('rate_limited')
  })

  it('is not for others: 409 for another address, 404 for a guess, 401 signed out', async () => {
    const owner = await newOwner(world)
    const [ann, bob] = [await newPerson(world), await newPerson(world)]
    await invite(owner, ann.email)
    const token = await tokenOf(world, ann.email)
    const refused = await accept(bob, token)
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
    expect(refused.body.detail).not.toContain(ann.email)
    expect((await accept(bob, `${token}x`)).status).toBe(404)
    expect((await world.browser().op('invites.accept', { body: { token } })).status).toBe(401)
    await query('UPDATE person SET email_verified = false WHERE id = $1', ann.id)
    expect((await accept(ann, token)).status).toBe(401)
    expect(Object.keys(await membersOf(world, owner.accountId))).toEqual([owner.email])
  })

  it('that is posted again is answered as it is and not mailed again; after its time a new one is made', async () => {
    const owner = await newOwner(world)
    const email = freshMail()
    const first = await invite(owner, email)
    const token = await tokenOf(world, email)
    expect((await invite(owner, email)).body).toEqual({ ...first.body, created: false })
    expect((await invite(owner, email, 'admin')).body.code).toBe('conflict')
    expect((await invite(owner, email, 'member')).body.created).toBe(false)
    await expire(first.body.id)
    expect((await list(owner)).invites).toMatchObject([{ id: first.body.id, status: 'expired' }])
    const second = await invite(owner, email)
    expect(second.body).toMatchObject({ created: true })
    expect(second.body.id).not.toBe(first.body.id)
    expect((await list(owner)).invites.map(({ id }: { id: string }) => id)).toEqual([second.body.id])
    expect((await world.browser().post('/api/invite/look', { token })).status).toBe(404)
    expect(world.letters(email)).toHaveLength(1)
  })

  it('may be withdrawn: its link ends, and its place is free; 404 for that of another account', async () => {
    const [owner, other] = [await newOwner(world), await newOwner(world)]
    const ann = await newPerson(world)
    const id = await idOf(invite(owner, ann.email))
    const token = await tokenOf(world, ann.email)
    expect((await other.op('invites.revoke', { params: { id } })).status).toBe(404)
    expect((await owner.op('invites.revoke', { params: { id } })).body).toEqual({ ok: true })
    expect((await owner.op('invites.revoke', { params: { id } })).status).toBe(404)
    expect(await accept(ann, token)).toMatchObject({ status: 404, body: { detail: 'This invite was withdrawn' } })
    expect((await list(owner)).invites).toEqual([])
    expect(await idOf(invite(owner, ann.email))).not.toBe(id)
  })

  it('shows to its recipient without its letter', async () => {
    const owner = await newOwner(world)
    const [ann, bob] = [await newPerson(world), await newPerson(world)]
    await invite(owner, ann.email, 'admin')
    const received = async (of: typeof ann) => (await of.browser.op('receivedInvites.list')).body.invites
    const [open] = await received(ann)
    expect(open).toMatchObject({ invitedBy: owner.email, role: 'admin', expiresAt: expect.any(String) })
    expect(await received(bob)).toEqual([])
    expect((await accept(ann, open.token)).body).toEqual({ accountId: owner.accountId, role: 'admin' })
    expect(await received(ann)).toEqual([])
  })

  it('ends with its account: a closed one cannot be joined', async () => {
    const owner = await newOwner(world)
    const ann = await newPerson(world)
    await invite(owner, ann.email)
    const token = await tokenOf(world, ann.email)
    await owner.op('accounts.close', { params: { accountId: owner.accountId }, body: { confirm: owner.email } })
    expect((await accept(ann, token)).status).toBe(404)
    await until('the invite to go', async () => (await statusesOf(world, owner.accountId)).length === 0)
    expect(await membersOf(world, owner.accountId)).toEqual({})
  })
})

describe('who may invite', () => {
  it('owner and admin, and admins by the owner alone; a member sees the team only', async () => {
    const owner = await newOwner(world, 'growth')
    const admin = await newMember(world, owner, 'admin')
    const member = await newMember(world, owner, 'member')
    expect((await invite(owner, freshMail(), 'admin')).body.invite.role).toBe('admin')
    expect((await invite(admin, freshMail())).body.invite.role).toBe('member')
    expect((await invite(admin, freshMail(), 'admin')).body).toMatchObject({
      code: 'role_required',
      detail: 'Only the owner of the account may make admins',
    })
    expect((await invite(owner, freshMail(), 'owner')).body.errors[0].field).toBe('role')
    expect((await invite(member, freshMail())).body.code).toBe('role_required')
    const { members, invites } = await list(member)
    expect([members.length, invites.length]).toEqual([3, 2])
    expect((await member.op('invites.revoke', { params: { id: invites[0].id } })).body.code).toBe('role_required')
    expect((await admin.op('invites.revoke', { params: { id: invites[0].id } })).status).toBe(200)
  })

  it('only whom the letter may name: 409 until the owner has confirmed their address', async () => {
    const owner = await newOwner(world)
    const admin = await newMember(world, owner, 'admin')
    await query('UPDATE person SET email_verified = false WHERE id = $1', owner.id)
    const email = freshMail()
    expect(await invite(admin, email)).toMatchObject({
      status: 409,
      body: { detail: 'The owner of the account has to confirm their mail address first' },
    })
    expect(await statusesOf(world, owner.accountId)).toEqual([])
  })

  it('409 for somebody who belongs to the account, in any case of letters; 400 for what is no address', async () => {
    const owner = await newOwner(world)
    const member = await newMember(world, owner, 'member')
    for (const email of [owner.email, member.email, member.email.toUpperCase()])
      expect([email, (await invite(owner, email)).status]).toEqual([email, 409])
    const bad = [
      '',
      'a',
      'a@b',
      'k@\u212A.example',
      '\u0130@example.com',
      `${'a'.repeat(250)}@example.com`,
      'a@example.com\r\nBcc: b@c.de',
    ]
    for (const email of bad) {
      const reply = await invite(owner, email)
      expect([email, reply.status, reply.body.errors?.[0]?.field]).toEqual([email, 400, 'email'])
    }
    expect((await owner.op('invites.create', { body: { email: freshMail(), text: 'Buy!' } })).body.code).toBe(
      'unknown_field',
    )
    expect(await statusesOf(world, owner.accountId)).toEqual([])
  })

  it('answers the same for an address that signed up and for one that did not', async () => {
    const owner = await newOwner(world, 'growth')
    const known = await newPerson(world)
    const replies = [await invite(owner, known.email), await invite(owner, freshMail())]
    const shapes = replies.map(({ status, body }) => [
      status,
      body.created,
      Object.keys(body.invite),
      body.invite.status,
    ])
    expect(shapes[0]).toEqual(shapes[1])
  })
})

describe('how many', () => {
  it('members and open invites have the seats of the plan: the next is 402, a repeat is not', async () => {
    const owner = await newOwner(world)
    await newMember(world, owner, 'member')
    const email = freshMail()
    expect((await invite(owner, email)).status).toBe(200)
    expect(await invite(owner, freshMail())).toMatchObject({
      status: 402,
      body: { code: 'plan_limit_reached', planLimit: { name: 'people', max: 3, used: 3 } },
    })
    expect((await invite(owner, email)).body.created).toBe(false)
    const free = await newOwner(world, 'free')
    expect((await invite(free, freshMail())).body).toMatchObject({
      planLimit: { name: 'people', max: 1, used: 1 },
      detail: 'The plan of this account allows one person, open invites included',
    })
  })

  it('ten open invites: the eleventh is 409 until one is withdrawn', async () => {
    const owner = await newOwner(world, 'scale')
    const ids = []
    for (let i = 0; i < 10; i++) ids.push(await idOf(invite(owner, freshMail())))
    expect((await invite(owner, freshMail())).body).toMatchObject({ status: 409, code: 'conflict' })
    await owner.op('invites.revoke', { params: { id: ids[0] } })
    expect((await invite(owner, freshMail())).status).toBe(200)
    await expire(String(ids[1]))
    expect((await invite(owner, freshMail())).status).toBe(200)
  })

  it('after a downgrade the newest stay members and cannot enter: each call says why, and they may leave', async () => {
    const owner = await newOwner(world, 'growth')
    const [first, second, third] = [
      await newMember(world, owner, 'member'),
      await newMember(world, owner, 'member'),
      await newMember(world, owner, 'admin'),
    ]
    const change = (plan: 'growth' | 'starter') =>
      world.operator.call('accounts.update', { params: { accountId: owner.accountId }, body: { plan } })
    await change('starter')
    for (const name of ['team.list', 'accounts.get', 'invites.create', 'sites.list'])
      expect([name, (await third.op(name)).body]).toMatchObject([
        name,
        {
          status: 402,
          code: 'plan_limit_reached',
          planLimit: { name: 'people', max: 3, used: 4 },
          detail:
            'The plan of this account allows 3 people, and others joined before you: ask its owner for a higher plan',
        },
      ])
    for (const person of [owner, first, second]) expect((await person.op('team.list')).status).toBe(200)
    expect((await list(owner)).members.map(({ frozen }: { frozen: boolean }) => frozen)).toEqual([
      false,
      false,
      false,
      true,
    ])
    await change('growth')
    expect((await third.op('team.list')).status).toBe(200)
    await change('starter')
    expect((await third.browser.op('memberships.delete', { params: { accountId: owner.accountId } })).status).toBe(200)
    expect((await third.op('team.list')).status).toBe(404)
    await owner.op('members.delete', { params: { id: first.id } })
    expect(await membersOf(world, owner.accountId)).toEqual({ [owner.email]: 'owner', [second.email]: 'member' })
  })
})

describe('signing up by an invite', () => {
  it('makes no account of one’s own, until one is asked for', async () => {
    const owner = await newOwner(world)
    const browser = world.browser()
    const email = freshMail()
    await invite(owner, email)
    await browser.post('/auth/sign-up', { email, password, name: 'Ann' })
    await browser.post('/auth/verify', { token: await world.linkTo(email, 'verify'), password })
    const enter = () => browser.post('/auth/sign-in', { email, password })
    expect((await enter()).status).toBe(200)
    expect((await browser.post('/api/session')).body).toMatchObject({
      person: { email },
      accounts: [],
      accountId: null,
    })
    expect((await browser.op('sites.list')).body).toMatchObject({
      status: 409,
      code: 'conflict',
      detail: 'You belong to no account: accept an invite, or make an account of your own',
    })
    expect((await browser.op('receivedInvites.list')).body.invites).toHaveLength(1)
    const { accountId } = (await browser.op('ownAccount.create')).body
    expect((await browser.post('/api/session')).body.accounts).toMatchObject([{ accountId, role: 'owner' }])
    expect((await browser.op('ownAccount.create')).body).toEqual({ accountId })
    const token = await tokenOf(world, email)
    expect((await browser.op('invites.accept', { body: { token } })).body.accountId).toBe(owner.accountId)
    expect((await browser.post('/api/session')).body.accounts.map((each: { role: string }) => each.role)).toEqual([
      'owner',
      'member',
    ])
  })
})
