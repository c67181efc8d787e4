import { createHash } from 'node:crypto'
import { until } from '@rts/local/testing/until'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { endSite } from '../../projects/tests/support/end-site.ts'
import { inviteTokens, type SiteLetters, stopPath } from '../src/letters/letters.ts'
import { newMember, newOwner, startTeamWorld, type TestMember } from './support/team.ts'
import type { World } from './support/world.ts'

const linkSecret = 'a-secret-under-which-links-are-signed'
const linkKey = createHash('sha256').update(`links ${linkSecret}`).digest('hex')

type Projects = Awaited<ReturnType<World['startProjects']>>
let world: World
let projects: Projects
beforeAll(async () => {
  world = await startTeamWorld()
  projects = await world.startProjects()
})
afterAll(() => world.stop())

async function newSite(by: TestMember, domain = 'example.com'): Promise<string> {
  return (await by.op('sites.create', { body: { name: domain, domain } })).body.project.id
}
const get = async (by: TestMember, id: string) => (await by.op('siteLetters.get', { params: { id } })).body.letters
const update = (by: TestMember, id: string, body: object) => by.op('siteLetters.update', { params: { id }, body })
const rows = async (siteId: string) =>
  (await world.database.pool.query('SELECT person_id FROM site_letter WHERE site_id = $1', [siteId])).rows.length

it('letters are off until a person asks for them, each person for themselves; a choice of none is a choice', async () => {
  const owner = await newOwner(world)
  const [site, other] = [await newSite(owner), await newSite(owner, 'other.com')]
  const member = await newMember(world, owner, 'member')
  expect(await get(owner, site)).toEqual({ weekly: false, alerts: false, isAsked: false })
  expect((await update(owner, site, { alerts: true })).body.letters).toEqual({
    weekly: false,
    alerts: true,
    isAsked: true,
  })
  await update(owner, site, { weekly: true })
  expect(await get(owner, site)).toEqual({ weekly: true, alerts: true, isAsked: true })
  await update(member, site, {})
  expect(await get(member, site)).toEqual({ weekly: false, alerts: false, isAsked: true })
  expect(await get(owner, other)).toMatchObject({ isAsked: false })
})

it('404 for another account’s site, and nothing is stored', async () => {
  const site = await newSite(await newOwner(world))
  const stranger = await newOwner(world)
  expect((await stranger.op('siteLetters.get', { params: { id: site } })).status).toBe(404)
  expect((await update(stranger, site, { alerts: true })).status).toBe(404)
  expect(await rows(site)).toBe(0)
})

it('one click stops one kind of letter about the named sites alone, without a session', async () => {
  const owner = await newOwner(world)
  const [site, other] = [await newSite(owner), await newSite(owner, 'other.com')]
  for (const id of [site, other]) await update(owner, id, { weekly: true, alerts: true })
  const url = await stopUrl(world, { kind: 'alerts', personId: owner.id, siteIds: [site] })
  expect((await fetch(url, { headers: { accept: 'text/html' } })).status).toBe(200)
  expect(await get(owner, site)).toMatchObject({ alerts: true })
  expect((await fetch(`${url}x`, { method: 'POST' })).status).toBe(404)
  expect((await fetch(url, { method: 'POST' })).status).toBe(200)
  expect(await get(owner, site)).toEqual({ weekly: true, alerts: false, isAsked: true })
  expect(await get(owner, other)).toMatchObject({ weekly: true, alerts: true })
})

it('a choice ends with its site, its person and its account', async () => {
  const owner = await newOwner(world)
  const member = await newMember(world, owner, 'member')
  const [site, left] = [await newSite(owner), await newSite(owner, 'other.com')]
  for (const id of [site, left]) for (const person of [owner, member]) await update(person, id, { alerts: true })
  await owner.op('sites.delete', { params: { id: site } })
  await endSite(projects.pool, site)
  await until('the site to end', async () => (await rows(site)) === 0)
  await world.database.pool.query('DELETE FROM person WHERE id = $1', [member.id])
  expect(await rows(left)).toBe(1)
  await world.operator.call('accounts.close', {
    params: { accountId: owner.accountId },
    body: { confirm: owner.email },
  })
  await until('the account to end', async () => (await rows(left)) === 0)
})

/** The address that a letter's header names, on a dashboard of a known secret. */
async function stopUrl(of: World, letters: SiteLetters): Promise<string> {
  const replica = await of.startReplica({ AUTH_SECRET: linkSecret })
  return `${replica}${stopPath}?token=${inviteTokens(linkKey).ofSiteLetters(letters)}`
}
