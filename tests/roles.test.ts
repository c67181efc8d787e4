import { connectPath } from '@rts/shared/contract/doors'
import { siteId, siteParam } from '@rts/shared/contract/fields'
import type { Operation } from '@rts/shared/contract/operation'
import { type OperationName, operationEntries } from '@rts/shared/contract/table'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectAgent } from '../services/mcp/tests/support/agent.ts'
import { neededInput, unknownId } from './support/needed-input.ts'
import { newLogin } from './support/person.ts'
import { type Input, type PersonCalls, signInAs } from './support/person-calls.ts'
import { publishClient } from './support/published-client.ts'
import { joinSystem } from './support/shared-system.ts'
import { at, type TestSystem } from './support/system.ts'

const rows = operationEntries().filter(([, row]) => row.callers.includes('person') && !row.personal && !row.planned)
const namesASite = ({ params }: Operation) => params?.shape.id === siteId || params?.shape.id === siteParam
const ofSites = rows.filter(([, row]) => namesASite(row))
/** For all that have this role: the row names no others. */
const isFor = ({ roles }: Operation, role: 'member' | 'viewer') => roles === undefined || roles.includes(role)

let system: TestSystem
let owner: PersonCalls
let own: string
let other: string
let client: Awaited<ReturnType<typeof publishClient>>
beforeAll(async () => {
  system = await joinSystem()
  owner = await signInAs(system, system.owner, system.connection.accountId)
  own = await addSite('matrix-own.example.com', 'matrix tea')
  other = await addSite('matrix-other.example.com', 'matrix coffee')
  client = await publishClient(system, {
    client_name: 'A client of the tests',
    redirect_uris: ['http://127.0.0.1/callback'],
  })
})
afterAll(() => system.remove())

async function addSite(domain: string, keyword: string): Promise<string> {
  const id = String(at((await owner.op('sites.create', { body: { name: domain, domain } })).body, 'project', 'id'))
  await owner.op('keywords.create', { params: { id }, body: { keyword } })
  return id
}

type Joined = PersonCalls & { id: string; login: ReturnType<typeof newLogin> }

/** A person who has accepted an invite. */
async function join(role: 'member' | 'viewer', siteIds: string[] | null): Promise<Joined> {
  const login = newLogin()
  const { person } = await system.operator.call('persons.create', { body: { ...login, name: 'Ann' } })
  const invited = await owner.op('invites.create', { body: { email: login.email, role, siteIds } })
  expect(invited).toMatchObject({ status: 200 })
  const calls = await signInAs(system, login, system.connection.accountId)
  const { body } = await calls.op('receivedInvites.list')
  expect((await calls.op('invites.accept', { body: { token: at(body, 'invites', 0, 'token') } })).status).toBe(200)
  return { ...calls, id: person.id, login }
}

function inputOf(name: OperationName, row: Operation, site: string): Input {
  const { accountId } = system.connection
  const given: Record<string, string> = { id: namesASite(row) ? site : unknownId, accountId }
  const params = Object.keys(row.params?.shape ?? {}).map((param) => [param, given[param] ?? unknownId])
  return { ...(row.params && { params: Object.fromEntries(params) }), ...neededInput(name, row) }
}
const outcomeOf = async (by: PersonCalls, [name, row]: [OperationName, Operation], site = own) => {
  const { status, body } = await by.op(name, inputOf(name, row, site))
  return [name, status, body.code ?? null]
}

