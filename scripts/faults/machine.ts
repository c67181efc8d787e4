import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findProgram } from '@rts/local/nats-server'
import { until } from '@rts/local/testing/until'
import type { Fault } from './play.ts'
import type { World } from './world.ts'

const diskMegabytes = 700
const fullMs = 8_000
const refusedMs = 60_000
const lostPart = 0.2
/** Longer than jobs take that meet no fault. */
const lossyMs = 60_000
const isRoot = () => process.getuid?.() === 0
const run = (command: string, ...args: string[]) => execFileSync(command, args, { stdio: 'pipe' })

/** Faults of the machine itself. */
export const machineFaults: readonly Fault[] = [
  {
    name: 'postgres: its disk is full',
    cannot: () => (isRoot() ? null : 'a disk of its own needs root'),
    alone: mountSmallDisk,
    harm: fill,
  },
  {
    name: `packets: ${lostPart * 100} % lost`,
    cannot() {
      if (!isRoot()) return 'rules of the network need root'
      return findProgram('iptables') ? null : 'not installed: iptables'
    },
    phase: 'called',
    harm: lose,
  },
]

/** Takes all the room of the database's disk, waits until a write is refused, and gives it back. */
async function fill({ folder, rows }: World): Promise<number> {
  const files = ['1M', '4k'].map((block) => [block, path.join(folder, 'postgres', `filling-${block}`)] as const)
  for (const [block, file] of files) spawnSync('dd', ['if=/dev/zero', `of=${file}`, `bs=${block}`])
  const grow = async () => {
    await rows('projects', 'CREATE TABLE IF NOT EXISTS filling (line text)')
    await rows('projects', `INSERT INTO filling SELECT repeat(md5(n::text), 30) FROM generate_series(1, 20000) n`)
    return false
  }
  const isFull = () => grow().catch((error: Error) => /No space left|not available|terminat/i.test(error.message))
  await until('the disk to be full', isFull, refusedMs, 100)
  await delay(fullMs)
  for (const [, file] of files) rmSync(file, { force: true })
  const endedAt = performance.now()
  const isWritten = () => rows('projects', 'DROP TABLE IF EXISTS filling').catch(() => false)
  await until('writes', isWritten, refusedMs, 200)
  return endedAt
}

/** A system's folder whose `postgres` is a file system of its own, in memory. */
function mountSmallDisk() {
  const folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-faults-disk-'))
  const disk = path.join(folder, 'postgres')
  const end = () => {
    spawnSync('umount', ['-l', disk])
    rmSync(folder, { recursive: true, force: true })
  }
  mkdirSync(disk)
  run('mount', '-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'tmpfs', disk)
  return { options: { folder }, end }
}

/** Of what reaches the broker and the outside a part is lost, as on a bad line. The database is on another one. */
async function lose({ broker, connection }: World): Promise<void> {
  const ports = [String(broker.port), new URL(connection.sandboxUrl).port]
  const change = (how: '-A' | '-D') => {
    for (const port of ports) {
      const match = `INPUT -i lo -p tcp --dport ${port} -m statistic --mode random --probability ${lostPart} -j DROP`
      run('iptables', how, ...match.split(' '))
    }
  }
  change('-A')
  await delay(lossyMs).finally(() => change('-D'))
}
