import type { Operation } from '@rts/shared/contract/operation'
import type { OperationName } from '@rts/shared/contract/table'
import { z } from 'zod'
import type { Input } from './person-calls.ts'
import { newReport } from './report.ts'

export const unknownId = '00000000-0000-4000-8000-000000000000'
type Needed = Omit<Input, 'params'>
const month = '2027-01'
const domain = 'rival.example.com'
/** Of rows with rules that their schemas' JSON form lacks, and of those that are to change or to find something. */
const given: Partial<Record<OperationName, Needed>> = {
  'competitors.add': { body: { domain } },
  'figures.snapshot': { query: { country: 'us', language: 'en' } },
  'foundKeywords.list': { query: { q: 'matrix' } },
  'ideaPlans.create': { body: { ideaId: unknownId, publishOn: month } },
  'keywords.import': { body: { from: 'serpbear', domain, text: 'Keyword' } },
  'keywordTags.update': { body: { ids: [unknownId], add: ['x'] } },
  'keywords.update': { body: { country: 'gb' } },
  'keywords.updateBulk': { body: { ids: [unknownId], country: 'gb' } },
  'movements.list': { query: { days: 30 } },
  'places.list': { query: { q: 'Aus' } },
  'plans.create': { body: { q: 'tea', publishOn: month } },
  'prompts.create': { body: { prompt: 'Which tea?' } },
  'prompts.update': { body: { paused: true } },
  'reports.create': { body: newReport() },
  'reports.update': { body: newReport() },
  'research.run': { body: { q: 'tea' } },
  'searchConsoleFigures.list': { query: { days: 28 } },
  'siteDepth.update': { body: { smart: true } },
  'siteSchema.check': { body: { code: '<p>' } },
  'sites.create': { body: { domain } },
  'sites.update': { body: { name: 'x' } },
}

/** The least input of a row beside its path, by its schemas. Throws for a row that needs an entry above. */
export function neededInput(name: OperationName, row: Operation): Needed {
  const parts = (['query', 'body'] as const).flatMap((part) => {
    const schema = row[part]
    if (!schema) return []
    const input = given[name]?.[part] ?? sampleOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
    const { error } = schema.safeParse(input)
    if (error) throw new Error(`Name an input of ${name} here: ${z.prettifyError(error)}`)
    return [[part, input]]
  })
  return Object.fromEntries(parts)
}

const texts: Record<string, string> = {
  date: '2026-01-01',
  'date-time': '2026-01-01T00:00:00.000Z',
  email: 'nobody@example.com',
  uuid: unknownId,
}

/** The shortest value of a schema: what is required, and the first of each choice. */
function sampleOf(schema: z.core.JSONSchema._JSONSchema | undefined): unknown {
  if (schema === undefined || typeof schema === 'boolean') return {}
  const { type, required = [], properties = {}, items, minItems = 0 } = schema
  const [choice] = schema.anyOf ?? schema.oneOf ?? []
  if (choice !== undefined) return sampleOf(choice)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (type === 'object') return Object.fromEntries(required.map((key) => [key, sampleOf(properties[key])]))
  if (type === 'array') return Array.from({ length: minItems }, () => sampleOf(Array.isArray(items) ? items[0] : items))
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1
  return texts[schema.format ?? ''] ?? 'x'.repeat(schema.minLength ?? 1)
}
