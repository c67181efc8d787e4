import { useState } from 'react'
import { useSiteId } from '../../api/site-id.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/page.tsx'
import { AddCompetitor } from './add-competitor.tsx'
import { ComparedRanks } from './compared-ranks.tsx'
import { ShareOfVoice } from './share-of-voice.tsx'
import { SiteFrame } from './site-frame.tsx'

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