describe('a viewer', () => {
  it('is refused every write but those of their own, and no read that is everybody’s', async () => {
    const viewer = await join('viewer', null)
    for (const entry of rows) {
      const [name, row] = entry
      const isRefused = !isFor(row, 'viewer') || (row.kind === 'write' && !row.own)
      const [, status, code] = await outcomeOf(viewer, entry)
      expect([name, status === 403 && code === 'role_required']).toEqual([name, isRefused])
      // A server's failure would pass for a permission.
      expect([name, Number(status) < 500]).toEqual([name, true])
    }
  })

  it('chooses their own alerts, and none of the site’s channels', async () => {
    const viewer = await join('viewer', null)
    const choose = (audience: string) =>
      viewer.op('alertSettings.update', { params: { id: own }, body: { audience, rules: [] } })
    expect((await choose('me')).status).toBe(200)
    expect((await choose('channels')).body.code).toBe('role_required')
  })

  it('starts nothing that costs: reads answer what is saved, and name no limit', async () => {
    const viewer = await join('viewer', null)
    const used = async () =>
      at((await owner.op('usage.get', { params: { accountId: system.connection.accountId } })).body, 'collects', 'used')
    const before = await used()
    const params = { id: other }
    for (const { body } of [
      await viewer.op('research.get', { query: { q: 'a phrase of a viewer' } }),
      await viewer.op('issues.list', { params }),
      await viewer.op('backlinks.list', { params, query: {} }),
    ])
      expect(body).toMatchObject({ status: 'unavailable', reason: null })
    expect(await used()).toBe(before)
  })
})

describe.each(['member', 'viewer'] as const)('a %s who is limited to a site', (role) => {
  let limited: Joined
  beforeAll(async () => {
    limited = await join(role, [own])
  })

  it('is refused each row about the whole account, by name', async () => {
    const accountWide = rows.filter(([, row]) => row.scope === 'account')
    for (const entry of accountWide) expect(await outcomeOf(limited, entry)).toEqual([entry[0], 403, 'role_required'])
    expect(accountWide.map(([name]) => name)).toEqual(
      expect.arrayContaining([
        'team.list',
        'keys.list',
        'subscriptions.get',
        'usage.get',
        'research.get',
        'sites.create',
      ]),
    )
  })

  it('gets 404 for another site of the account, whatever is asked of it', async () => {
    for (const entry of ofSites) {
      const [name, row] = entry
      const mayAsk = isFor(row, role) && (role === 'member' || row.kind === 'read' || row.own === true)
      const expected = mayAsk ? [name, 404, 'not_found'] : [name, 403, 'role_required']
      expect(await outcomeOf(limited, entry, other)).toEqual(expected)
      if (mayAsk) expect(await outcomeOf(limited, entry, unknownId)).toEqual(expected)
    }
  })

  it('finds nothing of another site in any list', async () => {
    const lists = rows.filter(([, row]) => row.scope === 'sites' && row.kind === 'read')
    for (const [name, row] of lists) {
      const input = inputOf(name, row, own)
      const [all, some] = [await owner.op(name, input), await limited.op(name, input)]
      expect([name, all.status, some.status]).toEqual([name, 200, 200])
      expect([name, JSON.stringify(some.body).match(/matrix-other|matrix coffee/)]).toEqual([name, null])
      expect(JSON.stringify(some.body)).not.toContain(other)
    }
    const { body } = await limited.op('sites.list', { query: {} })
    expect(body).toMatchObject({ projects: [{ id: own }], total: 1 })
  })

  it('imports into a site of theirs alone, never into the oldest of a domain', async () => {
    const body = { from: 'serpbear', domain: 'matrix-other.example.com', text: 'Keyword' }
    const codeOf = async (more: object) =>
      (await limited.op('keywords.import', { body: { ...body, ...more } })).body.code
    const expected = role === 'member' ? ['invalid_input', 'not_found'] : ['role_required', 'role_required']
    expect([await codeOf({}), await codeOf({ siteId: other })]).toEqual(expected)
  })

  it('finds and restores nothing of another site in the trash', async () => {
    const { body } = await owner.op('keywords.create', { params: { id: other }, body: { keyword: 'matrix trash' } })
    const trashed = String(at(body, 'keyword', 'id'))
    await owner.op('keywords.deleteBulk', { params: { id: other }, body: { ids: [trashed] } })
    expect(await owner.op('trashedKeywords.list', { query: {} })).toMatchObject({ body: { total: 1 } })
    expect(await limited.op('trashedKeywords.list', { query: {} })).toMatchObject({ body: { keywords: [], total: 0 } })
    const restored = await limited.op('trashedKeywords.restore', { body: { ids: [trashed] } })
    expect(restored.body.code).toBe(role === 'member' ? 'not_found' : 'role_required')
    await owner.op('trashedKeywords.restore', { body: { ids: [trashed] } })
    await owner.op('keywords.deleteBulk', { params: { id: other }, body: { ids: [trashed] } })
    await owner.op('trashedKeywords.restore', { body: { ids: [trashed] } })
  })
})

