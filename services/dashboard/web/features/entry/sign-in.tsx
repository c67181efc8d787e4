import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { auth } from '../../api/auth.ts'
import { Refusal } from '../../api/send.ts'
import { peekWay, takeWay } from '../../api/way-back.ts'
import { PasswordField } from '../../kit/form/field.tsx'
import { Form } from '../../kit/form/form.tsx'
import { Narrow } from '../../kit/layout/narrow.tsx'
import { Notice } from '../../kit/notice.tsx'
import { pages } from '../../routes.ts'
import { claimOfWay } from './claim-link.ts'
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
