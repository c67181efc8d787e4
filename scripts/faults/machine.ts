import { spawnSync } from 'node:child_process'
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
const isRoot = () => process.getuid?.() === 0

/** The disk of the database becomes full, and has room again after some seconds. */
const diskFault: Fault = {
  name: 'postgres: its disk is full',
  cannot() {
    if (!isRoot()) return 'a disk of its own needs root'
    try {
      mountSmallDisk().unmount()
      return null
    } catch (error) {
      return String(error)
    }
  },
  alone() {
    const { folder, unmount } = mountSmallDisk()
    return { options: { folder }, end: unmount }
  },
  harm: fill,
}

/** Of what reaches the broker and the outside a part is lost, as on a bad line. The database is on another one. */
const packetFault: Fault = {
  name: `packets: ${lostPart * 100} % lost`,
  cannot() {
    if (!isRoot()) return 'rules of the network need root'
    return findProgram('iptables') ? null : 'not installed: iptables'
  },
  phase: 'called',
  async around({ broker, connection }) {
    const ports = [broker.port, Number(new URL(connection.sandboxUrl).port)]
    for (const port of ports) changeRule('-A', port)
    return async () => {
      for (const port of ports) changeRule('-D', port)
      return []
    }
  },
}

/** Faults of the machine itself. */
export const machineFaults: readonly Fault[] = [diskFault, packetFault]

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

/** Makes a folder whose `postgres` is a file system of its own, in memory. */
function mountSmallDisk(): { folder: string; unmount(): void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-faults-disk-'))
  const disk = path.join(folder, 'postgres')
  const unmount = () => {
    spawnSync('umount', ['-l', disk])
    rmSync(folder, { recursive: true, force: true })
  }
  mkdirSync(disk)
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'tmpfs', disk])
  if (status === 0) return { folder, unmount }
  unmount()
  throw new Error(`mount: ${stderr}`)
}

function changeRule(how: '-A' | '-D', port: number): void {
  const match = `INPUT -i lo -p tcp --dport ${port} -m statistic --mode random --probability ${lostPart} -j DROP`
  const { status, stderr } = spawnSync('iptables', [how, ...match.split(' ')], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`iptables ${how} ${match}: ${stderr}`)
}
