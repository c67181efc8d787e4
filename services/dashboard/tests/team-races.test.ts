import { until } from '@rts/local/testing/until'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBrowser } from './support/browser.ts'
import { freshMail } from './support/people.ts'
import {
  accept,
  holdAccount,
  invite,
  membersOf,
  newMember,
  newOwner,
  newPerson,
  startTeamReplica,
  startTeamWorld,
  statusesOf,
  type TestMember,
  type TestPerson,
  tokenOf,
} from './support/team.ts'
import type { World } from './support/world.ts'

let world: World
let replica: string
beforeAll(async () => {
  world = await startTeamWorld()
  replica = await startTeamReplica(world)
})
afterAll(() => world.stop())

/** The same person, at the second replica. */
function elsewhere<P extends TestPerson>(person: P): P {
  const browser = createBrowser(replica)
  for (const [name, value] of person.browser.cookies) browser.cookies.set(name, value)
  const op: TestMember['op'] = (name, input, headers) =>
    browser.op(name, input, 'accountId' in person ? { 'x-account': String(person.accountId), ...headers } : headers)
  return { ...person, browser, op }
}
const remove = (by: TestMember, { id }: { id: string }) => by.op('members.delete', { params: { id } })
const changePlan = (accountId: string, plan: 'free' | 'starter' | 'growth') =>
  world.operator.call('accounts.update', { params: { accountId }, body: { plan } })
type Work = () => Promise<{ status: number; body: { code?: string } }>

/** Starts each once the one before waits for the account, then lets them all go: they take effect in this order. */
async function inOrder(accountId: string, ...works: Work[]) {
  const account = await holdAccount(world, accountId)
  const replies: ReturnType<Work>[] = []
  for (const work of works) {
    replies.push(work())
    await account.queued(replies.length)
  }
  return {
    async release() {
      await account.release()
      return Promise.all(replies)
    },
  }
}
const together = async (accountId: string, ...works: Work[]) => (await inOrder(accountId, ...works)).release()
const statuses = (replies: { status: number }[]) => replies.map(({ status }) => status)

/** An owner with an open invite, and the person who got it. */
async function invited(plan: 'starter' | 'growth' = 'starter') {
  const owner = await newOwner(world, plan)
  const ann = await newPerson(world)
  const { id } = (await invite(owner, ann.email)).body
  return { owner, ann, id: String(id), token: await tokenOf(world, ann.email), accountId: owner.accountId }
}
const revoke = (by: TestMember, id: string) => by.op('invites.revoke', { params: { id } })

