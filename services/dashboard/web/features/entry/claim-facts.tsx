import type { ClaimDocument } from '../../../src/http/claim-route.ts'
import { Facts } from '../../kit/layout/facts.tsx'
import { Ago } from '../../kit/words/time.tsx'

/** Who asks, and what would be kept. */
export function ClaimFacts({ found: { agent, reason, keeps, until } }: { found: ClaimDocument }) {
  return (
    <Facts>
      {[
        ['Assistant', agent.name ?? 'It gave no name'],
        ['Registered', <Ago key="at" at={agent.registeredAt} />],
        ['From', agent.from ?? 'unknown'],
        ...(reason === null ? [] : [['Reason', reason] as [string, string]]),
        ['You keep', keptOf(keeps)],
        ['Until', <Ago key="until" at={until} />],
      ]}
    </Facts>
  )
}

function keptOf(keeps: ClaimDocument['keeps']): string {
  if (keeps === null) return 'cannot be read right now'
  if (keeps.length === 0) return 'nothing yet: it has added no site'
  return keeps
    .map(({ domain, keywords }) => `${domain}, ${keywords === 1 ? 'one keyword' : `${keywords} keywords`}`)
    .join('; ')
}
