import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const folders = ['/usr/lib/x86_64-linux-gnu/faketime', '/usr/lib/aarch64-linux-gnu/faketime']

/** Why clocks cannot be set here; null if they can. */
export function cannotSetClock(): string | null {
  return library('libfaketimeMT.so.1') ? null : 'Debian’s package faketime is not installed'
}

function library(name: string): string | undefined {
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file))
}

/** A clock for the services and their database, ahead of this machine's by `aheadMs`; all read a change within a second. */
export function createClock(aheadMs: number) {
  const folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-faults-clock-'))
  const file = path.join(folder, 'ahead')
  const set = (ms: number) => writeFileSync(file, `${ms < 0 ? '' : '+'}${(ms / 1_000).toFixed(3)}\n`, { mode: 0o644 })
  set(aheadMs)
  const env = {
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    // Timers and waits go on as before, as when a machine's clock is set.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
  }
  return {
    set,
    folder,
    services: { ...env, LD_PRELOAD: library('libfaketimeMT.so.1') },
    database: { ...env, LD_PRELOAD: library('libfaketime.so.1') },
  }
}
