import type { TestDatabase } from '@rts/local/testing/database'
import { until } from '@rts/local/testing/until'
import { type RunningSandbox, startSandbox } from '@rts/sandbox/start'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { visitGoogle } from '../../projects/tests/support/google.ts'
import { newMember, newOwner, newPerson, startTeamWorld, type TestMember, type TestPerson } from './support/team.ts'
import type { World } from './support/world.ts'

let sandbox: RunningSandbox
let world: World
let projects: TestDatabase
beforeAll(async () => {
  sandbox = await startSandbox({ clock: () => new Date() })
  world = await startTeamWorld()
  projects = await world.startProjects({
    GOOGLE_CLIENT_ID: 'simulated-client',
    GOOGLE_CLIENT_SECRET: 'simulated-client-secret',
    GOOGLE_AUTHORIZE_URL: `${sandbox.url}/google_consent/auth`,
    GOOGLE_TOKEN_URL: `${sandbox.url}/google_oauth/token`,
    GOOGLE_REVOKE_URL: `${sandbox.url}/google_oauth/revoke`,
    SANDBOX_URL: sandbox.url,
    SEARCH_CONSOLE_BASE_URL: `${sandbox.url}/search_console/webmasters/v3`,
  })
})
afterAll(async () => {
  await world.stop()
  await sandbox.close()
})

const begin = async (owner: TestMember, siteId?: string) =>
  (await owner.op('searchConsole.begin', { body: siteId === undefined ? {} : { siteId } })).body.authorizeUrl
/** Comes back from Google in a browser: by a link from another site, with its cookie and without any header of ours. */
async function comeBack({ browser }: TestPerson, query: URLSearchParams | string, path = '/google/callback') {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const { status, headers } = await browser.get(`${path}?${query}`, { cookie, 'sec-fetch-site': 'cross-site' })
  return {
    status,
    location: headers.location,
    cacheControl: headers['cache-control'],
    referrer: headers['referrer-policy'],
  }
}
const landed = (location: string) => ({ status: 303, location, cacheControl: 'no-store', referrer: 'no-referrer' })

