import { read } from '../../api/call.ts'
import { ButtonLink } from '../../kit/button.tsx'
import type { Note } from '../../kit/chart/pins.tsx'
import { Panel } from '../../kit/layout/page.tsx'
import { Stat, Stats } from '../../kit/layout/stats.tsx'
import { Notice } from '../../kit/notice.tsx'
import { figure } from '../../kit/words/figure.tsx'
import { pages } from '../../routes.ts'
import { Collected } from '../collects/exports.ts'
import { ComparedChart } from './compared-chart.tsx'
import { alongDays, totalsOf } from './halves.ts'

type GoogleFiguresProps = { siteId: string; days: number; axis: readonly string[]; notes: readonly Note[] }

/** The reading of a period: its charts and its table of pages share it. */
export function figuresOf(siteId: string, days: number) {
  return read('searchConsoleFigures.list', { params: { id: siteId }, query: { days } })
}

/** Clicks and impressions by Google's own count; without a connection, what is missing. */
export function GoogleFigures({ siteId, days, axis, notes }: GoogleFiguresProps) {
  return (
    <Collected query={figuresOf(siteId, days)} isSample={({ sandbox }) => sandbox === true}>
      {({ connected, property, startDate, days: found }) => {
        const clicks = alongDays(axis, found, (day) => day.clicks)
        const impressions = alongDays(axis, found, (day) => day.impressions)
        const shown = { days: axis, unknown: 'not counted', notes }
        return (
          <>
            {(!connected || property === null) && <Missing siteId={siteId} connected={connected} />}
            {startDate !== null && (
              <>
                <Totals startDate={startDate} found={found} />
                <Panel
                  title="Clicks"
                  line="Google’s count. It is final two days later, and its days end in California."
                >
                  <ComparedChart name="Clicks" {...clicks} {...shown} />
                </Panel>
                <Panel title="Impressions" line="How often Google showed a page of the site.">
                  <ComparedChart name="Impressions" {...impressions} {...shown} />
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
      <p>
        {connected
          ? 'No property of Google’s search console is chosen for this site'
          : 'Google’s search console is not connected'}
        : clicks, impressions, and what pages and queries bring are missing here. The other figures are our own.
      </p>
      <p>
        <ButtonLink to={pages.searchConsole} params={{ siteId }}>
          {connected ? 'Choose a property' : 'Connect Google'}
        </ButtonLink>
      </p>
    </Notice>
  )
}

type TotalsProps = { startDate: string; found: Parameters<typeof totalsOf>[0] }

function Totals({ startDate, found }: TotalsProps) {
  const now = totalsOf(found.filter(({ day }) => day >= startDate))
  const before = totalsOf(found.filter(({ day }) => day < startDate))
  const stat = (name: string, of: (totals: typeof now) => string) => (
    <Stat name={name} figure={of(now)} hint={`was ${of(before)}`} />
  )
  return (
    <Stats>
      {stat('Clicks', (totals) => figure(totals?.clicks ?? null))}
      {stat('Impressions', (totals) => figure(totals?.impressions ?? null))}
      {stat('CTR', (totals) => (totals ? `${figure(totals.ctr * 100, 1)} %` : '–'))}
      {stat('Google’s position', (totals) => figure(totals?.position ?? null, 1))}
    </Stats>
  )
}
