import { callerHeader, signatureHeader } from '@rts/shared/contract/caller'
import { createCallerSigner } from '@rts/shared/service/caller-signature'

/** Builds GET requests as the gateway sends them to the projects service for one account. */
export function signedGets(callerKeys: string, accountId: string): (target: string) => Buffer {
  const sign = createCallerSigner('gateway', callerKeys)
  return (target) => {
    const claims = {
      aud: 'projects',
      iat: Date.now(),
      kind: 'account',
      accountId,
      plan: 'scale',
      keyId: 'bench',
      role: null,
      siteId: null,
      collect: 'allow',
      requestId: 'bench',
    } as const
    const signed = sign(claims, { method: 'GET', target, body: Buffer.alloc(0) })
    const headers = `${callerHeader}: ${signed.caller}\r\n${signatureHeader}: ${signed.signature}\r\n`
    return Buffer.from(`GET ${target} HTTP/1.1\r\nHost: bench\r\n${headers}\r\n`)
  }
}
