import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { readAgain } from '../../api/read-again.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Field } from '../../kit/form/field.tsx'
import { Form } from '../../kit/form/form.tsx'
import { Notice } from '../../kit/notice.tsx'
import { Code } from '../../kit/words/code.tsx'

/** What to do with a new key. */
export type Example = (secret: string) => { label: string; text: string }
type CreateKeyProps = {
  accountId: string
  kind: 'server' | 'lasting'
  example: Example
  open: boolean
  onClose(): void
}

/** Names a key, and shows it this once: it stays in this dialog's own state, in no cache and no address. */
export function CreateKey({ accountId, kind, example, open, onClose }: CreateKeyProps) {
  const queries = useQueryClient()
  const [secret, setSecret] = useState<string>()
  const [sure, setSure] = useState(false)
  useLeaveGuard(secret !== undefined)
  const close = () => {
    if (secret !== undefined && !sure) return setSure(true)
    setSecret(undefined)
    setSure(false)
    onClose()
  }
  return (
    <Dialog title={secret === undefined ? 'Create a key' : 'Your new key'} open={open} onClose={close}>
      {secret === undefined ? (
        <Form
          action="Create the key"
          onSend={async ({ name = '' }) => {
            const made = await call('keys.create', { params: { accountId }, body: { name, kind } })
            setSecret(made.secret)
            await readAgain(queries, 'keys.list')
          }}
        >
          <Field
            name="name"
            label="Name"
            hint="Where the key is used: you will know it by this."
            required
            maxLength={100}
            autoFocus
          />
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
      <Notice tone="warn">You see this key now and never again. Copy it before you close this.</Notice>
      <Code label="Your key" text={secret} />
      <Code {...example(secret)} />
      {sure && <Notice tone="bad">Have you kept it? Nobody can show it to you again.</Notice>}
      <p>
        <Button look="primary" onClick={onClose}>
          {sure ? 'I have kept it: close' : 'Close'}
        </Button>
      </p>
    </>
  )
}

/** The browser asks before it leaves a page with a key that is shown only once. */
function useLeaveGuard(active: boolean): void {
  useEffect(() => {
    if (!active) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [active])
}

/** A new key in the configuration that assistants read. */
export function assistantExample(url: string): Example {
  return (secret) => {
    const server = { type: 'http', url, headers: { Authorization: `Bearer ${secret}` } }
    const text = JSON.stringify({ mcpServers: { 'rank-tracker': server } }, null, 2)
    return { label: 'For your assistant’s configuration', text }
  }
}
