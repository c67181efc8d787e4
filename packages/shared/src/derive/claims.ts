import type { CallerKind } from '../contract/caller-kinds.ts'
import { operatorClaims, serviceNames, services } from '../contract/services.ts'
import { subjectsSentBy } from './subjects.ts'

type Issuer = { kinds: readonly CallerKind[]; subjects: readonly string[] }

const issuers = new Map<string, Issuer>([
  ...serviceNames.map(
    (name) => [name, { kinds: services[name].claims, subjects: subjectsSentBy(name) }] as [string, Issuer],
  ),
  ['operator', { kinds: operatorClaims, subjects: ['rpc.>'] }],
])

/** Whether a program makes such calls at all: over HTTP the gateway alone forwards, over NATS each calls what it has to call. */
export function mayClaim(issuer: string, kind: CallerKind, { method, target }: { method: string; target: string }) {
  const known = issuers.get(issuer)
  if (!known?.kinds.includes(kind)) return false
  return method === 'NATS' ? known.subjects.some((subject) => covers(subject, target)) : issuer === 'gateway'
}

function covers(subject: string, target: string): boolean {
  return subject.endsWith('>') ? target.startsWith(subject.slice(0, -1)) : subject === target
}
