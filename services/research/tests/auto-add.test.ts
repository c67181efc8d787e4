import { until } from '@rts/local/testing/until'
import type { OperationOutput } from '@rts/shared/contract/operation'
import type { Operations } from '@rts/shared/contract/table'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claimNext, policyOf, storeRun } from '../src/auto-add/policies.sql.ts'
import { weekOf } from '../src/auto-add/rules/week.ts'
import { startWorld, type World } from './support/world.ts'

type Mode = 'off' | 'propose' | 'add'
type Run = OperationOutput<Operations['autoAdd.run']>

let world: World
beforeAll(async () => {
  world = await startWorld({ KEYWORD_PROVIDERS: 'autocomplete' })
  await world.startReplica()
})
afterAll(() => world.stop())

let serial = 0
/** A site that tracks one phrase, with questions on its page. */
async function siteWith(questions: string[], plan: 'free' | 'growth' = 'growth') {
  const client = await world.newClient(plan)
  const phrase = `coffee ${serial++}`
  await world.control('PUT', 'serp', { keyword: phrase, organic: ['https://mine.com/'], questions })
  const id = await client.site('mine.com', { keywords: [phrase] })
  const params = { id }
  const ask = world.asPerson
  const { accountId } = client
  const list = async (decided = false) => (await ask('proposals.list', { params, query: { decided } }, accountId)).rows
  return {
    id,
    accountId,
    phrase,
    client,
    list,
    policy: async () => (await ask('autoAdd.get', { params }, accountId)).policy,
    set: (mode: Mode, perWeek = 2) => ask('autoAdd.update', { params, body: { mode, perWeek } }, accountId),
    want: (autoAddPreference: string) => client.send('PATCH', `/projects/${id}`, { autoAddPreference }),
    run: () => ask('autoAdd.run', { params }, accountId),
    decide: (ids: string[], accept: boolean) => ask('proposals.update', { params, body: { ids, accept } }, accountId),
    /** Over REST: from there projects hears the plan. */
    tracked: async (): Promise<string[]> => {
      const { body } = await client.get(`/projects/${id}/keywords`)
      return body.keywords.map(({ keyword }: { keyword: string }) => keyword)
    },
    idOf: async (keyword: string) => (await list()).find((row) => row.keyword === keyword)?.id ?? '',
  }
}
const many = (count: number, about = 'brew') => Array.from({ length: count }, (_, i) => `is ${about} number${i} good`)
const sum = (runs: Run[]) => runs.reduce((total, { added }) => total + added, 0)

