import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { analytics as t } from '../../../texts/analytics.ts'
import { read } from '../../api/call.ts'
import { SameMoments } from '../../kit/chart/moments.tsx'
import type { Note } from '../../kit/chart/time-drawing.tsx'
import { Segments } from '../../kit/form/filters.tsx'
import { Stat, Stats } from '../../kit/layout/facts.tsx'
import { Loaded, Muted, Panel } from '../../kit/layout/page.tsx'
import { figure, mean } from '../../kit/words/figure.ts'
import { pages } from '../../routes.ts'
import { notesOf } from '../notes/exports.ts'
import { additionsOf, KeywordLayers, Shares } from '../ranks/exports.ts'
import { SiteFrame } from '../sites/exports.ts'
import { Brought } from './brought.tsx'
import { ComparedChart, chartHeight } from './compared-chart.tsx'
import { Crawls } from './crawls.tsx'
import { GoogleFigures } from './google-figures.tsx'
import { type Course, halvesOf, top3AtEnd, top10AtEnd } from './halves.ts'
import { articlesOf, Happened, writtenOn } from './happened.tsx'
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
  const pins = [
    ...notesOf(now.notes),
    ...additionsOf(now.days, now.counts.added),
    ...written.map(({ day, text }) => ({ at: Date.parse(day), text })),
  ]
  return (
    <SameMoments>
      <GoogleFigures siteId={siteId} days={days} axis={now.days} notes={pins} />
      <OwnFigures now={now} before={before} notes={pins} />
      <Crawls siteId={siteId} axis={now.days} notes={pins} />
      <Happened siteId={siteId} notes={now.notes} axis={now.days} />
    </SameMoments>
  )
}

function OwnFigures({ now, before, notes }: { now: Course; before: Course; notes: readonly Note[] }) {
  const look = { notes, height: chartHeight }
  const stat = (name: string, digits: number, of: (course: Course) => number | null) => (
    <Stat name={name} figure={figure(of(now), digits)} hint={t.wasNamed(figure(of(before), digits))} />
  )
  return (
    <>
      <Stats>
        {stat(t.averageVisibility, 1, ({ hosts }) => mean(hosts[0]?.scores ?? []))}
        {stat(t.averageShareOfVoice, 1, ({ hosts }) => mean(hosts[0]?.shares ?? []))}
        {stat(t.top3AtTheEnd, 0, top3AtEnd)}
        {stat(t.top10AtTheEnd, 0, top10AtEnd)}
      </Stats>
      <Panel title={t.visibility} line={t.shareOfClicks}>
        <ComparedChart
          name={t.visibility}
          days={now.days}
          now={now.hosts[0]?.scores ?? []}
          before={before.hosts[0]?.scores ?? []}
          carried={{ now: now.hosts[0]?.carried, before: before.hosts[0]?.carried }}
          unknown={t.noCheck}
          notes={notes}
        />
      </Panel>
      <Panel title={t.keywordsByPosition} line={t.numberOfKeywords}>
        <KeywordLayers answer={now} {...look} />
      </Panel>
      <Panel title={t.shareOfVoice} line={t.shareOfTheClicks}>
        <Shares answer={now} {...look} />
      </Panel>
    </>
  )
}
