import { structuredData as t } from '../../../texts/structured-data.ts'
import { worded } from '../../../texts/values.ts'
import type { OutputOf } from '../../api/call.ts'
import { Panel, Stack } from '../../kit/layout/page.tsx'
import { Badge, Notice } from '../../kit/notice.tsx'
import { type Column, Table } from '../../kit/table/table.tsx'

type Report = Pick<OutputOf<'siteSchema.check'>, 'items' | 'errors'>
type Item = Report['items'][number]
/** The index identifies a row: a text may contain an item twice. */
type Numbered<Part> = Part & { at: number }
type Finding = Report['errors'][number]
type CheckReportProps = {
  report: Report
  /** Shows the place of a finding; null where the text is not at hand. */
  onFinding: ((line: number, column: number) => void) | null
}

const formats = { 'json-ld': t.jsonLd, microdata: t.microdata, rdfa: t.rDFa } as const
const tones = { error: 'bad', warning: 'warn', notice: 'plain' } as const

export function CheckReport({ report: { items, errors }, onFinding }: CheckReportProps) {
  return (
    <Stack>
      <Panel title={t.items(items.length)}>
        <Table
          caption={t.itemsPlain}
          columns={itemColumns}
          rows={items.map((item, at) => ({ item, at }))}
          rowId={({ at }) => String(at)}
          empty={t.noStructuredDataWasFound}
        />
      </Panel>
      <Panel title={t.findings(errors.length)}>
        {errors.length === 0 ? (
          <Notice tone="good">{t.noProblemsFound}</Notice>
        ) : (
          <Table
            caption={t.findingsPlain}
            columns={columnsOf(onFinding)}
            rows={errors.map((finding, at) => ({ finding, at }))}
            rowId={({ at }) => String(at)}
          />
        )}
      </Panel>
    </Stack>
  )
}

const itemColumns: Column<Numbered<{ item: Item }>>[] = [
  { head: t.type, cell: ({ item }) => item.type },
  { head: t.format, cell: ({ item }) => formats[item.format] },
  { head: t.googleRichResults, cell: ({ item }) => item.richResult?.replaceAll('-', ' ') ?? '–' },
  {
    head: t.status,
    cell: ({ item }) => (item.valid ? <Badge tone="good">{t.valid}</Badge> : <Badge tone="bad">{t.withErrors}</Badge>),
  },
]

function columnsOf(onFinding: CheckReportProps['onFinding']): Column<Numbered<{ finding: Finding }>>[] {
  return [
    {
      head: t.severity,
      cell: ({ finding }) => <Badge tone={tones[finding.severity]}>{worded('severity', finding.severity)}</Badge>,
    },
    { head: t.finding, cell: ({ finding }) => <Where finding={finding} onFinding={onFinding} /> },
  ]
}

function Where({
  finding: { message, path, type, line, column },
  onFinding,
}: { finding: Finding } & Pick<CheckReportProps, 'onFinding'>) {
  const place = [type, path].filter(Boolean).join(' › ')
  const at = line === null ? '' : t.line(line, column === null ? '' : t.column(column))
  return (
    <>
      {onFinding && line !== null ? (
        <button type="button" data-link onClick={() => onFinding(line, column ?? 1)}>
          {message}
        </button>
      ) : (
        message
      )}
      <p>{[place, at].filter(Boolean).join(', ')}</p>
    </>
  )
}
