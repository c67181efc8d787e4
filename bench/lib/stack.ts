import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startNats } from '@rts/local/nats'
import { ensureDatabase, startPostgres } from '@rts/local/postgres'
import { type Child, spawnChild } from '@rts/local/process'
import { thriftyMalloc } from '@rts/local/system/programs'
import type { DatabaseService } from '@rts/shared/contract/services'
import { migrateDatabase } from '@rts/shared/service/migrations'
import { familyCpuMicroseconds } from './stats.ts'

const root = path.resolve(import.meta.dirname, '../..')
/** As with `npm start`. */
const local = { NODE_COMPILE_CACHE: path.join(root, 'node_modules/.compile-cache'), ...thriftyMalloc }

export type Stack = {
  folder: string
  natsUrl: string
  /** Its process, if a nats-server runs. */
  natsPid: number | undefined
  /** A database with a service's migrations, named after the service unless `name` is given. */
  database(service: DatabaseService, name?: string): Promise<string>
  /** CPU time of Postgres so far, microseconds. */
  databaseCpu(): number
  node(entry: string, env: Record<string, string>): Promise<Child>
  program(command: string, args: string[]): Promise<Child>
  stop(): Promise<void>
}

/** Starts Postgres (durable) and NATS for one benchmark; `stop` ends them and all its processes. */
export async function startStack(): Promise<Stack> {
  const folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-bench-'))
  mkdirSync(path.join(folder, 'logs'))
  const postgres = await startPostgres({ dataDir: path.join(folder, 'postgres'), fsync: true })
  const nats = await startNats({ dataDir: path.join(folder, 'nats'), production: false })
  const children: Child[] = []
  const start = async (name: string, command: string, args: string[], env: Record<string, string>) => {
    const logFile = path.join(folder, 'logs', `${name}-${children.length}.log`)
    const child = await spawnChild({
      name,
      command,
      args,
      env: { ...process.env, ...env },
      logFile,
      cwd: root,
      endsWithParent: command === process.execPath,
    })
    children.push(child)
    return child
  }
  return {
    folder,
    natsUrl: nats.url,
    natsPid: nats.pid,
    database: async (service, name = service) => {
      const url = await ensureDatabase(postgres.url('postgres'), name)
      await migrateDatabase(url, service)
      return url
    },
    databaseCpu: () => familyCpuMicroseconds(postgres.pid),
    node: (entry, env) =>
      start(path.basename(entry, '.ts'), process.execPath, [path.join(root, entry)], { ...local, ...env }),
    program: (command, args) => start(path.basename(command), command, args, {}),
    stop: async () => {
      await Promise.all(children.map((child) => child.stop(5_000)))
      await Promise.all([postgres.stop(), nats.stop()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Waits until an address answers 200. */
export async function untilOk(url: string, headers: Record<string, string> = {}): Promise<void> {
  const deadline = Date.now() + 30_000
  while (Date.now() < deadline) {
    const answer = await fetch(url, { headers }).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer?.ok) return
    await delay(50)
  }
  throw new Error(`${url} did not answer`)
}
