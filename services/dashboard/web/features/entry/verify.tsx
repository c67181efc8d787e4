import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { entry as t } from '../../../texts/entry.ts'
import { auth } from '../../api/auth.ts'
import { PasswordField } from '../../kit/form/field.tsx'
import { Form } from '../../kit/form/form.tsx'
import { Narrow } from '../../kit/layout/narrow.tsx'
import { useHash } from '../../kit/use-hash.ts'
import { pages } from '../../routes.ts'
import { BrokenLink } from './broken-link.tsx'
import { Done } from './done.tsx'

/** The page of a confirmation link. Only the button confirms, because mail scanners open links. */
export function Verify() {
  const token = useHash()
  const [done, setDone] = useState(false)
  if (done) return <Done title={t.emailConfirmed} line={t.youCanSignInNow} />
  if (token === '') return <BrokenLink />
  return (
    <Narrow title={t.confirmYourEmail} line={t.enterThePasswordThatYou}>
      <Form
        action={t.confirmEmail}
        onSend={async ({ password = '' }) => {
          await auth('/auth/verify', { token, password })
          setDone(true)
        }}
        beside={<Link to={pages.signIn}>{t.sendAnotherLink}</Link>}
      >
        <PasswordField name="password" label={t.password} />
      </Form>
    </Narrow>
  )
}
