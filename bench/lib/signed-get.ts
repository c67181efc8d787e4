import http from 'node:http'
import type { ServiceName } from '@rts/shared/contract/services'
import { signedHeaders } from './signed.ts'

type Outcome = { status: number; bytes: number; ms: number; retryAfterMs: number }
export type Get = (target: string) => Promise<Outcome>

/** Reads of one account as the gateway sends them to a service, over a keep-alive connection. */
export function getAs(service: ServiceName, port: number, accountId: string): Get {
  const headersOf = signedHeaders(service, accountId)
  const agent = new http.Agent({ keepAlive: true })
  return (target) => {
    const headers = headersOf(target)
    const startedAt = performance.now()
    return new Promise((resolve, reject) => {
      http
        .get({ port, host: '127.0.0.1', path: target, headers, agent }, (answer) => {
          let bytes = 0
          answer.on('data', (chunk: Buffer) => {
            bytes += chunk.length
          })
          const retryAfterMs = Number(answer.headers['retry-after'] ?? 0) * 1_000
          const status = answer.statusCode ?? 0
          answer.on('end', () => resolve({ status, bytes, ms: performance.now() - startedAt, retryAfterMs }))
          answer.on('error', reject)
        })
        .on('error', reject)
    })
  }
}
