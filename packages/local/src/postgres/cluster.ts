import { type SpawnOptions, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { exitOf } from '../process.ts'
import { type Binaries, handOver, type Identity } from './binaries.ts'

export type Cluster = { folder: string; password: string; log: string; ownerFile: string }

export const superuser = 'postgres'

// As an open descriptor: the user may own the folder and still not enter the folders above.
export const inheritedFolder = '/proc/self/fd/3'
const inheritedPassword = '/proc/self/fd/4'

/** The cluster below `dataDir`, made under another name and then renamed: a crash leaves no half of one. */
export async function openCluster(
  dataDir: string,
  options: { binaries: Binaries; identity: Identity | undefined; durable: boolean; log: string | undefined },
): Promise<Cluster> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const folder = path.join(dataDir, 'cluster')
  const log = options.log ?? path.join(dataDir, 'postgres.log')
  const passwordFile = path.join(dataDir, 'password')
  if (!existsSync(folder)) {
    const unfinished = `${folder}.new`
    rmSync(unfinished, { recursive: true, force: true })
    mkdirSync(unfinished, { mode: 0o700 })
    handOver(unfinished, options.identity)
    writePassword(passwordFile, options.identity)
    await initdb(unfinished, passwordFile, { ...options, log })
    renameSync(unfinished, folder)
  }
  return { folder, password: readFileSync(passwordFile, 'utf8'), log, ownerFile: path.join(dataDir, 'owner') }
}

/** Spawn options of Postgres programs: no environment but `env`, own session, `files` open from descriptor 3 on. */
export function postgresSpawn(
  identity: Identity | undefined,
  log: number,
  files: number[],
  env: NodeJS.ProcessEnv = {},
): SpawnOptions {
  return { ...identity, cwd: '/', env: { TZ: 'UTC', ...env }, detached: true, stdio: ['ignore', log, log, ...files] }
}

export function logTail(file: string, lines = 15): string {
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lines).join('\n') : ''
}

function writePassword(file: string, identity: Identity | undefined): void {
  if (existsSync(file)) return
  writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
  handOver(file, identity)
}

async function initdb(
  folder: string,
  passwordFile: string,
  options: { binaries: Binaries; identity: Identity | undefined; durable: boolean; log: string },
): Promise<void> {
  const files = [openSync(folder, 'r'), openSync(passwordFile, 'r'), openSync(options.log, 'a', 0o600)]
  const [folderFile = -1, secretFile = -1, logFile = -1] = files
  const args = ['-D', inheritedFolder, `--pwfile=${inheritedPassword}`, '-U', superuser, '-A', 'scram-sha-256']
  // Sorts and folds the same on every machine.
  args.push('--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C')
  if (!options.durable) args.push('--no-sync')
  const spawnOptions = postgresSpawn(options.identity, logFile, [folderFile, secretFile])
  const { code } = await exitOf(spawn(options.binaries.initdb, args, spawnOptions))
  for (const file of files) closeSync(file)
  if (code !== 0) throw new Error(`initdb failed (${code}), see ${options.log}:\n${logTail(options.log)}`)
}
