import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { auth } from '../../api/auth.ts'
import { PasswordField } from '../../kit/form/field.tsx'
import { Form } from '../../kit/form/form.tsx'
import { Narrow } from '../../kit/layout/narrow.tsx'
import { useHash } from '../../kit/use-hash.ts'
import { pages } from '../../routes.ts'
import { BrokenLink } from './broken-link.tsx'
import { Done } from './done.tsx'

/** Where the link of a mail leads. Only the button confirms: programs that scan mails open links, and press nothing. */
export function Verify() {
  const token = useHash()
  const [done, setDone] = useState(false)
  if (done) return <Done title="Your address is confirmed" line="Sign in with it now." />
  if (token === '') return <BrokenLink />
  return (
    <Narrow
      title="Confirm your mail address"
      line="With the password that you signed up with: it shows that it was you."
    >
      <Form
        action="Confirm this address"
        onSend={async ({ password = '' }) => {
          await auth('/auth/verify', { token, password })
          setDone(true)
        }}
        beside={<Link to={pages.signIn}>Have another link sent</Link>}
      >
        <PasswordField name="password" label="Password" />
      </Form>
    </Narrow>
  )
}
