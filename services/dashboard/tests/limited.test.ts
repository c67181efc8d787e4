import { isDeepStrictEqual } from 'node:util'
import type { TestDatabase } from '@rts/local/testing/database'
import { until } from '@rts/local/testing/until'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endSite } from '../../projects/tests/support/end-site.ts'
import {
  accept,
  asMember,
  newMember,
  newOwner,
  newPerson,
  startTeamReplica,
  startTeamWorld,
  type TestMember,
  tokenOf,
} from './support/team.ts'
import type { World } from './support/world.ts'

let world: World
let projects: TestDatabase
let replica: string
beforeAll(async () => {
  world = await startTeamWorld()
  projects = await world.startProjects()
  replica = await startTeamReplica(world)
})
afterAll(() => world.stop())

type Limit = { role?: string; siteIds?: string[] | null }

/** An owner with two sites. */
async function newAccount() {
  const owner = await newOwner(world, 'growth')
  const add = async (name: string) =>
    String((await owner.op('sites.create', { body: { name, domain: `${name}.example.com` } })).body.project.id)
  const [first, second] = [await add('first'), await add('second')]
  return { owner, first, second }
}
const update = (by: TestMember, { id }: { id: string }, body: Limit) =>
  by.op('members.update', { params: { id }, body })
const invite = (by: TestMember, body: object) => by.op('invites.create', { body })
const sitesOf = async (member: TestMember): Promise<string[]> =>
  (await member.op('sites.list', { query: {} })).body.projects.map(({ id }: { id: string }) => id)
const stored = async (table: 'member' | 'invite', column: string, accountId: string) => {
  const { rows } = await world.database.pool.query(
    `SELECT ${column}, site_ids FROM ${table} WHERE account_id = $1 AND role <> 'owner'`,
    [accountId],
  )
  return rows
}

describe('an invite to some sites', () => {
  it('makes a member who sees these alone, in their session too', async () => {
    const { owner, first } = await newAccount()
    const person = await newPerson(world)
    const { body } = await invite(owner, { email: person.email, role: 'viewer', siteIds: [first] })
    expect(body).toMatchObject({ created: true, invite: { role: 'viewer', siteIds: [first], status: 'pending' } })
    const joined = await accept(person, await tokenOf(world, person.email))
    expect(joined).toMatchObject({ status: 200, body: { accountId: owner.accountId, role: 'viewer' } })
    const viewer = asMember(person, owner.accountId)
    expect(await sitesOf(viewer)).toEqual([first])
    const { accounts } = (await person.browser.post('/api/session')).body
    expect(accounts).toMatchObject([{ accountId: owner.accountId, role: 'viewer', siteIds: [first] }])
    const { members } = (await owner.op('team.list', {})).body
    expect(members).toMatchObject([
      { role: 'owner', siteIds: null },
      { role: 'viewer', siteIds: [first] },
    ])
  })

  it('is answered again as it is, and refused for other sites', async () => {
    const { owner, first, second } = await newAccount()
    const body = { email: 'bob@example.com', role: 'member', siteIds: [first] }
    await invite(owner, body)
    expect((await invite(owner, body)).body.created).toBe(false)
    expect((await invite(owner, { ...body, siteIds: [first, second] })).body.code).toBe('conflict')
    expect((await invite(owner, { ...body, siteIds: null })).body.code).toBe('conflict')
  })

  it('names sites of the account, one at least, and is for no admin: 400', async () => {
    const [{ owner, first }, other] = [await newAccount(), await newAccount()]
    const field = async (role: string, siteIds: string[]) =>
      (await invite(owner, { email: 'eve@example.com', role, siteIds })).body.errors?.[0].field
    expect(await field('member', [other.first])).toBe('siteIds')
    expect(await field('member', [])).toBe('siteIds')
    expect(await field('admin', [first])).toBe('siteIds')
  })
})

describe('a change of role and sites', () => {
  it('holds for the next request, on each replica', async () => {
    const { owner, first, second } = await newAccount()
    const member = await newMember(world, owner, 'member', replica)
    expect(await sitesOf(member)).toEqual([first, second])
    await update(owner, member, { siteIds: [second] })
    expect(await sitesOf(member)).toEqual([second])
    const params = { id: first }
    expect((await member.op('sites.get', { params })).status).toBe(404)
    expect((await member.op('notes.list', { params: { id: second } })).status).toBe(200)
    await update(owner, member, { role: 'viewer' })
    expect(await sitesOf(member)).toEqual([second])
    const note = { params: { id: second }, body: { day: '2026-01-01', text: 'x' } }
    expect((await member.op('notes.create', note)).body.code).toBe('role_required')
    await update(owner, member, { role: 'admin' })
    expect(await sitesOf(member)).toEqual([first, second])
  })

  it('is made by owners and admins, and is in the audit log with the sites', async () => {
    const { owner, first } = await newAccount()
    const [admin, member, viewer] = [
      await newMember(world, owner, 'admin'),
      await newMember(world, owner, 'member'),
      await newMember(world, owner, 'viewer'),
    ]
    expect((await update(admin, member, { role: 'viewer', siteIds: [first] })).status).toBe(200)
    for (const by of [member, viewer])
      expect((await update(by, viewer, { siteIds: null })).body.code).toBe('role_required')
    expect((await update(admin, viewer, { role: 'admin' })).body.code).toBe('role_required')
    const detail = { person: member.id, role: 'viewer', sites: first }
    await until('the log to say so', async () => {
      const input = { params: { accountId: owner.accountId }, query: {} }
      const { entries } = (await owner.op('audit.list', input)).body
      return entries.some((entry: { detail: object }) => isDeepStrictEqual(entry.detail, detail))
    })
  })
})

describe('a site that is deleted for good', () => {
  it('leaves the lists; who saw no other sees none, never all', async () => {
    const { owner, first, second } = await newAccount()
    const member = await newMember(world, owner, 'viewer')
    await update(owner, member, { siteIds: [first] })
    await invite(owner, { email: 'carl@example.com', role: 'member', siteIds: [first, second] })
    await owner.op('sites.delete', { params: { id: first } })
    expect(await sitesOf(member)).toEqual([])
    // In the trash it may come back, and is theirs again.
    await owner.op('trashedSites.restore', { params: { id: first } })
    expect(await sitesOf(member)).toEqual([first])
    await owner.op('sites.delete', { params: { id: first } })
    await endSite(projects.pool, first)
    await until('the lists to lose it', async () => {
      const [row] = await stored('member', 'state', owner.accountId)
      return row?.site_ids.length === 0
    })
    expect(await sitesOf(member)).toEqual([])
    expect(await stored('invite', 'status', owner.accountId)).toEqual([{ status: 'pending', site_ids: [second] }])
    expect((await member.op('accounts.get', { params: { accountId: owner.accountId } })).status).toBe(200)
  })
})
