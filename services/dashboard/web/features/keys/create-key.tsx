import { keys as t } from '../../../texts/keys.ts'
import { call, readAgain } from '../../api/call.ts'
import { useFresh } from '../../api/session.ts'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Field, Form, PasswordField } from '../../kit/form/form.tsx'
import { Code, Secret, useSecret } from '../../kit/words/code.tsx'

export type Example = (secret: string) => { label: string; text: string }
type CreateKeyProps = {
  accountId: string
  kind: 'server' | 'lasting'
  example: Example
  open: boolean
  onClose(): void
}

export function CreateKey({ accountId, kind, example, open, onClose }: CreateKeyProps) {
  const { isAsked, fresh } = useFresh()
  const { secret, isSure, show, close } = useSecret(onClose)
  return (
    <Dialog title={secret === undefined ? t.createAKey : t.yourNewKey} open={open} onClose={close}>
      {secret === undefined ? (
        <Form
          action={t.createKey}
          onSend={async ({ name = '', password }) => {
            const body = { name, kind }
            const made = await fresh(password, () => call('keys.create', { params: { accountId }, body }))
            show(made.secret)
            await readAgain('keys.list')
          }}
        >
          <Field name="name" label={t.name} hint={t.whereTheKeyIsUsed} required maxLength={100} autoFocus />
          {isAsked && <PasswordField name="password" label={t.yourPassword} />}
        </Form>
      ) : (
        <Secret label={t.yourKey} line={t.thisKeyIsShownOnly} secret={secret} isSure={isSure} onClose={close}>
          <Code {...example(secret)} />
        </Secret>
      )}
    </Dialog>
  )
}

export function assistantExample(url: string): Example {
  return (secret) => {
    const server = { type: 'http', url, headers: { Authorization: `Bearer ${secret}` } }
    const text = JSON.stringify({ mcpServers: { 'rank-tracker': server } }, null, 2)
    return { label: t.yourAssistantsConfiguration, text }
  }
}
