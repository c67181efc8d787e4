import { type Pace, runLoad, type Target } from '../../harness/load.ts'
import { cpuMicroseconds, median } from '../../harness/measure.ts'
import type { Parts } from '../../harness/system.ts'

/** A server that is measured in turns with others; `processes` are those whose CPU time is measured, by name. */
export type Contender = Target & { name: string; processes: Readonly<Record<string, number>> }
/** Calls a second, answers that were not accepted, and microseconds of CPU a call: of Postgres and of each process, by name. */
export type Costs = { perSecond: number; unexpected: number; database: number; [process: string]: number }

/** Calls a server, and answers what that cost. */
export async function costsOf({ databaseCpu }: Parts, contender: Contender, pace: Pace): Promise<Costs> {
  const processes = Object.entries(contender.processes)
  const used = () => [databaseCpu(), ...processes.map(([, pid]) => cpuMicroseconds(pid))]
  const before = used()
  const { requests, seconds, unexpected, example } = await runLoad(contender, pace)
  const [database = 0, ...each] = used().map((now, i) => (now - (before[i] ?? 0)) / requests)
  if (example !== undefined) console.log(`${contender.name}: ${unexpected} unexpected answers, the first: ${example}`)
  const byName = Object.fromEntries(processes.map(([name], i) => [name, each[i] ?? 0]))
  return { ...byName, database, perSecond: requests / seconds, unexpected }
}

/** Medians of the samples that `inTurns` took, by contender and figure; 0 for a figure that a contender does not have. */
export function mediansByName(samples: ReadonlyMap<string, readonly Record<string, number>[]>) {
  return (name: string, figure: string) => median((samples.get(name) ?? []).map((sample) => sample[figure] ?? 0))
}
