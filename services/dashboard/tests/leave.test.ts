import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from './support/people.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const leave = (person: Awaited<ReturnType<typeof signedIn>>, accountId: string) =>
  person.browser.op('memberships.delete', { params: { accountId } })

describe('leaving an account', () => {
  it('is about the person alone: whichever account the page names, and none is asked for', async () => {
    const [owner, guest] = [await signedIn(world), await signedIn(world)]
    await world.operator.call('accounts.update', { params: { accountId: owner.accountId }, body: { plan: 'starter' } })
    await world.database.pool.query(
      `INSERT INTO member (person_id, account_id, role, state) VALUES ($1, $2, 'admin', 'active')`,
      [guest.personId, owner.accountId],
    )
    const inTheirs = { 'x-account': owner.accountId }
    const keys = () => guest.browser.op('keys.list', { params: { accountId: owner.accountId } }, inTheirs)
    expect((await keys()).status).toBe(200)
    expect(await leave(guest, owner.accountId)).toMatchObject({ status: 200, body: { ok: true } })
    expect((await keys()).status).toBe(404)
    expect((await leave(guest, owner.accountId)).body.code).toBe('not_found')
    expect((await guest.browser.post('/api/session')).body.accounts).toHaveLength(1)
  })

  it('409 for its owner, and 404 for a person who does not belong to it', async () => {
    const [mine, theirs] = [await signedIn(world), await signedIn(world)]
    expect(await leave(mine, mine.accountId)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await leave(mine, theirs.accountId)).status).toBe(404)
    for (const accountId of ['', 'no id', "' OR 1"]) expect((await leave(mine, accountId)).status).toBe(404)
    expect((await mine.browser.op('accounts.get', { params: { accountId: mine.accountId } })).status).toBe(200)
  })
})
