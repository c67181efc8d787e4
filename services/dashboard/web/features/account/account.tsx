import { useAccount } from '../../api/account.ts'
import { read } from '../../api/call.ts'
import { Columns, Page } from '../../kit/layout/page.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { CloseAccount } from './close-account.tsx'
import { Colours } from './colours.tsx'
import { DeletePerson } from './delete-person.tsx'
import { MailAddress } from './mail-address.tsx'
import { Password } from './password.tsx'
import { Plan } from './plan.tsx'
import { Profile } from './profile.tsx'
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
