import type { Deprecation } from '@rts/shared/contract/deprecation'
import { versionsPath } from '@rts/shared/contract/doors'
import type { Operation } from '@rts/shared/contract/operation'
import { type OperationName, operationEntries } from '@rts/shared/contract/table'
import type { Exchange } from '../common/exchange.ts'

type Headers = Readonly<Record<string, string>>
type Call = Pick<Exchange, 'operation' | 'query' | 'body'>
const none: Headers = {}

/** RFC 9745 and RFC 8594, for a deprecated row or named field; none for most calls. */
export function createDeprecation(publicUrl: string): (call: Call) => Headers {
  const policy = new URL(versionsPath, publicUrl).href
  const affected = new Map<OperationName, Operation>(
    operationEntries().filter(([, row]) => row.deprecated || row.deprecatedFields),
  )
  return (call) => {
    const row = call.operation && affected.get(call.operation)
    return row ? headersOf(deprecationsOf(row, call), policy) : none
  }
}

function deprecationsOf({ deprecated, deprecatedFields = {} }: Operation, call: Call) {
  const named = namedFields(call)
  const fields = Object.entries(deprecatedFields).filter(([field]) => named.has(field))
  return [...(deprecated ? [deprecated] : []), ...fields.map(([, deprecation]) => deprecation)]
}

function namedFields({ query, body }: Call): Set<string> {
  const inQuery = [...new URLSearchParams(query).keys()].map((field) => `query.${field}`)
  return new Set([...inQuery, ...keysOf(body).map((field) => `body.${field}`)])
}

/** The service already refused a body that is not JSON. */
function keysOf(body: Buffer | undefined): string[] {
  if (!body?.length) return []
  try {
    return Object.keys(Object(JSON.parse(body.toString())))
  } catch {
    return []
  }
}

function headersOf(deprecations: readonly Deprecation[], policy: string): Headers {
  const [since] = deprecations.map((one) => one.since).sort()
  const [sunset] = deprecations.flatMap((one) => one.sunset ?? []).sort()
  if (since === undefined) return none
  const links = [`<${policy}>; rel="deprecation"; type="text/html"`]
  if (sunset !== undefined) links.push(`<${policy}>; rel="sunset"; type="text/html"`)
  return {
    Deprecation: `@${Date.parse(since) / 1_000}`,
    ...(sunset === undefined ? {} : { Sunset: new Date(sunset).toUTCString() }),
    Link: links.join(', '),
  }
}
