import { readdirSync } from 'node:fs'
import { builtServices } from '@rts/shared/contract/services'
import { median, round, sumOf } from '../../harness/measure.ts'
import { procFile } from '../../tests/support/processes.ts'
import type { World } from './world.ts'

/** The values of each series, one a sample. */
export type Series = Map<string, number[]>

/** A series may grow by a tenth from its second quarter to its last, or by so much where that is more. */
const part = 0.1
const slack = { MB: 15, handles: 10, rows: 20, kB: 1_024 } as const
type Unit = keyof typeof slack

/** Rows that come and go: what waits, what is held, what is locked. */
const passing: Readonly<Record<string, string>> = {
  'deliveries that wait': 'SELECT count(*) FROM facts.delivery WHERE done_at IS NULL',
  'collects that wait or run': 'SELECT count(*) FROM collects.subject WHERE due_at IS NOT NULL OR lease IS NOT NULL',
  'held prices': 'SELECT count(*) FROM spend.hold',
  endings: 'SELECT count(*) FROM known.ending',
  'pages that are due': 'SELECT count(*) FROM page_target WHERE next_due_at <= now()',
  'places in lines, kB': "SELECT pg_table_size('collects.turn') / 1024",
  'used calls': `SELECT count(*) FROM used_call WHERE used_at < now() - interval '10 minutes'`,
  'minutes of keys, kB': `SELECT pg_total_relation_size('key_minute') / 1024`,
  sessions: 'SELECT count(*) FROM person_session',
  attempts: 'SELECT count(*) FROM attempt',
}
const ofServer: Readonly<Record<string, string>> = {
  connections: `SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'`,
  'locks that are waited for': 'SELECT count(*) FROM pg_locks WHERE NOT granted',
}

/** Adds a value to each series: memory, open files and handles of every process, rows that come and go in every database. */
export async function sample(world: World, series: Series): Promise<void> {
  const add = (name: string, value: number) => series.set(name, [...(series.get(name) ?? []), value])
  for (const name of builtServices) {
    const pid = world.pidOf(name) ?? 0
    add(`${name}: memory, MB`, memoryMb(pid))
    add(`${name}: open files, handles`, openFiles(pid))
    add(`${name}: of its event loop, handles`, await loopHandles(world.adminUrl(name)))
  }
  add('nats: memory, MB', memoryMb(world.broker.pid()))
  const postgres = world.postgresPids()
  add('postgres: memory, MB', sumOf(postgres.map(memoryMb)))
  add('postgres: open files, handles', sumOf(postgres.map(openFiles)))
  for (const [what, sql] of Object.entries(ofServer)) add(`postgres: ${what}, rows`, await world.count('gateway', sql))
  for (const database of world.databases)
    for (const [what, sql] of Object.entries(passing)) {
      const n = await world.count(database, sql).catch(() => null)
      // A service has some of these tables.
      if (n !== null) add(`${database}: ${what}${what.endsWith('kB') ? '' : ', rows'}`, n)
    }
}

/** Memory that is its own, and its part of what is shared. */
function memoryMb(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(procFile(pid, 'smaps_rollup'))?.[1] ?? 0) / 1_024
}

function openFiles(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    // A backend that has just ended.
    return 0
  }
}

async function loopHandles(adminUrl: string): Promise<number> {
  const text = await (await fetch(`${adminUrl}/metrics`)).text()
  const found = [...text.matchAll(/^nodejs_active_(?:handles|resources|requests)\{[^}]*\} (\d+)/gm)]
  return sumOf(found.map(([, value]) => Number(value)))
}

/** Compares the medians of the second quarter and of the last. */
export function verdictOf(name: string, values: readonly number[]) {
  const quarter = Math.floor(values.length / 4)
  const before = round(median(values.slice(quarter, quarter * 2)), 1)
  const after = round(median(values.slice(-quarter)), 1)
  const unit = (Object.keys(slack) as Unit[]).find((each) => name.endsWith(each)) ?? 'rows'
  const isFlat = after - before <= Math.max(before * part, slack[unit])
  return { before, after, change: round(after - before, 1), verdict: isFlat ? 'flat' : 'growing' }
}
