import { createGauge } from '@rts/shared/service/gauge'
import type { Database } from '@rts/shared/service/transaction'
import type { Registry } from 'prom-client'
import { readBackupAges } from './backups.sql.ts'

/** Exports the ages of the last back-up and archived WAL; NaN without any. */
export function showBackupAges(registry: Registry, db: Database): void {
  createGauge(registry, {
    name: 'gateway_backup_age_seconds',
    help: 'Since the last back-up of the database cluster; NaN without one',
    count: async () => (await readBackupAges(db)).backup ?? Number.NaN,
  })
  createGauge(registry, {
    name: 'gateway_archived_wal_age_seconds',
    help: 'Since Postgres archived WAL the last time; NaN if it never did',
    count: async () => (await readBackupAges(db)).wal ?? Number.NaN,
  })
}
