import { operator as t } from '../../../texts/operator.ts'
import { useSiteId } from '../../api/site-id.ts'
import { SiteFrame } from '../sites/exports.ts'
import { Connect } from './connect.tsx'
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
