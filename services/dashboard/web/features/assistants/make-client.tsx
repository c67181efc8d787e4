import { useState } from 'react'
import { assistants as t } from '../../../texts/assistants.ts'
import { call, readAgain } from '../../api/call.ts'
import { useFresh } from '../../api/session.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Choice } from '../../kit/form/choice.tsx'
import { Field, Form, PasswordField, TextField } from '../../kit/form/form.tsx'
import { Code, Secret, useSecret } from '../../kit/words/code.tsx'

type Made = { id: string; secret: string | null }
type MakeProps = { accountId: string; connectUrl: string; open: boolean; onClose(): void }

/** Makes a client, and shows once what its host asks for: the secret is only in this dialog's state. */
export function MakeClient({ accountId, connectUrl, open, onClose }: MakeProps) {
  const { isAsked, fresh } = useFresh()
  const [made, setMade] = useState<Made>()
  const { isSure, show, close } = useSecret(() => {
    setMade(undefined)
    onClose()
  })
  return (
    <Dialog title={made === undefined ? t.makeAClient : t.yourNewClient} open={open} onClose={close}>
      {made === undefined ? (
        <Form
          action={t.make}
          onSend={async ({ name = '', redirectUris = '', kind, password }) => {
            const uris = redirectUris.split('\n').flatMap((line) => line.trim() || [])
            const body = { name, redirectUris: uris, isConfidential: kind !== 'none', skipsPkce: kind === 'noPkce' }
            const make = () => call('oauthClients.create', { params: { accountId }, body })
            const { client, secret } = await fresh(password, make)
            setMade({ id: client.id, secret })
            if (secret !== null) show(secret)
            await readAgain('oauthClients.list')
          }}
        >
          <Field name="name" label={t.name} hint={t.whichHost} required maxLength={100} autoFocus />
          <TextField name="redirectUris" label={t.redirectAddresses} hint={t.redirectHint} rows={3} data-code />
          <Choice name="kind" label={t.secretQuestion} options={kinds} chosen="secret" />
          {isAsked && <PasswordField name="password" label={t.yourPassword} />}
        </Form>
      ) : (
        <NewClient made={made} connectUrl={connectUrl} isSure={isSure} onClose={close} />
      )}
    </Dialog>
  )
}

const kinds = [
  { value: 'secret', label: t.withSecret, hint: t.withSecretMeans },
  { value: 'noPkce', label: t.withoutPkce, hint: t.withoutPkceMeans },
  { value: 'none', label: t.withoutSecret, hint: t.withoutSecretMeans },
]

type NewProps = { made: Made; connectUrl: string; isSure: boolean; onClose(): void }

function NewClient({ made: { id, secret }, connectUrl, isSure, onClose }: NewProps) {
  const asked = (
    <>
      <Code label={t.clientId} text={id} />
      <Code label={t.address} text={connectUrl} />
      <Code label={t.authorizeUrl} text={`${connectUrl}/authorize`} />
      <Code label={t.tokenUrl} text={`${connectUrl}/token`} />
    </>
  )
  if (secret !== null)
    return (
      <Secret label={t.secret} secret={secret} isSure={isSure} onClose={onClose} line={t.secretShownOnce}>
        {asked}
      </Secret>
    )
  return (
    <>
      {asked}
      <p>
        <Button look="primary" onClick={onClose}>
          {t.close}
        </Button>
      </p>
    </>
  )
}