describe('an assistant', () => {
  const url = () => system.connection.appUrl + connectPath

  /** A person consents, and the client exchanges the code. */
  async function assistantOf(person: PersonCalls, projectId: string | null = null) {
    const { request, verifier } = client.newRequest()
    const consented = await person.op('consents.accept', { body: { request, projectId } })
    expect(consented.status).toBe(200)
    const asked = new URLSearchParams(request)
    const form = new URLSearchParams({
      grant_type: 'authorization_code',
      code: new URL(String(consented.body.returnUrl)).searchParams.get('code') ?? '',
      client_id: asked.get('client_id') ?? '',
      redirect_uri: asked.get('redirect_uri') ?? '',
      code_verifier: verifier,
    })
    const answer = await fetch(`${url()}/token`, { method: 'POST', body: form })
    return connectAgent(url(), { token: String(Object(await answer.json()).access_token) })
  }
  const update = (person: Joined, body: object) => owner.op('members.update', { params: { id: person.id }, body })

  it('has the limit and the role of its person at each call, and ends with their membership', async () => {
    const person = await join('member', [own])
    const agent = await assistantOf(person)
    const positions = (project_id: string) => agent.call('keyword_positions', { project_id })
    const add = (project_id: string) => agent.call('add_keyword', { project_id, keyword: 'matrix agent' })
    expect(await positions(own)).toMatchObject({ isError: false })
    expect(await positions(other)).toMatchObject({ isError: true, text: expect.stringContaining('No such site') })
    expect(await agent.call('add_project', { website: 'matrix-new.example.com' })).toMatchObject({ isError: true })
    expect(await add(own)).toMatchObject({ isError: false })
    await update(person, { siteIds: [other], role: 'viewer' })
    expect([(await positions(own)).isError, (await positions(other)).isError]).toEqual([true, false])
    expect(await add(other)).toMatchObject({ isError: true, text: expect.stringContaining('viewer') })
    expect(JSON.stringify((await agent.call('account_status')).data)).not.toContain('matrix-own')
    await update(person, { siteIds: null, role: 'member' })
    expect([(await positions(own)).isError, (await positions(other)).isError]).toEqual([false, false])
    await owner.op('members.delete', { params: { id: person.id } })
    await expect(positions(own)).rejects.toThrow(/401|token/i)
    await agent.close().catch(() => {})
  })

  it('of several sites sees these, and names none that it is not limited to', async () => {
    const third = await addSite('matrix-third.example.com', 'matrix milk')
    const agent = await assistantOf(await join('member', [own, third]))
    const text = (await agent.call('keyword_positions')).text
    expect([own, third].every((id) => text.includes(id))).toBe(true)
    expect(text).not.toContain(other)
    expect(await agent.call('keyword_positions', { project_id: 'matrix-other.example.com' })).toMatchObject({
      isError: true,
    })
    const known = await agent.call('add_project', { website: 'matrix-third.example.com' })
    expect(known.data).toMatchObject({ created: false, project: { id: third } })
    await agent.close()
  })

  it('of one site is asked for within the limit of its person alone', async () => {
    const person = await join('viewer', [own])
    const { request } = client.newRequest()
    const foreign = await person.op('consents.accept', { body: { request, projectId: other } })
    expect(foreign.body.code).toBe('not_found')
  })
})
