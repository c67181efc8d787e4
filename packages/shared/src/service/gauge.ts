import { Gauge, type Registry } from 'prom-client'
import { inTime } from '../in-time.ts'

type Counted = { name: string; help: string; count(): Promise<number> }

/** Shorter than the wait of a reader of the metrics: a silent database must not hide the other figures. */
const patienceMs = 2_000

/** A figure that is counted when the metrics are read. While it cannot be counted, the last figure stays. */
export function createGauge(registry: Registry, { name, help, count }: Counted): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const value = await inTime(patienceMs, count(), null).catch(() => null)
      if (value !== null) this.set(value)
    },
  })
}

/** Figures of one read: a text for each, by the metric's name. */
export function createGauges<N extends string>(
  registry: Registry,
  helps: Readonly<Record<N, string>>,
  read: () => Promise<Readonly<Record<N, number>>>,
): void {
  let reading: Promise<Readonly<Record<N, number>>> | undefined
  const readOnce = () => {
    reading ??= read().finally(() => {
      reading = undefined
    })
    return reading
  }
  for (const name in helps)
    createGauge(registry, { name, help: helps[name], count: async () => (await readOnce())[name] })
}
