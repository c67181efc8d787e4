import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import { until } from '@rts/local/testing/until'
import { siteChanged } from '@rts/shared/collects/owner-changes'
import { cancelRuns, deleteReadings, keepForGood, resumeRuns, suspendRuns } from '@rts/shared/collects/upkeep-store'
import { createEndings, ofSite } from '@rts/shared/facts/endings'
import type { SiteChange } from '@rts/shared/facts/site-projection'
import { createLogger } from '@rts/shared/logger'
import { readKit } from '@rts/shared/service/migration-files'
import { applyMigrations } from '@rts/shared/service/migrations'
import { inTransaction } from '@rts/shared/service/transaction'
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest'

const logger = createLogger('research', 'fatal')
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'projects')
  await applyMigrations(database.pool, { kit: readKit(['known', 'collects']), own: [] })
})
afterAll(() => database.drop())

const column = async (sql: string) => (await database.pool.query({ text: sql, rowMode: 'array' })).rows.map(([n]) => n)
const endingsOf = () =>
  createEndings({ pool: database.pool, logger, stop: cancelRuns, parts: [deleteReadings, ofSite(async () => 0)] })

/** A site with readings of subjects that are all due; the last of them is another site's too. */
beforeEach(async () => {
  await database.pool.query(`
    TRUNCATE collects.subject, known.ending CASCADE;
    INSERT INTO collects.subject (kind, key, input, lane, due_at, lease, lease_until)
      SELECT 'k', n, '{}', 'l', now(), gen_random_uuid(), now() FROM generate_series(1, 2500) n;
    INSERT INTO collects.reading (scope, subject_id, payer, wanted_at) SELECT 's:ended', id, 'p', now() FROM collects.subject;
    INSERT INTO collects.reading (scope, subject_id, payer, wanted_at) SELECT 's:other', max(id), 'p', now() FROM collects.subject`)
})

it('what an ended site alone waits for does not run any more, also while it is not deleted yet', async () => {
  await inTransaction(database.pool, (client) => endingsOf().end(client, ['s:ended']))
  expect(await column('SELECT count(*)::int FROM collects.subject')).toEqual([1_500])
  expect(await column('SELECT key FROM collects.subject WHERE due_at IS NOT NULL OR lease IS NOT NULL')).toEqual([
    '2500',
  ])
})

it('what a site in the trash waits for does not run until it is back; what is scheduled, or wanted by others, stays due', async () => {
  const due = (ids: string) =>
    column(`SELECT key FROM collects.subject WHERE due_at IS NOT NULL AND key IN (${ids}) ORDER BY 1`)
  await database.pool.query(`
    UPDATE collects.reading SET scheduled = true, wanted_at = NULL
    WHERE scope = 's:ended' AND subject_id = (SELECT id FROM collects.subject WHERE key = '2')`)
  const restored: string[] = []
  const keeping = { ...endingsOf(), keepForGood, suspendRuns, resumeRuns }
  const changed = siteChanged(keeping, async (_client, id) => void restored.push(id))
  const site = { id: 'ended', accountId: 'a' }
  const hear = (change: Pick<SiteChange, 'state' | 'isRestored'>) =>
    inTransaction(database.pool, (client) => changed(client, { ...site, ...change }))
  await hear({ state: 'resting', isRestored: false })
  expect(await due(`'1', '2', '2500'`)).toEqual(['2', '2500'])
  expect(await column('SELECT count(*)::int FROM collects.subject WHERE due_at IS NOT NULL')).toEqual([2])
  await hear({ state: 'live', isRestored: true })
  expect(restored).toEqual(['ended'])
  expect(await due(`'1', '2', '2500'`)).toEqual(['1', '2', '2500'])
  expect(await column('SELECT count(*)::int FROM collects.subject WHERE due_at IS NOT NULL')).toEqual([2_500])
})

it('what does not end with the fact goes on in the background, and leaves what others read', async () => {
  const endings = endingsOf()
  await inTransaction(database.pool, (client) => endings.end(client, ['s:ended', 'a:ended']))
  expect(await column('SELECT scope FROM known.ending')).toEqual(['s:ended'])
  const background = endings.start()
  await until('the end', async () => (await column('SELECT scope FROM known.ending')).length === 0)
  await background.stop()
  expect(await column('SELECT scope FROM collects.reading')).toEqual(['s:other'])
  expect(await column('SELECT key FROM collects.subject WHERE due_at IS NOT NULL')).toEqual(['2500'])
})

it('a scope that ends again while it is deleted is not ended twice at once', async () => {
  const endings = endingsOf()
  await inTransaction(database.pool, (client) => endings.end(client, ['s:ended']))
  await inTransaction(database.pool, (client) => endings.end(client, ['s:ended']))
  expect(await column(`SELECT count(*)::int FROM collects.reading WHERE scope = 's:ended'`)).toEqual([1_500])
})

it('a step that always fails holds up no other', async () => {
  const endings = createEndings({
    pool: database.pool,
    logger,
    stop: async () => {},
    parts: [
      async (client, scope, max) => {
        if (scope === 's:ended') throw new Error('planted')
        return deleteReadings(client, scope, max)
      },
    ],
  })
  await database.pool.query(`INSERT INTO known.ending VALUES ('s:ended', '-infinity'), ('s:other', now())`)
  const background = endings.start()
  await until('the other’s end', async () => {
    background.wake()
    return (await column(`SELECT count(*)::int FROM known.ending WHERE scope = 's:other'`))[0] === 0
  })
  await background.stop()
  expect(await column('SELECT DISTINCT scope FROM collects.reading')).toEqual(['s:ended'])
})

it('a step that fails leaves nothing half done, and is made again', async () => {
  let fails = 1
  const endings = createEndings({
    pool: database.pool,
    logger,
    stop: async () => {},
    parts: [
      async (client, scope, max) => {
        const deleted = await deleteReadings(client, scope, max)
        if (deleted < max && fails-- > 0) throw new Error('planted')
        return deleted
      },
    ],
  })
  await inTransaction(database.pool, (client) => endings.end(client, ['s:ended']))
  const background = endings.start()
  await until('the failure', () => fails === 0)
  expect(await column(`SELECT count(*)::int FROM collects.reading WHERE scope = 's:ended'`)).toEqual([500])
  background.wake()
  await until('the end', async () => (await column('SELECT scope FROM known.ending')).length === 0)
  await background.stop()
  expect(await column('SELECT scope FROM collects.reading')).toEqual(['s:other'])
})
