import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { entry as t } from '../../../texts/entry.ts'
import { auth } from '../../api/session.ts'
import { useHash } from '../../kit/browser.ts'
import { Form, PasswordField } from '../../kit/form/form.tsx'
import { Narrow } from '../../kit/layout/narrow.tsx'
import { pages } from '../../routes.ts'
import { LookInYourMail, MailField, OtherLanguage } from './mail-parts.tsx'
import { Done } from './narrow-pages.tsx'

/** Asks for a link; with the link of a mail, sets the password. */
export function Reset() {
  const token = useHash()
  return token === '' ? <Ask /> : <NewPassword token={token} />
}

function Ask() {
  const [sentTo, setSentTo] = useState<string>()
  if (sentTo !== undefined)
    return (
      <Narrow title={t.checkYourEmail}>
        <p>{t.ifHasAnAccount(<b>{sentTo}</b>)}</p>
        <LookInYourMail path="/auth/reset/send" email={sentTo} />
      </Narrow>
    )
  const signIn = (
    <>
      <Link to={pages.signIn}>{t.backSign}</Link> · <OtherLanguage />
    </>
  )
  return (
    <Narrow title={t.setNewPassword} line={t.weEmailYouALink} below={signIn}>
      <Form
        action={t.sendLink}
        onSend={async ({ email = '' }) => {
          await auth('/auth/reset/send', { email })
          setSentTo(email)
        }}
      >
        <MailField />
      </Form>
    </Narrow>
  )
}

function NewPassword({ token }: { token: string }) {
  const [done, setDone] = useState(false)
  if (done) return <Done title={t.passwordChanged} line={t.allSessionsHaveEnded} />
  return (
    <Narrow title={t.setNewPassword} line={t.thisEndsAllSessions}>
      <Form
        action={t.setPassword}
        onSend={async ({ password = '' }) => {
          await auth('/auth/reset', { token, password })
          setDone(true)
        }}
        beside={<Link to={pages.reset}>{t.requestAnotherLink}</Link>}
      >
        <PasswordField name="password" label={t.newPassword} isNew />
      </Form>
    </Narrow>
  )
}
