import { useSiteId } from '../../api/site-id.ts'
import { SiteFrame } from '../sites/exports.ts'
import { Connect } from './connect.tsx'
import { Inbox } from './inbox.tsx'
import { Rules } from './rules.tsx'

/** What needs a decision about a site, which rules act by themselves, and what became of it. */
export function Operator() {
  const siteId = useSiteId()
  return (
    <SiteFrame siteId={siteId} title="Operator">
      <Inbox siteId={siteId} />
      <Rules siteId={siteId} />
      <Connect />
    </SiteFrame>
  )
}
