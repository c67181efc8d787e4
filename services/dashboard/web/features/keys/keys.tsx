import { keys as t } from '../../../texts/keys.ts'
import { useAccount } from '../../api/account.tsx'
import { readFacts } from '../../api/document.ts'
import { Page } from '../../kit/layout/page.tsx'
import { KeyList } from './key-list.tsx'

export function Keys() {
  const { accountId } = useAccount()
  const { restUrl } = readFacts()
  return (
    <Page title={t.apiKeys} line={t.forYourServers}>
      <KeyList
        accountId={accountId}
        kind="server"
        example={(secret) => ({
          label: t.firstCall,
          text: `curl ${restUrl}/projects -H "Authorization: Bearer ${secret}"`,
        })}
        empty={t.noKeysYet}
      />
    </Page>
  )
}
