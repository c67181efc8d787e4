import { readdirSync, readFileSync } from 'node:fs'
import os from 'node:os'

/** The middle value; the mean of the two in the middle for an even count. NaN for none. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** The value below which a share `q` of the values lies, linearly interpolated. */
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

/** CPU time that a process has used so far, user and system, all threads: microseconds, from /proc. */
export function cpuMicroseconds(pid: number): number {
  const fields = statFields(pid)
  return (Number(fields[11]) + Number(fields[12])) * microsecondsPerTick
}

/** CPU time of the database server that `backendPid` is a part of. */
export function serverCpuMicroseconds(backendPid: number): number {
  return familyCpuMicroseconds(Number(statFields(backendPid)[1]))
}

/** CPU time of a process with all its children, those that have ended too: microseconds. */
export function familyCpuMicroseconds(server: number): number {
  const parts = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isChild(name, server))
  const ended =
    statFields(server)
      .slice(13, 15)
      .reduce((sum, ticks) => sum + Number(ticks), 0) * microsecondsPerTick
  return ended + parts.reduce((sum, pid) => sum + cpuMicroseconds(Number(pid)), cpuMicroseconds(server))
}

function isChild(pid: string, parent: number): boolean {
  try {
    return Number(statFields(pid)[1]) === parent
  } catch {
    return false
  }
}

/** The most resident memory that a process ever had, in megabytes. */
export function peakMegabytes(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024
}

/** What the figures were taken on. */
export function machine(): string {
  return `${os.cpus().length} x ${os.cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.version}`
}

/** Rows of figures in aligned columns. */
export function printTable(rows: readonly Record<string, string | number>[]): void {
  const names = Object.keys(rows[0] ?? {})
  const cells = [names, ...rows.map((row) => names.map((name) => String(row[name] ?? '')))]
  const widths = names.map((_, i) => Math.max(...cells.map((line) => line[i]?.length ?? 0)))
  for (const line of cells)
    console.log(
      line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  '),
    )
}
