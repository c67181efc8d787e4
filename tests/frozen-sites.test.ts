import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { until } from '@rts/local/testing/until'
import { siteId, siteParam } from '@rts/shared/contract/fields'
import { type Operation, restRow } from '@rts/shared/contract/operation'
import { type OperationName, operationEntries } from '@rts/shared/contract/table'
import type { Plan } from '@rts/shared/plans'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Agent, connectAgent } from '../services/mcp/tests/support/agent.ts'
import { neededInput, unknownId } from './support/needed-input.ts'
import { type Input, type PersonCalls, signInAs } from './support/person-calls.ts'
import { at, newAccount, restClient, startTestSystem } from './support/system.ts'

/** One month of Agency, and then a plan whose calls suffice for a walk, with one site and three keywords. */
const [month, after] = ['agency', 'starter'] as const
const plans = { [after]: { sites: 1, keywords: 3, prompts: 3, callsPerDay: 1_000 } }
/** Rows that start work: refused by the sites of the plan. */
const refused: readonly OperationName[] = [
  'keywords.create',
  'keywords.createBulk',
  'prompts.create',
  'plans.create',
  'articles.create',
  'siteSchema.check',
]
/** It ends what the others are about. */
const last: readonly OperationName[] = ['sites.delete']
const domain = 'demo.sandbox.example'

const folder = mkdtempSync(path.join(tmpdir(), 'frozen-sites-'))
const knowing = ['research', 'content', 'dashboard'] as const
const pools: Record<string, pg.Pool> = {}
let system: Awaited<ReturnType<typeof startTestSystem>>
let account: Awaited<ReturnType<typeof newAccount>>
let person: PersonCalls
let agent: Agent
let id: string
beforeAll(async () => {
  const file = path.join(folder, 'plans.json')
  writeFileSync(file, JSON.stringify(plans))
  system = await startTestSystem({ env: { PLANS_FILE: file } })
  for (const service of ['projects', ...knowing] as const)
    pools[service] = new pg.Pool({ connectionString: system.databaseUrl(service), max: 2 })
  account = await newAccount(system, month)
  const login = { email: account.email, password: 'correct horse battery' }
  await system.operator.call('persons.create', { body: { ...login, name: 'Owner' } })
  person = await signInAs(system, login, account.id)
  const params = { accountId: account.id }
  const { secret } = await system.operator.call('keys.create', { params, body: { name: 'agent', kind: 'lasting' } })
  agent = await connectAgent(system.connection.mcpUrl, { token: secret })
  const [, young] = [await addSite('active.example.com'), await addSite(domain)]
  id = young
  await workForAMonth()
  await change(after)
  await until('the fact', () => isFrozen(true))
})
afterAll(async () => {
  await agent?.close()
  await Promise.all(Object.values(pools).map((pool) => pool.end()))
  await system.remove()
  rmSync(folder, { recursive: true })
})

const change = (plan: Exclude<Plan, 'guest'>) =>
  system.operator.call('accounts.update', { params: { accountId: account.id }, body: { plan } })
const addSite = async (host: string) =>
  String(at((await person.op('sites.create', { body: { name: host, domain: host } })).body, 'project', 'id'))
const rowsOf = async (service: string, sql: string, ...values: unknown[]) =>
  (await pools[service]?.query({ text: sql, values, rowMode: 'array' }))?.rows.flat() ?? []
/** As if the last fact about the site had come everywhere, or not yet. */
const know = (isKnown: boolean) =>
  Promise.all(knowing.map((service) => rowsOf(service, 'UPDATE known.site SET frozen = $2 WHERE id = $1', id, isKnown)))
