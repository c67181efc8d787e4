import { EventEmitter } from 'node:events'
import { ColumnTypeEnum, type SqlResultSet } from '@prisma/driver-adapter-utils'
import type pg from 'pg'

type RowDescription = { fields: { name: string; dataTypeID: number }[] }

const charOid = 18
const textOid = 25
const mark = '\u0000char'

/**
 * The catalogs have columns of the type "char", which the adapter cannot map. The adapter sees them as text under a marked name,
 * and `unmarkCatalogColumns` turns them back into characters.
 */
export function markCatalogColumns(pool: pg.Pool): pg.Pool {
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

/** Turns marked text columns of a result back into characters. */
export function unmarkCatalogColumns(result: SqlResultSet): SqlResultSet {
  const columnTypes = result.columnTypes.map((type, at) =>
    result.columnNames[at]?.endsWith(mark) ? ColumnTypeEnum.Character : type,
  )
  return { ...result, columnTypes, columnNames: result.columnNames.map((name) => name.replace(mark, '')) }
}
