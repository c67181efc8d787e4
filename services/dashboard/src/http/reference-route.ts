import { brotliCompressSync } from 'node:zlib'
import { referencePath } from '@rts/shared/contract/doors'
import { openApiDocument } from '@rts/shared/derive/openapi'
import type { Answer } from './answers.ts'
import type { Visit } from './visit.ts'
import { fileAnswer, type WebFile } from './web-files.ts'

/** Answers what describes the server API, to the page that shows it and to programs. Nobody has to sign in. */
export function createReferenceRoute(restUrl: string): (visit: Visit) => Answer | undefined {
  let made: WebFile | undefined
  const make = (): WebFile => {
    const bytes = Buffer.from(JSON.stringify(openApiDocument(restUrl)))
    return { type: 'application/json', bytes, brotli: brotliCompressSync(bytes) }
  }
  return ({ path, headers }) => {
    if (path !== referencePath) return undefined
    made ??= make()
    // It changes with the next version of the service.
    return fileAnswer(made, String(headers['accept-encoding'] ?? ''), 'no-cache')
  }
}
