import { until } from '@rts/local/testing/until'
import { encodeCursor } from '@rts/shared/cursor'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({ AI_ENGINES: 'openai,perplexity', OPENAI_PRICE: '1/10/0.01' })
})
beforeEach(() => world.control('POST', 'reset'))
afterAll(() => world.stop())

// biome-ignore lint/suspicious/noExplicitAny: tests read answers as they come
type Row = any

async function newSite(plan: 'free' | 'growth' = 'growth', rivals: string[] = []) {
  const client = await world.newClient(plan)
  const { body } = await client.post('/projects', { name: 'Peet’s Coffee', domain: 'peets.com' })
  const { id } = body.project
  for (const domain of rivals) await client.post(`/projects/${id}/competitors`, { domain })
  const add = (more: object) => client.post(`/projects/${id}/ai-prompts`, more)
  const { accountId } = client
  const rest = (query = '') => client.get(`/projects/${id}/ai-visibility${query}`)
  /** The same in a person's name, whom no minute limits. */
  const list = () => world.asPerson('prompts.list', { params: { id }, query: {} }, accountId)
  /** The prompts, once every engine has answered each, or failed. */
  const answered = async (): Promise<Row[]> => {
    await until('the answers', async () => {
      const { prompts } = await list()
      return prompts.length > 0 && prompts.every(({ engines }) => engines.every(({ status }) => status !== 'queued'))
    })
    return (await list()).prompts
  }
  return { client, id, add, list, rest, answered, accountId }
}
const says = (prompt: string, text: string, citations: string[] = [], engine?: string) =>
  world.control('PUT', 'answers', { prompt, text, citations, ...(engine && { engine }) })
const ofSite = 'prompt_id IN (SELECT id FROM ai.prompt WHERE site_id = $1)'
/** Answers come daily: makes those of the site a day older. */
const dayLater = (id: string, days = 1) =>
  world.database.pool.query(
    `UPDATE ai.run SET checked_at = checked_at - $2 * interval '1 day', day = day - $2::int WHERE ${ofSite}`,
    [id, days],
  )
const runNow = (id: string) =>
  world.database.pool.query(
    `UPDATE collects.subject SET due_at = clock_timestamp()
     WHERE kind = 'ai' AND split_part(key, ':', 1) IN (SELECT id FROM ai.prompt WHERE site_id = $1)`,
    [id],
  )

describe('POST /projects/:id/ai-prompts', () => {
  it('adds a prompt, and answers it again for the same text', async () => {
    const { add } = await newSite()
    const first = await add({ prompt: 'Best coffee?', source: 'suggested' })
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({
      created: true,
      prompt: { prompt: 'Best coffee?', source: 'suggested', status: 'active', lastRunAt: null, mentionRate: null },
    })
    const again = await add({ prompt: ' Best coffee? ' })
    expect(again.body).toMatchObject({ created: false, prompt: { id: first.body.prompt.id, source: 'suggested' } })
  })

  it('adds a list in its order; duplicates are skipped', async () => {
    const { add } = await newSite()
    await add({ prompt: 'two' })
    const { body } = await add({ prompts: ['one', 'two', 'three', 'one'] })
    expect(body.prompts.map(({ prompt, created }: Row) => [prompt, created])).toEqual([
      ['one', true],
      ['two', false],
      ['three', true],
      ['one', false],
    ])
    expect(body).toMatchObject({ created: true, prompt: { prompt: 'one', id: body.prompts[3].id } })
  })

  it('402 where the plan has no room for all, and none is added', async () => {
    const { add, list } = await newSite('free')
    await add({ prompts: ['one', 'two'] })
    const { status, body } = await add({ prompts: ['one', 'three', 'four'] })
    expect([status, body.code, body.planLimit]).toEqual([
      402,
      'plan_limit_reached',
      { name: 'prompts', max: 3, used: 2 },
    ])
    expect((await list()).total).toBe(2)
    expect((await add({ prompts: ['one', 'two', 'three'] })).body.created).toBe(false)
  })

  it('takes ten thousand prompts whole or not at all', async () => {
    const { add, list } = await newSite()
    const many = Array.from({ length: 10_000 }, (_, i) => `prompt ${i}`)
    expect((await add({ prompts: many })).status).toBe(402)
    expect((await list()).total).toBe(0)
    expect((await add({ prompts: many.slice(0, 50) })).body.prompts).toHaveLength(50)
    expect((await add({ prompts: [...many.slice(0, 50), 'one more'] })).status).toBe(402)
  })

  it('parallel additions never go beyond the plan', async () => {
    const { add, list } = await newSite('free')
    const answers = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((prompt) => add({ prompt })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect((await list()).total).toBe(3)
  })

  it.each([
    ['both forms', { prompt: 'a', prompts: ['b'] }, 'prompt'],
    ['neither form', {}, 'prompt'],
    ['an empty prompt', { prompt: '  ' }, 'prompt'],
    ['a prompt that is too long', { prompts: ['a', 'x'.repeat(501)] }, 'prompts[1]'],
    ['another source', { prompt: 'a', source: 'mine' }, 'source'],
  ])('400 for %s', async (_case, body, field) => {
    const { add } = await newSite()
    const answer = await add(body)
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, field])
  })
})

