import { until } from '@rts/local/testing/until'
import { givenRoles } from '@rts/shared/contract/operation'
import { openApiDocument } from '@rts/shared/derive/openapi'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshMail, signedIn, signIn } from './support/people.ts'
import {
  accept,
  asMember,
  invite,
  membersOf,
  newMember,
  newOwner,
  newPerson,
  startTeamWorld,
  type TestMember,
  tokenOf,
} from './support/team.ts'
import type { World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startTeamWorld()
})
afterAll(() => world.stop())

const update = (by: TestMember, { id }: { id: string }, role: string) =>
  by.op('members.update', { params: { id }, body: { role } })
const remove = (by: TestMember, { id }: { id: string }) => by.op('members.delete', { params: { id } })
const transfer = (by: TestMember, { id }: { id: string }) => by.op('ownership.transfer', { body: { memberId: id } })
const contactOf = async ({ accountId }: { accountId: string }) =>
  (await world.operator.call('accounts.get', { params: { accountId } })).account.email

describe('roles', () => {
  it('are given by the owner; an admin makes members of admins, and no admins', async () => {
    const owner = await newOwner(world, 'growth')
    const [admin, other, member] = [
      await newMember(world, owner, 'admin'),
      await newMember(world, owner, 'admin'),
      await newMember(world, owner, 'member'),
    ]
    expect((await update(admin, member, 'admin')).body.code).toBe('role_required')
    expect((await update(owner, member, 'admin')).body.member).toMatchObject({
      id: member.id,
      role: 'admin',
      frozen: false,
    })
    expect((await update(admin, other, 'member')).body.member.role).toBe('member')
    expect((await update(other, admin, 'member')).body.code).toBe('role_required')
    expect((await remove(other, admin)).body.code).toBe('role_required')
    expect((await update(owner, member, 'owner')).body.errors[0].field).toBe('role')
  })

  it('the owner’s is changed by a transfer alone: 409, for admins and for themselves', async () => {
    const owner = await newOwner(world)
    const admin = await newMember(world, owner, 'admin')
    for (const by of [admin, owner]) {
      expect((await update(by, owner, 'member')).body.code).toBe('conflict')
      expect((await remove(by, owner)).body.code).toBe('conflict')
    }
    expect(await membersOf(world, owner.accountId)).toEqual({ [owner.email]: 'owner', [admin.email]: 'admin' })
  })

  it('of another account’s people are hidden: 404', async () => {
    const [owner, other] = [await newOwner(world), await newOwner(world)]
    const theirs = await newMember(world, other, 'member')
    for (const reply of [
      await update(owner, theirs, 'admin'),
      await remove(owner, theirs),
      await transfer(owner, theirs),
    ])
      expect(reply.status).toBe(404)
    expect((await asMember(owner, other.accountId).op('team.list')).status).toBe(404)
    expect(Object.keys(await membersOf(world, other.accountId))).toHaveLength(2)
  })
})

describe('removing a member', () => {
  it('counts from their next call; the keys that they made stay, and their account too', async () => {
    const owner = await newOwner(world)
    const admin = await newMember(world, owner, 'admin')
    const { accountId } = owner
    const made = await admin.op('keys.create', { params: { accountId }, body: { name: 'theirs' } })
    const rest = () => fetch(`${world.url}/http/v1/team`, { headers: { authorization: `Bearer ${made.body.secret}` } })
    expect([(await rest()).status, (await admin.op('team.list')).status]).toEqual([200, 200])
    expect((await remove(owner, admin)).body).toEqual({ ok: true })
    expect((await admin.op('team.list')).status).toBe(404)
    expect(Object(await (await rest()).json()).members).toMatchObject([{ id: owner.id }])
    const { keys } = (await owner.op('keys.list', { params: { accountId } })).body
    expect(keys).toMatchObject([{ name: 'theirs', revokedAt: null }])
    expect((await admin.browser.post('/api/session')).body).toMatchObject({ person: { id: admin.id }, accounts: [] })
  })
})

