import { useAccount } from '../../api/account.ts'
import { readFacts } from '../../api/facts.ts'
import { Page } from '../../ui/page.tsx'
import { KeyList } from './key-list.tsx'

const most = 5

/** Keys of servers, for the REST API. */
export function Keys() {
  const { accountId } = useAccount()
  const { restUrl } = readFacts()
  return (
    <Page title="API keys" line={`For your servers: at most ${most}. Browsers cannot use them.`}>
      <KeyList
        accountId={accountId}
        kind="server"
        most={most}
        example={(secret) => ({
          label: 'Your first call',
          text: `curl ${restUrl}/projects -H "Authorization: Bearer ${secret}"`,
        })}
        empty="You have no key yet. Your server sends one with every call."
      />
    </Page>
  )
}
