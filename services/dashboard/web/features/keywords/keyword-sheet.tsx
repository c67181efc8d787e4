import { keywords as t } from '../../../texts/keywords.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Row } from '../../kit/layout/page.tsx'
import { whereText } from '../../kit/words/where.ts'
import { pages } from '../../routes.ts'
import type { Rank } from '../ranks/exports.ts'
import { KeywordActions, KeywordDetails } from './keyword-details.tsx'

export function KeywordSheet(props: { siteId: string; rank: Rank | undefined; onClose(): void }) {
  const { siteId, rank, onClose } = props
  return (
    <Dialog title={rank?.keyword ?? ''} side="right" open={rank !== undefined} onClose={onClose}>
      {rank && (
        <>
          <p>{whereText(rank)}</p>
          <Row>
            <KeywordActions siteId={siteId} rank={rank} />
            <ButtonLink look="quiet" to={pages.keyword} params={{ siteId, keywordId: rank.id }}>
              {t.openAsPage}
            </ButtonLink>
          </Row>
          <KeywordDetails key={rank.id} siteId={siteId} rank={rank} />
        </>
      )}
    </Dialog>
  )
}
