import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({ KEYWORD_PROVIDERS: '', BACKLINK_PROVIDERS: '', AI_ENGINES: '' })
})
afterAll(() => world.stop())

type Subject = { input: object; due?: string; lease?: string; tries?: number; progress?: object }
type Reading = { wanted?: boolean; failure?: string; status?: 'ready' | 'partial' }

/** Something of a site in the middle of its course: times are Postgres intervals from now. */
async function collected(siteId: string, kind: string, subject: Subject, reading: Reading): Promise<void> {
  const { input, due = null, lease = null, tries = 0, progress = null } = subject
  const { wanted = false, failure = null, status = null } = reading
  await world.database.pool.query(
    `WITH s AS (INSERT INTO collects.subject (kind, key, input, lane, due_at, lease_until, tries, progress)
       VALUES ($1, $2, $3, 'nowhere', now() + $4::interval, now() + $5::interval, $6, $7) RETURNING id),
     r AS (INSERT INTO collects.result (subject_id, status, sources, sandbox, collected_at, body)
       SELECT id, $8, '{x}', true, now(), '[]' FROM s WHERE $8::text IS NOT NULL RETURNING id)
     INSERT INTO collects.reading (scope, subject_id, result_id, payer, wanted_at, failure)
     SELECT $9, s.id, (SELECT id FROM r), 'somebody', CASE WHEN $10 THEN now() END, $11 FROM s`,
    [
      kind,
      `${siteId}${kind}`,
      JSON.stringify(input),
      due,
      lease,
      tries,
      progress && JSON.stringify(progress),
      status,
      `s:${siteId}`,
      wanted,
      failure,
    ],
  )
}

it('the collects of a site: running with their progress, waiting for a try or a turn, failed, and ready', async () => {
  const client = await world.newClient()
  const site = await client.site('collecting.com')
  const phrases = ['a', 'b', 'c', 'd', 'e', 'f']
  const running = { input: { phrases }, due: '0', lease: '1 hour', tries: 1, progress: { done: 3, total: 9 } }
  await collected(site, 'runs', running, { wanted: true })
  const counting = { input: { domain: 'a.com' }, due: '1 minute', lease: '1 hour', tries: 1, progress: { done: 4 } }
  await collected(site, 'counts', counting, { wanted: true })
  await collected(site, 'waits', { input: { domain: 'a.com' }, due: '1 hour', tries: 2 }, { wanted: true })
  const odd = { input: { prompt: 'Who?' }, due: '2 hours', progress: { task: 'x' } }
  await collected(site, 'turns', odd, { wanted: true })
  await collected(site, 'failed', { input: { siteId: site } }, { failure: 'auth' })
  await collected(site, 'part', { input: {} }, { status: 'partial' })
  const { collects } = await world.asPerson('researchCollects.list', { params: { id: site } }, client.accountId)
  const shown = collects.map(({ kind, subject, status, tries, error, progress }) => {
    return [kind, subject, status, tries, error, progress]
  })
  expect(shown.sort()).toEqual(
    [
      ['runs', 'a, b, c, d, e', 'collecting', 1, null, { done: 3, total: 9 }],
      ['counts', 'a.com', 'collecting', 1, null, { done: 4, total: null }],
      ['waits', 'a.com', 'waiting', 2, null, null],
      ['turns', 'Who?', 'queued', 0, null, null],
      ['failed', null, 'failed', 0, 'auth', null],
      ['part', null, 'partial', 0, null, null],
    ].sort(),
  )
  expect(collects.find(({ kind }) => kind === 'part')).toMatchObject({ updatedAt: expect.any(String), dueAt: null })
  expect(collects.find(({ kind }) => kind === 'waits')).toMatchObject({ updatedAt: null, dueAt: expect.any(String) })
})
