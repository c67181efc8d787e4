import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { Field } from '../../kit/form/field.tsx'
import { Form } from '../../kit/form/form.tsx'
import { Panel } from '../../kit/layout/page.tsx'
import { Saved } from '../../kit/saved.tsx'

/** What others call the person. */
export function Profile({ name }: { name: string }) {
  const queries = useQueryClient()
  const [saved, setSaved] = useState(0)
  return (
    <Panel title="Your name" line="Your team sees it.">
      <Form
        action="Save"
        look="plain"
        onSend={async ({ name: wanted = '' }) => {
          await call('person.update', { body: { name: wanted } })
          setSaved(saved + 1)
          await queries.invalidateQueries()
        }}
        beside={<Saved count={saved} />}
      >
        <Field name="name" label="Name" defaultValue={name} autoComplete="name" required maxLength={100} />
      </Form>
    </Panel>
  )
}
