import { Link } from '@tanstack/react-router'
import type { SessionDocument } from '../../../src/sign-in/session-route.ts'
import { nameOf } from '../../api/account.ts'
import { call } from '../../api/call.ts'
import { chooseAccount } from '../../api/chosen-account.ts'
import { Choice } from '../../kit/form/choice.tsx'
import { Form } from '../../kit/form/form.tsx'
import { pages } from '../../routes.ts'

type ClaimFormProps = {
  token: string
  accounts: SessionDocument['accounts']
  onKept(accountId: string): void
}

const keys = [
  { value: 'site', label: 'It goes on with this site', hint: 'Its token becomes a lasting key for this site alone.' },
  { value: 'account', label: 'It works in your whole account', hint: 'Its token becomes a lasting key.' },
  { value: 'none', label: 'It stops', hint: 'Its token ends now.' },
] as const

/** Into which account the site goes, and what becomes of the agent. */
export function ClaimForm({ token, accounts, onKept }: ClaimFormProps) {
  const managed = accounts.filter(({ role }) => role !== 'member')
  const keep = async ({ key, accountId }: Record<string, string>) => {
    const wanted = keys.find(({ value }) => value === key)?.value ?? 'site'
    const body = { token, key: wanted, ...(accountId && { accountId }) }
    const kept = await call('claim.accept', { body })
    chooseAccount(kept.accountId)
    onKept(kept.accountId)
  }
  return (
    <Form action="Keep it" onSend={keep} beside={<Link to={pages.home}>Not now</Link>}>
      {managed.length > 1 && (
        <Choice
          name="accountId"
          label="Into which account?"
          options={managed.map((account) => ({ value: account.accountId, label: nameOf(account) }))}
          chosen={managed[0]?.accountId ?? ''}
        />
      )}
      <Choice name="key" label="And the assistant?" options={keys} chosen="site" />
    </Form>
  )
}
