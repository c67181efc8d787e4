import { useEffect, useState } from 'react'
import { entry as t } from '../../../texts/entry.ts'
import { languages } from '../../../texts/languages.ts'
import { readFacts, showIn, shownLanguage } from '../../api/document.ts'
import { sentenceOf } from '../../api/refusal.ts'
import { auth } from '../../api/session.ts'
import { Button } from '../../kit/button.tsx'
import { Field } from '../../kit/form/form.tsx'
import { Notice } from '../../kit/notice.tsx'

export function MailField() {
  return <Field name="email" label={t.email} type="email" autoComplete="username" required maxLength={254} autoFocus />
}

const pauseSeconds = 60

/** Help when no email arrives: the folder of letters without a mail server, and a resend after a minute. */
export function LookInYourMail({ path, email }: { path: '/auth/verify/send' | '/auth/reset/send'; email: string }) {
  const { mailFolder } = readFacts()
  const [left, restart] = useCountdown()
  const [problem, setProblem] = useState('')
  const sendAgain = () => {
    restart()
    setProblem('')
    void auth(path, { email }).catch((error: unknown) => setProblem(sentenceOf(error)))
  }
  return (
    <>
      {mailFolder !== null && (
        <Notice tone="warn">
          <p>{t.noMailServerIsSet}</p>
          <code>{mailFolder}</code>
        </Notice>
      )}
      {problem && <Notice tone="bad">{problem}</Notice>}
      <p>
        <Button disabled={left > 0} onClick={sendAgain}>
          {left > 0 ? t.sendAgainS(left) : t.sendAgain}
        </Button>
      </p>
    </>
  )
}

function useCountdown(): [number, () => void] {
  const [left, setLeft] = useState(pauseSeconds)
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1_000)
    return () => clearTimeout(timer)
  }, [left])
  return [left, () => setLeft(pauseSeconds)]
}

/** Shows the page in the other language, named in that language; it needs no session. */
export function OtherLanguage() {
  const other = shownLanguage() === 'en' ? 'id' : 'en'
  return (
    <Button look="quiet" lang={other} onClick={() => showIn(other)}>
      {languages[other]}
    </Button>
  )
}
