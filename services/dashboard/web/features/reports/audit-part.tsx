import { issueIn } from '../../../texts/audit.ts'
import { reports as t } from '../../../texts/reports.ts'
import { worded } from '../../../texts/values.ts'
import { Stat, Stats } from '../../kit/layout/facts.tsx'
import { Badge } from '../../kit/notice.tsx'
import { type Column, Table } from '../../kit/table/table.tsx'
import { figure } from '../../kit/words/figure.ts'
import type { PartOf } from './document.ts'
import { PartPanel } from './part-panel.tsx'

type Issue = PartOf<'audit'>['issues'][number]
const tones = { error: 'bad', warning: 'warn', notice: 'plain' } as const

/** The findings of the last audit of the pages. */
export function AuditPart({ part }: { part: PartOf<'audit'> }) {
  const { at, sandbox, score, health, pages, fixed, issues } = part
  const isRead = score !== null
  return (
    <PartPanel title={t.parts.audit} at={at} isSample={sandbox}>
      <Stats>
        <Stat name={t.score} figure={figure(score)} hint={t.of100} />
        <Stat name={t.withoutError} figure={health === null ? '–' : `${figure(health)} %`} />
        <Stat name={t.pagesRead} figure={figure(pages)} />
        <Stat name={t.fixed} figure={figure(isRead ? fixed : null)} />
      </Stats>
      <Table
        caption={t.parts.audit}
        columns={columns}
        rows={issues.map(issueIn)}
        rowId={({ code }) => code}
        empty={isRead ? t.noIssues : t.cannotBeShown}
      />
    </PartPanel>
  )
}

const columns: Column<Issue>[] = [
  {
    head: t.issue,
    cell: ({ title, isNew }) => (
      <>
        {title} {isNew && <Badge tone="warn">{t.newIssue}</Badge>}
      </>
    ),
  },
  {
    head: t.severity,
    cell: ({ severity }) => <Badge tone={tones[severity]}>{worded('severity', severity)}</Badge>,
    width: 90,
  },
  { head: t.pageCount, cell: ({ count }) => figure(count), figures: true, width: 70 },
]
