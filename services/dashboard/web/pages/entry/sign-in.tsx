import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { auth } from '../../api/auth.ts'
import { claimOfWay } from '../../api/claim.ts'
import { Refusal } from '../../api/send.ts'
import { peekWay, takeWay } from '../../api/way-back.ts'
import { pages } from '../../routes.ts'
import { PasswordField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Narrow } from '../../ui/narrow.tsx'
import { Notice } from '../../ui/notice.tsx'
import { LookInYourMail } from './look-in-your-mail.tsx'
import { MailField } from './mail-field.tsx'

export function SignIn() {
  const queries = useQueryClient()
  const [unverified, setUnverified] = useState<string>()
  const signUp = (
    <>
      New here? <Link to={pages.signUp}>Create an account</Link>
    </>
  )
  return (
    <Narrow title="Sign in" below={signUp}>
      <Form
        action="Sign in"
        onSend={async ({ email = '', password = '' }) => {
          // Where they came by an agent's link, its account may become theirs.
          const claims = claimOfWay(peekWay()) !== undefined
          await auth('/auth/sign-in', { email, password, claims }).catch((error: unknown) => {
            if (error instanceof Refusal && error.problem.code === 'mail_not_verified') setUnverified(email)
            throw error
          })
          queries.clear()
          // A whole load: nothing of a former session stays in this tab.
          location.assign(takeWay())
        }}
        beside={<Link to={pages.reset}>Forgot your password?</Link>}
      >
        <MailField />
        <PasswordField name="password" label="Password" />
      </Form>
      {unverified !== undefined && (
        <Notice>
          <p>The link in our mail to {unverified} confirms that the address is yours.</p>
          <LookInYourMail path="/auth/verify/send" email={unverified} />
        </Notice>
      )}
    </Narrow>
  )
}
