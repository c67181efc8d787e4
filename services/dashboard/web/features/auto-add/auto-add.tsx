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

/** Keywords that are proposed to a site each Monday, and what became of them. */
export function AutoAdd() {
  const siteId = useSiteId()
  const params = { id: siteId }
  return (
    <SiteFrame siteId={siteId} title="Auto-add" actions={<RunNow siteId={siteId} />}>
      <Panel
        title="What is proposed, and who decides"
        line="From questions, ideas and searches that are saved of this site: proposing costs no data refreshes."
      >
        <Loaded query={read('sites.get', { params })}>
          {({ project }) => (
            <Loaded query={read('autoAdd.get', { params })}>
              {({ policy }) => <PolicyForm siteId={siteId} note={project.autoAddPreference} policy={policy} />}
            </Loaded>
          )}
        </Loaded>
      </Panel>
      <Panel title="Keywords">
        <Tabs
          label="Proposals"
          tabs={[
            ['Proposed', <Proposals key="open" siteId={siteId} />],
            ['Decided', <Decided key="decided" siteId={siteId} />],
          ]}
        />
      </Panel>
    </SiteFrame>
  )
}
