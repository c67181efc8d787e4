/** The error in a message's parameters, for which an SDK would answer with its internals; null if there is none. */
export function badParams(message: unknown): string | null {
  const { method, params } = Object(message)
  if (method === 'tools/call') return badCall(Object(params))
  if (method === 'prompts/get') return badPrompt(Object(params))
  if (method === 'tools/list' || method === 'prompts/list') return badList(Object(params))
  return null
}

function badCall({ name, arguments: args }: { name?: unknown; arguments?: unknown }): string | null {
  if (typeof name !== 'string' || name === '') return 'params.name must be the name of a tool'
  if (args === undefined || (typeof args === 'object' && args !== null && !Array.isArray(args))) return null
  return 'params.arguments must be an object'
}

function badPrompt({ name, arguments: args }: { name?: unknown; arguments?: unknown }): string | null {
  if (typeof name !== 'string' || name === '') return 'params.name must be the name of a prompt'
  if (args === undefined) return null
  const isObject = typeof args === 'object' && args !== null && !Array.isArray(args)
  if (isObject && Object.values(args).every((value) => typeof value === 'string')) return null
  return 'params.arguments must be an object of texts'
}

function badList({ cursor }: { cursor?: unknown }): string | null {
  return cursor === undefined || typeof cursor === 'string' ? null : 'params.cursor must be a string'
}
