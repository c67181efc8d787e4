const lists = new Set(['tools/list', 'prompts/list', 'skills/list', 'resources/list', 'resources/templates/list'])

/** The error in a message's parameters, for which an SDK would answer with its internals; null if there is none. */
export function badParams(message: unknown): string | null {
  const { method, params } = Object(message)
  if (method === 'tools/call') return badCall(Object(params))
  if (method === 'prompts/get') return badPrompt(Object(params))
  if (lists.has(method)) return badList(Object(params))
  if (method === 'skills/get' || method === 'resources/read') return badResource(Object(params))
  return null
}

function badCall({ name, arguments: args, task }: { name?: unknown; arguments?: unknown; task?: unknown }) {
  if (typeof name !== 'string' || name === '') return 'params.name must be the name of a tool'
  if (task !== undefined && (typeof task !== 'object' || task === null)) return 'params.task must be an object'
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

function badResource({ uri }: { uri?: unknown }): string | null {
  return typeof uri === 'string' ? null : 'params.uri must be the address of a resource'
}

function badList({ cursor }: { cursor?: unknown }): string | null {
  return cursor === undefined || typeof cursor === 'string' ? null : 'params.cursor must be a string'
}
