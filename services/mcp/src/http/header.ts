import type { IncomingMessage } from 'node:http'

/** One header of a request, its first value where it came as several. */
export function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}
