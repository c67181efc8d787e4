import type { ReactNode } from 'react'
import { autoAdd as t } from '../../../texts/auto-add.ts'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Facts } from '../../kit/layout/facts.tsx'
import { Row } from '../../kit/layout/page.tsx'
import { figure } from '../../kit/words/figure.tsx'
import { type Proposal, reasonOf } from './evidence.tsx'
import { similarityOf } from './proposal-columns.tsx'

type ProposalDialogProps = { proposal: Proposal | undefined; onClose(): void; buttons(proposal: Proposal): ReactNode }

export function ProposalDialog({ proposal, onClose, buttons }: ProposalDialogProps) {
  return (
    <Dialog title={proposal?.keyword ?? ''} open={proposal !== undefined} onClose={onClose}>
      {proposal && (
        <>
          <Details {...proposal} />
          <Row>{buttons(proposal)}</Row>
        </>
      )}
    </Dialog>
  )
}

function Details({ evidence, volume, similarity, score }: Proposal) {
  return (
    <Facts>
      {[
        [t.seen, reasonOf({ evidence })],
        [t.monthlySearches, figure(volume)],
        [t.topicMatch, similarityOf({ similarity })],
        [t.score, figure(score)],
      ]}
    </Facts>
  )
}
