import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { auth } from '../../api/auth.ts'
import { peekWay } from '../../api/way-back.ts'
import { Field, PasswordField } from '../../kit/form/field.tsx'
import { Form } from '../../kit/form/form.tsx'
import { Narrow } from '../../kit/layout/narrow.tsx'
import { pages } from '../../routes.ts'
import { claimOfWay } from './claim-link.ts'
import { LookInYourMail } from './look-in-your-mail.tsx'
import { MailField } from './mail-field.tsx'

export function SignUp() {
  const [sentTo, setSentTo] = useState<string>()
  if (sentTo !== undefined) return <Sent email={sentTo} />
  const signIn = (
    <>
      Have you signed up before? <Link to={pages.signIn}>Sign in</Link>
    </>
  )
  return (
    <Narrow
      title="Create your account"
      line="Free, with no card. You get a key for the server API at once."
      below={signIn}
    >
      <Form
        action="Create account"
        onSend={async ({ name = '', email = '', password = '' }) => {
          const claim = claimOfWay(peekWay())
          await auth('/auth/sign-up', { name: name.trim() || nameOf(email), email, password, ...(claim && { claim }) })
          setSentTo(email)
        }}
      >
        <MailField />
        <Field name="name" label="Your name" autoComplete="name" maxLength={100} hint="Optional. Your team sees it." />
        <PasswordField name="password" label="Password" isNew />
      </Form>
    </Narrow>
  )
}

function Sent({ email }: { email: string }) {
  return (
    <Narrow title="Look in your mail">
      <p>
        We sent a link to <b>{email}</b>. Open it to confirm that the address is yours; then sign in.
      </p>
      <LookInYourMail path="/auth/verify/send" email={email} />
    </Narrow>
  )
}

/** Who names no name is called as in their address. */
function nameOf(email: string): string {
  return email.split('@')[0] || 'You'
}
