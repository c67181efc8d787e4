import { createHmac, type Hmac, hash, timingSafeEqual } from 'node:crypto'
import { type Caller, callerSchema } from '../contract/caller.ts'
import type { ServiceName } from '../contract/services.ts'
import { AppError } from '../errors.ts'

/** The request that a signature covers: an HTTP method and raw target, or `NATS` and a subject, and the body. */
export type SignedRequest = { method: string; target: string; body: Uint8Array }
export type SignedHeaders = { caller: string; signature: string }
export type CallerClaims = Omit<Caller, 'v' | 'kid' | 'iss'>

/** Clocks may differ, and idempotent creates make a replay harmless; operations that are not idempotent count once. */
const acceptedAgeMs = 10 * 60_000

/** The hundred sites of a limited person among it; Node reads 16 KB of headers. */
const longestHeader = 8_000

type SigningKey = { kid: string; secret: string }

function parseKeys(callerKeys: string): [SigningKey, ...SigningKey[]] {
  const [first, ...rest] = callerKeys.split(',').map((entry) => {
    const [kid = '', ...secret] = entry.split(':')
    return { kid, secret: secret.join(':') }
  })
  if (!first || [first, ...rest].some(({ kid, secret }) => !kid || !secret)) {
    throw new Error('CALLER_KEYS must be id:secret,…')
  }
  return [first, ...rest]
}

/** Most requests have no body. */
const emptyHash = hash('sha256', '')

function signatureOf(secret: string, caller: string, request: SignedRequest): Hmac {
  const bodyHash = request.body.length === 0 ? emptyHash : hash('sha256', request.body)
  return createHmac('sha256', secret).update(`${caller}\n${request.method}\n${request.target}\n${bodyHash}`)
}

/** Signs callers in a service's name; the first of `CALLER_KEYS` (`id:secret,…`) signs. */
export function createCallerSigner(issuer: string, callerKeys: string) {
  const [key] = parseKeys(callerKeys)
  return (claims: CallerClaims, request: SignedRequest): SignedHeaders => {
    const caller = Buffer.from(JSON.stringify({ v: 1, kid: key.kid, iss: issuer, ...claims })).toString('base64url')
    return { caller, signature: signatureOf(key.secret, caller, request).digest('base64url') }
  }
}
export type CallerSigner = ReturnType<typeof createCallerSigner>

/** Verifies callers meant for `audience`; any of `CALLER_KEYS` will do. Throws `invalid_key`, always the same. */
export function createCallerVerifier(audience: ServiceName, callerKeys: string) {
  const secrets = new Map(parseKeys(callerKeys).map(({ kid, secret }) => [kid, secret]))
  return (headers: Partial<SignedHeaders>, request: SignedRequest, nowMs: number): Caller => {
    const caller = decodeCaller(headers.caller)
    const secret = caller && secrets.get(caller.kid)
    if (!caller || !secret || !headers.caller) throw refused()
    const given = Buffer.from(headers.signature ?? '', 'base64url')
    const expected = signatureOf(secret, headers.caller, request).digest()
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw refused()
    if (caller.aud !== audience || Math.abs(nowMs - caller.iat) > acceptedAgeMs) throw refused()
    return caller
  }
}
export type CallerVerifier = ReturnType<typeof createCallerVerifier>

/** The kind of caller that a header names, before anything is verified. */
export function claimedKind(header: string | undefined): Caller['kind'] | undefined {
  return decodeCaller(header)?.kind
}

/** The account that a header names, before anything is verified; empty where it names none. */
export function claimedAccount(header: string | undefined): string {
  return decodeCaller(header)?.accountId ?? ''
}

function decodeCaller(header: string | undefined): Caller | null {
  if (!header || header.length > longestHeader) return null
  try {
    return callerSchema.safeParse(JSON.parse(Buffer.from(header, 'base64url').toString())).data ?? null
  } catch {
    return null
  }
}

function refused(): AppError {
  return new AppError('invalid_key', 'The caller is not signed for this service')
}
