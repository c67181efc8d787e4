import pg from 'pg'
import { connectionFields, type Datasource } from './datasource.ts'

export type CommandFailure = { code: string; message: string }

/** Runs one of the engine's one-shot commands. Answers its failure with Prisma's error code, or undefined. */
export async function runDatabaseCommand(command: string, source: Datasource): Promise<CommandFailure | undefined> {
  try {
    if (command === 'can-connect-to-database') await query(source, 'SELECT 1')
    else if (command === 'create-database') {
      await query({ ...source, database: 'postgres' }, `CREATE DATABASE ${pg.escapeIdentifier(source.database)}`)
    } else return { code: 'P0000', message: `This schema engine does not know the command ${command}` }
    return undefined
  } catch (error) {
    return explain(error, source)
  }
}

async function query(source: Datasource, sql: string): Promise<void> {
  const client = new pg.Client({ ...connectionFields(source), connectionTimeoutMillis: 5_000 })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

function explain(error: unknown, source: Datasource): CommandFailure {
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === '3D000') return { code: 'P1003', message: `Database ${source.database} does not exist` }
  if (code === '42P04') return { code: 'P1009', message: `Database ${source.database} exists already` }
  if (code === '28P01' || code === '28000') return { code: 'P1000', message }
  return { code: 'P1001', message: `No database server answers at ${source.host}:${source.port}: ${message}` }
}
