import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { confirmed } from '../../api/auth.ts'
import { call, type OutputOf } from '../../api/call.ts'
import { readFacts } from '../../api/facts.ts'
import { readAgain } from '../../api/read-again.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Field, PasswordField } from '../../kit/form/field.tsx'
import { Form } from '../../kit/form/form.tsx'
import { Panel } from '../../kit/layout/page.tsx'
import { Notice } from '../../kit/notice.tsx'
import { Ago } from '../../kit/words/time.tsx'

type NewMail = OutputOf<'person.get'>['newMail']

/** The address that a person signs in with. A new one counts once its link was opened. */
export function MailAddress({ email, newMail }: { email: string; newMail: NewMail }) {
  const [changing, setChanging] = useState(false)
  return (
    <Panel
      title="Mail address"
      line="You sign in with it."
      actions={<Button onClick={() => setChanging(true)}>Change</Button>}
    >
      <p>
        <b>{email}</b>
      </p>
      {newMail && <Waiting newMail={newMail} />}
      <ChangeDialog email={email} open={changing} onClose={() => setChanging(false)} />
    </Panel>
  )
}

function Waiting({ newMail }: { newMail: NonNullable<NewMail> }) {
  const queries = useQueryClient()
  const { mailFolder } = readFacts()
  return (
    <Notice tone="warn">
      <p>
        <b>{newMail.email}</b> waits for its link to be opened; it ends <Ago at={newMail.expiresAt} />.
      </p>
      {mailFolder !== null && (
        <p>
          Mails lie as files in <code>{mailFolder}</code>
        </p>
      )}
      <Form
        action="Keep the old address"
        look="plain"
        onSend={async () => {
          await call('mailChange.delete', {})
          await readAgain(queries, 'person.get')
        }}
      />
    </Notice>
  )
}

function ChangeDialog({ email, open, onClose }: { email: string; open: boolean; onClose(): void }) {
  const queries = useQueryClient()
  return (
    <Dialog title="Change your mail address" open={open} onClose={onClose}>
      <p>We send a link to the new address, and a notice to the old one. Until the link is opened nothing changes.</p>
      <Form
        action="Send the link"
        onSend={async ({ email: wanted = '', password = '' }) => {
          await confirmed(email, password, () => call('mailChange.create', { body: { email: wanted } }))
          await readAgain(queries, 'person.get')
          onClose()
        }}
      >
        <Field name="email" label="New mail address" type="email" autoComplete="email" required maxLength={254} />
        <PasswordField name="password" label="Your password" />
      </Form>
    </Dialog>
  )
}
