import { Link } from '@tanstack/react-router'
import type { SessionDocument } from '../../../src/sign-in/session-route.ts'
import { entry as t } from '../../../texts/entry.ts'
import { isManager, nameOf } from '../../api/account.tsx'
import { call } from '../../api/call.ts'
import { chooseAccount } from '../../api/send.ts'
import { Choice } from '../../kit/form/choice.tsx'
import { Form } from '../../kit/form/form.tsx'
import { pages } from '../../routes.ts'

type ClaimFormProps = {
  token: string
  accounts: SessionDocument['accounts']
  onKept(accountId: string): void
}

const keys = [
  { value: 'site', label: t.continueSite, hint: t.itsTokenBecomesAPermanent },
  { value: 'account', label: t.continueWithYourWholeAccount, hint: t.tokenBecomesPermanentKeySentence },
  { value: 'none', label: t.disconnectIt, hint: t.tokenEndsNow },
] as const

export function ClaimForm({ token, accounts, onKept }: ClaimFormProps) {
  const managed = accounts.filter(({ role }) => isManager(role))
  const keep = async ({ key, accountId }: Record<string, string>) => {
    const wanted = keys.find(({ value }) => value === key)?.value ?? 'site'
    const body = { token, key: wanted, ...(accountId && { accountId }) }
    const kept = await call('claim.accept', { body })
    chooseAccount(kept.accountId)
    onKept(kept.accountId)
  }
  return (
    <Form action={t.keepSite} onSend={keep} beside={<Link to={pages.home}>{t.notNow}</Link>}>
      {managed.length > 1 && (
        <Choice
          name="accountId"
          label={t.account}
          options={managed.map((account) => ({ value: account.accountId, label: nameOf(account) }))}
          chosen={managed[0]?.accountId ?? ''}
        />
      )}
      <Choice name="key" label={t.assistant} options={keys} chosen="site" />
    </Form>
  )
}
