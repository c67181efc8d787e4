import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SessionDocument } from '../../../src/sign-in/session-route.ts'
import { type OutputOf, read } from '../../api/call.ts'
import { session } from '../../api/session.ts'
import { ButtonAnchor } from '../../kit/button.tsx'
import { Facts } from '../../kit/layout/facts.tsx'
import { Narrow } from '../../kit/layout/narrow.tsx'
import { Answered } from '../../kit/loaded.tsx'
import { Notice } from '../../kit/notice.tsx'
import { useHash } from '../../kit/use-hash.ts'
import { pages } from '../../routes.ts'
import { BrokenLink } from './broken-link.tsx'
import { ConsentForm } from './consent-form.tsx'
import { LoadedNarrow } from './loaded-narrow.tsx'
import { SignInFirst } from './sign-in-first.tsx'

const asks = 'A program asks for access'
const unusable = 'This request cannot be granted'

/** Where a client of OAuth sends people for their consent. Looking grants nothing: only the button does. */
export function Connect() {
  const request = useHash()
  if (request === '') return <BrokenLink />
  return (
    <LoadedNarrow title={asks} query={session}>
      {({ person, accounts }) =>
        person ? (
          <Consent request={request} email={person.email} accounts={accounts} />
        ) : (
          <SignInFirst
            title={asks}
            line="Sign in to see which one, and to decide."
            way={`${pages.connect}#${request}`}
          />
        )
      }
    </LoadedNarrow>
  )
}

type ConsentProps = { request: string; email: string; accounts: SessionDocument['accounts'] }

function Consent({ request, email, accounts }: ConsentProps) {
  const asked = useQuery(read('consents.check', { query: { request } }))
  const [appUrl, setAppUrl] = useState<string>()
  const managed = accounts.filter(({ role }) => role !== 'member')
  if (!asked.data)
    return (
      <Narrow title={asked.error ? unusable : asks}>
        <Answered of={asked}>{() => null}</Answered>
      </Narrow>
    )
  const { client, refuseUrl, returnScheme } = asked.data
  if (appUrl !== undefined) return <BackInApp host={client.host} url={appUrl} />
  const hindrance = hindranceOf(asked.data, managed.length)
  if (hindrance !== undefined)
    return (
      <Narrow title={unusable} line={hindrance}>
        <ButtonAnchor href={refuseUrl}>Back to {client.host}</ButtonAnchor>
      </Narrow>
    )
  return (
    <Narrow
      title={`Connect ${client.host}?`}
      line={`A program asks to work in your account. You are signed in as ${email}.`}
    >
      <ConsentFacts consent={asked.data} />
      <ConsentForm
        request={request}
        accounts={managed}
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

/** Why nothing can be granted; undefined where it can. */
function hindranceOf({ client, problem }: OutputOf<'consents.check'>, managed: number): string | undefined {
  if (problem !== null) return `${client.host} has to ask in another way: ${problem}.`
  return managed > 0 ? undefined : 'Only an owner or an admin of an account can connect a program to it.'
}

function BackInApp({ host, url }: { host: string; url: string }) {
  return (
    <Narrow title="Go on in the app" line={`You let ${host} in. If its app did not open, open it within a minute.`}>
      <ButtonAnchor href={url}>Open the app</ButtonAnchor>
    </Narrow>
  )
}

/** Who asks, by its own word, and what it could do. */
function ConsentFacts({ consent: { client, returnHost, returnScheme } }: { consent: OutputOf<'consents.check'> }) {
  const inside = returnScheme === null ? 'a program on this computer' : `an app on this computer (${returnScheme})`
  return (
    <>
      <Facts>
        {[
          ['It calls itself', client.name],
          ['Its address', client.host],
          ['You return to', returnHost ?? inside],
          ['It may', 'read your sites and their data, add sites, keywords and competitors, and remove keywords'],
          ['It may not', 'see your team, payments or keys'],
        ]}
      </Facts>
      <Notice tone="warn">
        {returnHost === null
          ? `Go on only if you have just started this yourself, in ${inside}. Any other program could give this name too.`
          : 'Nobody has checked the name. Go on only if you know the address and came from there.'}
      </Notice>
    </>
  )
}
