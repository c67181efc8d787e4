/** What is wrong with the parameters of a tool call, where an SDK would answer with its own insides; null when nothing is. */
export function badParams(message: unknown): string | null {
  const { method, params } = Object(message)
  if (method !== 'tools/call') return null
  const { name, arguments: args } = Object(params)
  if (typeof name !== 'string' || name === '') return 'params.name must be the name of a tool'
  if (args === undefined || (typeof args === 'object' && args !== null && !Array.isArray(args))) return null
  return 'params.arguments must be an object'
}