describe('transferring the ownership', () => {
  it('makes an admin the owner at once, here and at the gateway, and tells both', async () => {
    const owner = await newOwner(world)
    const admin = await newMember(world, owner, 'admin')
    expect((await transfer(owner, admin)).body.owner).toMatchObject({ id: admin.id, role: 'owner' })
    expect(await membersOf(world, owner.accountId)).toEqual({ [owner.email]: 'admin', [admin.email]: 'owner' })
    await until('the gateway to hear of it', async () => (await contactOf(owner)) === admin.email)
    expect((await transfer(owner, admin)).body.code).toBe('role_required')
    const letterTo = (to: string) => until(`a letter to ${to}`, () => world.letters(to)[0])
    expect(await letterTo(admin.email)).toContain(`${owner.email} transferred the ownership`)
    expect(await letterTo(owner.email)).toContain(`transferred to ${admin.email}`)
  })

  it('is for the owner alone, and to an admin alone', async () => {
    const owner = await newOwner(world)
    const [admin, member] = [await newMember(world, owner, 'admin'), await newMember(world, owner, 'member')]
    expect((await transfer(admin, admin)).body.code).toBe('role_required')
    expect((await transfer(owner, member)).body).toMatchObject({
      code: 'conflict',
      detail: 'Only an admin of the account can become its owner',
    })
    expect((await transfer(owner, owner)).body.code).toBe('conflict')
    expect((await transfer(owner, await newPerson(world))).status).toBe(404)
    expect(await contactOf(owner)).toBe(owner.email)
  })

  it('403 in a session that is older than ten minutes, until they sign in again', async () => {
    const { browser, email, personId, accountId } = await signedIn(world)
    const owner = asMember({ id: personId, email, browser }, accountId)
    const admin = await newMember(world, owner, 'admin')
    await world.operator.call('accounts.update', { params: { accountId }, body: { plan: 'starter' } })
    await world.database.pool.query(
      `UPDATE person_session SET created_at = created_at - interval '601 seconds' WHERE person_id = $1`,
      [personId],
    )
    expect(await transfer(owner, admin)).toMatchObject({
      status: 403,
      body: { code: 'sign_in_again', retryable: false },
    })
    expect((await owner.op('team.list')).status).toBe(200)
    expect((await membersOf(world, accountId))[email]).toBe('owner')
    await signIn(browser, email)
    expect((await transfer(owner, admin)).status).toBe(200)
  })
})

it('each change is once in the audit log of the account, with its actor and its person', async () => {
  const owner = await newOwner(world, 'growth')
  const [admin, invited] = [await newMember(world, owner, 'admin'), await newPerson(world)]
  const other = freshMail()
  const sent = (await invite(owner, invited.email)).body.id
  await invite(owner, invited.email)
  await accept(invited, await tokenOf(world, invited.email))
  const withdrawn = (await invite(admin, other, 'member')).body.id
  await admin.op('invites.revoke', { params: { id: withdrawn } })
  await update(owner, invited, 'admin')
  await remove(owner, invited)
  expect((await remove(owner, invited)).status).toBe(404)
  await transfer(owner, admin)
  await asMember(owner, owner.accountId).op('memberships.delete', { params: { accountId: owner.accountId } })
  const by = ({ id }: { id: string }) => `person:${id}`
  const changes = [
    ['member.invited', by(owner), { invite: sent, role: 'member', sites: 'all' }],
    ['member.joined', by(invited), { invite: sent, role: 'member', sites: 'all' }],
    ['member.invited', by(admin), { invite: withdrawn, role: 'member', sites: 'all' }],
    ['invite.revoked', by(admin), { invite: withdrawn }],
    ['member.changed', by(owner), { person: invited.id, role: 'admin', sites: 'all' }],
    ['member.removed', by(owner), { person: invited.id }],
    ['owner.changed', by(owner), { person: admin.id }],
    ['member.left', by(owner), {}],
  ]
  const found = await until('the changes to be logged', async () => {
    const params = { accountId: owner.accountId }
    const { entries } = (await admin.op('audit.list', { params, query: {} })).body
    const team = entries.filter(({ action }: { action: string }) => /^(member|invite|owner)\./.test(action))
    return team.length >= changes.length && team
  })
  const logged = found.map(({ action, actor, detail }: Record<string, unknown>) => [action, actor, detail])
  expect(logged).toHaveLength(changes.length)
  expect(logged).toEqual(expect.arrayContaining(changes))
})

it('of a person who deleted themselves no address is left in the team: neither in its log nor in its invites', async () => {
  const owner = await newOwner(world, 'growth')
  const person = await newPerson(world)
  await invite(owner, person.email)
  await accept(person, await tokenOf(world, person.email))
  await update(owner, person, 'admin')
  await remove(owner, person)
  await invite(owner, person.email)
  const log = () => owner.op('audit.list', { params: { accountId: owner.accountId }, query: {} })
  await until('the changes to be logged', async () => {
    const actions = (await log()).body.entries.map(({ action }: { action: string }) => action)
    return actions.filter((action: string) => action === 'member.invited').length === 2
  })
  expect((await person.browser.op('person.delete', { body: { confirm: person.email } })).status).toBe(200)
  expect(JSON.stringify((await log()).body)).not.toContain(person.email)
  expect(JSON.stringify((await owner.op('team.list')).body)).not.toContain(person.email)
  const left = await world.database.pool.query('SELECT 1 FROM invite WHERE email = $1', [person.email])
  expect(left.rowCount).toBe(0)
})

it('who deletes themselves leaves each account that they belong to, by its log: what they connected there ends with it', async () => {
  const owners = [await newOwner(world), await newOwner(world)]
  const person = await newPerson(world)
  for (const { accountId } of owners)
    await world.database.pool.query(
      `INSERT INTO member (person_id, account_id, role, state) VALUES ($1, $2, 'member', 'active')`,
      [person.id, accountId],
    )
  expect((await person.browser.op('person.delete', { body: { confirm: person.email } })).status).toBe(200)
  for (const { op, accountId } of owners) {
    const logged = async () => {
      const { entries } = (await op('audit.list', { params: { accountId }, query: {} })).body
      return entries.find(({ action }: { action: string }) => action === 'member.left')
    }
    expect(await until('the departure to be logged', logged)).toMatchObject({
      actor: `person:${person.id}`,
      detail: {},
    })
  }
})

