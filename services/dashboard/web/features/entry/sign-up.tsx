import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { entry as t } from '../../../texts/entry.ts'
import { readFacts } from '../../api/document.ts'
import { auth } from '../../api/session.ts'
import { peekWay } from '../../api/way-back.ts'
import { Field, Form, PasswordField } from '../../kit/form/form.tsx'
import { Narrow } from '../../kit/layout/narrow.tsx'
import { pages } from '../../routes.ts'
import { claimOfWay } from './claim-link.ts'
import { LookInYourMail, MailField, OtherLanguage } from './mail-parts.tsx'
import { Done } from './narrow-pages.tsx'
import { inviteOfWay, maySignUp } from './own-sign-up.ts'

export function SignUp() {
  const [sentTo, setSentTo] = useState<string>()
  if (sentTo !== undefined) return <Sent email={sentTo} />
  if (!maySignUp()) return <NoSignUp />
  const signIn = (
    <>
      {t.alreadyAccount} <Link to={pages.signIn}>{t.signIn}</Link>
      <br />
      <OtherLanguage />
    </>
  )
  return (
    <Narrow title={t.createYourAccount} line={t.freeNoCardRequired} below={signIn}>
      <Form
        action={t.createAccount}
        onSend={async ({ name = '', email = '', password = '' }) => {
          const claim = claimOfWay(peekWay())
          const invite = inviteOfWay()
          const way = { ...(claim && { claim }), ...(invite && { invite }) }
          await auth('/auth/sign-up', { name: name.trim() || nameOf(email), email, password, ...way })
          setSentTo(email)
        }}
      >
        <MailField />
        <Field name="name" label={t.yourName} autoComplete="name" maxLength={100} hint={t.optionalVisibleYourTeam} />
        <PasswordField name="password" label={t.password} isNew />
      </Form>
    </Narrow>
  )
}

/** Where accounts come from the people who run this installation, or from invites. */
export function NoSignUp() {
  const line = readFacts().signUp === 'closed' ? t.askForAnAccount : t.openYourInvite
  return <Done title={t.signUpIsClosed} line={line} />
}

function Sent({ email }: { email: string }) {
  return (
    <Narrow title={t.checkYourEmail}>
      <p>{t.weSentALink(<b>{email}</b>)}</p>
      <LookInYourMail path="/auth/verify/send" email={email} />
    </Narrow>
  )
}

/** Without a name the person is called by the first part of their address. */
function nameOf(email: string): string {
  return email.split('@')[0] || t.you
}
