import { useState } from 'react'
import { useSiteId } from '../../api/site-id.ts'
import { Button } from '../../kit/button.tsx'
import { Panel } from '../../kit/layout/page.tsx'
import { ShareOfVoice } from '../ranks/exports.ts'
import { SiteFrame } from '../sites/exports.ts'
import { AddCompetitor } from './add-competitor.tsx'
import { ComparedRanks } from './compared-ranks.tsx'

/** The site's positions beside those of its rivals, and who gets the clicks. */
export function Comparison() {
  const siteId = useSiteId()
  const [adding, setAdding] = useState(false)
  const add = <Button onClick={() => setAdding(true)}>Add a competitor</Button>
  return (
    <SiteFrame siteId={siteId} title="Rank comparison" actions={add}>
      <ShareOfVoice siteId={siteId} />
      <Panel title="Positions" line="Best position in bold.">
        <ComparedRanks siteId={siteId} />
      </Panel>
      <AddCompetitor siteId={siteId} open={adding} onClose={() => setAdding(false)} />
    </SiteFrame>
  )
}
