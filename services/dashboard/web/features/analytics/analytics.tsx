import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { analytics as t } from '../../../texts/analytics.ts'
import { read } from '../../api/call.ts'
import { SameMoments } from '../../kit/chart/same-moments.tsx'
import { Segments } from '../../kit/form/toggles.tsx'
import { Muted } from '../../kit/layout/page.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { pages } from '../../routes.ts'
import { notesOf } from '../notes/exports.ts'
import { SiteFrame } from '../sites/exports.ts'
import { Brought } from './brought.tsx'
import { Crawls } from './crawls.tsx'
import { GoogleFigures } from './google-figures.tsx'
import { type Course, halvesOf } from './halves.ts'
import { articlesOf, Happened, writtenOn } from './happened.tsx'
import { OwnFigures } from './own-figures.tsx'
import { type PeriodDays, periods, usualDays } from './search.ts'

const route = getRouteApi(`/inside${pages.analytics}`)

export function Analytics() {
  const { siteId } = route.useParams()
  const { days = usualDays } = route.useSearch()
  const navigate = useNavigate({ from: pages.analytics })
  const query = { days: 2 * days, hosts: 'all' } as const
  return (
    <SiteFrame
      siteId={siteId}
      title={t.analytics}
      actions={
        <Segments
          label={t.period}
          names={periods}
          chosen={`${days}`}
          // safe because they are the names of the periods
          onChoose={(chosen) => void navigate({ search: { days: Number(chosen) as PeriodDays } })}
        />
      }
    >
      <Muted>{t.resultsOfSearch}</Muted>
      <Loaded query={read('visibility.list', { params: { id: siteId }, query })}>
        {(course) => <Board siteId={siteId} days={days} course={course} />}
      </Loaded>
      <Brought siteId={siteId} days={days} />
    </SiteFrame>
  )
}

function Board({ siteId, days, course }: { siteId: string; days: PeriodDays; course: Course }) {
  const { data: listed } = useQuery(articlesOf(siteId))
  const { now, before } = halvesOf(course)
  const written = writtenOn(now.days, listed?.articles ?? [])
  const pins = [...notesOf(now.notes), ...written.map(({ day, text }) => ({ at: Date.parse(day), text }))]
  return (
    <SameMoments>
      <GoogleFigures siteId={siteId} days={days} axis={now.days} notes={pins} />
      <OwnFigures now={now} before={before} notes={pins} />
      <Crawls siteId={siteId} axis={now.days} notes={pins} />
      <Happened siteId={siteId} notes={now.notes} axis={now.days} />
    </SameMoments>
  )
}
