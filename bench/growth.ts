import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { until } from '@rts/local/testing/until'
import { databaseServices } from '@rts/shared/contract/services'
import type pg from 'pg'
import { startTestSystem, type TestSystem } from '../tests/support/system.ts'
import { addCopies, keepTemplate, type Template } from './lib/growth-copies.ts'
import { connected, makeCluster, onOneCore, withPostgres } from './lib/growth-database.ts'
import { measureLoops, metricTasks } from './lib/growth-loops.ts'
import { measure } from './lib/growth-measure.ts'
import { openReader } from './lib/growth-reader.ts'
import { readTasks } from './lib/growth-reads.ts'
import { accountsOfSize, figuresOf, report, type Sizes, textOf } from './lib/growth-report.ts'
import { makeOwner, type Owner } from './lib/growth-site.ts'
import { writeTasks } from './lib/growth-writes.ts'
import { familyCpuMicroseconds, machine, round } from './lib/stats.ts'

const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: {
    /** How many hundreds of accounts there are, one size after the other. */
    sizes: { type: 'string', default: '1,10,100' },
    /** Only tasks with this in their names. */
    only: { type: 'string', default: '' },
    /** A folder that is kept, and grown on in the next run. */
    folder: { type: 'string' },
  },
})

/** The state of the folder, after each step. */
type Kept = { copies: number; template?: Owner; templates?: Record<string, Template[]> }

/**
 * Fills the databases of a whole system with 100, 1,000 and 10,000 accounts, copies of one that has used everything, and measures at each
 * size what each read, write and head of a loop costs the database for one account that stays the same.
 */
export async function run(): Promise<Record<string, unknown>> {
  const folder = options.folder ?? mkdtempSync(path.join(tmpdir(), 'growth-'))
  try {
    const kept = await prepared(folder)
    const file = path.join(folder, 'figures.json')
    const figures = existsSync(file) ? figuresOf(readFileSync(file, 'utf8')) : new Map<string, Sizes>()
    for (const size of options.sizes.split(',').map(Number)) {
      await grow(folder, kept, size * accountsOfSize)
      await measureSize(folder, size, figures)
      writeFileSync(file, textOf(figures))
    }
    return { ...report(figures), sizes: options.sizes, machine: machine() }
  } finally {
    if (options.folder === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

/** The template of an account, made once. */
async function prepared(folder: string): Promise<Kept> {
  const file = path.join(folder, 'growth.json')
  const kept: Kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { copies: 0 }
  if (!kept.template) await makeCluster(folder)
  const template = kept.template ?? (await withSystem(folder, makeOwner))
  // The next start keeps a year of the courses that were read.
  if (!kept.template) await withSystem(folder, untilCoursesAreKept)
  keep(folder, Object.assign(kept, { template }))
  if (!kept.templates) keep(folder, Object.assign(kept, { templates: await templatesOf(folder, template) }))
  return kept
}

function keep(folder: string, kept: Kept): void {
  writeFileSync(path.join(folder, 'growth.json'), JSON.stringify(kept))
}

async function templatesOf(folder: string, { accountId, siteId, login }: Owner): Promise<Record<string, Template[]>> {
  const templates: Record<string, Template[]> = {}
  await inDatabases(folder, async (client, name) => {
    const { templates: made, without } = await keepTemplate(client, { accountId, siteId, email: login.email })
    templates[name] = made
    console.log(`${name}: ${made.length} tables grow, not: ${without.join(', ')}`)
  })
  return templates
}

/** Adds copies until there are so many. */
async function grow(folder: string, kept: Kept, copies: number): Promise<void> {
  if (copies <= kept.copies) return
  const startedAt = performance.now()
  await inDatabases(folder, (client, name) => addCopies(client, kept.templates?.[name] ?? [], kept.copies + 1, copies))
  kept.copies = copies
  keep(folder, kept)
  console.log(`${copies} accounts after ${round((performance.now() - startedAt) / 1_000)} s`)
}

async function untilCoursesAreKept(system: TestSystem & { databaseUrl(name: string): string }): Promise<void> {
  const projects = await connected(system.databaseUrl('projects'))
  const late = `SELECT FROM ranks.course WHERE reach > 0 AND (last < current_date - 8 OR first > current_date - 360)`
  await until('courses of a year', async () => (await projects.query(late)).rowCount === 0, 120_000, 1_000)
  await projects.end()
}

/** Otherwise the loops of the next size would have the work of this one. */
async function untilEndedAreDeleted(projects: pg.Client): Promise<void> {
  const ended = 'SELECT FROM site WHERE deleted_at IS NOT NULL AND NOT in_trash'
  await until('what was deleted to be gone', async () => (await projects.query(ended)).rowCount === 0, 120_000, 1_000)
}

async function measureSize(folder: string, size: number, figures: Map<string, Sizes>): Promise<void> {
  await withSystem(folder, async (system) => {
    const [costs, gateway, dashboard, projects] = await Promise.all([
      connected(system.databaseUrl('postgres')),
      connected(system.databaseUrl('gateway')),
      connected(system.databaseUrl('dashboard')),
      connected(system.databaseUrl('projects')),
    ])
    const isPinned = await onOneCore(costs)
    if (!isPinned) console.log('the database is not on one core: there is no taskset')
    const note = (name: string, figure: Sizes extends Map<number, infer F> ? F : never) => {
      figures.set(name, (figures.get(name) ?? new Map()).set(size, figure))
    }
    for (const [name, figure] of await measureLoops(costs)) if (name.includes(options.only)) note(name, figure)
    // An account of its own for each size: the calls of an earlier one would make its lists longer.
    const owner = await makeOwner(system)
    const reader = await openReader(system, owner, gateway, dashboard)
    const cpuMs = () => familyCpuMicroseconds(process.pid) / 1_000
    for (const task of [...readTasks(reader), ...writeTasks(reader, projects), ...metricTasks(folder)]) {
      if (!task.name.includes(options.only)) continue
      try {
        note(task.name, await measure(costs, task, { forget: reader.forget, cpuMs }))
      } catch (error) {
        console.log(`${task.name}: ${error instanceof Error ? error.message.slice(0, 300) : error}`)
      }
    }
    await untilEndedAreDeleted(projects)
    await Promise.all([costs, gateway, dashboard, projects].map((client) => client.end()))
  })
}

async function withSystem<T>(
  folder: string,
  work: (system: TestSystem & { databaseUrl(name: string): string }) => Promise<T>,
) {
  const system = await startTestSystem({ folder, say: console.log, env: { TRUSTED_PROXY_HOPS: '1' } })
  try {
    return await work(system)
  } finally {
    await system.remove()
  }
}

async function inDatabases(folder: string, work: (client: pg.Client, name: string) => Promise<void>): Promise<void> {
  await withPostgres(folder, async (postgres) => {
    const each = databaseServices.map(async (name) => {
      const client = await connected(postgres.url(name))
      await work(client, name)
      await client.end()
    })
    await Promise.all(each)
  })
}
