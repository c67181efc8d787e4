import { useState } from 'react'
import { comparison as t } from '../../../texts/comparison.ts'
import { useSiteId } from '../../api/site-id.ts'
import { Button } from '../../kit/button.tsx'
import { Panel } from '../../kit/layout/page.tsx'
import { ShareOfVoice } from '../ranks/exports.ts'
import { SiteFrame } from '../sites/exports.ts'
import { AddCompetitor } from './add-competitor.tsx'
import { ComparedRanks } from './compared-ranks.tsx'

export function Comparison() {
  const siteId = useSiteId()
  const [adding, setAdding] = useState(false)
  const add = <Button onClick={() => setAdding(true)}>{t.addACompetitor}</Button>
  return (
    <SiteFrame siteId={siteId} title={t.rankComparison} actions={add}>
      <ShareOfVoice siteId={siteId} />
      <Panel title={t.positions} line={t.bestPositionBold}>
        <ComparedRanks siteId={siteId} />
      </Panel>
      <AddCompetitor siteId={siteId} open={adding} onClose={() => setAdding(false)} />
    </SiteFrame>
  )
}
