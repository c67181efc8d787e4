import { useState } from 'react'
import { useAccount } from '../../api/account.ts'
import { readFacts } from '../../api/facts.ts'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Panel, Row } from '../../kit/layout/page.tsx'
import { pages } from '../../routes.ts'
import { assistantExample, CreateKey } from '../keys/exports.ts'

/** A lasting key with the configuration of the person's own assistant. */
export function Connect() {
  const { accountId, role } = useAccount()
  const { agentsUrl } = readFacts()
  const [creating, setCreating] = useState(false)
  return (
    <Panel
      title="Connect your assistant"
      line="It sees your sites and works on them in your account: with a key of its own, and a configuration that is ready to paste."
    >
      {role === 'member' ? (
        <p>An owner or admin of the account makes the key.</p>
      ) : (
        <Row>
          <Button onClick={() => setCreating(true)}>Make a key for it</Button>
          <ButtonLink look="quiet" to={pages.assistants}>
            All assistants
          </ButtonLink>
        </Row>
      )}
      <CreateKey
        accountId={accountId}
        example={assistantExample(agentsUrl)}
        kind="lasting"
        open={creating}
        onClose={() => setCreating(false)}
      />
    </Panel>
  )
}
