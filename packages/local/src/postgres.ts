import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './ports.ts'
import { type Binaries, type Identity, postgresBinaries, postgresIdentity, recordStage } from './postgres/binaries.ts'
import { type Cluster, inheritedFolder, logTail, openCluster, postgresSpawn, superuser } from './postgres/cluster.ts'
import { clearLeftover } from './postgres/leftover.ts'
import { type ChildExit, exitOf, startedPid, stopProcess } from './process.ts'

export type EmbeddedPostgres = {
  url(database: string): string
  port: number
  pid: number
  exited: Promise<ChildExit>
  stop(): Promise<void>
}

const startDeadlineMs = 60_000
const stopDeadlineMs = 60_000
const portTries = 3

/** Runs the embedded Postgres on loopback, with the cluster in `dataDir`. `fsync: false` is for tests: unsafe in a power cut. */
export async function startPostgres(options: {
  dataDir: string
  fsync: boolean
  log?: string
  port?: number
  sharedBuffersMb?: number
  env?: NodeJS.ProcessEnv
}): Promise<EmbeddedPostgres> {
  const identity = postgresIdentity()
  const binaries = postgresBinaries(identity)
  try {
    const dataDir = path.resolve(options.dataDir)
    const cluster = await openCluster(dataDir, { binaries, identity, durable: options.fsync, log: options.log })
    await clearLeftover(cluster, stopDeadlineMs)
    recordStage(dataDir, binaries.staged)
    const { fsync: durable, env, sharedBuffersMb } = options
    const settings = serverSettings({ durable, sharedBuffersMb })
    const server = await launchServer({ cluster, binaries, identity, settings, env }, options.port)
    server.exited.then(binaries.release)
    return server
  } catch (error) {
    binaries.release()
    throw error
  }
}

/** Creates the database `name` unless it exists; answers its URL. */
export async function ensureDatabase(url: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`)
  } catch (error) {
    if (!isDuplicate(error)) throw error
  } finally {
    await client.end()
  }
  const target = new URL(url)
  target.pathname = `/${encodeURIComponent(name)}`
  return target.href
}

type Launch = {
  cluster: Cluster
  binaries: Binaries
  identity: Identity | undefined
  settings: string[]
  env: NodeJS.ProcessEnv | undefined
}

async function launchServer(launch: Launch, port: number | undefined): Promise<EmbeddedPostgres> {
  const end = performance.now() + startDeadlineMs
  for (let attempt = 1; ; ) {
    const before = logOf(launch.cluster).length
    const server = await startServer(launch, port ?? (await freePort()))
    if (server !== undefined) return server
    const isHeld = logOf(launch.cluster).slice(before).includes('shared memory block')
    // The children of a killed server hold its memory until each has ended.
    if (isHeld && performance.now() < end) await delay(200)
    else if (attempt++ >= portTries) {
      throw new Error(`Postgres did not start, see ${launch.cluster.log}:\n${logTail(launch.cluster.log)}`)
    }
  }
}

function logOf({ log }: Cluster): string {
  return existsSync(log) ? readFileSync(log, 'latin1') : ''
}

async function startServer(launch: Launch, port: number): Promise<EmbeddedPostgres | undefined> {
  const { cluster } = launch
  writeFileSync(cluster.ownerFile, String(process.pid))
  const files = [openSync(cluster.log, 'a', 0o600), openSync(cluster.folder, 'r')]
  const [logFile = -1, folderFile = -1] = files
  const settings = [`port=${port}`, ...launch.settings].flatMap((setting) => ['-c', setting])
  const args = ['-D', inheritedFolder, ...settings]
  const child = spawn(launch.binaries.postgres, args, postgresSpawn(launch.identity, logFile, [folderFile], launch.env))
  for (const file of files) closeSync(file)
  const exited = exitOf(child)
  const pid = await startedPid(child)
  const stop = () => stopProcess({ pid, exited }, 'SIGINT', stopDeadlineMs)
  let running = true
  exited.then(() => {
    running = false
  })
  const state = await readyState(cluster.folder, pid, () => running)
  if (state === 'late') await stop()
  if (state !== 'ready') return undefined
  const url = (database: string) =>
    `postgresql://${superuser}:${cluster.password}@127.0.0.1:${port}/${encodeURIComponent(database)}`
  return { url, port, pid, exited, stop: async () => void (await stop()) }
}

function serverSettings({
  durable,
  sharedBuffersMb,
}: {
  durable: boolean
  sharedBuffersMb: number | undefined
}): string[] {
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=']
  if (sharedBuffersMb !== undefined) settings.push(`shared_buffers=${sharedBuffersMb}MB`)
  settings.push(`max_connections=${durable ? 300 : 900}`)
  if (!durable) settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off')
  return settings
}

// Postgres writes its state into the last line of postmaster.pid; refused logins would fill its log.
async function readyState(folder: string, pid: number, running: () => boolean): Promise<'ready' | 'late' | 'ended'> {
  const pidFile = path.join(folder, 'postmaster.pid')
  const end = performance.now() + startDeadlineMs
  while (running()) {
    const lines = existsSync(pidFile) ? readFileSync(pidFile, 'utf8').split('\n') : []
    if (lines[0] === String(pid) && lines[7]?.trim() === 'ready') return 'ready'
    if (performance.now() > end) return 'late'
    await delay(5)
  }
  return 'ended'
}

function isDuplicate(error: unknown): boolean {
  // 42P04: it exists; 23505: another client is creating it.
  return error instanceof Error && 'code' in error && (error.code === '42P04' || error.code === '23505')
}
