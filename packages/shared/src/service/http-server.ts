import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { AppError } from '../errors.ts'
import { createUnderWay } from './under-way.ts'

/** Of a gateway. Below containers' `DRAIN_MS`: a request sent into a closing connection is lost. */
export const idleConnectionMs = 4_000

/** Keeps idle connections for longer than the gateway. */
export function createServiceServer(listener: RequestListener): Server {
  return createServer({ keepAliveTimeout: 75_000 }, listener)
}

/** Fires when the connection closes before the answer is written. */
export function closeSignal(res: ServerResponse): AbortSignal {
  const leaving = new AbortController()
  res.once('close', () => {
    if (!res.writableFinished) leaving.abort()
  })
  return leaving.signal
}

/** Rejects with `payload_too_large`, or when the body breaks off. */
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

export function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

export type Drain = {
  hasBegun(): boolean
  /** From then on each answer closes its connection: clients must reconnect elsewhere. */
  begin(): void
}

export function createDrain(server: Server): Drain {
  const underWay = createUnderWay<ServerResponse>()
  let hasBegun = false
  const close = (res: ServerResponse) => {
    if (!res.headersSent) res.setHeader('Connection', 'close')
  }
  server.prependListener('request', (_req, res) => {
    if (hasBegun) return close(res)
    const place = underWay.add(res)
    res.once('close', () => underWay.remove(place))
  })
  return {
    hasBegun: () => hasBegun,
    begin: () => {
      hasBegun = true
      underWay.all().forEach(close)
    },
  }
}

/** Resolves with the last answer, after 20 seconds at most. Idle connections end at once. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const idle = setInterval(() => server.closeIdleConnections(), 50)
    server.close(() => {
      clearInterval(idle)
      resolve()
    })
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), 20_000).unref()
  })
}
