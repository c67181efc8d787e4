import { useState } from 'react'
import { document } from '../../../texts/locale.ts'
import { webhooks as t } from '../../../texts/webhooks.ts'
import { call, change, type InputOf, readAgain } from '../../api/call.ts'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Toggles } from '../../kit/form/filters.tsx'
import { Field, Form } from '../../kit/form/form.tsx'
import { Secret, useSecret } from '../../kit/words/code.tsx'
import { type Endpoint, type EventType, eventTypes } from './words.tsx'

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
            const made = await change('webhooks.create', { params: { id: siteId }, body }, 'webhooks.list')
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

type EditProps = { params: InputOf<'webhooks.update'>['params']; endpoint: Endpoint; onDone(): void }

/** The name and the events of an endpoint; another address is another endpoint. */
export function EditEndpoint({ params, endpoint, onDone }: EditProps) {
  const [events, setEvents] = useState<readonly EventType[]>(endpoint.events)
  return (
    <Form
      action={t.save}
      waits={events.length === 0}
      onSend={async ({ name = '' }) => {
        await call('webhooks.update', { params, body: { name: name.trim() || null, events: [...events] } })
        await readAgain('webhooks.list')
        onDone()
      }}
    >
      <Field name="name" label={t.name} defaultValue={endpoint.name} maxLength={100} />
      <EventChoice chosen={events} onChoose={setEvents} />
    </Form>
  )
}

type EventChoiceProps = { chosen: readonly EventType[]; onChoose(chosen: readonly EventType[]): void }

function EventChoice({ chosen, onChoose }: EventChoiceProps) {
  const names = eventTypes.map((type) => [type, t.events[type]] as const)
  const choose = (keys: readonly string[]) => onChoose(eventTypes.filter((type) => keys.includes(type)))
  return <Toggles label={t.eventsHead} names={names} chosen={chosen} onChoose={choose} />
}
