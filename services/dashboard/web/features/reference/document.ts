import { queryOptions } from '@tanstack/react-query'
import { get } from '../../api/send.ts'

export type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  description?: string
  examples?: unknown[]
}
type Content = Record<string, { schema: Schema; example?: unknown }>
export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  parameters?: {
    name: string
    in: 'path' | 'query'
    required: boolean
    description: string
    schema: Schema
    example: unknown
  }[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content?: Content }>
}
export type Listed = Operation & { method: string; path: string }
type OpenApi = {
  info: { description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}
export type Reference = Pick<OpenApi, 'tags'> & {
  introduction: string
  url: string
  schemas: Record<string, Schema>
  operations: Listed[]
}

export const reference = queryOptions({
  queryKey: ['reference'],
  // safe because our own service writes it, in this form
  queryFn: async ({ signal }) => referenceOf((await get('/docs/openapi.json', { signal })) as OpenApi),
  staleTime: Number.POSITIVE_INFINITY,
})

function referenceOf(document: OpenApi): Reference {
  const { info, servers, tags, paths, components } = document
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
  )
  return {
    tags,
    operations,
    schemas: components.schemas,
    introduction: info.description,
    url: servers[0]?.url ?? '',
  }
}

export function found({ operations }: Reference, words: string): Listed[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  return operations.filter((operation) => {
    const text = JSON.stringify(operation).toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
}
