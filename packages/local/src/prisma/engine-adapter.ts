import { randomUUID } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import {
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQueryable,
  type Transaction,
} from '@prisma/driver-adapter-utils'
import pg from 'pg'
import { markCatalogColumns, unmarkCatalogColumns } from './catalog-columns.ts'
import { connectionFields, type Datasource } from './datasource.ts'

/** Prisma's adapter for pg, with the additions that a schema engine needs: catalog types, whole scripts, a shadow database. */
export function engineAdapterFactory(source: Datasource): SqlMigrationAwareDriverAdapterFactory {
  return {
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connect: () => connect(source),
    connectToShadowDb: () => connectToShadow(source),
  }
}

async function connect(source: Datasource): Promise<SqlDriverAdapter> {
  const pool = markCatalogColumns(new pg.Pool({ ...connectionFields(source), max: 2, allowExitOnIdle: true }))
  const options = source.schema === undefined ? {} : { schema: source.schema }
  const inner = await new PrismaPg(pool, { ...options, disposeExternalPool: true }).connect()
  return {
    ...queryable(inner),
    executeScript: (script) => executeScript(pool, script),
    startTransaction: async (level) => transaction(await inner.startTransaction(level)),
    getConnectionInfo: () => inner.getConnectionInfo(),
    dispose: () => inner.dispose(),
  }
}

// The adapter's own version drops the shadow database while its pool is still connected to it, which fails.
async function connectToShadow(source: Datasource): Promise<SqlDriverAdapter> {
  const main = await connect(source)
  const database = `prisma_migrate_shadow_db_${randomUUID()}`
  await main.executeScript(`CREATE DATABASE ${pg.escapeIdentifier(database)}`)
  const shadow = await connect({ ...source, database })
  const dispose = async () => {
    await shadow.dispose()
    await main.executeScript(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(database)} WITH (FORCE)`)
    await main.dispose()
  }
  return { ...shadow, dispose }
}

function queryable(inner: SqlQueryable): SqlQueryable {
  return {
    provider: inner.provider,
    adapterName: inner.adapterName,
    queryRaw: async (query) => unmarkCatalogColumns(await inner.queryRaw(query)),
    executeRaw: (query) => inner.executeRaw(query),
  }
}

function transaction(inner: Transaction): Transaction {
  return {
    ...queryable(inner),
    options: inner.options,
    commit: () => inner.commit(),
    rollback: () => inner.rollback(),
  }
}

// The adapter splits a script at every semicolon, even inside the body of a function; the server splits it correctly.
async function executeScript(pool: pg.Pool, script: string): Promise<void> {
  try {
    await pool.query(script)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    const { code = 'N/A', severity = 'N/A', message, detail, column, hint } = error
    throw new DriverAdapterError({ kind: 'postgres', code, severity, message, detail, column, hint })
  }
}
