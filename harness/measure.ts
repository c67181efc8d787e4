import { readdirSync, readFileSync } from 'node:fs'
import os from 'node:os'

/** The median; for an even count the mean of the two middle values. NaN for no values. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** The median of each figure, rounded, by its name in the first of the samples. */
export function mediansOf(samples: readonly Record<string, number>[], digits = 0): Record<string, number> {
  const middle = (name: string) => round(median(samples.map((each) => each[name] ?? Number.NaN)), digits)
  return Object.fromEntries(Object.keys(samples[0] ?? {}).map((name) => [name, middle(name)]))
}

/** The quantile `q` of the values, linearly interpolated. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (sorted.length - 1) * q
  const low = sorted[Math.floor(at)] ?? Number.NaN
  const high = sorted[Math.ceil(at)] ?? Number.NaN
  return low + (high - low) * (at - Math.floor(at))
}

export function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

export function round(value: number, digits = 0): number {
  return Number(value.toFixed(digits))
}

/** The answers of so many runs, one after the other. */
export async function repeated<T>(times: number, run: (nth: number) => Promise<T>): Promise<T[]> {
  const all: T[] = []
  while (all.length < times) all.push(await run(all.length))
  return all
}

/** Milliseconds until `work` is done. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

/** Milliseconds of this process's CPU, all threads, for `work`. */
export async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
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

/** CPU time of a process and all its children, ended ones included: microseconds. */
export function familyCpuMicroseconds(server: number): number {
  const children = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? childCpu(name, server) : []))
  const ended = sumOf(statFields(server).slice(13, 15).map(Number)) * microsecondsPerTick
  return sumOf(children) + ended + cpuMicroseconds(server)
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

/** A figure of a service's metrics; NaN if it has none of that name. */
export async function metricOf(adminUrl: string, name: string): Promise<number> {
  const text = await (await fetch(`${adminUrl}/metrics`)).text()
  return Number(new RegExp(`^${name}\\S* (\\S+)`, 'm').exec(text)?.[1] ?? Number.NaN)
}

/** The machine that figures were measured on. */
export function machine(): string {
  return `${os.cpus().length} x ${os.cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.version}`
}
