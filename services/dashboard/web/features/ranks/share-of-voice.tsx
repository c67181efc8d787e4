import { ranks as t } from '../../../texts/ranks.ts'
import { type OutputOf, read } from '../../api/call.ts'
import { Charted } from '../../kit/chart/charted.tsx'
import { ScoreChart } from '../../kit/chart/score-chart.tsx'
import type { Note } from '../../kit/chart/time-drawing.tsx'
import { Loaded, Panel } from '../../kit/layout/page.tsx'
import type { DataColumn } from '../../kit/table/column.ts'
import { dayColumn, figureColumn } from '../../kit/table/columns.tsx'
import { notesOf } from '../notes/exports.ts'

type Answer = OutputOf<'visibility.list'>
type DayRow = { day: string; shares: (number | null)[] }

export function ShareOfVoice({ siteId }: { siteId: string }) {
  return (
    <Panel title={t.shareOfVoice} line={t.shareOfTheClicks}>
      <Loaded query={read('visibility.list', { params: { id: siteId }, query: { days: 90, hosts: 'all' } })}>
        {(answer) => <Shares answer={answer} />}
      </Loaded>
    </Panel>
  )
}

type SharesProps = { answer: Pick<Answer, 'days' | 'hosts' | 'notes'>; height?: number; notes?: readonly Note[] }

export function Shares({ answer, ...look }: SharesProps) {
  const { days, hosts } = answer
  const rows = days.map((day, i) => ({ day, shares: hosts.map(({ shares }) => shares[i] ?? null) })).reverse()
  const columns: DataColumn<DayRow>[] = [
    dayColumn,
    ...hosts.map(({ domain }, i) =>
      figureColumn<DayRow>(domain, domain, ({ shares }) => shares[i] ?? null, { digits: 1 }),
    ),
  ]
  return (
    <Charted
      name={t.shareOfVoice.toLowerCase()}
      chart={
        <ScoreChart
          label={t.shareOfVoice}
          days={days.map((day) => Date.parse(day))}
          unit=" %"
          lines={hosts.map(({ domain, shares, competitorId, carried }) => ({
            id: domain,
            name: competitorId === null ? t.you : domain,
            values: shares,
            carried,
          }))}
          notes={notesOf(answer.notes)}
          {...look}
        />
      }
      columns={columns}
      rows={rows}
    />
  )
}
