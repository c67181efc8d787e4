import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { send } from '../process.ts'
import type { Cluster } from './cluster.ts'

/**
 * Cleans up after a killed runner: removes a postmaster.pid without a server, and stops a server without its runner. Throws if its runner
 * is alive.
 */
export async function clearLeftover(cluster: Cluster, deadlineMs: number): Promise<void> {
  const pidFile = path.join(cluster.folder, 'postmaster.pid')
  if (!existsSync(pidFile)) return
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n', 1)[0])
  if (!servesFolder(pid, cluster.folder)) return rmSync(pidFile, { force: true })
  const owner = existsSync(cluster.ownerFile) ? Number(readFileSync(cluster.ownerFile, 'utf8')) : undefined
  if (parentOf(pid) === owner) {
    throw new Error(`${path.dirname(cluster.folder)} is in use by process ${owner} (its Postgres is process ${pid})`)
  }
  send(pid, 'SIGINT')
  if (!(await ended(pid, cluster.folder, deadlineMs))) send(pid, 'SIGKILL')
  if (!(await ended(pid, cluster.folder, deadlineMs))) throw new Error(`The old Postgres, process ${pid}, did not stop`)
  rmSync(pidFile, { force: true })
}

// Process ids are reused.
function servesFolder(pid: number, folder: string): boolean {
  if (!Number.isInteger(pid) || pid <= 1) return false
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder)
  } catch {
    return false
  }
}

function parentOf(pid: number): number | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/status`, 'utf8').match(/^PPid:\s+(\d+)/m)
    return line?.[1] === undefined ? undefined : Number(line[1])
  } catch {
    return undefined
  }
}

async function ended(pid: number, folder: string, deadlineMs: number): Promise<boolean> {
  const end = performance.now() + deadlineMs
  while (servesFolder(pid, folder)) {
    if (performance.now() > end) return false
    await delay(20)
  }
  return true
}
