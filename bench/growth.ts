import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { until } from '@rts/local/testing/until'
import { databaseServices } from '@rts/shared/contract/services'
import type pg from 'pg'
import { round } from '../harness/measure.ts'
import { type System, withSystem } from '../harness/system.ts'
import { makeOwner, openReader } from './lib/growth-account.ts'
import { addCopies, keepTemplate, type Template } from './lib/growth-copies.ts'
import { type Costs, connected, costsOfTask, makeCluster, readCosts, withPostgres } from './lib/growth-costs.ts'
import { metricTasks, readTasks } from './lib/growth-reads.ts'
import { writeTasks } from './lib/growth-writes.ts'

const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: {
    /** How many accounts there are first, and then. */
    sizes: { type: 'string', default: '1000,10000' },
  },
})
const [few = 0, many = 0] = options.sizes.split(',').map(Number)
/** A statement grows if a call reads more blocks than log(accounts) explains, plus a level of four indexes. */
const spareBlocks = 8
/** Long enough for the first round of each loop, which comes at the start or soon after, and for many of the short ones. */
const watchLoopsMs = 20_000

/** The costs of the statements of tasks, by task. */
type Taken = Map<string, Costs>

/**
 * Fills the databases of a whole system with 1,000 and then 10,000 accounts, copies of one that has used everything, and measures at both
 * sizes what the loops, and each read and write of one account that stays the same, cost the database.
 */
export async function run(): Promise<object> {
  const folder = mkdtempSync(path.join(tmpdir(), 'growth-'))
  try {
    await makeCluster(folder)
    await inSystem(folder, makeOwner)
    // The next start keeps a year of the courses that were read.
    await inSystem(folder, async ({ databaseUrl }) => {
      const late = `SELECT FROM ranks.course WHERE reach > 0 AND (last < current_date - 8 OR first > current_date - 360)`
      await untilEmpty(await connected(databaseUrl('projects')), late)
    })
    const templates = new Map<string, Template[]>()
    await inDatabases(folder, async (client, name) => void templates.set(name, await keepTemplate(client)))
    const measure = async (from: number, until: number) => {
      await inDatabases(folder, (client, name) => addCopies(client, templates.get(name) ?? [], from, until))
      return measureTasks(folder)
    }
    const before = await measure(1, few)
    const after = await measure(few + 1, many)
    const growing = growingStatements(before, after)
    for (const { task, was, is, statement } of growing) console.log(`${task}: ${was} → ${is} a call, ${statement}`)
    return { growing: [...new Set(growing.map(({ task }) => task))], tasks: after.size, sizes: options.sizes }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function inSystem<T>(folder: string, work: (system: System) => Promise<T>): Promise<T> {
  return withSystem({ folder, say: console.log, env: { TRUSTED_PROXY_HOPS: '1' } }, work)
}

function inDatabases(folder: string, work: (client: pg.Client, name: string) => Promise<void>): Promise<unknown> {
  return withPostgres(folder, (urlOf) =>
    Promise.all(
      databaseServices.map(async (name) => {
        const client = await connected(urlOf(name))
        await work(client, name)
        await client.end()
      }),
    ),
  )
}

async function untilEmpty(client: pg.Client, statement: string): Promise<void> {
  await until(`no row of ${statement}`, async () => (await client.query(statement)).rowCount === 0, 120_000, 1_000)
  await client.end()
}

function measureTasks(folder: string): Promise<Taken> {
  return inSystem(folder, async (system) => {
    const taken: Taken = new Map()
    const costs = await connected(system.databaseUrl('postgres'))
    await delay(watchLoopsMs)
    taken.set('loops', await readCosts(costs))
    // An account of its own for each size: the calls of an earlier one would make its lists longer.
    const reader = await openReader(system, await makeOwner(system))
    for (const task of [...readTasks(reader), ...writeTasks(reader), ...metricTasks(folder)])
      await costsOfTask(costs, task, reader.forget).then(
        (each) => taken.set(task.name, each),
        (error: Error) => console.log(`${task.name}: ${error.message.slice(0, 300)}`),
      )
    // Otherwise the loops of the next size would have the work of this one.
    const ended = 'SELECT FROM site WHERE deleted_at IS NOT NULL AND NOT in_trash'
    await untilEmpty(await connected(system.databaseUrl('projects')), ended)
    await Promise.all([reader.close(), costs.end()])
    return taken
  })
}

/**
 * The statements that read more blocks for a call than the logarithm of the accounts grows. A statement that only one of both sizes has
 * asked is other work. At fewer accounts a table of a few blocks is read whole, and an index costs more.
 */
function growingStatements(before: Taken, after: Taken) {
  const times = Math.log(many) / Math.log(few)
  return [...after].flatMap(([task, costs]) =>
    [...costs].flatMap(([key, { calls, buffers, database, text }]) => {
      const earlier = before.get(task)?.get(key)
      const was = earlier ? earlier.buffers / earlier.calls : Number.POSITIVE_INFINITY
      const is = buffers / calls
      const statement = `${database}: ${text.replaceAll(/\s+/g, ' ').slice(0, 300)}`
      return is > was * times + spareBlocks ? [{ task, was: round(was), is: round(is), statement }] : []
    }),
  )
}