describe('an invite, at two replicas', () => {
  it('accepted twice at once: one membership, and the same answer to both', async () => {
    const { owner, ann, token, accountId } = await invited()
    const replies = await together(
      accountId,
      () => accept(ann, token),
      () => accept(elsewhere(ann), token),
    )
    expect(replies.map(({ status, body }) => [status, body])).toEqual(
      Array(2).fill([200, { accountId, role: 'member' }]),
    )
    expect(await membersOf(world, accountId)).toEqual({ [owner.email]: 'owner', [ann.email]: 'member' })
  })

  it('accepted and withdrawn: the first of the two counts, the second is refused', async () => {
    const first = await invited()
    const won = await together(
      first.accountId,
      () => accept(first.ann, first.token),
      () => revoke(elsewhere(first.owner), first.id),
    )
    expect([statuses(won), await statusesOf(world, first.accountId)]).toEqual([[200, 404], ['accepted']])
    const second = await invited()
    const lost = await together(
      second.accountId,
      () => revoke(second.owner, second.id),
      () => accept(elsewhere(second.ann), second.token),
    )
    expect([statuses(lost), await statusesOf(world, second.accountId)]).toEqual([[200, 404], ['revoked']])
    expect(Object.keys(await membersOf(world, second.accountId))).toEqual([second.owner.email])
  })

  it('many times over without an order: a membership exactly where the acceptance was answered', async () => {
    for (let round = 0; round < 8; round++) {
      const { owner, ann, id, token, accountId } = await invited()
      const [joined, withdrawn] = await Promise.all([accept(elsewhere(ann), token), revoke(owner, id)])
      expect([joined.status, withdrawn.status].sort()).toEqual([200, 404])
      expect(Object.keys(await membersOf(world, accountId)).includes(ann.email)).toBe(joined.status === 200)
    }
  })

  it('that ends while its acceptance waits is not accepted', async () => {
    const { ann, id, token, accountId } = await invited()
    const waiting = await inOrder(accountId, () => accept(ann, token))
    await world.database.pool.query(`UPDATE invite SET expires_at = clock_timestamp() WHERE id = $1`, [id])
    expect((await waiting.release())[0]).toMatchObject({
      status: 404,
      body: { detail: expect.stringContaining('no longer valid') },
    })
    expect(Object.keys(await membersOf(world, accountId))).toHaveLength(1)
  })

  it('accepted while the plan shrinks: before, there is no seat and the invite stays open; after, the new member cannot enter', async () => {
    const before = await invited()
    await newMember(world, before.owner, 'member')
    await changePlan(before.accountId, 'free')
    expect(await accept(before.ann, before.token)).toMatchObject({
      status: 402,
      body: { planLimit: { name: 'people', max: 1, used: 2 } },
    })
    expect(await statusesOf(world, before.accountId)).toEqual(['pending'])
    await changePlan(before.accountId, 'starter')
    expect((await accept(before.ann, before.token)).status).toBe(200)
    const during = await invited()
    const waiting = await inOrder(during.accountId, () => accept(during.ann, during.token))
    await changePlan(during.accountId, 'free')
    expect(statuses(await waiting.release())).toEqual([200])
    const inside = { 'x-account': during.accountId }
    expect((await during.ann.browser.op('team.list', {}, inside)).body.code).toBe('plan_limit_reached')
    expect((await during.owner.op('team.list')).body.members).toMatchObject([{ frozen: false }, { frozen: true }])
  })

  it('posted twice at once, by pages and by servers: one invite, made once, and one letter', async () => {
    const owner = await newOwner(world)
    const email = freshMail()
    const replies = await together(
      owner.accountId,
      () => invite(owner, email),
      () => invite(elsewhere(owner), email),
    )
    expect(new Set(replies.map(({ body }) => Object(body).id)).size).toBe(1)
    expect(replies.map(({ body }) => Object(body).created)).toEqual([true, false])
    const { secret } = (
      await owner.op('keys.create', { params: { accountId: owner.accountId }, body: { name: 'server' } })
    ).body
    const other = freshMail()
    const post = async (at: string) => {
      const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
      const reply = await fetch(`${at}/http/v1/team/invites`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ email: other }),
      })
      return { status: reply.status, body: Object(await reply.json()) }
    }
    const made = await Promise.all([post(world.url), post(replica), post(world.url), post(replica)])
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(1)
    expect(made.map(({ body }) => body.created).sort()).toEqual([false, false, false, true])
    for (const to of [email, other]) {
      await tokenOf(world, to)
      expect(world.letters(to)).toHaveLength(1)
    }
  })
})

describe('the last seat, at two replicas', () => {
  it('is given to one of two who are invited at once', async () => {
    const owner = await newOwner(world)
    await newMember(world, owner, 'member')
    const replies = await together(
      owner.accountId,
      () => invite(owner, freshMail()),
      () => invite(elsewhere(owner), freshMail()),
    )
    expect(statuses(replies)).toEqual([200, 402])
    expect(await statusesOf(world, owner.accountId)).toEqual(['pending'])
  })

  it('is taken by one of two who accept at once, after the plan has shrunk', async () => {
    const { owner, ann, token, accountId } = await invited('growth')
    await newMember(world, owner, 'member')
    const bob = await newPerson(world)
    await invite(owner, bob.email)
    const theirs = await tokenOf(world, bob.email)
    await changePlan(accountId, 'starter')
    const replies = await together(
      accountId,
      () => accept(ann, token),
      () => accept(elsewhere(bob), theirs),
    )
    expect(statuses(replies)).toEqual([200, 402])
    expect(Object.keys(await membersOf(world, accountId))).toHaveLength(3)
  })
})

