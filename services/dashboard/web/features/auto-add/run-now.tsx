import { useState } from 'react'
import { autoAdd as t } from '../../../texts/auto-add.ts'
import { call, type OutputOf } from '../../api/call.ts'
import { readAgain } from '../../api/queries.ts'
import { ActionButton } from '../../kit/action-button.tsx'
import { Row } from '../../kit/layout/page.tsx'

export function RunNow({ siteId }: { siteId: string }) {
  const [outcome, setOutcome] = useState<OutputOf<'autoAdd.run'>>()
  const run = async () => {
    setOutcome(undefined)
    setOutcome(await call('autoAdd.run', { params: { id: siteId } }))
    await changed()
  }
  return (
    <Row>
      {outcome && <span role="status">{sentenceOf(outcome)}</span>}
      <ActionButton action={run}>{t.proposeNow}</ActionButton>
    </Row>
  )
}

function sentenceOf({ proposed, added }: OutputOf<'autoAdd.run'>): string {
  return proposed === 0 ? t.noNewDataHasBeen : t.proposedAdded(proposed, added)
}

/** Reads again what proposals and decisions change. */
export function changed(): Promise<void> {
  return readAgain('proposals.list', 'autoAdd.get', 'movements.list')
}
