import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { entry as t } from '../../../texts/entry.ts'
import { call } from '../../api/call.ts'
import { session } from '../../api/session.ts'
import { rememberWay } from '../../api/way-back.ts'
import { useHash } from '../../kit/browser.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { Form } from '../../kit/form/form.tsx'
import { Narrow } from '../../kit/layout/narrow.tsx'
import { pages } from '../../routes.ts'
import { BrokenLink } from './narrow-pages.tsx'

/** Confirms a new email address; only the person who asked can do it. */
export function NewMail() {
  const token = useHash()
  const { data } = useQuery(session)
  const [now, setNow] = useState<string>()
  if (token === '') return <BrokenLink />
  if (now !== undefined)
    return (
      <Narrow title={t.yourEmailChanged} line={t.fromNow(now)}>
        <ButtonLink look="primary" to={pages.home}>
          {t.goYourSites}
        </ButtonLink>
      </Narrow>
    )
  if (data && !data.person)
    return (
      <Narrow title={t.confirmYourNewEmail} line={t.signInWithTheOld}>
        <ButtonLink look="primary" to={pages.signIn} onClick={() => rememberWay(`${pages.newMail}#${token}`)}>
          {t.signIn}
        </ButtonLink>
      </Narrow>
    )
  return (
    <Narrow title={t.confirmYourNewEmail} line={t.fromThen}>
      <Form
        action={t.useThisEmail}
        onSend={async () => setNow((await call('mailChange.accept', { body: { token } })).person.email)}
        beside={<Link to={pages.home}>{t.keepOldEmail}</Link>}
      />
    </Narrow>
  )
}
