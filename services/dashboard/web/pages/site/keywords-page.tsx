import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { pages } from '../../routes.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Row } from '../../ui/page.tsx'
import { AddKeywords } from './add-keywords.tsx'
import { CheckNow } from './check-now.tsx'
import { KeywordSheet } from './keyword-sheet.tsx'
import { Keywords } from './keywords.tsx'
import { Period } from './period.tsx'
import { type Ranks, ranksOf } from './ranks.ts'
import { SiteFrame } from './site-frame.tsx'
import { defaultDays, type SiteSearch } from './site-search.ts'
import { Standings } from './standings.tsx'

const route = getRouteApi(`/inside${pages.keywords}`)

/** Every keyword of a site, and each of them over time. */
export function KeywordsPage() {
  const { siteId } = route.useParams()
  const { days = defaultDays } = route.useSearch()
  const change = useChange()
  const [adding, setAdding] = useState(false)
  const actions = (
    <Row>
      <Period days={days} onDays={(next) => change({ days: next })} />
      <CheckNow siteId={siteId} keywordIds="all" />
      <Button look="primary" onClick={() => setAdding(true)}>
        Add keywords
      </Button>
    </Row>
  )
  return (
    <SiteFrame siteId={siteId} title="Keywords" actions={actions}>
      <Loaded query={ranksOf(siteId, days)}>
        {(ranks) => (
          <>
            <Listed siteId={siteId} ranks={ranks} />
            <AddKeywords {...{ siteId, ranks }} open={adding} onClose={() => setAdding(false)} />
          </>
        )}
      </Loaded>
    </SiteFrame>
  )
}

/** Changes a part of the address. */
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
      <Standings {...{ score, keywords, only }} onChoose={(next) => change({ only: next })} />
      <Keywords {...{ siteId, keywords, only }} onOpen={(id) => change({ open: id })} />
      <KeywordSheet
        siteId={siteId}
        rank={keywords.find(({ id }) => id === open)}
        onClose={() => change({ open: undefined })}
      />
    </>
  )
}
