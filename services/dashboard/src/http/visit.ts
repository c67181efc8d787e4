import type { IncomingMessage } from 'node:http'
import type { Caller } from '@rts/shared/contract/caller'
import type { Answer } from './answers.ts'

/** One request of a browser, as the gateway signed it. */
export type Visit = {
  caller: Caller
  path: string
  query: string
  headers: IncomingMessage['headers']
  body: Uint8Array
  cookie: string | undefined
}
/** How the requests of some addresses are answered; undefined for the others. */
export type Route = (visit: Visit) => (() => Promise<Answer>) | undefined

const accountHeader = 'x-account'

/** The account that a page names for its calls, so that two tabs never mix theirs. */
export function namedAccount({ headers }: Visit): string | undefined {
  const name = headers[accountHeader]
  return Array.isArray(name) ? name[0] : name
}
