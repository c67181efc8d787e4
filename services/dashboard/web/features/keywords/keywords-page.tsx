import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { keywords as t } from '../../../texts/keywords.ts'
import { Button } from '../../kit/button.tsx'
import { Row } from '../../kit/layout/page.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { pages } from '../../routes.ts'
import { asked, useAsked } from '../../routing/asked.ts'
import { CheckNow, defaultDays, Period, RankStats, type Ranks, ranksOf, type SiteSearch } from '../ranks/exports.ts'
import { SiteFrame } from '../sites/exports.ts'
import { AddKeywords } from './add-keywords.tsx'
import { KeywordSheet } from './keyword-sheet.tsx'
import { KeywordTable } from './keyword-table.tsx'

const route = getRouteApi(`/inside${pages.keywords}`)

export function KeywordsPage() {
  const { siteId } = route.useParams()
  const { days = defaultDays } = route.useSearch()
  const change = useChange()
  const [adding, setAdding] = useAsked(asked.addKeywords)
  const actions = (
    <Row>
      <Period days={days} onDays={(next) => change({ days: next })} />
      <CheckNow siteId={siteId} keywordIds="all" />
      <Button look="primary" onClick={() => setAdding(true)}>
        {t.addKeywords}
      </Button>
    </Row>
  )
  return (
    <SiteFrame siteId={siteId} title={t.keywords} actions={actions}>
      <Loaded query={ranksOf(siteId, days)}>
        {(ranks) => (
          <>
            <Listed siteId={siteId} ranks={ranks} />
            <AddKeywords siteId={siteId} ranks={ranks} open={adding} onClose={() => setAdding(false)} />
          </>
        )}
      </Loaded>
    </SiteFrame>
  )
}

function useChange() {
  const navigate = useNavigate({ from: pages.keywords })
  return (part: SiteSearch) =>
    void navigate({ search: (before: object) => ({ ...before, ...part }), resetScroll: false })
}

function Listed({ siteId, ranks: { score, keywords } }: { siteId: string; ranks: Ranks }) {
  const { only, open } = route.useSearch()
  const change = useChange()
  return (
    <>
      <RankStats score={score} keywords={keywords} only={only} onChoose={(next) => change({ only: next })} />
      <KeywordTable siteId={siteId} keywords={keywords} only={only} onOpen={(id) => change({ open: id })} />
      <KeywordSheet
        siteId={siteId}
        rank={keywords.find(({ id }) => id === open)}
        onClose={() => change({ open: undefined })}
      />
    </>
  )
}
