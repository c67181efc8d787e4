import type { Pool } from 'pg'
import { Counter, Gauge, type Registry } from 'prom-client'
import { inTime } from '../in-time.ts'
import { float, int } from '../sql/column.ts'
import { query } from '../sql/statement.ts'

/** Shorter than the wait of a reader of the metrics: a silent database must not hide the other figures. */
const patienceMs = 2_000

/** A figure that is counted when the metrics are read. While it cannot be counted, the last figure stays. */
export function createGauge(
  registry: Registry,
  { name, help, count }: { name: string; help: string; count(): Promise<number> },
): void {
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

/** A counter; answers the function that adds one under some labels. */
export function createCounter<L extends string>(
  registry: Registry,
  { name, help, labelNames }: { name: string; help: string; labelNames: readonly L[] },
): (labels: Record<L, string>) => void {
  const counter = new Counter({ name, help, labelNames: [...labelNames], registers: [registry] })
  return (labels) => counter.inc(labels)
}

const server = { database_connections: int, database_connections_max: int, database_bytes: float }
const serverNow = query(
  server,
  `SELECT sum(numbackends)::int AS database_connections, current_setting('max_connections')::int AS database_connections_max,
     pg_database_size(current_database())::float8 AS database_bytes
   FROM pg_stat_database`,
)

/** Shows what a service's database server holds. Only its machine knows how much room its disk has. */
export function showDatabase({ registry, pool }: { registry: Registry; pool: Pool }): void {
  createGauges(
    registry,
    {
      database_connections: "Connections to all databases of this service's database server",
      database_connections_max: 'How many it accepts (max_connections)',
      database_bytes: "The size of this service's own database",
    },
    () => serverNow.require(pool),
  )
}
