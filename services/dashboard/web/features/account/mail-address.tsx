import { useState } from 'react'
import { account as t } from '../../../texts/account.ts'
import { call, type OutputOf } from '../../api/call.ts'
import { readFacts } from '../../api/document.ts'
import { readAgain } from '../../api/queries.ts'
import { confirmed } from '../../api/session.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Field, PasswordField } from '../../kit/form/field.tsx'
import { Form } from '../../kit/form/form.tsx'
import { Panel } from '../../kit/layout/page.tsx'
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
      <Form
        action={t.keepOldAddress}
        look="plain"
        onSend={async () => {
          await call('mailChange.delete', {})
          await readAgain('person.get')
        }}
      />
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
