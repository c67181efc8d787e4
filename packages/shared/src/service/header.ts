import type { IncomingMessage } from 'node:http'

/** One header of a request; if it has several values, the first. */
export function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}
