import type { Database } from '@rts/shared/service/transaction'
import { float, type RowOf } from '@rts/shared/sql/column'
import { query } from '@rts/shared/sql/statement'

/** Null: there is none, or none are made. */
const ages = { backup: float.orNull, wal: float.orNull }

/** deploy/postgres/backups.sh writes the table. */
const agesQuery = query(
  ages,
  `SELECT extract(epoch FROM clock_timestamp() - (SELECT ended_at FROM last_backup))::float8 AS backup,
          extract(epoch FROM clock_timestamp() - last_archived_time)::float8 AS wal FROM pg_stat_archiver`,
)

/** The ages in seconds of the last back-up of the cluster and of its last archived WAL. */
export async function readBackupAges(db: Database): Promise<RowOf<typeof ages>> {
  return (await agesQuery.rows(db))[0] ?? { backup: null, wal: null }
}
