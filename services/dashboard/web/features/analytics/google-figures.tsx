import { analytics as t } from '../../../texts/analytics.ts'
import { read } from '../../api/call.ts'
import { ButtonLink } from '../../kit/button.tsx'
import type { Note } from '../../kit/chart/time-drawing.tsx'
import { Stat, Stats } from '../../kit/layout/facts.tsx'
import { Panel } from '../../kit/layout/page.tsx'
import { Notice } from '../../kit/notice.tsx'
import { figure } from '../../kit/words/figure.ts'
import { pages } from '../../routes.ts'
import { Collected } from '../collects/exports.ts'
import { ComparedChart } from './compared-chart.tsx'
import { alongDays, totalsOf } from './halves.ts'

type GoogleFiguresProps = { siteId: string; days: number; axis: readonly string[]; notes: readonly Note[] }

/** The reading of a period: its charts and its table of pages share it. */
export function figuresOf(siteId: string, days: number) {
  return read('searchConsoleFigures.list', { params: { id: siteId }, query: { days } })
}

/** Clicks and impressions as counted by Google; without a connection, a notice of the missing data. */
export function GoogleFigures({ siteId, days, axis, notes }: GoogleFiguresProps) {
  return (
    <Collected query={figuresOf(siteId, days)}>
      {({ connected, property, startDate, days: found }) => {
        const clicks = alongDays(axis, found, (day) => day.clicks)
        const impressions = alongDays(axis, found, (day) => day.impressions)
        const shown = { days: axis, unknown: t.notCounted, notes, dayHead: t.dayInPacificTime }
        return (
          <>
            {(!connected || property === null) && <Missing siteId={siteId} connected={connected} />}
            {startDate !== null && (
              <>
                <Totals startDate={startDate} found={found} />
                <Panel title={t.clicks} line={t.countedByGoogle}>
                  <ComparedChart name={t.clicks} {...clicks} {...shown} />
                </Panel>
                <Panel title={t.impressions} line={t.howOftenGoogleShowed}>
                  <ComparedChart name={t.impressions} {...impressions} {...shown} />
                </Panel>
              </>
            )}
          </>
        )
      }}
    </Collected>
  )
}

function Missing({ siteId, connected }: { siteId: string; connected: boolean }) {
  return (
    <Notice>
      <p>{t.clicksImpressionsPagesQueries(connected ? t.noSearchConsoleProperty : t.googleSearchConsole)}</p>
      <p>
        <ButtonLink to={pages.searchConsole} params={{ siteId }}>
          {connected ? t.selectAProperty : t.connectGoogle}
        </ButtonLink>
      </p>
    </Notice>
  )
}

function Totals({ startDate, found }: { startDate: string; found: Parameters<typeof totalsOf>[0] }) {
  const now = totalsOf(found.filter(({ day }) => day >= startDate))
  const before = totalsOf(found.filter(({ day }) => day < startDate))
  const stat = (name: string, of: (totals: typeof now) => string) => (
    <Stat name={name} figure={of(now)} hint={t.was(of(before))} />
  )
  return (
    <Stats>
      {stat(t.clicks, (totals) => figure(totals?.clicks ?? null))}
      {stat(t.impressions, (totals) => figure(totals?.impressions ?? null))}
      {stat(t.ctr, (totals) => (totals?.ctr == null ? '–' : `${figure(totals.ctr * 100, 1)} %`))}
      {stat(t.googlesPosition, (totals) => figure(totals?.position ?? null, 1))}
    </Stats>
  )
}
