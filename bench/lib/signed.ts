import { callerHeader, signatureHeader } from '@rts/shared/contract/caller'
import type { ServiceName } from '@rts/shared/contract/services'
import { signerOf } from '@rts/shared/testing/secrets'

/** The headers with which the gateway sends a call of one account to a service: a read, or a POST of `body`. */
export function signedHeaders(
  service: ServiceName,
  accountId: string,
): (target: string, body?: Buffer) => Record<string, string> {
  const sign = signerOf('gateway')
  return (target, body) => {
    const claims = {
      aud: service,
      iat: Date.now(),
      kind: 'account',
      accountId,
      plan: 'scale',
      keyId: 'bench',
      role: null,
      siteIds: null,
      collect: 'allow',
      requestId: 'bench',
    } as const
    const method = body ? 'POST' : 'GET'
    const signed = sign(claims, { method, target, body: body ?? Buffer.alloc(0) })
    return { [callerHeader]: signed.caller, [signatureHeader]: signed.signature }
  }
}

/** Builds GET requests as the gateway sends them to the projects service for one account. */
export function signedGets(accountId: string): (target: string) => Buffer {
  const headersOf = signedHeaders('projects', accountId)
  return (target) => {
    const lines = Object.entries(headersOf(target)).map(([name, value]) => `${name}: ${value}\r\n`)
    return Buffer.from(`GET ${target} HTTP/1.1\r\nHost: bench\r\n${lines.join('')}\r\n`)
  }
}
