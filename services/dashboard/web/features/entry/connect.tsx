import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SessionDocument } from '../../../src/sign-in/session-route.ts'
import { entry as t } from '../../../texts/entry.ts'
import { type OutputOf, read } from '../../api/call.ts'
import { session } from '../../api/session.ts'
import { useHash } from '../../kit/browser.ts'
import { ButtonAnchor } from '../../kit/button.tsx'
import { Facts } from '../../kit/layout/facts.tsx'
import { Narrow } from '../../kit/layout/narrow.tsx'
import { Answered } from '../../kit/layout/page.tsx'
import { Notice } from '../../kit/notice.tsx'
import { pages } from '../../routes.ts'
import { ConsentForm } from './consent-form.tsx'
import { BrokenLink, LoadedNarrow, SignInFirst } from './narrow-pages.tsx'

const asks = t.programRequestsAccess
const unusable = t.thisRequestCannotBeApproved

/** The consent page of OAuth. Opening it grants nothing: only the button does. */
export function Connect() {
  const request = useHash()
  if (request === '') return <BrokenLink />
  return (
    <LoadedNarrow title={asks} query={session}>
      {({ person, accounts }) =>
        person ? (
          <Consent request={request} email={person.email} accounts={accounts} />
        ) : (
          <SignInFirst title={asks} line={t.signInToSee} way={`${pages.connect}#${request}`} />
        )
      }
    </LoadedNarrow>
  )
}

type ConsentProps = { request: string; email: string; accounts: SessionDocument['accounts'] }

function Consent({ request, email, accounts }: ConsentProps) {
  const asked = useQuery(read('consents.check', { query: { request } }))
  const [appUrl, setAppUrl] = useState<string>()
  if (!asked.data)
    return (
      <Narrow title={asked.error ? unusable : asks}>
        <Answered of={asked}>{() => null}</Answered>
      </Narrow>
    )
  const { client, refuseUrl, returnScheme, accountId } = asked.data
  const name = shownAs(client)
  if (appUrl !== undefined) return <BackInApp host={name} url={appUrl} />
  const offered = accounts.filter((account) => accountId === null || account.accountId === accountId)
  const hindrance = hindranceOf(asked.data, offered.length)
  if (hindrance !== undefined)
    return (
      <Narrow title={unusable} line={hindrance}>
        <ButtonAnchor href={refuseUrl}>{t.backTo(name)}</ButtonAnchor>
      </Narrow>
    )
  return (
    <Narrow title={t.connect(name)} line={t.programRequestsAccessYour(email)}>
      <ConsentFacts consent={asked.data} />
      <ConsentForm
        request={request}
        accounts={offered}
        refuseUrl={refuseUrl}
        onGranted={(url) => {
          // An app opens beside the page, which stays.
          if (returnScheme !== null) setAppUrl(url)
          location.assign(url)
        }}
      />
    </Narrow>
  )
}

/** The certain part of a client: its host, where it returns to, or the name that people of the account gave it. */
function shownAs({ proof, name, host }: OutputOf<'consents.check'>['client']): string {
  return proof === 'made' ? name : host || t.programOnThisComputer
}

function hindranceOf({ client, problem }: OutputOf<'consents.check'>, accounts: number): string | undefined {
  if (problem !== null) return t.mustAskInAnotherWay(shownAs(client), problem)
  return accounts > 0 ? undefined : t.youBelongToNoAccount
}

function BackInApp({ host, url }: { host: string; url: string }) {
  return (
    <Narrow title={t.continueApp} line={t.youApproved(host)}>
      <ButtonAnchor href={url}>{t.openTheApp}</ButtonAnchor>
    </Narrow>
  )
}

function ConsentFacts({ consent: { client, returnHost, returnScheme } }: { consent: OutputOf<'consents.check'> }) {
  const inside = returnScheme === null ? t.programOnThisComputer : t.appOnThisComputer(returnScheme)
  return (
    <>
      <Facts>
        {[
          nameOf(client),
          identityOf(client),
          [t.returnsTo, returnHost ?? inside],
          [t.can, t.readYourSites],
          [t.cannot, t.seeYourTeam],
        ]}
      </Facts>
      <Notice tone="warn">{warningOf(client.proof, returnHost, inside)}</Notice>
    </>
  )
}

function nameOf({ proof, name }: OutputOf<'consents.check'>['client']): [string, string] {
  return proof === 'made' ? [t.nameGivenHere, name] : [t.callsItself, t.quoted(name)]
}

function identityOf({ proof, host }: OutputOf<'consents.check'>['client']): [string, string] {
  if (proof === 'document') return [t.address, host]
  return [t.identity, proof === 'made' ? t.madeInYourAccount : t.registeredItself]
}

function warningOf(proof: OutputOf<'consents.check'>['client']['proof'], returnHost: string | null, inside: string) {
  if (returnHost === null) return t.continueOnlyIfYou(inside)
  if (proof === 'made') return t.continueOnlyIfYouCameFrom(returnHost)
  return proof === 'registered' ? t.programIsNotVerified(returnHost) : t.nameIsNotVerified
}
