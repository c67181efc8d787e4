import { useQuery } from '@tanstack/react-query'
import { app as t } from '../../texts/app.ts'
import { nameOf, useAccount } from '../api/account.ts'
import { read } from '../api/call.ts'
import { chooseAccount } from '../api/chosen-account.ts'
import { session } from '../api/session.ts'
import { Who } from '../kit/layout/who.tsx'
import { capitalised } from '../kit/words/capitalised.ts'
import { pages } from '../routes.ts'

/** Switches the account. The tab reloads, so that no data of the other account is kept. */
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
      <Who name={data?.account.email ?? ''} line={data ? t.plan(capitalised(data.account.plan)) : ''} />
      {accounts.length > 1 && (
        <label>
          <span className="visually-hidden">{t.account}</span>
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
