import { useAccount } from '../../api/account.ts'
import { readFacts } from '../../api/facts.ts'
import { Page, Panel } from '../../kit/layout/page.tsx'
import { Code } from '../../kit/words/code.tsx'
import { assistantExample } from './create-key.tsx'
import { KeyList } from './key-list.tsx'

/** Lasting keys of agents, and how an agent is connected. */
export function Assistants() {
  const { accountId } = useAccount()
  const { agentsUrl, connectUrl } = readFacts()
  return (
    <Page title="Assistants" line="Lasting keys for agents that work in your account.">
      <KeyList
        accountId={accountId}
        kind="lasting"
        example={assistantExample(agentsUrl)}
        empty="No assistant has a key yet. With one it sees your sites, checks ranks and works on them."
      />
      <Panel
        title="An assistant that connects by itself"
        line="Give claude.ai, ChatGPT and their like this address as a connector: they send you here for your consent, and are listed above."
      >
        <Code label="Its address" text={connectUrl} />
      </Panel>
      <Panel
        title="An assistant without a key"
        line="It registers itself, tracks one site for 48 hours, and gives you a link with which you keep that site."
      >
        <Code label="Its address" text={agentsUrl} />
      </Panel>
    </Page>
  )
}