const isFrozen = async (wanted: boolean) => {
  const known = knowing.map((service) => rowsOf(service, 'SELECT frozen FROM known.site WHERE id = $1', id))
  return (await Promise.all(known)).every(([frozen]) => frozen === wanted)
}
const callsOf = async (): Promise<unknown[]> => {
  const { calls } = Object(await (await fetch(`${system.connection.sandboxUrl}/control/calls`)).json())
  return calls
}
/** Runs that a reader waits for, in all services. */
const waiting = async () =>
  (
    await Promise.all(
      ['projects', 'research', 'content'].map((service) =>
        rowsOf(
          service,
          'SELECT key FROM collects.subject JOIN collects.reading ON subject_id = id WHERE wanted_at IS NOT NULL',
        ),
      ),
    )
  ).flat()
/** As if the day had come for all that is scheduled: none of it is to be due afterwards. */
async function comeDue(): Promise<void> {
  const scheduled = `SELECT id FROM collects.subject s JOIN collects.reading d ON d.subject_id = s.id AND d.scheduled AND d.scope = 's:' || $1`
  await rowsOf('research', `UPDATE collects.subject SET due_at = now() WHERE id IN (${scheduled})`, id)
  await rowsOf('research', `SELECT pg_notify('collects', 'due ai'), pg_notify('collects', 'due fetch')`)
  await until('what is scheduled to have had its turn', async () => {
    const due = await rowsOf(
      'research',
      `SELECT 1 FROM collects.subject WHERE due_at < now() + interval '1 minute' AND id IN (${scheduled})`,
      id,
    )
    return due.length === 0
  })
}

/** All that works for a site: its keywords are checked, its prompts asked, its links verified, its pages crawled. */
async function workForAMonth(): Promise<void> {
  const params = { id }
  const made = [
    person.op('keywords.createBulk', { params, body: { text: 'coffee beans\nespresso' } }),
    person.op('prompts.create', { params, body: { prompt: 'Which coffee?' } }),
    person.op('competitors.add', { params, body: { domain: 'rival.example.com' } }),
  ]
  for (const { status } of await Promise.all(made)) expect(status).toBe(200)
  for (const name of ['backlinks.list', 'issues.list', 'planner.list'] as const)
    await until(
      `${name}`,
      async () => (await person.op(name, { params, query: {} })).body.status !== 'collecting',
      60_000,
      500,
    )
  const isDone = async () => {
    const checks = await rowsOf(
      'projects',
      `SELECT 1 FROM keyword WHERE site_id = $1 AND last_check_status = 'queued'`,
      id,
    )
    return checks.length === 0 && (await waiting()).length === 0 && (await lastAnswer()) > 0
  }
  await until('the month’s work', isDone)
}
/** When a prompt was answered last, 0 before the first time. */
const lastAnswer = async () =>
  Number((await rowsOf('research', 'SELECT coalesce(extract(epoch FROM max(checked_at)), 0) FROM ai.run'))[0])

const namesASite = ({ params }: Operation) => params?.shape.id === siteId || params?.shape.id === siteParam
const ofSites = operationEntries().filter(([name, row]) => namesASite(row) && !row.planned && !last.includes(name))
/** The calls that start most: an address to fetch, a phrase that was not asked about. */
const asked: Partial<Record<OperationName, Omit<Input, 'params'>>> = {
  'siteSchema.check': { body: { url: `https://${domain}/` } },
  'planner.list': { query: { q: 'a phrase of its own' } },
  'ideas.list': { query: { q: 'a topic of its own' } },
  'prompts.update': { body: { paused: false } },
}
const inputOf = (name: OperationName, row: Operation) => {
  const params = Object.keys(row.params?.shape ?? {}).map((param) => [param, param === 'id' ? id : unknownId])
  return { params: Object.fromEntries(params), ...neededInput(name, row), ...asked[name] }
}
const collects = ({ response }: Operation) => 'reason' in response.shape && 'updatedAt' in response.shape

