import { type Forwarder, startForwarder } from '@rts/local/testing/forwarder'
import { until } from '@rts/local/testing/until'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { startOwnPostgres } from './support/backend.ts'
import { type Stage, startStage } from './support/stage.ts'

let stage: Stage
let postgres: Awaited<ReturnType<typeof startOwnPostgres>>
let way: Forwarder
let port: number
/** Connects to the database directly, even if the worker's connection is cut. */
let direct: pg.Pool
beforeAll(async () => {
  postgres = await startOwnPostgres()
  const url = new URL(postgres.url)
  way = await startForwarder(Number(url.port))
  url.port = String(way.port)
  stage = await startStage({ url: url.href, drop: postgres.drop })
  reach(Number(new URL(postgres.url).port))
})
afterAll(async () => {
  await direct.end()
  await stage.stop()
  await way.close()
})
beforeEach(() => {
  stage.serp.costUsd = 0.02
})
afterEach(() => stage.clear())

function reach(newPort: number): void {
  port = newPort
  const url = new URL(postgres.url)
  url.port = String(port)
  direct = new pg.Pool({ connectionString: url.href, max: 2 })
  direct.on('error', () => {})
}

const phrases = Array.from({ length: 6 }, (_, i) => `page ${i}`)
const underWay = (count: number) => until(`${count} fetches`, () => stage.serp.calls.length === count)
const statuses = () => stage.column('SELECT last_check_status FROM keyword')
const allChecked = () =>
  until('all checks', async () => (await statuses().catch(() => [null])).every((status) => status === 'ok'))
/** Each page is fetched once, stored once and booked once. */
async function expectBoughtOnce(): Promise<void> {
  expect(stage.serp.calls.map((call) => call.phrase).sort()).toEqual(phrases)
  expect(await stage.column('SELECT count(*)::int FROM ranks.rank')).toEqual([phrases.length])
  expect(await stage.column('SELECT sum(usd)::float8 FROM spend.book')).toEqual([0.02 * phrases.length])
  expect(await stage.column('SELECT DISTINCT tries FROM page_target')).toEqual([0])
}

it('a page whose connection is ended while it is written is written again, not bought again', async () => {
  await stage.track('a', { phrases })
  stage.serp.hold()
  await stage.start()
  await stage.start()
  await underWay(phrases.length)
  const lock = await direct.connect()
  await lock.query('BEGIN')
  await lock.query('LOCK TABLE ranks.page IN ACCESS EXCLUSIVE MODE')
  stage.serp.resume()
  const ended = async () => {
    const found = await lock.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
    )
    return (found.rowCount ?? 0) > 0
  }
  await until('a transaction to end', ended)
  await lock.query('ROLLBACK')
  lock.release()
  await allChecked()
  await expectBoughtOnce()
})

it('pages under way when the database restarts are written when it is back, though their leases ended meanwhile', async () => {
  await stage.track('a', { phrases })
  stage.serp.hold()
  await stage.start()
  await stage.start()
  await underWay(phrases.length)
  way.leadTo(undefined)
  await direct.end()
  reach(await postgres.restart())
  stage.serp.resume()
  await direct.query(`UPDATE page_target SET lease_until = clock_timestamp() - interval '1 second'`)
  way.leadTo(port)
  await allChecked()
  await expectBoughtOnce()
})

it('a page whose write is kept while its answer is lost is booked once', async () => {
  await stage.track('a', { phrases })
  await direct.query(`CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM pg_advisory_xact_lock_shared(1); RETURN NULL; END $$`)
  await direct.query(`CREATE CONSTRAINT TRIGGER held AFTER INSERT OR UPDATE ON spend.book
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait_for_test()`)
  const lock = await direct.connect()
  await lock.query('SELECT pg_advisory_lock(1)')
  await stage.start()
  const commits = `SELECT FROM pg_stat_activity WHERE query = 'COMMIT' AND wait_event = 'advisory'`
  await until('a commit to wait', async () => ((await direct.query(commits)).rowCount ?? 0) > 0)
  way.leadTo(undefined)
  await lock.query('SELECT pg_advisory_unlock(1)')
  lock.release()
  way.leadTo(port)
  await allChecked()
  await until('all bills', async () => (await stage.column<number>('SELECT count(*)::int FROM spend.hold'))[0] === 0)
  await direct.query('DROP FUNCTION wait_for_test CASCADE')
  await expectBoughtOnce()
})

it('a page that finds no room on the disk of the database is written once there is room, not bought again', async () => {
  await stage.track('a', { phrases })
  await direct.query('CREATE SEQUENCE tried')
  await direct.query(`CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF nextval('tried') > 4 THEN RETURN NEW; END IF;
    RAISE EXCEPTION 'No space left on device' USING ERRCODE = 'disk_full'; END $$`)
  await direct.query('CREATE TRIGGER full_disk BEFORE INSERT ON ranks.page FOR EACH ROW EXECUTE FUNCTION full_disk()')
  await stage.start()
  await allChecked()
  expect(await stage.column('SELECT last_value::int > 4 FROM tried')).toEqual([true])
  await expectBoughtOnce()
})

it('a page that is fetched while the clock is set back by an hour is stored, not bought again an hour later', async () => {
  await stage.track('a', { phrases })
  stage.serp.hold()
  await stage.start()
  await stage.start()
  await underWay(phrases.length)
  stage.pass(-1)
  stage.serp.resume()
  await allChecked()
  await expectBoughtOnce()
})

it('a check that breaks off before anybody was asked is made again at once, and was no failure', async () => {
  await stage.track('a', { phrases: ['one'] })
  stage.serp.breakOff(Object.assign(new Error('the money cannot be counted'), { code: 'ECONNRESET' }))
  await stage.start()
  await allChecked()
  expect(await stage.column('SELECT tries FROM page_target')).toEqual([0])
  expect(stage.serp.calls).toHaveLength(1)
})

it('a lease goes on while its page is fetched, and ends a minute after its last renewal', async () => {
  await stage.track('a', { phrases: ['slow'] })
  stage.serp.hold()
  await stage.start()
  await underWay(1)
  const left = () =>
    stage
      .column<number>('SELECT extract(epoch FROM lease_until - clock_timestamp())::float8 FROM page_target')
      .then(([seconds = 0]) => seconds)
  expect(await left()).toBeLessThanOrEqual(60)
  await stage.pool.query(`UPDATE page_target SET lease_until = clock_timestamp() + interval '1 second'`)
  await until('the lease to be renewed', async () => (await left()) > 30)
  expect(await left()).toBeLessThanOrEqual(60)
  stage.serp.resume()
  await allChecked()
  expect(stage.serp.calls).toHaveLength(1)
})
