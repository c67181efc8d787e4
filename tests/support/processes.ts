import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** A file of a process; empty once it has ended. */
export function procFile(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}

function allPids(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 1)
}

/** The process of a service of the system that has this broker, where each has its own. */
export function pidOfService(service: string, natsUrl: string): number | undefined {
  const runs = (pid: number) => procFile(pid, 'cmdline').includes(`services/${service}/src/main.ts`)
  return allPids().find((pid) => runs(pid) && procFile(pid, 'environ').includes(natsUrl))
}

/** The one process of all services of the system that this process has started. */
export function pidOfServices(): number | undefined {
  const runs = (pid: number) => procFile(pid, 'cmdline').includes('src/together/process.ts')
  return allPids().find((pid) => runs(pid) && procFile(pid, 'status').includes(`PPid:\t${process.pid}\n`))
}

/** The database server of a system's folder, 0 while it is away, then its children. */
export function pidsOfPostgres(folder: string): number[] {
  const file = path.join(folder, 'postgres', 'cluster', 'postmaster.pid')
  const server = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : 0
  return [server, ...allPids().filter((pid) => procFile(pid, 'status').includes(`PPid:\t${server}\n`))]
}
