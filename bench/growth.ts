import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { until } from '@rts/local/testing/until'
import { databaseServices } from '@rts/shared/contract/services'
import type pg from 'pg'
import { round } from '../harness/measure.ts'
import { printTable } from '../harness/report.ts'
import { type System, withSystem } from '../harness/system.ts'
import { makeOwner, openReader } from './lib/growth-account.ts'
import { addCopies, keepTemplate, type Template } from './lib/growth-copies.ts'
import {
  type Costs,
  connected,
  costsOfTask,
  makeCluster,
  readCosts,
  type Task,
  withPostgres,
} from './lib/growth-costs.ts'
import { metricTasks, readTasks } from './lib/growth-reads.ts'
import { writeTasks } from './lib/growth-writes.ts'

const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: {
    /** How many hundreds of accounts there are, one size after the other. */
    sizes: { type: 'string', default: '1,10,100' },
    /** Only tasks with this in their names. */
    only: { type: 'string', default: '' },
  },
})
const accountsOfSize = 100
/** A task grows if a statement reads more blocks than log(accounts) explains, plus a level of four indexes. */
const spareBlocks = 8
/** Tasks that read fewer blocks say nothing, and there are many. */
const minShown = 20
/** Long enough for the first round of each loop, which comes at the start or soon after, and for many of the short ones. */
const watchLoopsMs = 20_000

/** The costs of each task at each size. */
type Figures = Map<string, Map<number, Costs>>

/**
 * Fills the databases of a whole system with 100, 1,000 and 10,000 accounts, copies of one that has used everything, and measures at each
 * size what each read, write and head of a loop costs the database for one account that stays the same.
 */
export async function run(): Promise<object> {
  const folder = mkdtempSync(path.join(tmpdir(), 'growth-'))
  const figures: Figures = new Map()
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
    let copies = 0
    for (const size of options.sizes.split(',').map(Number)) {
      const wanted = size * accountsOfSize
      await inDatabases(folder, (client, name) => addCopies(client, templates.get(name) ?? [], copies + 1, wanted))
      copies = wanted
      await measureSize(folder, size, figures)
    }
    return { ...report(figures), sizes: options.sizes }
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

async function measureSize(folder: string, size: number, figures: Figures): Promise<void> {
  await inSystem(folder, async (system) => {
    const costs = await connected(system.databaseUrl('postgres'))
    const note = (name: string, taken: Costs) => {
      if (name.includes(options.only)) figures.set(name, (figures.get(name) ?? new Map()).set(size, taken))
    }
    await new Promise((resolve) => setTimeout(resolve, watchLoopsMs))
    for (const [key, cost] of await readCosts(costs))
      note(`loop ${cost.database}: ${shortened(cost.text, 90)} ${key.slice(-4)}`, new Map([[key, cost]]))
    // An account of its own for each size: the calls of an earlier one would make its lists longer.
    const reader = await openReader(system, await makeOwner(system))
    const tasks: Task[] = [...readTasks(reader), ...writeTasks(reader), ...metricTasks(folder)]
    for (const task of tasks.filter(({ name }) => name.includes(options.only)))
      await costsOfTask(costs, task, reader.forget).then(
        (taken) => note(task.name, taken),
        (error: Error) => console.log(`${task.name}: ${error.message.slice(0, 300)}`),
      )
    // Otherwise the loops of the next size would have the work of this one.
    const ended = 'SELECT FROM site WHERE deleted_at IS NOT NULL AND NOT in_trash'
    await untilEmpty(await connected(system.databaseUrl('projects')), ended)
    await Promise.all([reader.close(), costs.end()])
  })
}

/**
 * The statements of a task that read more blocks for a call than the logarithm of the accounts grows, a line each. Only the last two sizes
 * count: a table of a few blocks is read whole, and an index costs more at first. One that only one of both has asked is other work.
 */
function growingStatements(sizes: Map<number, Costs>): string[] {
  const [[small, before] = [1, new Map()], [large, after] = [1, new Map()]] = [...sizes].slice(-2)
  const times = Math.log(large * accountsOfSize) / Math.log(small * accountsOfSize)
  return [...after].flatMap(([key, { calls, buffers, database, text }]) => {
    const earlier = before.get(key)
    if (!earlier) return []
    const was = earlier.buffers / earlier.calls
    const is = buffers / calls
    if (is <= was * times + spareBlocks) return []
    return [`${round(was)} → ${round(is)} a call, ${database}: ${shortened(text, 300)}`]
  })
}

/** Prints the blocks of each task at each size, the fastest growth first, and the statements that make one grow. */
function report(figures: Figures): { worst: number; growing: string[]; tasks: number } {
  const rows = [...figures].map(([task, sizes]) => {
    const blocks = [...sizes].map(([size, costs]) => [`blocks ${size}×`, sumOfBlocks(costs)] as const)
    const [[, before] = ['', 0], [, after] = ['', 0]] = blocks.slice(-2)
    return {
      cells: { task, ...Object.fromEntries(blocks), times: round(after / Math.max(spareBlocks, before), 2) },
      sizes,
    }
  })
  rows.sort((a, b) => b.cells.times - a.cells.times)
  printTable(
    rows
      .filter(({ sizes }) => [...sizes.values()].some((costs) => sumOfBlocks(costs) >= minShown))
      .map(({ cells }) => cells),
  )
  const growing = rows.filter(({ sizes }) => growingStatements(sizes).length > 0)
  for (const { cells, sizes } of growing) console.log([cells.task, ...growingStatements(sizes)].join('\n  '))
  const worst = Math.max(...rows.map(({ cells }) => cells.times))
  return { worst, growing: growing.map(({ cells }) => cells.task), tasks: rows.length }
}

function sumOfBlocks(costs: Costs): number {
  return [...costs.values()].reduce((sum, { buffers }) => sum + buffers, 0)
}

function shortened(text: string, length: number): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, length)
}
