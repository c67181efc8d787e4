import { useEffect, useRef } from 'react'
import { keywords as t } from '../../../texts/keywords.ts'
import { Writes } from '../../api/account.tsx'
import { readAgain } from '../../api/call.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Row } from '../../kit/layout/page.tsx'
import { Tabs } from '../../kit/layout/tabs.tsx'
import { Notice } from '../../kit/notice.tsx'
import { whereText } from '../../kit/words/where.ts'
import { pages } from '../../routes.ts'
import { CheckNow, type Days, type Rank } from '../ranks/exports.ts'
import { ResultsPages } from '../results-pages/exports.ts'
import { WhyCard } from '../why/exports.ts'
import { EditKeywordButton } from './edit-keyword.tsx'
import { doubtText } from './keyword-columns.tsx'
import { KeywordFigures } from './keyword-figures.tsx'
import { KeywordHistory } from './keyword-history.tsx'

type KeywordProps = { siteId: string; rank: Rank }
type KeywordDetailsProps = KeywordProps & { days: Days | undefined }

export function KeywordActions({ siteId, rank }: KeywordProps) {
  return (
    <>
      <CheckNow siteId={siteId} keywordIds={[rank.id]} />
      <Writes>
        <EditKeywordButton siteId={siteId} keyword={rank} />
      </Writes>
    </>
  )
}

/** `days`: that the rank is compared with; undefined between two dates. */
export function KeywordDetails({ siteId, rank, days }: KeywordDetailsProps) {
  useFresh(rank)
  const doubt = doubtText(rank.lastCheck)
  return (
    <>
      {rank.lastCheck?.status === 'failed' && rank.lastCheck.error === 'unsupported' && (
        <Notice tone="warn">{t.noProviderOffersThis}</Notice>
      )}
      {doubt && <Notice tone="warn">{doubt}</Notice>}
      {days && <WhyCard siteId={siteId} rank={rank} days={days} />}
      <KeywordFigures siteId={siteId} rank={rank} />
      <Tabs
        label={t.partsOf(rank.keyword)}
        tabs={[
          [t.history, <KeywordHistory key="history" siteId={siteId} rank={rank} />],
          [t.resultsPage, <ResultsPages key="pages" siteId={siteId} keywordId={rank.id} />],
        ]}
      />
    </>
  )
}

/** Reads again what a check that ended has changed. */
function useFresh({ lastCheck }: Rank) {
  const ended = lastCheck?.status === 'queued' ? null : (lastCheck?.at ?? null)
  const known = useRef(ended)
  useEffect(() => {
    if (ended === null || ended === known.current) return
    known.current = ended
    void readAgain('positions.list', 'pageDates.list')
  }, [ended])
}

type KeywordSheetProps = { siteId: string; rank: Rank | undefined; days: Days | undefined; onClose(): void }

export function KeywordSheet({ siteId, rank, days, onClose }: KeywordSheetProps) {
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
          <KeywordDetails key={rank.id} siteId={siteId} rank={rank} days={days} />
        </>
      )}
    </Dialog>
  )
}
