import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { spawnChild } from '@rts/local/process'
import { z } from 'zod'
import type { Seen } from './report.ts'

const folders = ['/usr/lib/x86_64-linux-gnu/faketime', '/usr/lib/aarch64-linux-gnu/faketime']
const fileVariable = 'FAKETIME_TIMESTAMP_FILE'
const seen = z.object({
  jobs: z.string(),
  readyS: z.number().nullable(),
  failed: z.string(),
  lost: z.array(z.string()),
  doubled: z.array(z.string()),
})

/** Why clocks cannot be set here; null if they can. */
export function cannotSetClock(): string | null {
  return library('libfaketimeMT.so.1') ? null : 'Debian’s package faketime is not installed'
}

function library(name: string): string | undefined {
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file))
}

/** How far the clock of this process and of all that it starts is ahead of the machine's. All read a change within a second. */
export function setClock(aheadMs: number, file = process.env[fileVariable] ?? ''): void {
  writeFileSync(file, `${aheadMs < 0 ? '' : '+'}${(aheadMs / 1_000).toFixed(3)}\n`)
}

/** Variables of a database server that has this process' clock. */
export const clockOfDatabase = (): NodeJS.ProcessEnv => ({
  ...variablesFor(process.env[fileVariable] ?? ''),
  LD_PRELOAD: library('libfaketime.so.1'),
})

function variablesFor(file: string): NodeJS.ProcessEnv {
  // Timers and waits go on as before, as when a machine's clock is set.
  return { [fileVariable]: file, FAKETIME_CACHE_DURATION: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1', NO_FAKE_STAT: '1' }
}

/** Plays a fault in a process whose clock is ahead of this machine's. */
export async function playClocked(name: string, aheadMs: number): Promise<Seen> {
  const folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-faults-clock-'))
  // The database's user reads it too.
  chmodSync(folder, 0o755)
  const file = path.join(folder, 'ahead')
  setClock(aheadMs, file)
  const lines: string[] = []
  try {
    const child = await spawnChild({
      name: 'clocked',
      command: process.execPath,
      args: [path.join(import.meta.dirname, 'clocked.ts'), name],
      env: { ...process.env, ...variablesFor(file), LD_PRELOAD: library('libfaketimeMT.so.1') },
      logFile: path.join(folder, 'log'),
      onLine: (line) => lines.push(line),
      endsWithParent: true,
    })
    const { code } = await child.exited
    const last = lines.at(-1) ?? ''
    if (code !== 0) throw new Error(lines.find((line) => line.includes('Error')) ?? last)
    return seen.parse(JSON.parse(last))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
