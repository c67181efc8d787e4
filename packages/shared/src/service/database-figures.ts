import { float, int } from '../sql/column.ts'
import { query } from '../sql/statement.ts'
import { createGauges } from './gauge.ts'
import type { ServiceParts } from './run-service.ts'

const server = { database_connections: int, database_connections_max: int, database_bytes: float }
const serverNow = query(
  server,
  `SELECT sum(numbackends)::int AS database_connections, current_setting('max_connections')::int AS database_connections_max,
     pg_database_size(current_database())::float8 AS database_bytes
   FROM pg_stat_database`,
)

/** Shows what a service's database server holds. How much room its disk has, only that machine knows. */
export function showDatabase({ registry, pool }: Pick<ServiceParts, 'registry' | 'pool'>): void {
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