describe('a run', () => {
  it('proposes the phrases that were seen, with their evidence and null for unknown figures; it collects nothing', async () => {
    const { set, run, list, phrase, want, policy, accountId } = await siteWith(['is cold brew strong', 'what is tea'])
    await want('cold brew')
    await set('propose')
    expect(await run()).toEqual({ proposed: 1, added: 0, overLimit: false })
    const rows = await list()
    expect(rows).toEqual([
      {
        id: expect.any(String),
        keyword: 'is cold brew strong',
        country: 'us',
        language: 'en',
        volume: null,
        similarity: expect.closeTo(2 / 3),
        score: 50,
        proposedAt: expect.any(String),
        state: 'open',
        decidedAt: null,
        decidedBy: null,
        evidence: [
          {
            kind: 'question',
            source: 'own_pages',
            sandbox: true,
            seenAt: expect.any(String),
            keyword: phrase,
            impressions: null,
            position: null,
          },
        ],
      },
    ])
    expect(await policy()).toMatchObject({ mode: 'propose', lastRun: { proposed: 1, added: 0, overLimit: false } })
    expect(await world.calls('autocomplete')).toEqual([])
    const { collects } = await world.operator.call('usage.get', { params: { accountId } })
    expect(collects.used).toBe(0)
  })

  it('knows the ideas that were collected for the site', async () => {
    const { set, run, list, client, id } = await siteWith([])
    const { body } = await client.get(`/projects/${id}/planner`)
    expect(body.rows.length).toBeGreaterThan(1)
    await set('propose')
    await run()
    expect((await list()).flatMap(({ evidence }) => evidence.map(({ kind }) => kind))).toContain('idea')
  })

  it('proposes each phrase once, and at most twenty a week', async () => {
    const { set, run, list } = await siteWith(many(30))
    await set('propose')
    const runs = await Promise.all(Array.from({ length: 6 }, run))
    expect(runs.reduce((total, { proposed }) => total + proposed, 0)).toBe(20)
    expect(new Set((await list()).map(({ keyword }) => keyword)).size).toBe(20)
    expect(await run()).toMatchObject({ proposed: 0 })
  })

  it('is refused while auto-add is off, which is the default', async () => {
    const { run, policy, set } = await siteWith(['is cold brew strong'])
    expect(await policy()).toEqual({ mode: 'off', perWeek: 5, addedThisWeek: 0, nextRunAt: null, lastRun: null })
    await expect(run()).rejects.toMatchObject({ code: 'conflict' })
    await set('propose')
    await set('off')
    await expect(run()).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('adding without a person', () => {
  it('adds keywords that match the note, at most the week’s number, on two replicas at once', async () => {
    const site = await siteWith([...many(10), 'best tea shop', 'brew tea cup shop'])
    await site.want('brew number0 number1 number2 number3 number4 number5 number6 number7 number8 number9')
    await site.set('add', 3)
    const runs = await Promise.all(Array.from({ length: 8 }, site.run))
    expect(sum(runs)).toBe(3)
    expect(await site.tracked()).toHaveLength(4)
    expect((await site.list(true)).map(({ state, decidedBy }) => [state, decidedBy])).toEqual(
      Array(3).fill(['added', null]),
    )
    expect(await site.policy()).toMatchObject({ addedThisWeek: 3, perWeek: 3 })
    await site.set('add', 4)
    expect(await site.run()).toMatchObject({ added: 1 })
    await site.set('add', 50)
    await site.run()
    expect((await site.list(true)).length).toBeGreaterThanOrEqual(10)
    expect((await site.list()).map(({ keyword }) => keyword)).toContain('brew tea cup shop')
  })

  it('never goes beyond the plan: keywords without room stay proposed, and the run says so', async () => {
    const site = await siteWith(many(6), 'free')
    await site.set('add', 5)
    expect(await site.tracked()).toHaveLength(1)
    const runs = await Promise.all([site.run(), site.run()])
    expect(sum(runs)).toBe(2)
    expect(runs.some(({ overLimit }) => overLimit)).toBe(true)
    expect(await site.tracked()).toHaveLength(3)
    // Of two runs at once the one that found nothing to add may have ended last.
    expect(await site.run()).toMatchObject({ added: 0, overLimit: true })
    expect((await site.policy()).lastRun).toMatchObject({ overLimit: true })
    const [open] = await site.list()
    await expect(site.decide([open?.id ?? ''], true)).rejects.toMatchObject({ code: 'plan_limit_reached' })
    expect((await site.list()).every(({ state }) => state === 'open')).toBe(true)
  })

  it('is ended by another process if the one that began it did not', async () => {
    const site = await siteWith(['is cold brew strong'])
    await site.set('propose')
    await site.run()
    await world.database.pool.query(
      `UPDATE auto_add.proposal SET state = 'adding', decided_at = now() - interval '1 hour' WHERE site_id = $1`,
      [site.id],
    )
    await world.restartResearch({})
    await until('the keyword', async () => (await site.tracked()).includes('is cold brew strong'))
    await until('the end', async () => (await site.list(true))[0]?.state === 'added')
  })
})

describe('a decision', () => {
  it('to accept tracks the keyword, and the history says who did it and when', async () => {
    const { set, run, idOf, decide, tracked, list } = await siteWith(['is cold brew strong'])
    await set('propose')
    await run()
    expect(await decide([await idOf('is cold brew strong')], true)).toEqual({ changed: 1, overLimit: 0 })
    expect(await tracked()).toContain('is cold brew strong')
    expect(await list()).toEqual([])
    expect(await list(true)).toMatchObject([{ state: 'added', decidedBy: 'person', decidedAt: expect.any(String) }])
  })

  it('at the same time as another adds once and changes nothing twice', async () => {
    const { set, run, idOf, decide, tracked } = await siteWith(['is cold brew strong'])
    await set('propose')
    await run()
    const id = await idOf('is cold brew strong')
    const answers = await Promise.all([decide([id], true), decide([id], true), decide([id], false)])
    expect(answers.reduce((total, { changed }) => total + changed, 0)).toBe(1)
    expect(new Set(await tracked()).size).toBe((await tracked()).length)
  })

  it('to refuse keeps the phrase, and phrases like it, from being proposed again', async () => {
    const { set, run, idOf, decide, list, client, id } = await siteWith(['is cold brew strong'])
    await set('propose')
    await run()
    expect(await decide([await idOf('is cold brew strong')], false)).toEqual({ changed: 1, overLimit: 0 })
    const questions = ['is cold brew strong', 'cold brew so strong', 'what is tea']
    await world.control('PUT', 'serp', { keyword: 'espresso', organic: ['https://mine.com/'], questions })
    await client.post(`/projects/${id}/keywords`, { keyword: 'espresso' })
    await until('the page', async () => {
      await run()
      return (await list()).length > 0
    })
    expect((await list()).map(({ keyword }) => keyword)).toEqual(['what is tea'])
    expect(await list(true)).toMatchObject([{ keyword: 'is cold brew strong', state: 'refused', decidedBy: 'person' }])
  })
})

describe('a Monday', () => {
  it('comes once a week, for one process, and again after its lease if that ended', async () => {
    const { set, id } = await siteWith([])
    const { policy } = await set('propose')
    const monday = new Date(policy.nextRunAt ?? 0)
    expect(monday).toEqual(weekOf(monday))
    expect(monday.getTime()).toBeGreaterThan(Date.now())
    const { pool } = world.database
    const claims = async (now: Date) => {
      const found = await Promise.all(Array.from({ length: 40 }, () => claimNext(pool, now)))
      return found.filter((claim) => claim?.siteId === id).length
    }
    expect(await claims(new Date(monday.getTime() - 1))).toBe(0)
    expect(await claims(monday)).toBe(1)
    await world.database.pool.query(`UPDATE auto_add.policy SET lease_until = now() - interval '1 second'`)
    expect(await claims(monday)).toBe(1)
    await storeRun(pool, id, { proposed: 0, added: 0, overLimit: false }, monday)
    expect(await claims(monday)).toBe(0)
    expect((await policyOf(pool, id, monday)).nextRunAt).toEqual(new Date(monday.getTime() + 7 * 86_400_000))
  })

  it('is run by the service itself', async () => {
    const site = await siteWith(['is cold brew strong'])
    await site.set('propose')
    await world.database.pool.query('UPDATE auto_add.policy SET next_run_at = now() WHERE site_id = $1', [site.id])
    await world.restartResearch({})
    await until('the proposals', async () => (await site.list()).length === 1)
    expect((await site.policy()).lastRun).toMatchObject({ proposed: 1 })
  })
})

describe('permissions', () => {
  it('an owner or an admin changes the policy; every member decides', async () => {
    const { id, accountId, set, run, idOf } = await siteWith(['is cold brew strong'])
    await set('propose')
    await run()
    const member = (name: 'autoAdd.update' | 'proposals.update', body: object) =>
      world.askRow(name, { params: { id }, body }, accountId, { role: 'member' })
    await expect(member('autoAdd.update', { mode: 'off', perWeek: 1 })).rejects.toMatchObject({ code: 'role_required' })
    const ids = [await idOf('is cold brew strong')]
    expect(await member('proposals.update', { ids, accept: false })).toMatchObject({ changed: 1 })
  })

  it('another account: neither the site nor its proposals are found', async () => {
    const mine = await siteWith(['is cold brew strong'])
    const theirs = await siteWith(['is cold brew strong'])
    for (const site of [mine, theirs]) {
      await site.set('propose')
      await site.run()
    }
    const foreign = await theirs.idOf('is cold brew strong')
    for (const accept of [true, false])
      await expect(mine.decide([await mine.idOf('is cold brew strong'), foreign], accept)).rejects.toMatchObject({
        code: 'not_found',
      })
    const rows = [
      ['autoAdd.get', {}],
      ['autoAdd.update', { body: { mode: 'add', perWeek: 1 } }],
      ['autoAdd.run', {}],
      ['proposals.list', { query: { decided: false } }],
      ['proposals.update', { body: { ids: [foreign], accept: true } }],
    ] as const
    for (const [name, input] of rows) {
      const asked = world.askRow(name, { params: { id: theirs.id }, ...input }, mine.accountId)
      await expect(asked, name).rejects.toMatchObject({ code: 'not_found' })
    }
    expect(await mine.list()).toHaveLength(1)
  })
})

it('ends with its site', async () => {
  const { id, set, run, accountId } = await siteWith(['is cold brew strong'])
  await set('propose')
  await run()
  await world.rpc('sites.delete', { params: { id } }, accountId)
  await world.endSite(id)
  await until('the end', async () => {
    const { rows } = await world.database.pool.query(
      'SELECT 1 FROM auto_add.policy WHERE site_id = $1 UNION ALL SELECT 1 FROM auto_add.proposal WHERE site_id = $1',
      [id],
    )
    return rows.length === 0
  })
})
