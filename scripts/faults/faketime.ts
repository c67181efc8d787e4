import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'

const folders = ['/usr/lib/x86_64-linux-gnu/faketime', '/usr/lib/aarch64-linux-gnu/faketime']
const library = (name: string) => folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file))
/** The file of this program's clock, where it has one that can be set. */
const file = process.env.FAKETIME_TIMESTAMP_FILE
/** Timers and waits go on as before, as when a machine's clock is set. */
const timers = { FAKETIME_CACHE_DURATION: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1', NO_FAKE_STAT: '1' }

/** Whether this program's clock can be set. */
export const canSetClock = file !== undefined

/** How far all clocks are ahead of the machine's. */
export function setClock(aheadMs: number, of = file): void {
  if (of !== undefined) writeFileSync(of, `${aheadMs < 0 ? '' : '+'}${(aheadMs / 1_000).toFixed(3)}\n`)
}

/** Variables of a database server, which gets this program's clock; its own ones lack the library for threads. */
export function clockOfDatabase(): NodeJS.ProcessEnv {
  return file === undefined ? {} : { ...timers, FAKETIME_TIMESTAMP_FILE: file, LD_PRELOAD: library('libfaketime.so.1') }
}

/** Runs this program once more with a clock that can be set, to its end. False in that one, and where faketime is not installed. */
export async function againWithClock(): Promise<boolean> {
  const preload = library('libfaketimeMT.so.1')
  if (file !== undefined || preload === undefined) return false
  const folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-faults-clock-'))
  // The database's user reads it too.
  chmodSync(folder, 0o755)
  const own = path.join(folder, 'ahead')
  setClock(0, own)
  const env = { ...process.env, ...timers, FAKETIME_TIMESTAMP_FILE: own, LD_PRELOAD: preload }
  const child = spawn(process.execPath, process.argv.slice(1), { stdio: 'inherit', env })
  // Ctrl-C reaches both.
  process.once('SIGINT', () => {}).once('SIGTERM', () => child.kill())
  const [code] = await once(child, 'exit')
  rmSync(folder, { recursive: true, force: true })
  process.exitCode = code ?? 1
  return true
}