describe('GET /projects/:id/ai-visibility', () => {
  it('has how each engine names and cites the site, with model, rates and share of voice', async () => {
    const { add, answered, list } = await newSite('growth', ['starbucks.com'])
    const cites = ['https://starbucks.com/a', 'https://www.peets.com/beans']
    await says('Dark roast?', 'Starbucks, then Peet’s Coffee.', cites, 'openai')
    await says('Dark roast?', 'Only Starbucks.', [], 'perplexity')
    await add({ prompt: 'Dark roast?' })
    const [row] = await answered()
    expect(row).toMatchObject({
      status: 'active',
      answers: 2,
      mentioned: 1,
      cited: 1,
      names: 3,
      mentionRate: null,
      citationRate: null,
      shareOfVoice: null,
      intervals: { mentionRate: null, citationRate: null, shareOfVoice: null },
    })
    const [openai, perplexity] = row.engines
    expect(openai).toMatchObject({
      engine: 'openai',
      model: 'simulated',
      status: 'ready',
      mentioned: true,
      cited: true,
      position: 2,
      error: null,
      sandbox: true,
      checkedAt: expect.any(String),
    })
    expect(openai.citations.map(({ domain, isYours }: Row) => [domain, isYours])).toEqual([
      ['starbucks.com', false],
      ['peets.com', true],
    ])
    expect(perplexity).toMatchObject({ mentioned: false, cited: false, position: null, citations: [] })
    const round = { answers: 2, mentioned: 1, cited: 1, mentionRate: null, citationRate: null }
    expect(row.history).toEqual([{ checkedAt: row.lastRunAt, ...round }])
    expect(await list()).toMatchObject({ status: 'ready', reason: null, updatedAt: row.lastRunAt, total: 1 })
  })

  it('a failed run is a gap: the rates are those of good runs, and the engine says what failed', async () => {
    const { add, answered, list, id } = await newSite()
    await says('Gap?', 'Peet’s Coffee.')
    await add({ prompt: 'Gap?' })
    await answered()
    await dayLater(id)
    await world.control('POST', 'fail', { provider: 'openai', mode: 'quota' })
    await says('Gap?', 'Somebody else.')
    await runNow(id)
    await until('the failure', async () => (await list()).status === 'partial')
    const [row] = await answered()
    await until('the other answer', async () => (await list()).prompts[0]?.history.length === 2)
    expect(row.engines[0]).toMatchObject({ engine: 'openai', status: 'failed', error: 'quota', mentioned: true })
    const [{ answers, mentioned, history }]: Row[] = (await list()).prompts
    expect([answers, mentioned]).toEqual([3, 2])
    expect(history.map((day: Row) => [day.answers, day.mentioned])).toEqual([
      [2, 2],
      [1, 0],
    ])
  })

  it('rates are of the last 28 days, with their intervals from ten answers on; history has the days that are asked for', async () => {
    const { add, answered, list, rest, id } = await newSite('growth', ['starbucks.com'])
    await says('Ten?', 'Starbucks, then Peet’s Coffee.')
    await add({ prompt: 'Ten?' })
    await answered()
    const copy = (days: number) =>
      world.database.pool.query(
        `INSERT INTO ai.run (prompt_id, engine, day, checked_at, model, searched, sandbox, mentioned, cited, rivals_named, citations, asked)
         SELECT prompt_id, engine, day - $2::int, checked_at - $2 * interval '1 day', model, searched, sandbox, $2 < 3, cited,
           rivals_named, citations, asked FROM ai.run
         WHERE ${ofSite} AND day = (SELECT max(day) FROM ai.run WHERE ${ofSite})`,
        [id, days],
      )
    for (const days of [1, 2, 3, 40]) await copy(days)
    expect((await list()).prompts[0]).toMatchObject({ answers: 8, mentioned: 6, mentionRate: null })
    await copy(4)
    expect((await list()).prompts[0]).toMatchObject({
      answers: 10,
      mentioned: 6,
      cited: 0,
      names: 16,
      mentionRate: 0.6,
      citationRate: 0,
      shareOfVoice: 0.375,
      intervals: { mentionRate: { low: 0.3127, high: 0.8318 }, citationRate: { low: 0, high: 0.2775 } },
    })
    const rounds = async (days: string) => (await rest(days)).body.prompts[0].history.length
    expect([await rounds(''), await rounds('?days=2'), await rounds('?days=120')]).toEqual([5, 2, 6])
  })

  it('only failures leave the rates unknown', async () => {
    const { add, answered, list } = await newSite()
    for (const provider of ['openai', 'perplexity']) await world.control('POST', 'fail', { provider, mode: 'quota' })
    await add({ prompt: 'Anybody?' })
    const [row] = await answered()
    expect(row).toMatchObject({
      mentionRate: null,
      citationRate: null,
      shareOfVoice: null,
      lastRunAt: null,
      history: [],
    })
    expect(await list()).toMatchObject({ status: 'failed', updatedAt: null })
  })

  it('leaves answers out that are older than 28 days, and their texts go after ninety', async () => {
    const { add, answered, list, id, accountId } = await newSite()
    await says('Old?', 'Peet’s Coffee.')
    await add({ prompt: 'Old?' })
    const [{ id: pid }] = await answered()
    await dayLater(id, 91)
    expect((await list()).prompts[0]).toMatchObject({
      mentionRate: null,
      history: [],
      engines: [{ mentioned: true }, {}],
    })
    const { answers } = await world.asPerson('prompts.answers', { params: { id, pid }, query: {} }, accountId)
    expect(answers.map(({ text }) => text)).toEqual([null, null])
  })

  it('reading starts no run and calls no engine; a call beyond the allowance says so', async () => {
    const { add, answered, list, id, accountId } = await newSite()
    const readDenied = () => world.askRow('prompts.list', { params: { id } }, accountId, { collect: 'deny' })
    expect(await readDenied()).toMatchObject({ status: 'ready', reason: null, total: 0 })
    await add({ prompt: 'Read?' })
    await answered()
    const denied = await readDenied()
    expect(denied).toMatchObject({ status: 'ready', reason: 'allowance_exhausted', total: 1 })
    const before = (await world.calls('openai')).length
    for (let i = 0; i < 3; i++) await list()
    expect(await world.calls('openai')).toHaveLength(before)
  })

  it('pages through prompts, oldest first; 404 for another account', async () => {
    const { add, rest, id } = await newSite()
    await add({ prompts: ['a', 'b', 'c'] })
    const first = await rest('?limit=2')
    expect(first.body.prompts.map((row: Row) => row.prompt)).toEqual(['a', 'b'])
    const last = await rest(`?limit=2&cursor=${first.body.nextCursor}`)
    expect(last.body).toMatchObject({ prompts: [{ prompt: 'c' }], nextCursor: null, total: 3 })
    expect((await (await world.newClient()).get(`/projects/${id}/ai-visibility`)).status).toBe(404)
  })
})

