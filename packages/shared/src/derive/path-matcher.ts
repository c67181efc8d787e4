import type { HttpMethod } from '../contract/operation.ts'
import { type OperationName, operationEntries } from '../contract/table.ts'

export type PathMatch =
  | { kind: 'operation'; name: OperationName; path: string; params: Record<string, string> }
  | { kind: 'other_method'; allow: HttpMethod[] }
  | { kind: 'not_listed' }

type Pattern = { segments: string[]; methods: Map<string, OperationName> }

const notListed: PathMatch = { kind: 'not_listed' }

function patternsOfTable(): Pattern[] {
  const patterns = new Map<string, Pattern>()
  for (const [name, { http }] of operationEntries()) {
    if (!http) continue
    const pattern = patterns.get(http.path) ?? { segments: http.path.split('/').slice(1), methods: new Map() }
    patterns.set(http.path, pattern)
    pattern.methods.set(http.method, name)
  }
  return [...patterns.values()]
}

/** Null when it cannot be an id. An undecodable segment stays raw: no such id exists. */
function idOf(segment: string): string | null {
  if (segment === '' || /\\|%2f|%5c/i.test(segment)) return null
  const decoded = decodedOrRaw(segment)
  return decoded === '.' || decoded === '..' ? null : decoded
}

function decodedOrRaw(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function paramsOf(pattern: Pattern, segments: string[]): Record<string, string> | null {
  const params: Record<string, string> = {}
  for (const [i, expected] of pattern.segments.entries()) {
    const actual = segments[i] ?? ''
    if (!expected.startsWith(':')) {
      if (actual !== expected) return null
      continue
    }
    const id = idOf(actual)
    if (id === null) return null
    params[expected.slice(1)] = id
  }
  return params
}

/** `path` follows the base, raw, without query. One trailing or doubled leading slash is accepted. */
export function createPathMatcher(): (method: string, path: string) => PathMatch {
  const byLength = Map.groupBy(patternsOfTable(), (pattern) => pattern.segments.length)
  return (method, path) => {
    const canonical = path.replace(/^\/\//, '/').replace(/\/$/, '')
    if (!canonical.startsWith('/')) return notListed
    const segments = canonical.slice(1).split('/')
    const allow: HttpMethod[] = []
    for (const pattern of byLength.get(segments.length) ?? []) {
      const params = paramsOf(pattern, segments)
      if (!params) continue
      const name = pattern.methods.get(method)
      if (name) return { kind: 'operation', name, path: canonical, params }
      // safe because the map holds only HTTP bindings of the table
      allow.push(...([...pattern.methods.keys()] as HttpMethod[]))
    }
    return allow.length > 0 ? { kind: 'other_method', allow } : notListed
  }
}
