import type { IncomingMessage } from 'node:http'
import { AppError } from '../errors.ts'

/** Reads the whole body of a request, of at most `limitBytes`. Rejects with `payload_too_large`, and for a body that breaks off. */
export function readBody(req: IncomingMessage, limitBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    req.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limitBytes) chunks.push(chunk)
      else reject(new AppError('payload_too_large', `The body has more than ${limitBytes} bytes`))
    })
    req.once('end', () => resolve(Buffer.concat(chunks, size)))
    req.once('error', reject)
  })
}
