import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import { until } from '@rts/local/testing/until'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { type AgentMinuteRow, admitAgents, deleteIdleMinutes } from '../src/admission/agent-minutes.sql.ts'
import { createAgentMinutes } from '../src/admission/agent-minutes.ts'

let database: TestDatabase
let who = ''
let serial = 0
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'gateway')
})
afterAll(() => database.drop())
beforeEach(() => {
  who = `network-${serial++}`
})

const noon = new Date('2026-03-10T12:00:00.000Z')
const after = (seconds: number) => new Date(noon.getTime() + seconds * 1_000)
const row = (more: Partial<AgentMinuteRow> = {}): AgentMinuteRow => ({
  who,
  kind: 'call',
  count: 1,
  limit: 30,
  ...more,
})

describe('a minute of agents in the database', () => {
  const admit = async (more: Partial<AgentMinuteRow> = {}, at?: Date) =>
    (await admitAgents(database.pool, [row(more)], at)).get(0)

  it('admits exactly 30 of 60 parallel requests, and of 45 in one', async () => {
    const decisions = await Promise.all(Array.from({ length: 60 }, () => admit()))
    expect(decisions.filter((decision) => decision?.granted === 1)).toHaveLength(30)
    expect(await admit({ who: `${who}-more`, count: 45 })).toMatchObject({ granted: 30 })
  })

  it('slides, and counts handshakes apart', async () => {
    expect(await admit({ count: 30 }, after(59))).toMatchObject({ granted: 30 })
    expect(await admit({}, after(60))).toMatchObject({ granted: 0, resetMs: 59_000 })
    expect(await admit({ kind: 'handshake', count: 130, limit: 120 }, after(60))).toMatchObject({ granted: 120 })
    expect(await admit({}, after(119))).toMatchObject({ granted: 1, resetMs: 60_000 })
  })

  it('decides batches that name the same ones in other orders, at once and exactly', async () => {
    const names = Array.from({ length: 20 }, (_, i) => `${who}-${i}`)
    const forth = names.map((name) => row({ who: name, count: 2 }))
    const batches = Array.from({ length: 20 }, (_, i) =>
      admitAgents(database.pool, i % 2 ? forth : [...forth].reverse()),
    )
    const granted = (await Promise.all(batches))
      .flatMap((decisions) => [...decisions.values()])
      .map((one) => one.granted)
    expect(granted.reduce((sum, one) => sum + one, 0)).toBe(20 * 30)
  })

  it('is forgotten after an hour of silence', async () => {
    await admit({ who: 'silent' }, noon)
    await admit({ who: 'heard' })
    await deleteIdleMinutes(database.pool)
    const { rows } = await database.pool.query(`SELECT who FROM agent_minute WHERE who IN ('silent', 'heard')`)
    expect(rows).toEqual([{ who: 'heard' }])
  })

  it('is forgotten with the others, part by part, and then from the first again', async () => {
    await database.pool.query(
      `INSERT INTO agent_minute (who, kind) SELECT 'zz ' || n, 'call' FROM generate_series(1000, 2500) n`,
    )
    const left = async () =>
      Number((await database.pool.query(`SELECT count(*) AS n FROM agent_minute WHERE who LIKE 'zz %'`)).rows[0].n)
    const first = await deleteIdleMinutes(database.pool, 'zz')
    expect(await left()).toBe(501)
    const second = await deleteIdleMinutes(database.pool, first)
    expect(await left()).toBe(0)
    expect(await deleteIdleMinutes(database.pool, second)).toBe('')
  })
})

describe('a replica', () => {
  const version = () => database.pool.query('SELECT xmin::text FROM agent_minute WHERE who = $1', [who])
  const fillUntil = (secondsLeft: number) =>
    database.pool.query(
      `INSERT INTO agent_minute (who, kind, stamps)
       VALUES ($1, 'call', array_fill(clock_timestamp() - make_interval(secs => 60 - $2::float8), ARRAY[30]))`,
      [who, secondsLeft],
    )

  it('asks the database nothing about a minute that it knows to be full', async () => {
    const minutes = createAgentMinutes(database.pool, { patienceMs: 5_000 })
    const first = await Promise.all(Array.from({ length: 40 }, () => minutes.ask(who, 'call')))
    expect(first.filter(({ granted }) => granted)).toHaveLength(30)
    const before = (await version()).rows
    const later = await Promise.all(Array.from({ length: 300 }, () => minutes.ask(who, 'call')))
    expect(later.some(({ granted }) => granted)).toBe(false)
    expect((await version()).rows).toEqual(before)
  })

  it('admits the next request when the oldest leaves the minute, also in a minute that another process filled', async () => {
    await fillUntil(1.2)
    const minutes = createAgentMinutes(database.pool, { patienceMs: 5_000 })
    expect(await minutes.ask(who, 'call')).toMatchObject({ granted: false })
    expect(minutes.wait(who, 'call')).toBeLessThanOrEqual(1_200)
    await until('a place', async () => (await minutes.ask(who, 'call')).granted)
    expect(minutes.wait(who, 'call')).toBeUndefined()
  })

  it('and another one admit 30 together', async () => {
    const replicas = [0, 1].map(() => createAgentMinutes(database.pool, { patienceMs: 5_000 }))
    const asked = Array.from({ length: 80 }, (_, i) => replicas[i % 2]?.ask(who, 'call'))
    expect((await Promise.all(asked)).filter((verdict) => verdict?.granted)).toHaveLength(30)
  })
})
