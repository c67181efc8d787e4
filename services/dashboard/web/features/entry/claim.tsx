import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ClaimDocument } from '../../../src/claims/claims.ts'
import type { SessionDocument } from '../../../src/sign-in/session-route.ts'
import { entry as t } from '../../../texts/entry.ts'
import { isManager, nameOf } from '../../api/account.tsx'
import { call } from '../../api/call.ts'
import { chooseAccount } from '../../api/send.ts'
import { session } from '../../api/session.ts'
import { useHash } from '../../kit/browser.ts'
import { Button } from '../../kit/button.tsx'
import { Choice } from '../../kit/form/choice.tsx'
import { Form } from '../../kit/form/form.tsx'
import { Facts } from '../../kit/layout/facts.tsx'
import { Narrow } from '../../kit/layout/narrow.tsx'
import { Ago } from '../../kit/words/time.tsx'
import { pages } from '../../routes.ts'
import { lookAt } from './claim-link.ts'
import { BrokenLink, LoadedNarrow, SignInFirst } from './narrow-pages.tsx'

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

type ClaimFormProps = {
  token: string
  accounts: SessionDocument['accounts']
  onKept(accountId: string): void
}

const keys = [
  { value: 'site', label: t.continueSite, hint: t.itsTokenBecomesAPermanent },
  { value: 'account', label: t.continueWithYourWholeAccount, hint: t.tokenBecomesPermanentKeySentence },
  { value: 'none', label: t.disconnectIt, hint: t.tokenEndsNow },
] as const

function ClaimForm({ token, accounts, onKept }: ClaimFormProps) {
  const managed = accounts.filter(({ role }) => isManager(role))
  const keep = async ({ key, accountId }: Record<string, string>) => {
    const wanted = keys.find(({ value }) => value === key)?.value ?? 'site'
    const body = { token, key: wanted, ...(accountId && { accountId }) }
    const kept = await call('claim.accept', { body })
    chooseAccount(kept.accountId)
    onKept(kept.accountId)
  }
  return (
    <Form action={t.keepSite} onSend={keep} beside={<Link to={pages.home}>{t.notNow}</Link>}>
      {managed.length > 1 && (
        <Choice
          name="accountId"
          label={t.account}
          options={managed.map((account) => ({ value: account.accountId, label: nameOf(account) }))}
          chosen={managed[0]?.accountId ?? ''}
        />
      )}
      <Choice name="key" label={t.assistant} options={keys} chosen="site" />
    </Form>
  )
}
