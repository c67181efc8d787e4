import { sites as t } from '../../../texts/sites.ts'
import { useRights } from '../../api/account.tsx'
import { call, read } from '../../api/call.ts'
import { readAgain } from '../../api/queries.ts'
import { useSiteId } from '../../api/site-id.ts'
import { ActionButton } from '../../kit/action-button.tsx'
import { Columns, Panel, Stack } from '../../kit/layout/page.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Moment } from '../../kit/words/time.tsx'
import { DeleteSite } from './delete-site.tsx'
import { Reading } from './reading.tsx'
import { type Site, SiteForm } from './site-form.tsx'
import { SiteFrame } from './site-frame.tsx'

export function Settings() {
  const siteId = useSiteId()
  const { manages } = useRights()
  return (
    <SiteFrame siteId={siteId} title={t.settings}>
      <Loaded query={read('sites.get', { params: { id: siteId } })}>
        {({ project }) => (
          <Columns>
            <SiteForm site={project} />
            <Stack>
              <Checks site={project} />
              <Reading siteId={siteId} />
              {manages && <DeleteSite site={project} />}
            </Stack>
          </Columns>
        )}
      </Loaded>
    </SiteFrame>
  )
}

function Checks({ site: { id, checksPausedAt } }: { site: Site }) {
  const isPaused = checksPausedAt !== null
  const turn = async () => {
    await call('sites.update', { params: { id }, body: { checksPaused: !isPaused } })
    await readAgain()
  }
  const line = isPaused ? t.pausedSince(<Moment at={checksPausedAt} />) : t.keywordsAreChecked
  return (
    <Panel
      title={t.checks}
      line={line}
      actions={<ActionButton action={turn}>{isPaused ? t.resumeChecks : t.pauseChecks}</ActionButton>}
    />
  )
}
