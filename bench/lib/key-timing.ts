import { quantile } from './stats.ts'

/** How far refusal times tell a key that begins like a real one from garbage: the absolute value of Welch's t. */
export async function keyTiming(baseUrl: string, keys: string[]): Promise<number> {
  const unknown = strangers(keys)
  const times: [number[], number[]] = [[], []]
  for (let i = 0; i < 10_000; i++) {
    const side = i % 2
    const key = side ? unknown[i % unknown.length] : unknown[0]
    const startedAt = performance.now()
    await (await fetch(`${baseUrl}/projects`, { headers: { authorization: `Bearer ${key}` } })).arrayBuffer()
    times[side === 0 ? 0 : 1].push(performance.now() - startedAt)
  }
  return Math.abs(welch(trimmed(times[0]), trimmed(times[1])))
}

/** Two keys of no account: one with the start of a real key, and garbage of the same length. */
function strangers(keys: string[]): string[] {
  const real = keys[0] ?? ''
  return [`${real.slice(0, 40)}${'A'.repeat(real.length - 40)}`, `rts_sk_${'z'.repeat(real.length - 7)}`]
}

function trimmed(values: number[]): number[] {
  const limit = quantile(values, 0.95)
  return values.filter((value) => value <= limit)
}

function welch(a: number[], b: number[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = (values: number[]) =>
    values.reduce((sum, value) => sum + (value - mean(values)) ** 2, 0) / (values.length - 1)
  const ma = mean(a)
  const mb = mean(b)
  const va = variance(a)
  const vb = variance(b)
  return (ma - mb) / Math.sqrt(va / a.length + vb / b.length)
}
