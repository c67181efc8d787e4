import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlResultSet,
} from '@prisma/driver-adapter-utils'
import { SchemaEngine } from '@prisma/schema-engine-wasm'
import pg from 'pg'

const root = path.resolve(import.meta.dirname, '..', '..', '..', '..')
const engineGlobals = {
  // The engine's bindings look for this global to report a panic.
  PRISMA_WASM_PANIC_REGISTRY: {
    set_message(message: string) {
      throw new Error(message)
    },
  },
}
Object.assign(globalThis, engineGlobals)

/**
 * The SQL that would bring the database to the schema of the service in `serviceDir`, empty without a difference. The schema engine is
 * WebAssembly: the native one is a download.
 */
export async function schemaDrift(serviceDir: string, databaseUrl: string): Promise<string> {
  const file = path.resolve(root, serviceDir, 'prisma', 'schema.prisma')
  const content = readFileSync(file, 'utf8')
  const files = [{ path: file, content }]
  const pool = markCatalogColumns(new pg.Pool({ connectionString: databaseUrl }))
  try {
    const adapter = bindMigrationAwareSqlAdapterFactory(adapterFactory(pool))
    const engine = await SchemaEngine.new({ datamodels: [[file, content]] }, () => undefined, adapter)
    const { stdout } = await engine.diff({
      from: { tag: 'schemaDatasource', files, configDir: path.dirname(file) },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    })
    const sql = stdout ?? ''
    return sql.replace(/^\s*--.*$/gm, '').trim() === '' ? '' : sql
  } finally {
    await pool.end()
  }
}

function adapterFactory(pool: pg.Pool): SqlMigrationAwareDriverAdapterFactory {
  const prisma = new PrismaPg(pool)
  const withCatalogs = (adapter: SqlDriverAdapter): SqlDriverAdapter => {
    const queryRaw = adapter.queryRaw.bind(adapter)
    return Object.assign(adapter, {
      queryRaw: async (query: Parameters<typeof queryRaw>[0]) => unmarkCatalogColumns(await queryRaw(query)),
    })
  }
  return {
    provider: prisma.provider,
    adapterName: prisma.adapterName,
    connect: async () => withCatalogs(await prisma.connect()),
    connectToShadowDb: () => prisma.connectToShadowDb(),
  }
}

type RowDescription = { fields: { name: string; dataTypeID: number }[] }

const charOid = 18
const textOid = 25
const mark = '\u0000char'

/** The adapter cannot map columns of the type "char": it gets them as text under a marked name. */
function markCatalogColumns(pool: pg.Pool): pg.Pool {
  pool.on('connect', (client) => {
    if (!('connection' in client) || !(client.connection instanceof EventEmitter)) {
      throw new Error('This version of pg does not expose its connection')
    }
    client.connection.prependListener('rowDescription', ({ fields }: RowDescription) => {
      for (const field of fields.filter((each) => each.dataTypeID === charOid)) {
        field.dataTypeID = textOid
        field.name += mark
      }
    })
  })
  return pool
}

function unmarkCatalogColumns(result: SqlResultSet): SqlResultSet {
  const columnTypes = result.columnTypes.map((type, at) =>
    result.columnNames[at]?.endsWith(mark) ? ColumnTypeEnum.Character : type,
  )
  return { ...result, columnTypes, columnNames: result.columnNames.map((name) => name.replace(mark, '')) }
}