describe('the people of an account, at two replicas', () => {
  it('transfer against removal: the new owner is not removed, and a removed admin does not become the owner', async () => {
    const team = async () => {
      const owner = await newOwner(world, 'growth')
      return { owner, heir: await newMember(world, owner, 'admin'), admin: await newMember(world, owner, 'admin') }
    }
    const transfer = (by: TestMember, to: TestMember) => by.op('ownership.transfer', { body: { memberId: to.id } })
    const one = await team()
    const kept = await together(
      one.owner.accountId,
      () => transfer(one.owner, one.heir),
      () => remove(elsewhere(one.admin), one.heir),
    )
    expect(statuses(kept)).toEqual([200, 409])
    expect((await membersOf(world, one.owner.accountId))[one.heir.email]).toBe('owner')
    const two = await team()
    const lost = await together(
      two.owner.accountId,
      () => remove(two.admin, two.heir),
      () => transfer(elsewhere(two.owner), two.heir),
    )
    expect(statuses(lost)).toEqual([200, 404])
    expect(await membersOf(world, two.owner.accountId)).toEqual({
      [two.owner.email]: 'owner',
      [two.admin.email]: 'admin',
    })
  })

  it('transfer against the deletion of its heir: no account is left without an owner', async () => {
    const owner = await newOwner(world)
    const heir = await newMember(world, owner, 'admin')
    const transfer = () => owner.op('ownership.transfer', { body: { memberId: heir.id } })
    const leaving = await world.database.pool.connect()
    await leaving.query('BEGIN')
    await leaving.query('SELECT 1 FROM person WHERE id = $1 FOR UPDATE', [heir.id])
    const waiting = transfer()
    await until('the transfer to wait', async () => {
      const { rows } = await world.database.pool.query(
        `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      )
      return rows.length > 0
    })
    await leaving.query('DELETE FROM person WHERE id = $1', [heir.id])
    await leaving.query('COMMIT')
    leaving.release()
    expect((await waiting).status).toBe(404)
    expect(await membersOf(world, owner.accountId)).toEqual({ [owner.email]: 'owner' })
  })

  it('two transfers at once: one owner, and the gateway has their address', async () => {
    const owner = await newOwner(world, 'growth')
    const [ann, bob] = [await newMember(world, owner, 'admin'), await newMember(world, owner, 'admin')]
    const replies = await together(
      owner.accountId,
      () => owner.op('ownership.transfer', { body: { memberId: ann.id } }),
      () => elsewhere(owner).op('ownership.transfer', { body: { memberId: bob.id } }),
    )
    expect(statuses(replies)).toEqual([200, 403])
    const asked = { params: { accountId: owner.accountId } }
    const contact = async () => (await world.operator.call('accounts.get', asked)).account.email
    await until('the gateway to hear of it', async () => (await contact()) === ann.email)
  })

  it('a role that is lowered between the page and its POST no longer counts', async () => {
    const owner = await newOwner(world, 'growth')
    const [admin, member] = [await newMember(world, owner, 'admin'), await newMember(world, owner, 'member')]
    const theirs = elsewhere(admin)
    const replies = await together(
      owner.accountId,
      () => owner.op('members.update', { params: { id: admin.id }, body: { role: 'member' } }),
      () => invite(theirs, freshMail()),
      () => remove(theirs, member),
      () => theirs.op('members.update', { params: { id: member.id }, body: { role: 'member' } }),
    )
    expect(statuses(replies)).toEqual([200, 403, 403, 403])
    expect(replies.slice(1).map(({ body }) => body.code)).toEqual(Array(3).fill('role_required'))
    expect([
      await statusesOf(world, owner.accountId),
      Object.keys(await membersOf(world, owner.accountId)).length,
    ]).toEqual([[], 3])
  })

  it('an admin who is removed meanwhile cannot invite', async () => {
    const owner = await newOwner(world, 'growth')
    const admin = await newMember(world, owner, 'admin')
    const replies = await together(
      owner.accountId,
      () => remove(owner, admin),
      () => invite(elsewhere(admin), freshMail()),
    )
    expect(statuses(replies)).toEqual([200, 404])
    expect(await statusesOf(world, owner.accountId)).toEqual([])
  })
})
