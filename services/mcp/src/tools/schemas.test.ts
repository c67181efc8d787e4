import { dearTexts } from '@rts/shared/testing/hostile-texts'
import { countWork } from '@rts/shared/testing/work'
import { afterAll, describe, expect, it } from 'vitest'
import { catalog } from './catalog.ts'
import { publish } from './published.ts'
import { rankHistoryTool } from './ranks.ts'
import { readTools } from './testing/read-tools.ts'

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
  const published = catalog.map(publish)
  const inputs = schemasIn(published.map(({ inputSchema }) => inputSchema))
  const outputs = schemasIn(published.map(({ outputSchema }) => outputSchema))

  it('state one type each in an input, and null as a second one in an answer', () => {
    expect(inputs.filter(({ type }) => Array.isArray(type))).toEqual([])
    const several = outputs.flatMap(({ type }) => (Array.isArray(type) ? [type] : []))
    expect(several.filter((types) => types.length !== 2 || types[1] !== 'null')).toEqual([])
    expect(outputs.filter(({ anyOf, required }) => anyOf !== undefined || required !== undefined)).toEqual([])
    const { outputSchema } = publish(rankHistoryTool)
    expect(Object(outputSchema).properties.nextCursor).toEqual({ type: ['string', 'null'] })
  })

  it('say what they hold, in the configurations of clients too', () => {
    expect([...inputs, ...outputs].filter((schema) => Object.keys(schema).length === 0)).toEqual([])
  })
})

describe('the input of every tool', () => {
  const work = countWork(import.meta.resolve('./testing/read-tools.ts'), readTools.name)
  afterAll(() => work.stop())

  it('is read in the time of its length, whatever it holds', async () => {
    expect(await dearTexts(work, 48_000)).toEqual([])
  })
})
