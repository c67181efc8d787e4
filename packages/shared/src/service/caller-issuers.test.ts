import { createHash, createHmac, type KeyObject } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type CallerKind, callerKinds } from '../contract/caller-kinds.ts'
import { type ProgramName, programNames, type ServiceName, serviceNames } from '../contract/services.ts'
import { operationEntries } from '../contract/table.ts'
import { subjectOf, subjectsSentBy } from '../derive/subjects.ts'
import { signerOf, testKeys, verifierOf } from '../testing/secrets.ts'
import { keysTo, secretsFrom } from './caller-keys.ts'
import type { CallerClaims } from './caller-signature.ts'

const now = Date.UTC(2026, 0, 15, 12)
const verifiers = new Map(serviceNames.map((name) => [name, verifierOf(name)]))
const body = Buffer.alloc(0)
const overHttp = { method: 'GET', target: '/projects', body }
const overNats = (target: string) => ({ method: 'NATS', target, body })
type Request = ReturnType<typeof overNats>

function claimsOf(kind: CallerKind, aud: ServiceName): CallerClaims {
  const person = kind === 'person' ? ({ role: 'owner', personId: 'p1' } as const) : { role: null }
  const rest = { plan: 'growth', keyId: null, siteIds: null, collect: 'allow', requestId: 'r1' } as const
  return { aud, iat: now, kind, accountId: 'acc_1', ...rest, ...person }
}

function isAccepted(audience: ServiceName, signed: { caller: string; signature: string }, request: Request): boolean {
  try {
    verifiers.get(audience)?.(signed, request, now)
    return true
  } catch {
    return false
  }
}

describe('whoever holds all that content holds', () => {
  /** Everything derivable from its private key and the public ones. */
  const secrets = [
    ...keysTo('content', testKeys('content')).values(),
    ...entriesOf(secretsFrom('content', testKeys('content'))),
  ]

  function entriesOf(derived: ReadonlyMap<string, KeyObject>) {
    return [...derived].map(([name, secret]) => ({ kid: name.split(':')[1] ?? '', secret }))
  }

  function forged(issuer: ProgramName, kind: CallerKind, audience: ServiceName, request: Request) {
    const empty = createHash('sha256').digest('hex')
    return secrets.map(({ kid, secret }) => {
      const claimed = { v: 1, kid, iss: issuer, ...claimsOf(kind, audience) }
      const caller = Buffer.from(JSON.stringify(claimed)).toString('base64url')
      const text = `${caller}\n${request.method}\n${request.target}\n${empty}`
      return { caller, signature: createHmac('sha256', secret).update(text).digest('base64url') }
    })
  }

  it('signs as no other program, for no service, over HTTP and NATS', () => {
    for (const issuer of programNames.filter((name) => name !== 'content'))
      for (const audience of serviceNames.filter((name) => name !== 'content'))
        for (const kind of callerKinds)
          for (const request of [
            overHttp,
            overNats(`rpc.${audience}.sites.list`),
            overNats(`fact.${audience}.accounts`),
          ])
            for (const signed of forged(issuer, kind, audience, request))
              expect([issuer, audience, kind, isAccepted(audience, signed, request)]).toEqual([
                issuer,
                audience,
                kind,
                false,
              ])
  })

  it('calls in its own name what content calls, as the system, and nothing else', () => {
    const sign = signerOf('content')
    const its = subjectsSentBy('content')
    const accepted = operationEntries().flatMap(([name, { owner }]) => {
      const request = overNats(subjectOf(name))
      return callerKinds
        .filter((kind) => isAccepted(owner, sign(claimsOf(kind, owner), request), request))
        .map((kind) => [kind, request.target])
    })
    expect(accepted.map(([kind]) => kind).filter((kind) => kind !== 'system')).toEqual([])
    expect(accepted.map(([, target]) => target).sort()).toEqual(
      its.filter((subject) => subject.startsWith('rpc.')).sort(),
    )
    for (const audience of serviceNames)
      expect(isAccepted(audience, sign(claimsOf('system', audience), overHttp), overHttp)).toBe(false)
  })
})

it('over HTTP the gateway alone is answered', () => {
  const answered = programNames.filter((issuer) => {
    const signed = signerOf(issuer)(claimsOf('account', 'projects'), overHttp)
    return isAccepted('projects', signed, overHttp)
  })
  expect(answered).toEqual(['gateway'])
})

it('every operation that a service names among its calls is in the table', () => {
  const subjects = operationEntries().map(([name]) => subjectOf(name))
  const named = serviceNames.flatMap(subjectsSentBy).filter((subject) => !subject.endsWith('>'))
  expect(named.filter((subject) => !subjects.includes(subject))).toEqual([])
})
