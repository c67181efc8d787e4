import { createHmac, type Hmac, hash, type KeyObject, timingSafeEqual } from 'node:crypto'
import { type Caller, callerSchema } from '../contract/caller.ts'
import type { CallerKind } from '../contract/caller-kinds.ts'
import { operatorClaims, type ProgramName, type ServiceName, serviceNames, services } from '../contract/services.ts'
import { subjectsSentBy } from '../derive/subjects.ts'
import { AppError } from '../errors.ts'
import { keysTo, type PairedKeys, secretsFrom } from './caller-keys.ts'

/** Method and raw target, or `NATS` and subject. */
export type SignedRequest = { method: string; target: string; body: Uint8Array }
export type SignedHeaders = { caller: string; signature: string }
export type CallerClaims = Omit<Caller, 'v' | 'kid' | 'iss'>

/** Clocks differ. Replays of idempotent creates are harmless; other operations count once. */
const acceptedAgeMs = 10 * 60_000

/** Includes a limited person's hundred sites; Node reads 16 KB of headers. */
const longestHeader = 8_000

const emptyHash = hash('sha256', '')

function signatureOf(secret: KeyObject, caller: string, request: SignedRequest): Hmac {
  const bodyHash = request.body.length === 0 ? emptyHash : hash('sha256', request.body)
  return createHmac('sha256', secret).update(`${caller}\n${request.method}\n${request.target}\n${bodyHash}`)
}

export function createCallerSigner(issuer: ProgramName, keys: PairedKeys) {
  const own = keysTo(issuer, keys)
  return (claims: CallerClaims, request: SignedRequest): SignedHeaders => {
    const key = own.get(claims.aud)
    if (!key) throw new Error(`CALLER_PUBLIC_KEYS has no key of ${claims.aud}`)
    const caller = Buffer.from(JSON.stringify({ v: 1, kid: key.kid, iss: issuer, ...claims })).toString('base64url')
    return { caller, signature: signatureOf(key.secret, caller, request).digest('base64url') }
  }
}
export type CallerSigner = ReturnType<typeof createCallerSigner>

/** The key names the program; services.ts limits its claims. Throws `invalid_key`, and `unavailable` for another time. */
export function createCallerVerifier(audience: ServiceName, keys: PairedKeys) {
  const secrets = secretsFrom(audience, keys)
  return (headers: Partial<SignedHeaders>, request: SignedRequest, nowMs: number): Caller => {
    const caller = decodeCaller(headers.caller)
    const secret = caller && secrets.get(`${caller.iss}:${caller.kid}`)
    if (!caller || !secret || !headers.caller) throw refused()
    const given = Buffer.from(headers.signature ?? '', 'base64url')
    const expected = signatureOf(secret, headers.caller, request).digest()
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw refused()
    if (caller.aud !== audience || !mayClaim(caller.iss, caller.kind, request)) throw refused()
    // A clock was set, perhaps a moment ago: the caller's own key is right.
    if (Math.abs(nowMs - caller.iat) > acceptedAgeMs)
      throw new AppError('unavailable', 'The clocks of two services differ', { retryAfterSeconds: 1 })
    return caller
  }
}
export type CallerVerifier = ReturnType<typeof createCallerVerifier>

/** Unverified. */
export function claimedKind(header: string | undefined): Caller['kind'] | undefined {
  return decodeCaller(header)?.kind
}

/** Unverified; empty where none is named. */
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

type Issuer = { kinds: readonly CallerKind[]; subjects: readonly string[] }

const issuers = new Map<string, Issuer>([
  ...serviceNames.map(
    (name) => [name, { kinds: services[name].claims, subjects: subjectsSentBy(name) }] as [string, Issuer],
  ),
  ['operator', { kinds: operatorClaims, subjects: ['rpc.>'] }],
])

/** Over HTTP only the gateway forwards; over NATS each calls what its row allows. */
function mayClaim(issuer: string, kind: CallerKind, { method, target }: { method: string; target: string }) {
  const known = issuers.get(issuer)
  if (!known?.kinds.includes(kind)) return false
  return method === 'NATS' ? known.subjects.some((subject) => covers(subject, target)) : issuer === 'gateway'
}

function covers(subject: string, target: string): boolean {
  return subject.endsWith('>') ? target.startsWith(subject.slice(0, -1)) : subject === target
}
