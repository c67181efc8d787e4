import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { keywords as t } from '../../../texts/keywords.ts'
import { Writes } from '../../api/account.tsx'
import { Button } from '../../kit/button.tsx'
import { Loaded, Row } from '../../kit/layout/page.tsx'
import { pages } from '../../routes.ts'
import { asked, useAsked } from '../../routing/asked.ts'
import { CheckNow, Course, defaultDays, Period, RankStats, type Ranks, ranksOf } from '../ranks/exports.ts'
import { SiteFrame } from '../sites/exports.ts'
import { AddKeywords } from './add-keywords.tsx'
import { chosenOf } from './chosen.ts'
import { KeywordSheet } from './keyword-details.tsx'
import { KeywordTable } from './keyword-table.tsx'
import { SavedViews } from './saved-views.tsx'
import { comparedOf, type KeywordSearch } from './search.ts'
import { TagTable } from './tags.tsx'
import { TwoDates } from './two-dates.tsx'

const route = getRouteApi(`/inside${pages.keywords}`)

export function KeywordsPage() {
  const { siteId } = route.useParams()
  const search = route.useSearch()
  const { days = defaultDays, from, until } = search
  const dates = from !== undefined && until !== undefined ? { from, until } : undefined
  const change = useChange()
  const [adding, setAdding] = useAsked(asked.addKeywords)
  const actions = (
    <Row>
      <Period
        days={dates ? undefined : days}
        onDays={(next) => change({ days: next, from: undefined, until: undefined })}
      />
      <TwoDates chosen={dates} onChoose={(next) => change(next ?? { from: undefined, until: undefined })} />
      <CheckNow siteId={siteId} keywordIds="all" />
      <Writes>
        <Button look="primary" onClick={() => setAdding(true)}>
          {t.addKeywords}
        </Button>
      </Writes>
    </Row>
  )
  return (
    <SiteFrame siteId={siteId} title={t.keywords} actions={actions}>
      <Loaded query={ranksOf(siteId, comparedOf(search))}>
        {(ranks) => (
          <>
            <Listed siteId={siteId} ranks={ranks} />
            <Writes>
              <AddKeywords siteId={siteId} ranks={ranks} open={adding} onClose={() => setAdding(false)} />
            </Writes>
          </>
        )}
      </Loaded>
    </SiteFrame>
  )
}

export type ChangeSearch = ReturnType<typeof useChange>

function useChange() {
  const navigate = useNavigate({ from: pages.keywords })
  return (part: Partial<{ [K in keyof KeywordSearch]: KeywordSearch[K] | undefined }>) =>
    void navigate({ search: (before: object) => ({ ...before, ...part }), resetScroll: false })
}

function Listed({ siteId, ranks: { score, keywords } }: { siteId: string; ranks: Ranks }) {
  const search = route.useSearch()
  const { only, open, days = defaultDays, tags = [], places = [] } = search
  const change = useChange()
  const chosen = useMemo(() => chosenOf(keywords, { tags, places }), [keywords, tags, places])
  const [tag, ...others] = tags
  return (
    <>
      <SavedViews siteId={siteId} />
      <RankStats
        score={chosen === keywords ? score : null}
        keywords={chosen}
        only={only}
        onChoose={(next) => change({ only: next })}
      />
      {tag !== undefined && others.length === 0 && <Course siteId={siteId} days={days} tag={tag} />}
      {tags.length === 0 && <TagTable siteId={siteId} keywords={chosen} />}
      <KeywordTable
        siteId={siteId}
        all={keywords}
        keywords={chosen}
        search={search}
        onChange={change}
        onOpen={(id) => change({ open: id })}
      />
      <KeywordSheet
        siteId={siteId}
        rank={keywords.find(({ id }) => id === open)}
        days={search.from === undefined ? days : undefined}
        onClose={() => change({ open: undefined })}
      />
    </>
  )
}
