import type { IncomingMessage } from 'node:http'

const bodyLimitBytes = 1_024 * 1_024

/** Reads the whole body of a request. Rejects more than a megabyte, which the gateway never sends, and a body that breaks off. */
export function readBody(req: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    req.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= bodyLimitBytes) chunks.push(chunk)
      else reject(new Error(`more than ${bodyLimitBytes} bytes`))
    })
    req.once('end', () => resolve(Buffer.concat(chunks, size)))
    req.once('error', reject)
  })
}