describe('GET /google/callback', () => {
  it('connects the account that it was begun in, and leads to the page of the site', async () => {
    const owner = await newOwner(world)
    const site = (await owner.op('sites.create', { body: { name: 'Demo', domain: 'demo.sandbox.example' } })).body
      .project
    const back = await visitGoogle(await begin(owner, site.id))
    expect(await comeBack(owner, back)).toEqual(landed(`/sites/${site.id}/search-console?google=connected`))
    expect((await owner.op('searchConsole.get')).body).toMatchObject({
      connected: true,
      account: { email: 'ann@sandbox.example' },
    })
    expect(await comeBack(owner, back)).toEqual(landed('/search-console?google=state_invalid'))
    const params = { id: site.id }
    const chosen = await owner.op('searchConsole.connect', {
      params,
      body: { siteUrl: 'sc-domain:demo.sandbox.example' },
    })
    expect(chosen.status).toBe(200)
    const body = await until('the queries', async () => {
      const answer = await owner.op('searchConsoleQueries.list', { params, query: { limit: 5 } })
      return answer.body.status === 'ready' && answer.body
    })
    expect(body).toMatchObject({ connected: true, sandbox: true })
    expect(body.queries).toHaveLength(5)
    const used = await world.gatewayDatabase.pool.query('SELECT used FROM collect_day WHERE account_id = $1', [
      owner.accountId,
    ])
    expect(used.rows).toEqual([{ used: 1 }])
  })

  it('leads a person who refused or unticked back too', async () => {
    const owner = await newOwner(world)
    const denied = await visitGoogle(await begin(owner), { answer: 'deny' })
    expect(await comeBack(owner, denied)).toEqual(landed('/search-console?google=denied'))
    const unticked = await visitGoogle(await begin(owner), { allows: false })
    expect(await comeBack(owner, unticked)).toEqual(landed('/search-console?google=unticked'))
  })

  it('whatever the state says, it leads to our own pages alone, and connects nothing', async () => {
    const owner = await newOwner(world)
    for (const state of [
      '',
      'x',
      'https://evil.example',
      '//evil.example',
      `${owner.accountId}.x`,
      `${owner.accountId}.%0d%0aSet-Cookie:a`,
      'a'.repeat(5_000),
    ]) {
      const reply = await comeBack(owner, new URLSearchParams({ state, code: 'c' }))
      expect(reply.status).toBe(303)
      expect(['/search-console?google=state_invalid', '/search-console?google=failed']).toContain(reply.location)
    }
    expect((await comeBack(owner, 'state=a.b&state=c.d&code=1&code=2&error=x')).location).toBe(
      '/search-console?google=state_invalid',
    )
    expect((await owner.op('searchConsole.get')).body.account).toBeNull()
  })

  it('connects nothing for an account that the person does not belong to', async () => {
    const [owner, stranger] = [await newOwner(world), await newOwner(world)]
    const back = await visitGoogle(await begin(owner))
    expect(await comeBack(stranger, back)).toEqual(landed('/search-console?google=state_invalid'))
    expect(await comeBack(owner, back)).toEqual(landed('/search-console?google=connected'))
  })

  it('connects nothing in another session than it was begun in, or in none', async () => {
    const owner = await newOwner(world)
    const back = await visitGoogle(await begin(owner))
    const stranger = { ...(await newPerson(world)), browser: world.browser() }
    expect(await comeBack(stranger, back)).toEqual(landed('/search-console?google=signed_out'))
    expect(await comeBack(owner, back)).toEqual(landed('/search-console?google=connected'))
  })

  it('a person with two accounts in two tabs connects the one where they began', async () => {
    const [first, other] = [await newOwner(world), await newOwner(world)]
    await world.database.pool.query(
      `INSERT INTO member (person_id, account_id, role, state, joined_at) VALUES ($1, $2, 'admin', 'active', now())`,
      [first.id, other.accountId],
    )
    const inOther = { 'x-account': other.accountId }
    const { body } = await first.browser.op('searchConsole.begin', { body: {} }, inOther)
    expect((await comeBack(first, await visitGoogle(body.authorizeUrl))).location).toBe(
      '/search-console?google=connected',
    )
    expect((await first.op('searchConsole.get')).body.connected).toBe(false)
    expect((await other.op('searchConsole.get')).body.connected).toBe(true)
  })

  it('a member cannot connect, also when their role was lowered on the way', async () => {
    const owner = await newOwner(world)
    const admin = await newMember(world, owner, 'admin')
    const back = await visitGoogle(await begin(admin))
    await world.database.pool.query(`UPDATE member SET role = 'member' WHERE person_id = $1`, [admin.id])
    expect((await admin.op('searchConsole.begin', { body: {} })).body.code).toBe('role_required')
    expect(await comeBack(admin, back)).toEqual(landed('/search-console?google=failed'))
    expect((await owner.op('searchConsole.get')).body.account).toBeNull()
  })

  it('is only that address, and only by GET', async () => {
    const owner = await newOwner(world)
    expect((await comeBack(owner, 'state=x', '/google/callback/')).status).toBe(404)
    expect((await owner.browser.post('/google/callback', {})).status).toBe(404)
  })
})

it('the owner gets one letter when Google ends the connection', async () => {
  const owner = await newOwner(world)
  await comeBack(owner, await visitGoogle(await begin(owner), { person: 'ben@sandbox.example' }))
  const site = (await owner.op('sites.create', { body: { name: 'Demo', domain: 'demo.sandbox.example' } })).body.project
  // As if the connection were an hour old: the token in memory belongs to another version of it.
  await projects.pool.query(`UPDATE google_grant SET version = nextval('google_grant_version_seq')`)
  await fetch(`${sandbox.url}/control/google`, {
    method: 'PUT',
    body: JSON.stringify({ withdraw: 'ben@sandbox.example' }),
  })
  const read = () => owner.op('searchConsoleProperties.list', { params: { id: site.id } })
  const answers = await Promise.all([read(), read(), read()])
  for (const { body } of answers) expect(body).toMatchObject({ connected: false, properties: [] })
  expect((await owner.op('searchConsole.get')).body.account).toMatchObject({
    email: 'ben@sandbox.example',
    brokenReason: 'revoked',
    brokenSince: expect.any(String),
  })
  const [letter] = await until('the letter', () => {
    const letters = world.letters(owner.email)
    return letters.length > 0 ? letters : undefined
  })
  expect(letter).toContain('Subject: Your connection to Google Search Console has ended')
  expect(letter).toContain('ben@sandbox.example')
  expect(letter).toContain('http://ranks.example/search-console')
  await read()
  await new Promise((resolve) => setImmediate(resolve))
  expect(world.letters(owner.email)).toHaveLength(1)
})
