import { useState } from 'react'
import type { ClaimDocument } from '../../../src/claims/claim-route.ts'
import type { SessionDocument } from '../../../src/sign-in/session-route.ts'
import { session } from '../../api/session.ts'
import { Button } from '../../kit/button.tsx'
import { Facts } from '../../kit/layout/facts.tsx'
import { Narrow } from '../../kit/layout/narrow.tsx'
import { useHash } from '../../kit/use-hash.ts'
import { Ago } from '../../kit/words/time.tsx'
import { pages } from '../../routes.ts'
import { BrokenLink } from './broken-link.tsx'
import { ClaimForm } from './claim-form.tsx'
import { lookAt } from './claim-link.ts'
import { LoadedNarrow } from './loaded-narrow.tsx'
import { SignInFirst } from './sign-in-first.tsx'

const title = 'Keep what your assistant tracks?'
const over = {
  claiming: 'Somebody is keeping this site right now. Look again in a moment.',
  claimed: 'Somebody keeps this site already. If it was you, it is among your sites.',
  ended: 'The assistant’s time is over, and its site is deleted.',
}

/** Where the link of an agent leads. Looking changes nothing: only the button of somebody who is signed in keeps the site. */
export function Claim() {
  const token = useHash()
  const [keptIn, setKeptIn] = useState<string>()
  if (token === '') return <BrokenLink />
  if (keptIn !== undefined) return <Kept />
  return (
    <LoadedNarrow title={title} query={session}>
      {(who) => (
        <LoadedNarrow title={title} query={lookAt(token)}>
          {(found) => <Offered token={token} who={who} found={found} onKept={setKeptIn} />}
        </LoadedNarrow>
      )}
    </LoadedNarrow>
  )
}

type OfferedProps = { token: string; who: SessionDocument; found: ClaimDocument; onKept(accountId: string): void }

function Offered({ token, who, found, onKept }: OfferedProps) {
  if (found.status !== 'open') return <Narrow title="This link is used up" line={over[found.status]} />
  if (!who.person)
    return (
      <SignInFirst title={title} line="Sign in, or sign up, to keep it." way={`${pages.claim}#${token}`}>
        <ClaimFacts found={found} />
      </SignInFirst>
    )
  return (
    <Narrow title={title}>
      <ClaimFacts found={found} />
      <ClaimForm token={token} accounts={who.accounts} onKept={onKept} />
    </Narrow>
  )
}

function Kept() {
  return (
    <Narrow title="It is yours" line="The site is in your account, with its keywords and their history.">
      {/* A whole load: the session may have an account that it had not. */}
      <Button look="primary" onClick={() => location.assign(pages.home)}>
        Go to your sites
      </Button>
    </Narrow>
  )
}

/** Who asks, and what would be kept. */
function ClaimFacts({ found: { agent, reason, keeps, until } }: { found: ClaimDocument }) {
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
