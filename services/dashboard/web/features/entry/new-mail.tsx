import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { session } from '../../api/session.ts'
import { rememberWay } from '../../api/way-back.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { Form } from '../../kit/form/form.tsx'
import { Narrow } from '../../kit/layout/narrow.tsx'
import { useHash } from '../../kit/use-hash.ts'
import { pages } from '../../routes.ts'
import { BrokenLink } from './broken-link.tsx'

/** Where the link to a new mail address leads: the person who asked confirms it, and nobody else can. */
export function NewMail() {
  const token = useHash()
  const { data } = useQuery(session)
  const [now, setNow] = useState<string>()
  if (token === '') return <BrokenLink />
  if (now !== undefined)
    return (
      <Narrow title="Your address is changed" line={`From now on you sign in with ${now}.`}>
        <ButtonLink look="primary" to={pages.home}>
          Go to your sites
        </ButtonLink>
      </Narrow>
    )
  if (data && !data.person)
    return (
      <Narrow title="Confirm your new address" line="Sign in first, with the old address.">
        <ButtonLink look="primary" to={pages.signIn} onClick={() => rememberWay(`${pages.newMail}#${token}`)}>
          Sign in
        </ButtonLink>
      </Narrow>
    )
  return (
    <Narrow title="Confirm your new address" line="From then on you sign in with it.">
      <Form
        action="Use this address"
        onSend={async () => setNow((await call('mailChange.accept', { body: { token } })).person.email)}
        beside={<Link to={pages.home}>Keep the old one</Link>}
      />
    </Narrow>
  )
}
