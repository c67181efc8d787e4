import type { Database } from '@rts/shared/service/transaction'
import { float, type RowOf } from '@rts/shared/sql/column'
import { query } from '@rts/shared/sql/statement'

/** Null: there is none, or none are made. */
const ages = { backup: float.orNull, wal: float.orNull }

/** deploy/postgres/backups.sh writes the comment. */
const agesQuery = query(
  ages,
  `SELECT extract(epoch FROM clock_timestamp() - substring(shobj_description(d.oid, 'pg_database')
            FROM '^last back-up (.*)$')::timestamptz)::float8 AS backup,
          extract(epoch FROM clock_timestamp() - a.last_archived_time)::float8 AS wal
   FROM pg_database d, pg_stat_archiver a WHERE d.datname = 'postgres'`,
)

/** The ages in seconds of the last back-up of the cluster and of its last archived WAL. */
export async function readBackupAges(db: Database): Promise<RowOf<typeof ages>> {
  return (await agesQuery.rows(db))[0] ?? { backup: null, wal: null }
}
