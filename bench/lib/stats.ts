import { readdirSync, readFileSync } from 'node:fs'
import os from 'node:os'

/** The median; for an even count the mean of the two middle values. NaN for no values. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** The quantile `q` of the values, linearly interpolated. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (sorted.length - 1) * q
  const low = sorted[Math.floor(at)] ?? Number.NaN
  const high = sorted[Math.ceil(at)] ?? Number.NaN
  return low + (high - low) * (at - Math.floor(at))
}

export function round(value: number, digits = 0): number {
  return Number(value.toFixed(digits))
}

const microsecondsPerTick = 10_000

function statFields(pid: number | string): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** CPU time of a process so far, user and system, all threads: microseconds, from /proc. */
export function cpuMicroseconds(pid: number): number {
  const fields = statFields(pid)
  return (Number(fields[11]) + Number(fields[12])) * microsecondsPerTick
}

/** CPU time of the database server that `backendPid` belongs to. */
export function serverCpuMicroseconds(backendPid: number): number {
  return familyCpuMicroseconds(Number(statFields(backendPid)[1]))
}

/** CPU time of a process and all its children, ended ones included: microseconds. */
export function familyCpuMicroseconds(server: number): number {
  const children = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? childCpu(name, server) : []))
  const ended =
    statFields(server)
      .slice(13, 15)
      .reduce((sum, ticks) => sum + Number(ticks), 0) * microsecondsPerTick
  return children.reduce((sum, cpu) => sum + cpu, ended + cpuMicroseconds(server))
}

/** Empty for a process of another parent, and for one that has just ended. */
function childCpu(pid: string, parent: number): number[] {
  try {
    return Number(statFields(pid)[1]) === parent ? [cpuMicroseconds(Number(pid))] : []
  } catch {
    return []
  }
}

/** The peak resident memory of a process, in megabytes. */
export function peakMegabytes(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024
}

/** The machine that the figures were measured on. */
export function machine(): string {
  return `${os.cpus().length} x ${os.cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.version}`
}

/** Prints rows of figures in aligned columns. */
export function printTable(rows: readonly Record<string, string | number>[]): void {
  const names = Object.keys(rows[0] ?? {})
  const cells = [names, ...rows.map((row) => names.map((name) => String(row[name] ?? '')))]
  const widths = names.map((_, i) => Math.max(...cells.map((line) => line[i]?.length ?? 0)))
  for (const line of cells)
    console.log(
      line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  '),
    )
}
