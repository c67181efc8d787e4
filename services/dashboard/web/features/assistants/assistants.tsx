import { assistants as t } from '../../../texts/assistants.ts'
import { useAccount, useRights } from '../../api/account.tsx'
import { readFacts } from '../../api/document.ts'
import { Page, Panel } from '../../kit/layout/page.tsx'
import { Code } from '../../kit/words/code.tsx'
import { assistantExample, KeyList } from '../keys/exports.ts'
import { Clients } from './clients.tsx'
import { Connected } from './connected.tsx'

/** The assistants of a person; owners and admins also see those of others, permanent keys and clients made by hand. */
export function Assistants() {
  const { accountId } = useAccount()
  const { manages } = useRights()
  const { agentsUrl, connectUrl } = readFacts()
  return (
    <Page title={t.assistants} line={t.programsThatWorkForYou}>
      <Connected accountId={accountId} />
      <Panel title={t.connectAnAssistant} line={t.addThisAddress}>
        <Code label={t.address} text={connectUrl} />
      </Panel>
      {manages && (
        <>
          <KeyList
            title={t.permanentKeys}
            line={t.forThoseWithoutOAuth}
            accountId={accountId}
            kind="lasting"
            example={assistantExample(agentsUrl)}
            empty={t.noKeysYet}
          />
          <Clients accountId={accountId} connectUrl={connectUrl} />
        </>
      )}
      <Panel title={t.assistantWithoutAKey} line={t.itRegistersItself}>
        <Code label={t.address} text={agentsUrl} />
      </Panel>
    </Page>
  )
}
