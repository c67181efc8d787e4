import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { entry as t } from '../../../texts/entry.ts'
import { queries } from '../../api/call.ts'
import { Refusal } from '../../api/refusal.ts'
import { auth, session } from '../../api/session.ts'
import { peekWay, takeWay } from '../../api/way-back.ts'
import { useHash } from '../../kit/browser.ts'
import { Form, PasswordField } from '../../kit/form/form.tsx'
import { Narrow } from '../../kit/layout/narrow.tsx'
import { pages } from '../../routes.ts'
import { claimOfWay } from './claim-link.ts'
import { BrokenLink, Done } from './narrow-pages.tsx'

/**
 * The page of a confirmation link. Only the button confirms, because mail scanners open links. It signs in: in the browser of the
 * sign-up at once, in another one with the password.
 */
export function Verify() {
  const token = useHash()
  const [done, setDone] = useState(false)
  const [isElsewhere, setElsewhere] = useState(false)
  if (done) return <Done title={t.emailConfirmed} line={t.youCanSignInNow} />
  if (token === '') return <BrokenLink />
  const confirm = async ({ password }: Record<string, string>) => {
    const claims = claimOfWay(peekWay()) !== undefined
    await auth('/auth/verify', { token, claims, ...(password !== undefined && { password }) })
    queries.clear()
    // The second use of a link confirms nothing and signs no one in.
    if ((await queries.fetchQuery(session)).person) location.assign(takeWay())
    else setDone(true)
  }
  return (
    <Narrow title={t.confirmYourEmail} line={isElsewhere ? t.enterThePasswordThatYou : t.thisSignsYouIn}>
      <Form
        key={String(isElsewhere)}
        action={t.confirmEmail}
        onSend={(values) =>
          confirm(values).catch((error: unknown) => {
            if (isElsewhere || !asksForPassword(error)) throw error
            setElsewhere(true)
          })
        }
        beside={<Link to={pages.signIn}>{t.sendAnotherLink}</Link>}
      >
        {isElsewhere && <PasswordField name="password" label={t.password} />}
      </Form>
    </Narrow>
  )
}

function asksForPassword(error: unknown): boolean {
  return error instanceof Refusal && error.problem.errors?.some(({ field }) => field === 'password') === true
}
