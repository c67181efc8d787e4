import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { auth } from '../../api/auth.ts'
import { PasswordField } from '../../kit/form/field.tsx'
import { Form } from '../../kit/form/form.tsx'
import { Narrow } from '../../kit/layout/narrow.tsx'
import { useHash } from '../../kit/use-hash.ts'
import { pages } from '../../routes.ts'
import { Done } from './done.tsx'
import { LookInYourMail } from './look-in-your-mail.tsx'
import { MailField } from './mail-field.tsx'

/** Asks for a link; with the link of a mail, sets the password. */
export function Reset() {
  const token = useHash()
  return token === '' ? <Ask /> : <NewPassword token={token} />
}

function Ask() {
  const [sentTo, setSentTo] = useState<string>()
  if (sentTo !== undefined)
    return (
      <Narrow title="Look in your mail">
        <p>
          If <b>{sentTo}</b> has an account, a link to set a new password is on its way. It is good for an hour.
        </p>
        <LookInYourMail path="/auth/reset/send" email={sentTo} />
      </Narrow>
    )
  return (
    <Narrow
      title="Set a new password"
      line="We send you a link by mail."
      below={<Link to={pages.signIn}>Back to sign-in</Link>}
    >
      <Form
        action="Send the link"
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
  if (done)
    return <Done title="Your password is changed" line="All sessions were ended. Sign in with the new password." />
  return (
    <Narrow title="Set a new password" line="It ends all sessions, on every device.">
      <Form
        action="Set the password"
        onSend={async ({ password = '' }) => {
          await auth('/auth/reset', { token, password })
          setDone(true)
        }}
        beside={<Link to={pages.reset}>Ask for another link</Link>}
      >
        <PasswordField name="password" label="New password" isNew />
      </Form>
    </Narrow>
  )
}
