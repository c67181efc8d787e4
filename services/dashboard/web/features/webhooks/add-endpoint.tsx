import { useState } from 'react'
import { document } from '../../../texts/locale.ts'
import { webhooks as t } from '../../../texts/webhooks.ts'
import { call } from '../../api/call.ts'
import { readAgain } from '../../api/queries.ts'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Field } from '../../kit/form/field.tsx'
import { Form } from '../../kit/form/form.tsx'
import { Secret, useSecret } from '../../kit/words/code.tsx'
import { EventChoice } from './event-choice.tsx'
import { type EventType, eventTypes } from './words.tsx'

/** Adds an endpoint; the secret of a webhook is shown once, from this dialog's state alone. */
export function AddEndpoint({ siteId, open, onClose }: { siteId: string; open: boolean; onClose(): void }) {
  const [events, setEvents] = useState<readonly EventType[]>(eventTypes)
  const { secret, isSure, show, close } = useSecret(onClose)
  const language: 'en' | 'id' = document.language === 'id' ? 'id' : 'en'
  return (
    <Dialog title={secret === undefined ? t.addTitle : t.newSecret} open={open} onClose={close}>
      {secret === undefined ? (
        <Form
          action={t.add}
          waits={events.length === 0}
          onSend={async ({ url = '', name = '' }) => {
            const body = { url, events: [...events], language, ...(name.trim() && { name }) }
            const made = await call('webhooks.create', { params: { id: siteId }, body })
            await readAgain('webhooks.list')
            setEvents(eventTypes)
            if (made.secret === null) onClose()
            else show(made.secret)
          }}
        >
          <Field
            name="url"
            label={t.address}
            type="url"
            hint={t.addressHint}
            placeholder={t.addressExample}
            autoComplete="off"
            required
            autoFocus
            maxLength={2_048}
          />
          <Field name="name" label={t.name} hint={t.nameHint} maxLength={100} />
          <EventChoice chosen={events} onChoose={setEvents} />
        </Form>
      ) : (
        <Secret label={t.secret} line={t.secretShownOnce} secret={secret} isSure={isSure} onClose={close} />
      )}
    </Dialog>
  )
}
