/** What is wrong with the parameters of a message, where an SDK would answer with its own insides; null when nothing is. */
export function badParams(message: unknown): string | null {
  const { method, params } = Object(message)
  if (method === 'tools/call') return badCall(Object(params))
  if (method === 'tools/list') return badList(Object(params))
  return null
}

function badCall({ name, arguments: args }: { name?: unknown; arguments?: unknown }): string | null {
  if (typeof name !== 'string' || name === '') return 'params.name must be the name of a tool'
  if (args === undefined || (typeof args === 'object' && args !== null && !Array.isArray(args))) return null
  return 'params.arguments must be an object'
}

function badList({ cursor }: { cursor?: unknown }): string | null {
  return cursor === undefined || typeof cursor === 'string' ? null : 'params.cursor must be a text'
}
