import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { overview as t } from '../../../texts/overview.ts'
import { Writes } from '../../api/account.tsx'
import { ButtonLink } from '../../kit/button.tsx'
import { Empty, Loaded, Row } from '../../kit/layout/page.tsx'
import { pages } from '../../routes.ts'
import { asked } from '../../routing/asked.ts'
import { FirstSteps } from '../first-steps/exports.ts'
import { NextSteps } from '../operator/exports.ts'
import { CheckNow, Course, defaultDays, Period, ranksOf, scoreOf } from '../ranks/exports.ts'
import { BlocksOverTime } from '../results-pages/exports.ts'
import { SiteFrame } from '../sites/exports.ts'
import { OverviewLead } from './lead.tsx'
import { Moved } from './moved.tsx'
import { Tiles } from './tiles.tsx'

const route = getRouteApi(`/inside${pages.site}`)

export function Overview() {
  const { siteId } = route.useParams()
  const { days = defaultDays } = route.useSearch()
  const navigate = useNavigate()
  const params = { siteId }
  const ranks = ranksOf(siteId, { days })
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
      <Loaded query={ranks}>
        {({ score, keywords }) => {
          if (keywords.length === 0) return <NoKeywords siteId={siteId} />
          const known = { siteId, days, score: scoreOf(score, keywords), keywords }
          return (
            <>
              <OverviewLead {...known} />
              <Tiles {...known} />
              <Course siteId={siteId} days={days} />
              <Moved siteId={siteId} days={days} keywords={keywords} />
              <NextSteps siteId={siteId} />
              <BlocksOverTime siteId={siteId} days={days} />
            </>
          )
        }}
      </Loaded>
    </SiteFrame>
  )
}

function NoKeywords({ siteId }: { siteId: string }) {
  return (
    <Empty text={t.noKeywordsAreTrackedYet}>
      <ButtonLink
        look="primary"
        to={pages.keywords}
        params={{ siteId }}
        hash={asked.addKeywords}
        hashScrollIntoView={false}
      >
        {t.addTheFirst}
      </ButtonLink>
    </Empty>
  )
}
