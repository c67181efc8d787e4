import { useState } from 'react'
import type { ClaimDocument } from '../../../src/claims/claim-route.ts'
import type { SessionDocument } from '../../../src/sign-in/session-route.ts'
import { entry as t } from '../../../texts/entry.ts'
import { session } from '../../api/session.ts'
import { useHash } from '../../kit/browser.ts'
import { Button } from '../../kit/button.tsx'
import { Facts } from '../../kit/layout/facts.tsx'
import { Narrow } from '../../kit/layout/narrow.tsx'
import { Ago } from '../../kit/words/time.tsx'
import { pages } from '../../routes.ts'
import { BrokenLink } from './broken-link.tsx'
import { ClaimForm } from './claim-form.tsx'
import { lookAt } from './claim-link.ts'
import { LoadedNarrow } from './loaded-narrow.tsx'
import { SignInFirst } from './sign-in-first.tsx'

const title = t.keepWhatYourAssistantTracks
const over = {
  claiming: t.someoneIsKeepingThisSite,
  claimed: t.someoneAlreadyKeepsThisSite,
  ended: t.assistantsSessionHasEnded,
}

/** The page of an agent's link. Opening it changes nothing: only a signed-in person's button keeps the site. */
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
  if (found.status !== 'open') return <Narrow title={t.thisLinkHasAlreadyBeen} line={over[found.status]} />
  if (!who.person)
    return (
      <SignInFirst title={title} line={t.signSignUpKeep} way={`${pages.claim}#${token}`}>
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
    <Narrow title={t.siteYours} line={t.itIsInYourAccount}>
      {/* A whole load: the session may have an account that it had not. */}
      <Button look="primary" onClick={() => location.assign(pages.home)}>
        {t.goYourSites}
      </Button>
    </Narrow>
  )
}

function ClaimFacts({ found: { agent, reason, keeps, until } }: { found: ClaimDocument }) {
  return (
    <Facts>
      {[
        [t.assistant, agent.name ?? t.gaveNoName],
        [t.registered, <Ago key="at" at={agent.registeredAt} />],
        [t.from, agent.from ?? t.unknown],
        ...(reason === null ? [] : [[t.reason, reason] as [string, string]]),
        [t.site, keptOf(keeps)],
        [t.expires, <Ago key="until" at={until} />],
      ]}
    </Facts>
  )
}

function keptOf(keeps: ClaimDocument['keeps']): string {
  if (keeps === null) return t.cannotBeReadRightNow
  if (keeps.length === 0) return t.noSiteAddedYet
  return keeps.map(({ domain, keywords }) => `${domain}, ${t.keywords(keywords)}`).join('; ')
}