describe('for people', () => {
  it('the answers are listed in full, newest first, with tokens and cost', async () => {
    const { add, answered, id, accountId } = await newSite()
    await says('Full?', 'Peet’s Coffee.', ['https://www.peets.com/'])
    await add({ prompt: 'Full?' })
    const [{ id: pid }] = await answered()
    const params = { id, pid }
    const all = await world.asPerson('prompts.answers', { params, query: {} }, accountId)
    expect(all).toMatchObject({ total: 2, nextCursor: null })
    const { answers } = await world.asPerson('prompts.answers', { params, query: { engine: 'openai' } }, accountId)
    expect(answers).toMatchObject([
      { engine: 'openai', text: 'Peet’s Coffee.', searched: true, position: 1, citationPosition: 1, inputTokens: 405 },
    ])
    const first = await world.asPerson('prompts.answers', { params, query: { limit: 1 } }, accountId)
    const rest = await world.asPerson(
      'prompts.answers',
      { params, query: { cursor: first.nextCursor ?? '' } },
      accountId,
    )
    expect([...first.answers, ...rest.answers]).toEqual(all.answers)
    const elsewhere = encodeCursor('answers', 'x')
    const wrong = world.asPerson('prompts.answers', { params, query: { cursor: elsewhere } }, accountId)
    await expect(wrong).rejects.toMatchObject({ code: 'invalid_input' })
    expect(answers[0]?.costUsd).toBeCloseTo((405 + 4 * 10) / 1e6 + 0.01, 5)
  })

  it('a paused prompt does not run until it is resumed; pausing twice is one pause', async () => {
    const { add, answered, id, accountId, list } = await newSite()
    await add({ prompt: 'Pause?' })
    const [{ id: pid }] = await answered()
    const update = (paused: boolean) =>
      world.asPerson('prompts.update', { params: { id, pid }, body: { paused } }, accountId)
    for (let i = 0; i < 2; i++)
      expect((await update(true)).prompt).toMatchObject({ status: 'paused', engines: [{}, {}] })
    const scheduled = () =>
      world.database.pool.query(
        `SELECT 1 FROM collects.subject s JOIN collects.reading d ON d.subject_id = s.id
        WHERE s.kind = 'ai' AND s.key LIKE $1 || ':%'`,
        [pid],
      )
    expect((await scheduled()).rowCount).toBe(0)
    await dayLater(id)
    await update(false)
    expect((await scheduled()).rowCount).toBe(2)
    await runNow(id)
    await until('another day', async () => (await list()).prompts[0]?.history.length === 2)
  })

  it('deleting a prompt deletes its answers and runs; another account’s is not found', async () => {
    const { add, answered, id, accountId, list } = await newSite()
    await add({ prompt: 'Delete?' })
    const [{ id: pid }] = await answered()
    const other = await world.newClient()
    const params = { id, pid }
    await expect(world.asPerson('prompts.delete', { params }, other.accountId)).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(await world.asPerson('prompts.delete', { params }, accountId)).toEqual({ ok: true })
    expect(await list()).toMatchObject({ prompts: [], total: 0, status: 'ready' })
    const scheduled = await world.database.pool.query(
      `SELECT 1 FROM collects.reading d JOIN collects.subject s ON s.id = d.subject_id WHERE s.key LIKE $1 || ':%'`,
      [pid],
    )
    expect(scheduled.rowCount).toBe(0)
    expect((await world.database.pool.query('SELECT 1 FROM ai.run WHERE prompt_id = $1', [pid])).rowCount).toBe(0)
    await expect(world.asPerson('prompts.delete', { params }, accountId)).rejects.toMatchObject({ code: 'not_found' })
  })
})