/** Calls each row of a site, and answers what each came to: its status, and why nothing is collected or what is full. */
async function walk(
  entries: readonly (readonly [OperationName, Operation])[],
  call: (name: OperationName, row: Operation) => Promise<{ status: number; body: Record<string, unknown> }>,
) {
  for (const [name, row] of entries) {
    const { status, body } = await call(name, row)
    if (refused.includes(name))
      expect([name, status, at(body, 'planLimit')]).toEqual([name, 402, { name: 'sites', max: 1, used: 2 }])
    // Ids of this walk belong to no object, and a decision may be about nothing.
    else expect([name, [200, 400, 404, 409].includes(status)]).toEqual([name, true])
    if (status === 200 && collects(row)) expect([name, body.reason]).toEqual([name, 'site_frozen'])
  }
}

async function walkAll(): Promise<void> {
  await walk(
    ofSites.filter(([, row]) => row.callers.includes('person')),
    (name, row) => person.op(name, inputOf(name, row)),
  )
  const rest = ofSites.flatMap(([name, row]) => (row.http ? [[name, restRow(row)] as const] : []))
  // Thirty a minute: a key for each half.
  for (const half of [rest.slice(0, 25), rest.slice(25)]) {
    const { id: keyId, secret } = await system.operator
      .call('keys.create', { params: { accountId: account.id }, body: { name: 'walk' } })
      .then(({ key, secret: shown }) => ({ id: key.id, secret: shown }))
    const client = restClient(system.connection.baseUrl, secret)
    await walk(half, (name, row) => {
      const { params, query, body } = { query: {}, body: undefined, ...inputOf(name, row) }
      const target = row.http?.path.replaceAll(/:(\w+)/g, (_match, param) => String(Object(params)[param])) ?? ''
      const search = new URLSearchParams(
        Object.entries(query ?? {}).map(([key, value]): [string, string] => [key, String(value)]),
      )
      return client(
        row.http?.method ?? 'GET',
        search.size > 0 ? `${target}?${search}` : target,
        row.body && (body ?? {}),
      )
    })
    await system.operator.call('keys.revoke', { params: { keyId } })
  }
}

describe('a site beyond the plan', () => {
  it.each([
    ['once the fact is known', true],
    ['before the fact has come', false],
  ])('starts nothing, whichever row people and servers call, %s', async (_when, isKnown) => {
    await know(isKnown)
    await comeDue()
    const [before, crawls] = [await callsOf(), await rowsOf('content', 'SELECT count(*) FROM crawl.run')]
    const answered = await lastAnswer()
    await walkAll()
    await comeDue()
    expect(await waiting()).toEqual([])
    expect((await callsOf()).slice(before.length)).toEqual([])
    expect([await lastAnswer(), await rowsOf('content', 'SELECT count(*) FROM crawl.run')]).toEqual([answered, crawls])
  })

  it('starts nothing for an agent: each tool answers what is saved, and says what a person can do', async () => {
    await know(true)
    const before = await callsOf()
    const args: Record<string, object> = {
      add_keyword: { keyword: 'green tea' },
      keyword_planner: { query: 'a phrase of its own' },
      add_competitor: { website: 'other-rival.example.com' },
    }
    let explained = 0
    for (const name of await agent.tools()) {
      const { isError, text, data } = await agent.call(name, { project_id: id, ...args[name] })
      if (name === 'add_keyword') expect([isError, text]).toEqual([true, expect.stringContaining('frozen')])
      if (isError || !('reason' in data)) continue
      expect([name, data.reason, data.hint]).toEqual([name, 'site_frozen', expect.stringContaining('frozen')])
      explained++
    }
    expect(explained).toBeGreaterThan(7)
    expect(await waiting()).toEqual([])
    expect((await callsOf()).slice(before.length)).toEqual([])
  })

  it('goes on once the plan has room: what is scheduled runs, and its reads collect again', async () => {
    await know(true)
    const answered = await lastAnswer()
    await change(month)
    await until('the fact', () => isFrozen(false))
    await comeDue()
    await until('the prompts', async () => (await lastAnswer()) > answered)
    const { body } = await person.op('planner.list', { params: { id }, query: { q: 'another phrase' } })
    expect(body.reason).not.toBe('site_frozen')
    expect((await person.op('keywords.create', { params: { id }, body: { keyword: 'green tea' } })).status).toBe(200)
  })
})
