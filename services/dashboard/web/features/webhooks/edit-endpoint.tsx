import { useState } from 'react'
import { webhooks as t } from '../../../texts/webhooks.ts'
import { call, type InputOf } from '../../api/call.ts'
import { readAgain } from '../../api/queries.ts'
import { Field } from '../../kit/form/field.tsx'
import { Form } from '../../kit/form/form.tsx'
import { EventChoice } from './event-choice.tsx'
import type { Endpoint, EventType } from './words.tsx'

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
