import { reports as t } from '../../../texts/reports.ts'
import { ScoreChart } from '../../kit/chart/score-chart.tsx'
import { Stat, Stats } from '../../kit/layout/facts.tsx'
import { Columns, Panel } from '../../kit/layout/page.tsx'
import { type Column, Table } from '../../kit/table/table.tsx'
import { Address } from '../../kit/words/address.tsx'
import { Change } from '../../kit/words/change.tsx'
import { figure, mean, place } from '../../kit/words/figure.ts'
import { whereText } from '../../kit/words/where.ts'
import { additionsOf, KeywordLayers, Shares } from '../ranks/exports.ts'
import { type PartOf, PartPanel } from './part-panel.tsx'

export function VisibilityPart({ part: { days, scores, carried, counts, compared } }: { part: PartOf<'visibility'> }) {
  const { score = null, before = null, added = 0 } = compared ?? {}
  const withAdded = t.withAdded(added, figure(scores.at(-1) ?? null, 1))
  const was = t.was(figure(before, 1))
  return (
    <Columns>
      <Panel title={t.parts.visibility} line={t.visibilityLine}>
        <Stats>
          <Stat name={t.parts.visibility} figure={figure(score, 1)} hint={added > 0 ? `${was} · ${withAdded}` : was} />
        </Stats>
        <ScoreChart
          label={t.parts.visibility}
          days={days.map((day) => Date.parse(day))}
          lines={[{ id: 'own', name: t.parts.visibility, values: scores, carried }]}
          notes={additionsOf(days, counts.added)}
        />
      </Panel>
      <Panel title={t.keywordsByPosition} line={t.positionsLine}>
        <KeywordLayers answer={{ days, counts, hosts: [], notes: [] }} />
      </Panel>
    </Columns>
  )
}

type Rank = PartOf<'ranks'>['rows'][number]

export function RanksPart({ part }: { part: PartOf<'ranks'> }) {
  const { at, sandbox, keywords, rows, top3, top10, up, down, notFound, medianDays = null } = part
  const shown = rows.length < keywords ? t.bestOf(rows.length, keywords) : t.beforeIs
  const line = medianDays === null ? shown : `${shown} ${t.movedLine(medianDays)}`
  return (
    <PartPanel title={t.parts.ranks} line={line} at={at} isSample={sandbox}>
      <Stats>
        <Stat name={t.keywords} figure={figure(keywords)} />
        <Stat name={t.top3} figure={figure(top3)} />
        <Stat name={t.top10} figure={figure(top10)} />
        <Stat name={t.up} figure={figure(medianDays && up)} />
        <Stat name={t.down} figure={figure(medianDays && down)} />
        <Stat name={t.notFound} figure={figure(notFound)} />
      </Stats>
      <Table
        caption={t.parts.ranks}
        columns={rankColumns}
        rows={rows}
        rowId={(rank) => `${rank.keyword} ${whereText(rank)}`}
        empty={t.noKeywords}
      />
    </PartPanel>
  )
}

const rankColumns: Column<Rank>[] = [
  { head: t.keyword, cell: ({ keyword }) => keyword },
  { head: t.where, cell: whereText, width: 190, priority: 3 },
  { head: t.before, cell: ({ previousPosition }) => place(previousPosition), figures: true, width: 80, priority: 2 },
  { head: t.position, cell: ({ position }) => <b>{place(position)}</b>, figures: true, width: 80 },
  {
    head: t.change,
    cell: (rank) => <Change {...rank} />,
    figures: true,
    width: 80,
  },
  { head: t.page, cell: ({ url }) => (url === null ? '–' : <Address url={url} />), width: 220, priority: 3 },
]

type Part = PartOf<'comparison'>
type Host = Part['hosts'][number]

/** The site beside its competitors: their shares over the period, and their present positions. */
export function ComparisonPart({ part }: { part: Part }) {
  const { at, days, hosts, keywords, rows } = part
  // Every host is shown by its name: readers are not the site.
  const answer = { days, hosts: hosts.map((host) => ({ ...host, competitorId: host.domain })), notes: [] }
  const line = rows.length < keywords ? t.bestOf(rows.length, keywords) : undefined
  return (
    <>
      <Panel title={t.parts.comparison} line={t.shareLine}>
        <Shares answer={answer} />
        <Table caption={t.averages} columns={hostColumns} rows={hosts} rowId={({ domain }) => domain} />
      </Panel>
      <PartPanel title={t.presentPositions} at={at} line={line}>
        <Table
          caption={t.presentPositions}
          columns={positionColumns(hosts)}
          rows={rows}
          rowId={({ keyword, positions }) => `${keyword} ${positions}`}
          empty={t.noKeywords}
        />
      </PartPanel>
    </>
  )
}

const hostColumns: Column<Host>[] = [
  { head: t.site, cell: ({ domain }) => domain },
  { head: t.visibility, cell: ({ scores }) => figure(mean(scores), 1), figures: true },
  { head: t.share, cell: ({ shares }) => percent(mean(shares)), figures: true },
]

function positionColumns(hosts: readonly Host[]): Column<Part['rows'][number]>[] {
  const columns = hosts.map(
    ({ domain }, at): Column<Part['rows'][number]> => ({
      head: domain,
      cell: ({ positions }) => place(positions[at] ?? null),
      figures: true,
      width: 130,
      priority: at === 0 ? 1 : at < 3 ? 2 : 3,
    }),
  )
  return [{ head: t.keyword, cell: ({ keyword }) => keyword }, ...columns]
}

function percent(share: number | null): string {
  return share === null ? '–' : `${figure(share, 1)} %`
}
