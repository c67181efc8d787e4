import { type Pace, runLoad, type Target } from '../../harness/load.ts'
import { cpuMicroseconds, median, mediansOf, round, sumOf } from '../../harness/measure.ts'
import type { Parts } from '../../harness/system.ts'

/**
 * A server that is measured in turns with others; `processes` are those whose CPU time is measured, by name. `asOftenAs`: called at the
 * rate of that one, not at full speed. A process that waits more pays more for each call: at one rate, only the code differs.
 */
export type Contender = Target & { name: string; processes: Readonly<Record<string, number>>; asOftenAs?: string }
/** Calls a second, answers that were not accepted, and microseconds of CPU a call: of Postgres and of each process, by name. */
type Costs = { perSecond: number; unexpected: number; database: number; [process: string]: number }
type Samples = ReadonlyMap<string, readonly Costs[]>
type Plan = Omit<Pace, 'perSecond'> & { rounds: number; warmUpSeconds: number }

/**
 * Warms each server up, until its hot code is compiled, and measures all in each round, which begins with another one: other work on the
 * machine affects them alike. Answers the samples by name.
 */
export async function inTurns(
  parts: Parts,
  contenders: readonly Contender[],
  { rounds, warmUpSeconds, ...pace }: Plan,
): Promise<Samples> {
  for (const contender of contenders) await runLoad(contender, { ...pace, seconds: warmUpSeconds })
  const taken = new Map(contenders.map(({ name }): [string, Costs[]] => [name, []]))
  for (let i = 0; i < rounds; i++)
    for (const nth of contenders.keys()) {
      const contender = contenders[(i + nth) % contenders.length]
      if (!contender) continue
      const perSecond = taken.get(contender.asOftenAs ?? '')?.at(-1)?.perSecond
      taken.get(contender.name)?.push(await costsOf(parts, contender, { ...pace, perSecond }))
    }
  return taken
}

/** Calls a server, and answers what that cost. */
async function costsOf({ databaseCpu }: Parts, contender: Contender, pace: Pace): Promise<Costs> {
  const processes = Object.entries(contender.processes)
  const used = () => [databaseCpu(), ...processes.map(([, pid]) => cpuMicroseconds(pid))]
  const before = used()
  const { requests, seconds, unexpected, example } = await runLoad(contender, pace)
  const [database = 0, ...each] = used().map((now, i) => (now - (before[i] ?? 0)) / requests)
  if (example !== undefined) console.log(`${contender.name}: ${unexpected} unexpected answers, the first: ${example}`)
  const byName = Object.fromEntries(processes.map(([name], i) => [name, each[i] ?? 0]))
  return { ...byName, database, perSecond: requests / seconds, unexpected }
}

/** A row for each server: the medians of its samples, and how many answers were not accepted. */
export function rowsOf(samples: Samples) {
  return [...samples].map(([server, taken]) => {
    const { perSecond = 0, unexpected: _, ...costs } = mediansOf(taken, 1)
    const named = Object.entries(costs).map(([process, us]) => [`${process} us/call`, us])
    const unexpected = sumOf(taken.map((sample) => sample.unexpected))
    return { server, 'requests/s': round(perSecond), ...Object.fromEntries(named), unexpected }
  })
}

/** The median of a figure of a server; 0 for a figure that it does not have. */
export function mediansByName(samples: Samples) {
  return (name: string, figure: string) => median((samples.get(name) ?? []).map((sample) => sample[figure] ?? 0))
}
