import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { until } from '@rts/local/testing/until'
import { everyJob, type OwnFault, playOn } from './play.ts'
import type { Seen } from './report.ts'
import { startWorld, type World } from './world.ts'

const megabytes = 700
const fullMs = 8_000
const refusedMs = 60_000

/** The disk of the database becomes full, and has room again after some seconds. */
export const diskFaults: readonly OwnFault[] = [
  { name: 'postgres: its disk is full', cannot: cannotMount, play: () => onSmallDisk(play) },
]

function cannotMount(): string | null {
  if (process.getuid?.() !== 0) return 'a disk of its own needs root'
  const folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-faults-disk-'))
  const at = path.join(folder, 'at')
  mkdirSync(at)
  const refusal = mount(path.join(folder, 'disk'), at)
  if (refusal === null) spawnSync('umount', [at])
  rmSync(folder, { recursive: true, force: true })
  return refusal
}

async function play(folder: string, disk: string): Promise<Seen> {
  const world = await startWorld({ folder })
  return playOn(world, { jobs: everyJob, harm: () => fill(world, disk) }).finally(world.stop)
}

/** Takes all the room, waits until a write is refused, and gives it back. */
async function fill(world: World, disk: string): Promise<number> {
  const file = path.join(disk, 'filling')
  spawnSync('dd', ['if=/dev/zero', `of=${file}`, 'bs=1M'])
  spawnSync('dd', ['if=/dev/zero', `of=${file}.rest`, 'bs=4k'])
  const grow = async () => {
    await world.rows('projects', 'CREATE TABLE IF NOT EXISTS filling (line text)')
    await world.rows('projects', `INSERT INTO filling SELECT repeat(md5(n::text), 30) FROM generate_series(1, 20000) n`)
  }
  const isFull = () =>
    grow().then(
      () => false,
      (error: Error) => /No space left|not available|terminat/i.test(error.message),
    )
  await until('the disk to be full', isFull, refusedMs, 100)
  await new Promise((resolve) => setTimeout(resolve, fullMs))
  for (const name of [file, `${file}.rest`]) rmSync(name, { force: true })
  const endedAt = performance.now()
  await until(
    'writes',
    () =>
      world.rows('projects', 'DROP TABLE IF EXISTS filling').then(
        () => true,
        () => false,
      ),
    refusedMs,
    200,
  )
  return endedAt
}

/** A file system in a file, mounted for the database alone. */
async function onSmallDisk(work: (folder: string, disk: string) => Promise<Seen>): Promise<Seen> {
  const folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-faults-disk-'))
  const image = path.join(folder, 'disk')
  const system = path.join(folder, 'system')
  const disk = path.join(system, 'postgres')
  mkdirSync(disk, { recursive: true })
  const refusal = mount(image, disk)
  if (refusal !== null) throw new Error(refusal)
  try {
    rmSync(path.join(disk, 'lost+found'), { recursive: true, force: true })
    return await work(system, disk)
  } finally {
    spawnSync('umount', ['-l', disk])
    rmSync(folder, { recursive: true, force: true })
  }
}

function mount(image: string, at: string): string | null {
  writeFileSync(image, '')
  const steps = [
    ['truncate', '-s', `${megabytes}M`, image],
    ['mkfs.ext4', '-q', '-F', '-m', '0', image],
    ['mount', '-o', 'loop', image, at],
  ]
  for (const [command = '', ...args] of steps) {
    const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
    if (status !== 0) return `${command}: ${error?.message ?? stderr.trim()}`
  }
  return null
}
