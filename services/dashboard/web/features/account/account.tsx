import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../../api/account.ts'
import { call, read } from '../../api/call.ts'
import { Choice } from '../../kit/form/choice.tsx'
import { Field } from '../../kit/form/field.tsx'
import { Form } from '../../kit/form/form.tsx'
import { Columns, Page, Panel } from '../../kit/layout/page.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Saved } from '../../kit/saved.tsx'
import { CloseAccount } from './close-account.tsx'
import { DeletePerson } from './delete-person.tsx'
import { MailAddress } from './mail-address.tsx'
import { Password } from './password.tsx'
import { Plan } from './plan.tsx'
import { Sessions } from './sessions.tsx'

/** The person, how they sign in, and the account that they own. */
export function Account() {
  const { role } = useAccount()
  return (
    <Page title="You and your account">
      <Loaded query={read('person.get', {})}>
        {({ person, newMail }) => (
          <>
            <Columns>
              <Profile name={person.name} />
              <MailAddress email={person.email} newMail={newMail} />
              <Password />
              <Colours />
            </Columns>
            <Sessions />
            <Plan />
            {role === 'owner' ? <CloseAccount email={person.email} /> : <DeletePerson email={person.email} />}
          </>
        )}
      </Loaded>
    </Page>
  )
}

const options = [
  { value: 'system', label: 'As your device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]
const yearSeconds = 31_536_000

/** Light or dark. The cookie tells the server, which writes it into every document. */
function Colours() {
  const [chosen, setChosen] = useState(document.documentElement.dataset.theme ?? 'system')
  const choose = (theme: string) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we serve
    document.cookie = `theme=${theme}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`
    document.documentElement.dataset.theme = theme
    setChosen(theme)
  }
  return (
    <Panel title="Colours">
      <Choice name="theme" label="Colours of these pages" options={options} chosen={chosen} onChoose={choose} />
    </Panel>
  )
}

/** What others call the person. */
function Profile({ name }: { name: string }) {
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