it('a site that is deleted for good leaves no prompt and no run', async () => {
  const { add, answered, client, id } = await newSite()
  await add({ prompt: 'Deleted?' })
  await answered()
  await client.send('DELETE', `/projects/${id}`)
  await world.endSite(id)
  const left = () =>
    world.database.pool.query(
      `SELECT 1 FROM ai.prompt WHERE site_id = $1 UNION ALL SELECT 1 FROM collects.reading WHERE scope = 's:' || $1`,
      [id],
    )
  await until('nothing is left', async () => (await left()).rowCount === 0)
})

it('prompts of a site in the trash rest with it: not run, towards no limit; restored, they go on with their answers, as the newest', async () => {
  const { add, answered, rest, client, id, accountId } = await newSite('free')
  const plan = (name: 'free' | 'starter') =>
    world.operator.call('accounts.update', { params: { accountId }, body: { plan: name } })
  const knownIs = (column: string, value: unknown, of: string) =>
    until(column, async () => {
      const table = column === 'plan' ? 'account' : 'site'
      const found = await world.database.pool.query(`SELECT ${column} AS v FROM known.${table} WHERE id = $1`, [of])
      return found.rows[0]?.v === value
    })
  await add({ prompts: ['a', 'b', 'c'] })
  const before = (await answered()).map(({ id: pid, prompt, history }) => [pid, prompt, history])
  await client.send('DELETE', `/projects/${id}`)
  await knownIs('in_trash', true, id)
  expect((await rest()).status).toBe(404)
  const runs = async () =>
    (await world.database.pool.query(`SELECT count(*)::int AS n FROM ai.run WHERE ${ofSite}`, [id])).rows[0].n
  const ran = await runs()
  await dayLater(id)
  await runNow(id)
  await until('what is due to be left out', async () => {
    const due = await world.database.pool.query(
      `SELECT 1 FROM collects.subject WHERE kind = 'ai' AND due_at <= clock_timestamp()
       AND split_part(key, ':', 1) IN (SELECT id FROM ai.prompt WHERE site_id = $1)`,
      [id],
    )
    return due.rowCount === 0
  })
  expect(await runs()).toBe(ran)
  const other = (await client.post('/projects', { name: 'Other', domain: 'peets.com' })).body.project.id
  expect((await client.post(`/projects/${other}/ai-prompts`, { prompts: ['d', 'e', 'f'] })).status).toBe(200)
  await plan('starter')
  await knownIs('plan', 'starter', accountId)
  await until('the room for it', () =>
    world.asPerson('trashedSites.restore', { params: { id } }, accountId).then(
      () => true,
      () => false,
    ),
  )
  const restored = await until('the prompts', async () => {
    const { status, body } = await rest()
    return status === 200 && body.prompts.length === 3 && body.prompts
  })
  expect(restored.map(({ id: pid, prompt }: Row) => [pid, prompt])).toEqual(
    before.map(([pid, prompt]) => [pid, prompt]),
  )
  expect(restored.every(({ history }: Row) => history.length === 1)).toBe(true)
  await plan('free')
  await knownIs('plan', 'free', accountId)
  expect((await rest()).body.prompts.map((row: Row) => row.frozen)).toEqual([true, true, true])
  const { body } = await client.get(`/projects/${other}/ai-visibility`)
  expect(body.prompts.map((row: Row) => row.frozen)).toEqual([false, false, false])
  await runNow(id)
})

