import { createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CallerClaims, createCallerSigner, createCallerVerifier } from './caller-signature.ts'

const oldKey = 'k1:0123456789abcdef'
const newKey = 'k2:abcdefghijklmnop:with:colons'
const now = Date.UTC(2026, 0, 15, 12)
const minutes = 60_000
const claims: CallerClaims = {
  aud: 'projects',
  iat: now,
  kind: 'account',
  accountId: 'acc_1',
  plan: 'growth',
  keyId: 'key_1',
  role: null,
  siteId: null,
  collect: 'allow',
  requestId: 'req_1',
}
const request = { method: 'POST', target: '/projects?limit=2', body: Buffer.from('{"name":"a"}') }
const sign = createCallerSigner('gateway', newKey)
const verify = createCallerVerifier('projects', `${newKey},${oldKey}`)
const refusal = expect.objectContaining({ code: 'invalid_key', message: 'The caller is not signed for this service' })

/** The error that a verifier throws; null if it accepts. */
function thrownBy(call: () => unknown): unknown {
  try {
    call()
    return null
  } catch (error) {
    return error
  }
}
const flip = (bytes: Uint8Array, at: number) => Buffer.from(bytes.map((byte, i) => (i === at ? byte ^ 1 : byte)))

/** Any caller, signed by hand with the newest secret. */
function signedByHand(caller: unknown) {
  const header = Buffer.from(JSON.stringify(caller)).toString('base64url')
  const bodyHash = createHash('sha256').update(request.body).digest('hex')
  const text = `${header}\n${request.method}\n${request.target}\n${bodyHash}`
  const signature = createHmac('sha256', newKey.slice(3)).update(text).digest('base64url')
  return { caller: header, signature }
}

describe('a signed caller', () => {
  it('is the caller that was signed', () => {
    expect(verify(sign(claims, request), request, now)).toEqual({ ...claims, v: 1, kid: 'k2', iss: 'gateway' })
  })

  it('that is a person has a role of the closed list and an id, or is refused', () => {
    const person = { ...claims, v: 1, kid: 'k2', iss: 'dashboard', kind: 'person', role: 'member', personId: 'p1' }
    const verdict = (changes: object) => thrownBy(() => verify(signedByHand({ ...person, ...changes }), request, now))
    expect(verdict({})).toBeNull()
    for (const bad of [{ role: null }, { role: 'zzz' }, { personId: null }, { personId: '' }, { personId: undefined }])
      expect(verdict(bad), JSON.stringify(bad)).toEqual(refusal)
  })

  it('that is a person without an account has no role, and in an account has one', () => {
    const person = { ...claims, v: 1, kid: 'k2', iss: 'dashboard', kind: 'person', personId: 'p1' }
    const verdict = (changes: object) => thrownBy(() => verify(signedByHand({ ...person, ...changes }), request, now))
    expect(verdict({ accountId: '', role: null })).toBeNull()
    expect(verdict({ accountId: '', role: 'owner' })).toEqual(refusal)
    expect(verdict({ accountId: '', role: null, personId: null })).toEqual(refusal)
  })

  it('is accepted ten minutes old or ahead, and refused at eleven', () => {
    const at = (offset: number) => thrownBy(() => verify(sign(claims, request), request, now + offset * minutes))
    expect([at(10), at(-10)]).toEqual([null, null])
    expect([at(11), at(-11)]).toEqual([refusal, refusal])
  })

  it('is for one service alone', () => {
    const elsewhere = createCallerVerifier('content', newKey)
    expect(thrownBy(() => elsewhere(sign(claims, request), request, now))).toEqual(refusal)
  })

  it('is verified by any of the keys, so that keys can rotate', () => {
    const signedWithOld = createCallerSigner('gateway', oldKey)(claims, request)
    expect(verify(signedWithOld, request, now).kid).toBe('k1')
    expect(thrownBy(() => createCallerVerifier('projects', newKey)(signedWithOld, request, now))).toEqual(refusal)
  })

  it('is refused under an unknown key, or a known name with another secret', () => {
    for (const key of ['k9:abcdefghijklmnop', 'k2:ponmlkjihgfedcba', '__proto__:abcdefghijklmnop']) {
      const signed = createCallerSigner('gateway', key)(claims, request)
      expect(
        thrownBy(() => verify(signed, request, now)),
        key,
      ).toEqual(refusal)
    }
  })
})

describe('one changed bit', () => {
  const signed = sign(claims, request)

  it('anywhere in the caller is refused', () => {
    const bytes = Buffer.from(signed.caller)
    for (const at of bytes.keys()) {
      const caller = flip(bytes, at).toString('latin1')
      expect(
        thrownBy(() => verify({ ...signed, caller }, request, now)),
        String(at),
      ).toEqual(refusal)
    }
  })

  it('anywhere in method, target or body is refused', () => {
    for (const part of ['method', 'target', 'body'] as const) {
      const bytes = Buffer.from(request[part])
      for (const at of bytes.keys()) {
        const changed = flip(bytes, at)
        const other = { ...request, [part]: part === 'body' ? changed : changed.toString('latin1') }
        expect(
          thrownBy(() => verify(signed, other, now)),
          `${part} ${at}`,
        ).toEqual(refusal)
      }
    }
  })

  it('anywhere in the signature is refused', () => {
    const bytes = Buffer.from(signed.signature, 'base64url')
    for (const at of bytes.keys()) {
      const signature = flip(bytes, at).toString('base64url')
      expect(
        thrownBy(() => verify({ ...signed, signature }, request, now)),
        String(at),
      ).toEqual(refusal)
    }
  })
})

describe('a caller without a signature', () => {
  it('is refused, always the same, whatever it is', () => {
    const texts = fc.option(
      fc.oneof(
        fc.string(),
        fc.base64String(),
        fc.json().map((text) => Buffer.from(text).toString('base64url')),
      ),
      {
        nil: undefined,
      },
    )
    fc.assert(
      fc.property(texts, texts, (caller, signature) => {
        const headers = {
          ...(caller === undefined ? {} : { caller }),
          ...(signature === undefined ? {} : { signature }),
        }
        expect(thrownBy(() => verify(headers, request, now))).toEqual(refusal)
      }),
    )
  })

  it('is refused with a signature but a caller of another version, kind or form', () => {
    const good = { ...claims, v: 1, kid: 'k2', iss: 'gateway' }
    expect(thrownBy(() => verify(signedByHand(good), request, now))).toBeNull()
    for (const bad of [
      { v: 2 },
      { kind: 'root' },
      { plan: 'gold' },
      { iat: String(now) },
      { iat: null },
      { siteId: undefined },
    ]) {
      const signed = signedByHand({ ...good, ...bad })
      expect(
        thrownBy(() => verify(signed, request, now)),
        JSON.stringify(bad),
      ).toEqual(refusal)
    }
  })
})

describe('keys', () => {
  it.each(['', 'k1', 'k1:', ':secret', 'k1:abcdefghijklmnop,', 'k1:abcdefghijklmnop,tail'])(
    'such as %j stop the start: no key may be without a secret',
    (keys) => {
      expect(() => createCallerVerifier('projects', keys)).toThrow('CALLER_KEYS')
      expect(() => createCallerSigner('gateway', keys)).toThrow('CALLER_KEYS')
    },
  )
})
