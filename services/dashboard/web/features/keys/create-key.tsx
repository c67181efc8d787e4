import { useQueryClient } from '@tanstack/react-query'
import { keys as t } from '../../../texts/keys.ts'
import { call } from '../../api/call.ts'
import { readAgain } from '../../api/read-again.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { useSecret } from '../../kit/dialog/use-secret.ts'
import { Field } from '../../kit/form/field.tsx'
import { Form } from '../../kit/form/form.tsx'
import { Notice } from '../../kit/notice.tsx'
import { Code } from '../../kit/words/code.tsx'

/** The example shown with a new key. */
export type Example = (secret: string) => { label: string; text: string }
type CreateKeyProps = {
  accountId: string
  kind: 'server' | 'lasting'
  example: Example
  open: boolean
  onClose(): void
}

/** Creates a key and shows it once: it is only in this dialog's state, in no cache and no address. */
export function CreateKey({ accountId, kind, example, open, onClose }: CreateKeyProps) {
  const queries = useQueryClient()
  const { secret, isSure: sure, show, close } = useSecret(onClose)
  return (
    <Dialog title={secret === undefined ? t.createAKey : t.yourNewKey} open={open} onClose={close}>
      {secret === undefined ? (
        <Form
          action={t.createKey}
          onSend={async ({ name = '' }) => {
            const made = await call('keys.create', { params: { accountId }, body: { name, kind } })
            show(made.secret)
            await readAgain(queries, 'keys.list')
          }}
        >
          <Field name="name" label={t.name} hint={t.whereTheKeyIsUsed} required maxLength={100} autoFocus />
        </Form>
      ) : (
        <NewKey secret={secret} example={example} sure={sure} onClose={close} />
      )}
    </Dialog>
  )
}

type NewKeyProps = { secret: string; example: Example; sure: boolean; onClose(): void }

function NewKey({ secret, example, sure, onClose }: NewKeyProps) {
  return (
    <>
      <Notice tone="warn">{t.thisKeyIsShownOnly}</Notice>
      <Code label={t.yourKey} text={secret} />
      <Code {...example(secret)} />
      {sure && <Notice tone="bad">{t.haveYouSaved}</Notice>}
      <p>
        <Button look="primary" onClick={onClose}>
          {sure ? t.iHaveSaved : t.close}
        </Button>
      </p>
    </>
  )
}

export function assistantExample(url: string): Example {
  return (secret) => {
    const server = { type: 'http', url, headers: { Authorization: `Bearer ${secret}` } }
    const text = JSON.stringify({ mcpServers: { 'rank-tracker': server } }, null, 2)
    return { label: t.yourAssistantsConfiguration, text }
  }
}
