import { useAccount } from '../../api/account.ts'
import { readFacts } from '../../api/facts.ts'
import { Page } from '../../kit/layout/page.tsx'
import { KeyList } from './key-list.tsx'

/** Keys of servers, for the REST API. */
export function Keys() {
  const { accountId } = useAccount()
  const { restUrl } = readFacts()
  return (
    <Page title="API keys" line="For your servers. Browsers cannot use them.">
      <KeyList
        accountId={accountId}
        kind="server"
        example={(secret) => ({
          label: 'Your first call',
          text: `curl ${restUrl}/projects -H "Authorization: Bearer ${secret}"`,
        })}
        empty="You have no key yet. Your server sends one with every call."
      />
    </Page>
  )
}
