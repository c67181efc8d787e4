import { Gauge, type Registry } from 'prom-client'

type Counted = { name: string; help: string; count(): Promise<number> }

/** A figure that is counted when the metrics are read. While it cannot be counted, the last figure stays. */
export function createGauge(registry: Registry, { name, help, count }: Counted): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      await count().then(
        (value) => this.set(value),
        () => {},
      )
    },
  })
}