describe('three accounts in three tabs', () => {
  it('never mix: each call is about the account that its page names', async () => {
    const owners = [await newOwner(world), await newOwner(world), await newOwner(world)]
    const person = await newPerson(world)
    for (const [i, { accountId }] of owners.entries())
      await world.database.pool.query(
        `INSERT INTO member (person_id, account_id, role, state) VALUES ($1, $2, $3, 'active')`,
        [person.id, accountId, i === 0 ? 'member' : 'admin'],
      )
    const tabs = owners.map(({ accountId }) => asMember(person, accountId))
    const emails = tabs.map(() => freshMail())
    const replies = await Promise.all(tabs.map((tab, i) => tab.op('invites.create', { body: { email: emails[i] } })))
    expect(replies.map(({ status }) => status)).toEqual([403, 200, 200])
    const seen = await Promise.all(tabs.map((tab) => tab.op('team.list')))
    for (const [i, { body }] of seen.entries()) {
      expect(body.members[0].id).toBe(owners[i]?.id)
      expect(body.invites.map(({ email }: { email: string }) => email)).toEqual(i === 0 ? [] : [emails[i]])
    }
  })
})

describe('the server API', () => {
  const restOf = async (owner: TestMember) => {
    const { accountId } = owner
    const { secret } = (await owner.op('keys.create', { params: { accountId }, body: { name: 'server' } })).body
    return async (method: string, path: string, body?: object) => {
      const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
      const reply = await fetch(`${world.url}/http/v1${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      })
      return { status: reply.status, body: Object(await reply.json()) }
    }
  }

  it('GET /team lists members and invites, POST /team/invites invites a member, with the allowance of the day', async () => {
    const owner = await newOwner(world)
    const rest = await restOf(owner)
    const email = freshMail()
    const made = await rest('POST', '/team/invites', { email })
    expect(made).toMatchObject({
      status: 200,
      body: {
        id: expect.any(String),
        invite: { email, role: 'member', status: 'pending' },
        created: true,
        allowance: { used: 1, limit: 100 },
      },
    })
    expect((await rest('GET', '/team')).body).toMatchObject({
      allowance: { used: 2 },
      members: [{ id: owner.id, email: owner.email, role: 'owner' }],
      invites: [made.body.invite],
    })
    expect((await rest('POST', '/team/invites', { email })).body).toMatchObject({ id: made.body.id, created: false })
    await tokenOf(world, email)
    expect(world.letters(email)[0]).toContain(`${owner.email} invites you to their account as a member.`)
    expect(world.letters(email)).toHaveLength(1)
  })

  it('publishes the roles that it gives, and no others', async () => {
    const rest = await restOf(await newOwner(world))
    const { post } = Object(openApiDocument().paths)['/team/invites']
    const published: unknown[] = post.requestBody.content['application/json'].schema.properties.role.enum
    for (const role of givenRoles) {
      const { status } = await rest('POST', '/team/invites', { email: freshMail(), role })
      expect([role, status]).toEqual([role, published.includes(role) ? 200 : 400])
    }
  })

  it('makes no admins, names the bad field, and gives a refused call back', async () => {
    const owner = await newOwner(world)
    const rest = await restOf(owner)
    const admin = await rest('POST', '/team/invites', { email: freshMail(), role: 'admin' })
    expect(admin).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'role', message: 'must be member or viewer when a server key invites' }] },
    })
    expect(await rest('POST', '/team/invites', {})).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'email', code: 'required' }] },
    })
    expect(await rest('POST', '/team/invites', { email: owner.email })).toMatchObject({
      status: 409,
      body: { allowance: { used: 0 } },
    })
    expect((await rest('DELETE', '/team')).status).toBe(405)
  })

  it('of an account that the operator made: it has no owner yet, and the owner’s seat is kept', async () => {
    const contact = freshMail()
    const { account } = await world.operator.call('accounts.create', { body: { email: contact, plan: 'starter' } })
    const { secret } = await world.operator.call('keys.create', {
      params: { accountId: account.id },
      body: { name: 'server' },
    })
    const invite = async (email: string) => {
      const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
      const reply = await fetch(`${world.url}/http/v1/team/invites`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ email }),
      })
      return { status: reply.status, body: Object(await reply.json()) }
    }
    const email = freshMail()
    expect((await invite(email)).status).toBe(200)
    await tokenOf(world, email)
    expect(world.letters(email)[0]).toContain(`${contact} invites you`)
    expect((await invite(contact)).status).toBe(409)
    expect((await invite(freshMail())).status).toBe(200)
    expect((await invite(freshMail())).body).toMatchObject({
      code: 'plan_limit_reached',
      planLimit: { max: 3, used: 3 },
    })
  })

  it('is not the browsers’ way: 404 at its addresses without a key', async () => {
    const owner = await newOwner(world)
    expect((await owner.browser.post('/team')).status).toBe(404)
    expect((await owner.browser.post('/team/invites', { email: freshMail() })).status).toBe(404)
  })
})
