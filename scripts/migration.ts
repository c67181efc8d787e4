// Prints the next migration of a service, all that its schema has and its migrations do not make: node scripts/migration.ts projects
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureDatabase, startPostgres } from '@rts/local/postgres'
import { schemaDrift } from '@rts/local/prisma/drift'
import { databaseServices } from '@rts/shared/contract/services'
import { migrateDatabase } from '@rts/shared/service/migrations'

const service = databaseServices.find((name) => name === process.argv[2])
if (service === undefined) throw new Error(`usage: node scripts/migration.ts ${databaseServices.join('|')}`)
const dataDir = mkdtempSync(path.join(tmpdir(), 'next-migration-'))
const server = await startPostgres({ dataDir, fsync: false })
try {
  const url = await ensureDatabase(server.url('postgres'), service)
  await migrateDatabase(url, service)
  process.stdout.write(await schemaDrift(`services/${service}`, url))
} finally {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