it('after a downgrade the oldest prompts still run, the others are frozen', async () => {
  const { add, answered, list, rest, client, id } = await newSite('growth')
  await add({ prompts: ['a', 'b', 'c', 'd'] })
  await answered()
  await world.operator.call('accounts.update', { params: { accountId: client.accountId }, body: { plan: 'free' } })
  await until('the fact', async () => {
    const found = await world.database.pool.query('SELECT plan FROM known.account WHERE id = $1', [client.accountId])
    return found.rows[0]?.plan === 'free'
  })
  expect((await rest()).body.prompts.map((row: Row) => row.frozen)).toEqual([false, false, false, true])
  await dayLater(id)
  await runNow(id)
  await until('the runs of the oldest', async () => {
    const rows: Row[] = (await list()).prompts
    return rows.slice(0, 3).every(({ history }) => history.length === 2)
  })
  await until('that of the last was skipped', async () => {
    const due = await world.database.pool.query(
      `SELECT 1 FROM collects.subject WHERE kind = 'ai' AND due_at <= clock_timestamp()
       AND split_part(key, ':', 1) IN (SELECT id FROM ai.prompt WHERE site_id = $1)`,
      [id],
    )
    return due.rowCount === 0
  })
  expect((await list()).prompts[3]?.history).toHaveLength(1)
})

