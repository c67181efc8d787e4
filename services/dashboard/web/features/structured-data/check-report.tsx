import type { OutputOf } from '../../api/call.ts'
import { Badge } from '../../kit/badge.tsx'
import { Panel, Stack } from '../../kit/layout/page.tsx'
import { Notice } from '../../kit/notice.tsx'
import { type Column, Table } from '../../kit/table/table.tsx'

type Report = Pick<OutputOf<'siteSchema.check'>, 'items' | 'errors'>
type Item = Report['items'][number]
/** With its place in the list: a text may say the same twice. */
type Numbered<Part> = Part & { at: number }
type Finding = Report['errors'][number]
type CheckReportProps = {
  report: Report
  /** Shows the place of a finding; null where the text is not at hand. */
  onFinding: ((line: number, column: number) => void) | null
}

const formats = { 'json-ld': 'JSON-LD', microdata: 'Microdata', rdfa: 'RDFa' } as const
const tones = { error: 'bad', warning: 'warn', notice: 'plain' } as const

/** What a text says, and what is wrong with it. */
export function CheckReport({ report: { items, errors }, onFinding }: CheckReportProps) {
  return (
    <Stack>
      <Panel title={items.length === 1 ? 'One item' : `${items.length} items`}>
        <Table
          caption="Items"
          columns={itemColumns}
          rows={items.map((item, at) => ({ item, at }))}
          rowId={({ at }) => String(at)}
          empty="The text has no structured data that can be read."
        />
      </Panel>
      <Panel title={errors.length === 1 ? 'One finding' : `${errors.length} findings`}>
        {errors.length === 0 ? (
          <Notice tone="good">Nothing is wrong with it.</Notice>
        ) : (
          <Table
            caption="Findings"
            columns={columnsOf(onFinding)}
            rows={errors.map((finding, at) => ({ finding, at }))}
            rowId={({ at }) => String(at)}
            empty=""
          />
        )}
      </Panel>
    </Stack>
  )
}

const itemColumns: Column<Numbered<{ item: Item }>>[] = [
  { head: 'Type', cell: ({ item }) => item.type },
  { head: 'Written as', cell: ({ item }) => formats[item.format] },
  { head: 'Google may show', cell: ({ item }) => item.richResult?.replaceAll('-', ' ') ?? '–' },
  {
    head: 'State',
    cell: ({ item }) => (item.valid ? <Badge tone="good">valid</Badge> : <Badge tone="bad">with errors</Badge>),
  },
]

function columnsOf(onFinding: CheckReportProps['onFinding']): Column<Numbered<{ finding: Finding }>>[] {
  return [
    { head: 'Severity', cell: ({ finding }) => <Badge tone={tones[finding.severity]}>{finding.severity}</Badge> },
    { head: 'Finding', cell: ({ finding }) => <Where finding={finding} onFinding={onFinding} /> },
  ]
}

function Where({
  finding: { message, path, type, line, column },
  onFinding,
}: { finding: Finding } & Pick<CheckReportProps, 'onFinding'>) {
  const place = [type, path].filter(Boolean).join(' › ')
  const at = line === null ? '' : `line ${line}${column === null ? '' : `, column ${column}`}`
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
