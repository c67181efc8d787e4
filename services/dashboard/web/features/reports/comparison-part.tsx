import { reports as t } from '../../../texts/reports.ts'
import { Panel } from '../../kit/layout/page.tsx'
import { type Column, Table } from '../../kit/table/table.tsx'
import { figure, place } from '../../kit/words/figure.ts'
import { Shares } from '../ranks/exports.ts'
import type { PartOf } from './document.ts'
import { PartPanel } from './part-panel.tsx'

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
        <Table caption={t.averages} columns={hostColumns} rows={hosts} rowId={({ domain }) => domain} empty="" />
      </Panel>
      <PartPanel title={t.presentPositions} at={at} {...(line !== undefined && { line })}>
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

function mean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
}

function percent(share: number | null): string {
  return share === null ? '–' : `${figure(share, 1)} %`
}
