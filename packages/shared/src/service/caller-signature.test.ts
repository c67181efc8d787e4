import { createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { signerOf, testKeys, verifierOf } from '../testing/secrets.ts'
import { keysTo } from './caller-keys.ts'
import type { CallerClaims } from './caller-signature.ts'

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
  siteIds: null,
  collect: 'allow',
  requestId: 'req_1',
}
const request = { method: 'POST', target: '/projects?limit=2', body: Buffer.from('{"name":"a"}') }
const sign = signerOf('gateway')
const verify = verifierOf('projects')
const overNats = { method: 'NATS', target: 'rpc.projects.sites.list', body: request.body }
const refusal = expect.objectContaining({ code: 'invalid_key', message: 'The caller is not signed for this service' })

function thrownBy(call: () => unknown): unknown {
  try {
    call()
    return null
  } catch (error) {
    return error
  }
}
const ofPages = (caller: unknown) =>
  signedByHand(caller, overNats, keysTo('dashboard', testKeys('dashboard')).get('projects')?.secret)
const flip = (bytes: Uint8Array, at: number) => Buffer.from(bytes.map((byte, i) => (i === at ? byte ^ 1 : byte)))

/** Signed by hand with the secret of gateway and projects, or of another pair. */
function signedByHand(
  caller: unknown,
  of = request,
  secret = keysTo('gateway', testKeys('gateway')).get('projects')?.secret,
) {
  const header = Buffer.from(JSON.stringify(caller)).toString('base64url')
  const bodyHash = createHash('sha256').update(of.body).digest('hex')
  const text = `${header}\n${of.method}\n${of.target}\n${bodyHash}`
  const signature = createHmac('sha256', secret ?? '')
    .update(text)
    .digest('base64url')
  return { caller: header, signature }
}

describe('a signed caller', () => {
  it('is the caller that was signed', () => {
    expect(verify(sign(claims, request), request, now)).toEqual({ ...claims, v: 1, kid: 'k1.k1', iss: 'gateway' })
  })

  it('that is a person has a role of the closed list and an id, or is refused', () => {
    const person = { ...claims, v: 1, kid: 'k1.k1', iss: 'dashboard', kind: 'person', role: 'member', personId: 'p1' }
    const verdict = (changes: object) => thrownBy(() => verify(ofPages({ ...person, ...changes }), overNats, now))
    expect(verdict({})).toBeNull()
    for (const bad of [{ role: null }, { role: 'zzz' }, { personId: null }, { personId: '' }, { personId: undefined }])
      expect(verdict(bad), JSON.stringify(bad)).toEqual(refusal)
  })

  it('that is a person without an account has no role, and in an account has one', () => {
    const person = { ...claims, v: 1, kid: 'k1.k1', iss: 'dashboard', kind: 'person', personId: 'p1' }
    const verdict = (changes: object) => thrownBy(() => verify(ofPages({ ...person, ...changes }), overNats, now))
    expect(verdict({ accountId: '', role: null })).toBeNull()
    expect(verdict({ accountId: '', role: 'owner' })).toEqual(refusal)
    expect(verdict({ accountId: '', role: null, personId: null })).toEqual(refusal)
  })

  it('is accepted ten minutes old or ahead, and told to come again at eleven, as its key is right', () => {
    const at = (offset: number) => thrownBy(() => verify(sign(claims, request), request, now + offset * minutes))
    expect([at(10), at(-10)]).toEqual([null, null])
    const later = expect.objectContaining({ code: 'unavailable', message: 'The clocks of two services differ' })
    expect([at(11), at(-11)]).toEqual([later, later])
  })

  it('is for one service alone', () => {
    const elsewhere = verifierOf('content')
    expect(thrownBy(() => elsewhere(sign(claims, request), request, now))).toEqual(refusal)
  })

  it('is refused under an unknown key, or a known name with another secret', () => {
    const known = { ...claims, v: 1, kid: 'k1.k1', iss: 'gateway' }
    expect(thrownBy(() => verify(signedByHand(known), request, now))).toBeNull()
    for (const other of [{ kid: 'k2.k1' }, { kid: 'k1' }, { kid: '__proto__' }, { iss: 'operator' }, { iss: 'nobody' }])
      expect(thrownBy(() => verify(signedByHand({ ...known, ...other }), request, now))).toEqual(refusal)
    const back = keysTo('projects', testKeys('projects')).get('gateway')?.secret
    expect(thrownBy(() => verify(signedByHand(known, request, back), request, now))).toEqual(refusal)
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
    const good = { ...claims, v: 1, kid: 'k1.k1', iss: 'gateway' }
    expect(thrownBy(() => verify(signedByHand(good), request, now))).toBeNull()
    for (const bad of [
      { v: 2 },
      { kind: 'root' },
      { plan: 'gold' },
      { iat: String(now) },
      { iat: null },
      { siteIds: undefined },
    ]) {
      const signed = signedByHand({ ...good, ...bad })
      expect(
        thrownBy(() => verify(signed, request, now)),
        JSON.stringify(bad),
      ).toEqual(refusal)
    }
  })
})
