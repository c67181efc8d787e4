import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { operator } from '../../../texts/operator.ts'
import { overview as t } from '../../../texts/overview.ts'
import { Writes } from '../../api/account.tsx'
import { read } from '../../api/call.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { Loaded, Row } from '../../kit/layout/page.tsx'
import { pages } from '../../routes.ts'
import { FirstSteps } from '../first-steps/exports.ts'
import { CheckNow, Course, defaultDays, Period, RankStats, ranksOf } from '../ranks/exports.ts'
import { BlocksOverTime } from '../results-pages/exports.ts'
import { SiteFrame } from '../sites/exports.ts'
import { FirstKeywords, Movers } from './movers.tsx'

const route = getRouteApi(`/inside${pages.site}`)

export function Overview() {
  const { siteId } = route.useParams()
  const { days = defaultDays } = route.useSearch()
  const navigate = useNavigate()
  const params = { siteId }
  const ranks = ranksOf(siteId, { days })
  const { data } = useQuery(ranks)
  const actions = (
    <Row>
      <Period days={days} onDays={(next) => void navigate({ to: pages.site, params, search: { days: next } })} />
      <CheckNow siteId={siteId} keywordIds="all" />
    </Row>
  )
  return (
    <SiteFrame siteId={siteId} title={t.overview} actions={actions}>
      <Writes>
        <FirstSteps siteId={siteId} />
      </Writes>
      <NeedsYou siteId={siteId} />
      <Loaded query={ranks}>
        {({ score, keywords }) => (
          <RankStats
            score={score}
            keywords={keywords}
            onChoose={(only) => void navigate({ to: pages.keywords, params, search: { days, only } })}
          />
        )}
      </Loaded>
      <Course siteId={siteId} days={days} />
      <BlocksOverTime siteId={siteId} days={days} />
      {data && <Movers siteId={siteId} days={days} keywords={data.keywords} />}
      {data && <FirstKeywords siteId={siteId} days={days} keywords={data.keywords} />}
    </SiteFrame>
  )
}

/** Facts change a few times a day, and finding them reads weeks of positions. */
const staleTime = 10 * 60_000

function NeedsYou({ siteId }: { siteId: string }) {
  const { data } = useQuery({ ...read('advice.list', { params: { id: siteId } }), staleTime })
  if (!data || data.total === 0) return null
  return (
    <p>
      <ButtonLink to={pages.operator} params={{ siteId }}>
        {operator.recommendations(data.total)}
      </ButtonLink>
    </p>
  )
}
