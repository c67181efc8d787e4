import type { Pool } from 'pg'
import { Counter, Gauge, type Registry } from 'prom-client'
import { inTime } from '../scheduling.ts'
import { float, int } from '../sql/column.ts'
import { query } from '../sql/statement.ts'

/** Below the reader's wait: a silent database must not hide other figures. */
const patienceMs = 2_000

/** Counted on each read; the last figure stays while counting fails. */
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
