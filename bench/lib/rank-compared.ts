import { median, round } from './stats.ts'

type Times = { p50: number; p95: number }

/** One read alone and beside other sites' history: short rounds in turns, so that other load on the machine affects both alike. */
export async function compareReads(
  read: string,
  measure: { alone(): Promise<Times>; beside(): Promise<Times> },
  rounds: number,
) {
  const samples: Record<keyof typeof measure, Times[]> = { alone: [], beside: [] }
  for (let i = 0; i <= rounds; i++) {
    const both = { alone: await measure.alone(), beside: await measure.beside() }
    // The first round is the warm-up.
    if (i === 0) continue
    samples.alone.push(both.alone)
    samples.beside.push(both.beside)
  }
  const of = (who: keyof typeof measure, what: keyof Times) => median(samples[who].map((sample) => sample[what]))
  return {
    read,
    'alone p50 ms': round(of('alone', 'p50'), 2),
    'alone p95 ms': round(of('alone', 'p95'), 2),
    'beside p50 ms': round(of('beside', 'p50'), 2),
    'beside p95 ms': round(of('beside', 'p95'), 2),
    growth: round(of('beside', 'p50') / of('alone', 'p50'), 2),
  }
}
