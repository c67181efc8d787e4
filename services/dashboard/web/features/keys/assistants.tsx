import { keys as t } from '../../../texts/keys.ts'
import { useAccount } from '../../api/account.ts'
import { readFacts } from '../../api/facts.ts'
import { Page, Panel } from '../../kit/layout/page.tsx'
import { Code } from '../../kit/words/code.tsx'
import { assistantExample } from './create-key.tsx'
import { KeyList } from './key-list.tsx'

export function Assistants() {
  const { accountId } = useAccount()
  const { agentsUrl, connectUrl } = readFacts()
  return (
    <Page title={t.assistants} line={t.permanentKeysForAgents}>
      <KeyList
        accountId={accountId}
        kind="lasting"
        example={assistantExample(agentsUrl)}
        empty={t.noAssistantHasAKey}
      />
      <Panel title={t.assistantThatConnectsByOAuth} line={t.addThisAddress}>
        <Code label={t.address} text={connectUrl} />
      </Panel>
      <Panel title={t.assistantWithoutAKey} line={t.itRegistersItself}>
        <Code label={t.address} text={agentsUrl} />
      </Panel>
    </Page>
  )
}
