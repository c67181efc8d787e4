import { describe, expect, it } from 'vitest'
import { catalog } from './catalog.ts'
import { publish } from './published.ts'
import { rankHistoryTool } from './ranks.ts'

/** Every schema inside a schema, those of properties and items included. */
function schemasIn(schema: unknown): Record<string, unknown>[] {
  if (Array.isArray(schema)) return schema.flatMap(schemasIn)
  if (schema === null || typeof schema !== 'object') return []
  const { properties, ...rest } = Object(schema)
  return [
    Object(schema),
    ...Object.values(Object(properties)).flatMap(schemasIn),
    ...Object.values(rest).flatMap(schemasIn),
  ]
}

describe('the schemas of every tool', () => {
  const all = catalog.map(publish).flatMap(({ inputSchema, outputSchema }) => schemasIn([inputSchema, outputSchema]))

  it('state one type each, and null as a choice beside it', () => {
    expect(all.filter(({ type }) => Array.isArray(type))).toEqual([])
    const { outputSchema } = publish(rankHistoryTool)
    expect(Object(outputSchema).properties.nextCursor).toEqual({ anyOf: [{ type: 'string' }, { type: 'null' }] })
  })

  it('say what they hold, in the configurations of clients too', () => {
    expect(all.filter((schema) => Object.keys(schema).length === 0)).toEqual([])
  })
})
