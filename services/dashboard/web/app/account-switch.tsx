import { useQuery } from '@tanstack/react-query'
import { nameOf, useAccount } from '../api/account.ts'
import { read } from '../api/call.ts'
import { chooseAccount } from '../api/chosen-account.ts'
import { session } from '../api/session.ts'
import { Who } from '../kit/layout/who.tsx'
import { capitalised } from '../kit/words/capitalised.ts'
import { pages } from '../routes.ts'

/** Whose account this is, and the way to another one. A tab that changes its account starts anew: nothing of the other is kept. */
export function AccountSwitch() {
  const { accountId } = useAccount()
  const { data: who } = useQuery(session)
  // The menu asks for the calls of today anyway.
  const { data } = useQuery(read('usage.get', { params: { accountId } }))
  const accounts = who?.accounts ?? []
  const change = (id: string) => {
    chooseAccount(id)
    location.assign(pages.home)
  }
  return (
    <>
      <Who name={data?.account.email ?? ''} line={data ? `${capitalised(data.account.plan)} plan` : ''} />
      {accounts.length > 1 && (
        <label>
          <span className="visually-hidden">Account</span>
          <select value={accountId} onChange={({ target }) => change(target.value)}>
            {accounts.map((account) => (
              <option key={account.accountId} value={account.accountId}>
                {nameOf(account)}
              </option>
            ))}
          </select>
        </label>
      )}
    </>
  )
}
