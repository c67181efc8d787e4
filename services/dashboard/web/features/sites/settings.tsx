import { useAccount } from '../../api/account.ts'
import { read } from '../../api/call.ts'
import { useSiteId } from '../../api/site-id.ts'
import { Columns, Stack } from '../../kit/layout/page.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Checks } from './checks.tsx'
import { DeleteSite } from './delete-site.tsx'
import { SiteForm } from './site-form.tsx'
import { SiteFrame } from './site-frame.tsx'

/** What a site is and where it is searched, whether it is checked, and its end. */
export function Settings() {
  const siteId = useSiteId()
  const { role } = useAccount()
  return (
    <SiteFrame siteId={siteId} title="Settings">
      <Loaded query={read('sites.get', { params: { id: siteId } })}>
        {({ project }) => (
          <Columns>
            <SiteForm site={project} />
            <Stack>
              <Checks site={project} />
              {role !== 'member' && <DeleteSite site={project} />}
            </Stack>
          </Columns>
        )}
      </Loaded>
    </SiteFrame>
  )
}
