import { autoAdd as t } from '../../../texts/auto-add.ts'
import { Writes } from '../../api/account.tsx'
import { read } from '../../api/call.ts'
import { useSiteId } from '../../api/site-id.ts'
import { Panel } from '../../kit/layout/page.tsx'
import { Tabs } from '../../kit/layout/tabs.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { SiteFrame } from '../sites/exports.ts'
import { Decided } from './decided.tsx'
import { PolicyForm } from './policy-form.tsx'
import { Proposals } from './proposals.tsx'
import { RunNow } from './run-now.tsx'

export function AutoAdd() {
  const siteId = useSiteId()
  const params = { id: siteId }
  const run = (
    <Writes>
      <RunNow siteId={siteId} />
    </Writes>
  )
  return (
    <SiteFrame siteId={siteId} title={t.autoAdd} actions={run}>
      <Panel title={t.policy} line={t.proposalsComeFromSavedQuestions}>
        <Loaded query={read('sites.get', { params })}>
          {({ project }) => (
            <Loaded query={read('autoAdd.get', { params })}>
              {({ policy }) => <PolicyForm siteId={siteId} note={project.autoAddPreference} policy={policy} />}
            </Loaded>
          )}
        </Loaded>
      </Panel>
      <Panel title={t.keywords}>
        <Tabs
          label={t.proposals}
          tabs={[
            [t.proposed, <Proposals key="open" siteId={siteId} />],
            [t.decided, <Decided key="decided" siteId={siteId} />],
          ]}
        />
      </Panel>
    </SiteFrame>
  )
}
