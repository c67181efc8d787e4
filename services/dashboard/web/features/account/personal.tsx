import { useState } from 'react'
import { account as t } from '../../../texts/account.ts'
import { languages } from '../../../texts/languages.ts'
import { call, change, type OutputOf, readAgain } from '../../api/call.ts'
import { readFacts, showIn, shownLanguage } from '../../api/document.ts'
import { auth, confirmed } from '../../api/session.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Choice } from '../../kit/form/choice.tsx'
import { Field, Form, PasswordField, Saved } from '../../kit/form/form.tsx'
import { Muted, Panel } from '../../kit/layout/page.tsx'
import { Notice } from '../../kit/notice.tsx'
import { Ago } from '../../kit/words/time.tsx'

type NewMail = OutputOf<'person.get'>['newMail']

export function MailAddress({ email, newMail }: { email: string; newMail: NewMail }) {
  const [changing, setChanging] = useState(false)
  return (
    <Panel title={t.email} line={t.youSign} actions={<Button onClick={() => setChanging(true)}>{t.change}</Button>}>
      <p>
        <b>{email}</b>
      </p>
      {newMail && <Waiting newMail={newMail} />}
      <ChangeDialog email={email} open={changing} onClose={() => setChanging(false)} />
    </Panel>
  )
}

function Waiting({ newMail }: { newMail: NonNullable<NewMail> }) {
  const { mailFolder } = readFacts()
  return (
    <Notice tone="warn">
      <p>{t.waitingForToBeConfirmed(<b>{newMail.email}</b>, <Ago at={newMail.expiresAt} />)}</p>
      {mailFolder !== null && <p>{t.noMailServerIsSet(<code>{mailFolder}</code>)}</p>}
      <Form action={t.keepOldAddress} look="plain" onSend={() => change('mailChange.delete', {}, 'person.get')} />
    </Notice>
  )
}

function ChangeDialog({ email, open, onClose }: { email: string; open: boolean; onClose(): void }) {
  return (
    <Dialog title={t.changeYourEmail} open={open} onClose={onClose}>
      <p>{t.weSendALink}</p>
      <Form
        action={t.sendLink}
        onSend={async ({ email: wanted = '', password = '' }) => {
          await confirmed(email, password, () => call('mailChange.create', { body: { email: wanted } }))
          await readAgain('person.get')
          onClose()
        }}
      >
        <Field name="email" label={t.newEmail} type="email" autoComplete="email" required maxLength={254} />
        <PasswordField name="password" label={t.yourPassword} />
      </Form>
    </Dialog>
  )
}

const options = Object.entries(languages).map(([value, label]) => ({ value, label }))

/** The language of a person: of their letters, and of the pages in this browser and where they sign in next. */
export function Language({ timeZone }: { timeZone: string }) {
  return (
    <Panel title={t.language}>
      <Form
        action={t.save}
        look="plain"
        onSend={async (values) => {
          const language = values.language === 'id' ? 'id' : 'en'
          await call('person.update', { body: { language } })
          showIn(language)
        }}
      >
        <Choice name="language" label={t.languageLettersToo} options={options} chosen={shownLanguage()} />
      </Form>
      <p>
        <Muted>{t.lettersByTheClockOf(timeZone)}</Muted>
      </p>
    </Panel>
  )
}

export function Password() {
  const [changing, setChanging] = useState(false)
  const [saved, setSaved] = useState(0)
  return (
    <Panel
      title={t.password}
      line={t.newPasswordEndsAllOther}
      actions={<Button onClick={() => setChanging(true)}>{t.change}</Button>}
    >
      <Saved count={saved} />
      <Dialog title={t.changeYourPassword} open={changing} onClose={() => setChanging(false)}>
        <Form
          action={t.changePassword}
          onSend={async ({ currentPassword = '', newPassword = '' }) => {
            await auth('/auth/password', { currentPassword, newPassword })
            setSaved(saved + 1)
            setChanging(false)
          }}
        >
          <PasswordField name="currentPassword" label={t.currentPassword} />
          <PasswordField name="newPassword" label={t.newPassword} isNew />
        </Form>
      </Dialog>
    </Panel>
  )
}
