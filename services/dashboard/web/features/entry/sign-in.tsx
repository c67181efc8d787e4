import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { entry as t } from '../../../texts/entry.ts'
import { queries } from '../../api/call.ts'
import { Refusal } from '../../api/refusal.ts'
import { auth } from '../../api/session.ts'
import { peekWay, takeWay } from '../../api/way-back.ts'
import { Form, PasswordField } from '../../kit/form/form.tsx'
import { Narrow } from '../../kit/layout/narrow.tsx'
import { Notice } from '../../kit/notice.tsx'
import { pages } from '../../routes.ts'
import { claimOfWay } from './claim-link.ts'
import { LookInYourMail, MailField, OtherLanguage } from './mail-parts.tsx'
import { maySignUp } from './own-sign-up.ts'

export function SignIn() {
  const [unverified, setUnverified] = useState<string>()
  const signUp = (
    <>
      {maySignUp() && (
        <>
          {t.newHere} <Link to={pages.signUp}>{t.createAnAccount}</Link>
          <br />
        </>
      )}
      <OtherLanguage />
    </>
  )
  return (
    <Narrow title={t.signIn} below={signUp}>
      <Form
        action={t.signIn}
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
        beside={<Link to={pages.reset}>{t.forgotYourPassword}</Link>}
      >
        <MailField />
        <PasswordField name="password" label={t.password} />
      </Form>
      {unverified !== undefined && (
        <Notice>
          <p>{t.openTheLinkThatWe(unverified)}</p>
          <LookInYourMail path="/auth/verify/send" email={unverified} />
        </Notice>
      )}
    </Narrow>
  )
}
