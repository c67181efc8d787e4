import { signOut } from '../../api/watch-session.ts'
import { Form } from '../../ui/form.tsx'
import { Narrow } from '../../ui/narrow.tsx'

/** To people without an account: they came by an agent's link and did not keep its site. Their next sign-in makes one. */
export function Welcome() {
  return (
    <Narrow title="You have no account yet" line="Sign in once more, and your own one is ready.">
      <Form action="Sign in again" onSend={signOut} />
    </Narrow>
  )
}
