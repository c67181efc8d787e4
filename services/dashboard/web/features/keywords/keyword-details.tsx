import { keywords as t } from '../../../texts/keywords.ts'
import { Tabs } from '../../kit/layout/tabs.tsx'
import { Notice } from '../../kit/notice.tsx'
import { CheckNow, type Rank } from '../ranks/exports.ts'
import { ResultsPages } from '../results-pages/exports.ts'
import { EditKeywordButton } from './edit-keyword.tsx'
import { KeywordFigures } from './keyword-figures.tsx'
import { KeywordHistory } from './keyword-history.tsx'

type KeywordProps = { siteId: string; rank: Rank }

export function KeywordActions({ siteId, rank }: KeywordProps) {
  return (
    <>
      <CheckNow siteId={siteId} keywordIds={[rank.id]} />
      <EditKeywordButton siteId={siteId} keyword={rank} />
    </>
  )
}

/** A keyword's figures, its course, the addresses that ranked, and its results pages. */
export function KeywordDetails({ siteId, rank }: KeywordProps) {
  return (
    <>
      {rank.lastCheck?.status === 'failed' && rank.lastCheck.error === 'unsupported' && (
        <Notice tone="warn">{t.noProviderOffersThis}</Notice>
      )}
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
