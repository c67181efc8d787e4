import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimes, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { type ProgramName, programNames } from '@rts/shared/contract/services'
import { callerKeysOf, newCallerKey, type PairedKeys } from '@rts/shared/service/caller-keys'
import { z } from 'zod'

/** The content of `connection.json`, for scripts: the system's addresses, the demo account's key and its owner's sign-in. */
export const connectionSchema = z.object({
  baseUrl: z.string(),
  mcpUrl: z.string(),
  appUrl: z.string(),
  adminUrl: z.string(),
  sandboxUrl: z.string().optional(),
  natsUrl: z.string(),
  apiKey: z.string(),
  accountId: z.string(),
  demoPerson: z.object({ email: z.string(), password: z.string() }).optional(),
  pid: z.int(),
  demoProjectId: z.string().optional(),
})
export type Connection = z.infer<typeof connectionSchema>

const demoSchema = z.object({ projectId: z.string(), asked: z.array(z.string()) })
export type KeptDemo = z.infer<typeof demoSchema>

export type DataFolder = ReturnType<typeof openDataFolder>

export function openDataFolder(folder: string) {
  const at = (name: string) => path.join(folder, name)
  /** Made on first use. Throws for a folder of a version before the first release, which had others. */
  function secrets(): Secrets {
    const kept = readJson(at('secrets.json'), secretsSchema.nullable().catch(null))
    if (kept === null)
      throw new Error(
        `${folder} is of a version before 1.0.0, which cannot be upgraded: it was left as it is; set DATA_DIR to another folder`,
      )
    if (kept) return kept
    const made = newSecrets()
    writeJson(at('secrets.json'), made)
    return made
  }
  return {
    path: folder,
    at,
    readConnection: (): Connection | undefined => readJson(at('connection.json'), connectionSchema),
    writeConnection: (connection: Connection) => writeJson(at('connection.json'), connection),
    readDemo: (): KeptDemo | undefined => readJson(at('demo.json'), demoSchema),
    writeDemo: (demo: KeptDemo) => writeJson(at('demo.json'), demo),
    secrets,
    /** The keys with which a program signs and verifies calls. */
    callerKeys: (program: ProgramName): PairedKeys => callerKeysOf(secrets().callers)[program],
  }
}

const beatMs = 2_000
/** The file of a lock whose machine has stopped is older. */
const silentMs = 10_000

/** Locks the folder for this process; throws if another live process has it, also in another container. */
export function claimDataFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const lock = path.join(folder, 'runner.pid')
  const holder = holderOf(lock)
  if (holder) throw new Error(`${folder} is in use by ${holder}; set DATA_DIR to another folder`)
  writeFileSync(lock, `${process.pid} ${hostname()}`, { mode: 0o600 })
  // Process ids of another container say nothing here.
  const beat = setInterval(() => utimes(lock, new Date(), new Date(), () => {}), beatMs).unref()
  return () => {
    clearInterval(beat)
    rmSync(lock, { force: true })
  }
}

function holderOf(lock: string): string | undefined {
  if (!existsSync(lock)) return undefined
  const [pid = '', host = hostname()] = readFileSync(lock, 'utf8').trim().split(' ')
  if (host !== hostname()) return Date.now() - statSync(lock).mtimeMs < silentMs ? `${host}, process ${pid}` : undefined
  return Number(pid) > 0 && Number(pid) !== process.pid && isAlive(Number(pid)) ? `process ${pid}` : undefined
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

function readJson<S extends z.ZodType>(file: string, schema: S): z.output<S> | undefined {
  if (!existsSync(file)) return undefined
  return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

export const secretsSchema = z.object({
  secret: z.string(),
  sealKeys: z.string(),
  authSecret: z.string(),
  networkKey: z.string(),
  callers: z.record(z.enum(programNames), z.string()),
})
export type Secrets = z.infer<typeof secretsSchema>

const random = () => randomBytes(32).toString('base64url')

export function newSecrets(): Secrets {
  // safe because each program gets its own
  const callers = Object.fromEntries(programNames.map((name) => [name, newCallerKey()])) as Secrets['callers']
  return { secret: random(), sealKeys: `k1:${random()}`, authSecret: random(), networkKey: random(), callers }
}
