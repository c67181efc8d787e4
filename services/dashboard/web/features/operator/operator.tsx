import { useState } from 'react'
import { operator as t } from '../../../texts/operator.ts'
import { useAccount, useRights } from '../../api/account.tsx'
import { readFacts } from '../../api/document.ts'
import { useSiteId } from '../../api/site-id.ts'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Panel, Row } from '../../kit/layout/page.tsx'
import { pages } from '../../routes.ts'
import { assistantExample, CreateKey } from '../keys/exports.ts'
import { SiteFrame } from '../sites/exports.ts'
import { Inbox } from './inbox.tsx'
import { Rules } from './rules.tsx'

export function Operator() {
  const siteId = useSiteId()
  return (
    <SiteFrame siteId={siteId} title={t.operator}>
      <Inbox siteId={siteId} />
      <Rules siteId={siteId} />
      <Connect />
    </SiteFrame>
  )
}

function Connect() {
  const { accountId } = useAccount()
  const { manages } = useRights()
  const { agentsUrl } = readFacts()
  const [creating, setCreating] = useState(false)
  return (
    <Panel title={t.connectYourAssistant} line={t.itSeesYourSites}>
      <Row>
        {manages && <Button onClick={() => setCreating(true)}>{t.createAKey}</Button>}
        <ButtonLink look={manages ? 'quiet' : 'plain'} to={pages.assistants}>
          {manages ? t.allAssistants : t.connectIt}
        </ButtonLink>
      </Row>
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
