import { useAccount } from '../../api/account.ts'
import { Columns, Page } from '../../ui/page.tsx'
import { CloseAccount } from './close-account.tsx'
import { Colours } from './colours.tsx'
import { Password } from './password.tsx'
import { Plan } from './plan.tsx'

/** The person, how they sign in, and the account that they own. */
export function Account() {
  const { role } = useAccount()
  return (
    <Page title="You and your account">
      <Columns>
        <Password />
        <Colours />
      </Columns>
      <Plan />
      {role === 'owner' && <CloseAccount />}
    </Page>
  )
}
