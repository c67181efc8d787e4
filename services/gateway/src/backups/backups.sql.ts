import type { Database } from '@rts/shared/service/transaction'
import { float, type RowOf } from '@rts/shared/sql/column'
import { query } from '@rts/shared/sql/statement'

/** In seconds; null without a back-up. */
const ages = { backup: float.orNull, wal: float.orNull }

/** deploy/postgres/backups.sh and deploy/backup.sh write the table. */
const agesQuery = query(
  ages,
  `SELECT extract(epoch FROM clock_timestamp() - (SELECT ended_at FROM last_backup))::float8 AS backup,
          extract(epoch FROM clock_timestamp() - last_archived_time)::float8 AS wal FROM pg_stat_archiver`,
)

export async function readBackupAges(db: Database): Promise<RowOf<typeof ages>> {
  return (await agesQuery.rows(db))[0] ?? { backup: null, wal: null }
}