it('prompts that are older than an engine’s configuration run on it too', async () => {
  const own = await startWorld({ AI_ENGINES: 'openai' })
  const { accountId, site } = await own.newClient()
  const params = { id: await site('peets.com') }
  await own.rpc('prompts.create', { params, body: { prompt: 'Since when?' } }, accountId)
  const { prompt } = await own.rpc('prompts.create', { params, body: { prompt: 'Paused?' } }, accountId)
  await own.asPerson('prompts.update', { params: { ...params, pid: prompt.id }, body: { paused: true } }, accountId)
  await own.restartResearch({ AI_ENGINES: 'openai,perplexity' })
  const statuses = await until('the answer of the new engine', async () => {
    const { prompts } = await own.rpc('prompts.list', { params, query: {} }, accountId)
    const shown = prompts.map(({ engines }) => engines.map(({ status }) => status))
    return shown[0]?.every((status) => status === 'ready') ? shown : undefined
  })
  expect(statuses[1]?.[1]).toBe('queued')
  await own.stop()
})

describe('without an engine', () => {
  it('prompts are kept and are unavailable, with unknown figures', async () => {
    const bare = await startWorld({ AI_ENGINES: '' })
    const client = await bare.newClient()
    const { body } = await client.post('/projects', { name: 'Peets', domain: 'peets.com' })
    const { id } = body.project
    await client.post(`/projects/${id}/ai-prompts`, { prompt: 'Anything?' })
    expect((await client.get(`/projects/${id}/ai-visibility`)).body).toMatchObject({
      status: 'unavailable',
      reason: 'no_provider',
      updatedAt: null,
      prompts: [{ status: 'unavailable', engines: [], mentionRate: null, citationRate: null, shareOfVoice: null }],
    })
    await bare.stop()
  })
})

describe('promptSuggestions', () => {
  /** A site with two checked keywords; both pages ask one question, one asks another. */
  async function askedSite() {
    const client = await world.newClient()
    for (const [phrase, questions] of [
      ['oolong', ['Is oolong tea?', 'What is oolong?']],
      ['sencha', ['What is sencha?', 'Is oolong tea?']],
    ] as const)
      await world.control('PUT', 'serp', { keyword: phrase, organic: ['https://peets.com/tea'], questions })
    const id = await client.site('peets.com', { keywords: ['oolong', 'sencha'] })
    const params = { id }
    const { accountId } = client
    const questions = async () => {
      const { suggestions, total } = await world.asPerson('promptSuggestions.list', { params }, accountId)
      expect(total).toBe(suggestions.length)
      return suggestions.map(({ question }) => question)
    }
    const dismiss = (question: string, of = accountId) =>
      world.asPerson('promptSuggestions.delete', { params, body: { question } }, of)
    return { id, params, accountId, questions, dismiss }
  }

  it('has the questions of the stored results pages, until they are prompts or were dismissed', async () => {
    const { params, accountId, questions, dismiss } = await askedSite()
    expect((await questions())[0]).toBe('Is oolong tea?')
    expect(new Set(await questions())).toEqual(new Set(['Is oolong tea?', 'What is oolong?', 'What is sencha?']))
    const body = { prompt: 'is oolong tea?', source: 'suggested' } as const
    const { prompt } = await world.asPerson('prompts.create', { params, body }, accountId)
    expect(prompt.source).toBe('suggested')
    await dismiss('WHAT IS OOLONG?')
    await dismiss('What is oolong?')
    expect(await questions()).toEqual(['What is sencha?'])
  })

  it('of another account’s site are not found, and cannot be dismissed', async () => {
    const { id, dismiss, questions } = await askedSite()
    const { accountId } = await world.newClient()
    const list = world.asPerson('promptSuggestions.list', { params: { id } }, accountId)
    await expect(list).rejects.toMatchObject({ code: 'not_found' })
    await expect(dismiss('What is sencha?', accountId)).rejects.toMatchObject({ code: 'not_found' })
    expect(await questions()).toContain('What is sencha?')
  })
})
