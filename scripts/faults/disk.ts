import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { until } from '@rts/local/testing/until'
import type { Fault } from './play.ts'
import type { World } from './world.ts'

const megabytes = 700
const fullMs = 8_000
const refusedMs = 60_000

/** The disk of the database becomes full, and has room again after some seconds. */
export const diskFault: Fault = {
  name: 'postgres: its disk is full',
  cannot,
  own: async (work) => {
    const { folder, unmount } = mountSmallDisk()
    return await work({ folder }).finally(unmount)
  },
  harm: fill,
}

/** Takes all the room, waits until a write is refused, and gives it back. */
async function fill({ folder, rows }: World): Promise<number> {
  const files = ['1M', '4k'].map((block) => [block, path.join(folder, 'postgres', `filling-${block}`)] as const)
  for (const [block, file] of files) spawnSync('dd', ['if=/dev/zero', `of=${file}`, `bs=${block}`])
  const grow = async () => {
    await rows('projects', 'CREATE TABLE IF NOT EXISTS filling (line text)')
    await rows('projects', `INSERT INTO filling SELECT repeat(md5(n::text), 30) FROM generate_series(1, 20000) n`)
  }
  const isFull = () =>
    grow().then(
      () => false,
      (error: Error) => /No space left|not available|terminat/i.test(error.message),
    )
  await until('the disk to be full', isFull, refusedMs, 100)
  await delay(fullMs)
  for (const [, file] of files) rmSync(file, { force: true })
  const endedAt = performance.now()
  const isWritten = () =>
    rows('projects', 'DROP TABLE IF EXISTS filling').then(
      () => true,
      () => false,
    )
  await until('writes', isWritten, refusedMs, 200)
  return endedAt
}

function cannot(): string | null {
  if (process.getuid?.() !== 0) return 'a disk of its own needs root'
  try {
    mountSmallDisk().unmount()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Makes a folder whose `postgres` is a file system of its own, in memory. */
function mountSmallDisk(): { folder: string; unmount(): void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-faults-disk-'))
  const disk = path.join(folder, 'postgres')
  const unmount = () => {
    spawnSync('umount', ['-l', disk])
    rmSync(folder, { recursive: true, force: true })
  }
  mkdirSync(disk)
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', disk])
  if (status === 0) return { folder, unmount }
  unmount()
  throw new Error(`mount: ${stderr}`)
}
