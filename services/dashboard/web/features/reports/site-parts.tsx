import { issueIn } from '../../../texts/audit.ts'
import { reports as t } from '../../../texts/reports.ts'
import { worded } from '../../../texts/values.ts'
import { Stat, Stats } from '../../kit/layout/facts.tsx'
import { Badge } from '../../kit/notice.tsx'
import { type Column, Table } from '../../kit/table/table.tsx'
import { addressText } from '../../kit/words/address-text.ts'
import { figure } from '../../kit/words/figure.ts'
import { Day } from '../../kit/words/time.tsx'
import { type PartOf, PartPanel } from './part-panel.tsx'

type Issue = PartOf<'audit'>['issues'][number]
const tones = { error: 'bad', warning: 'warn', notice: 'plain' } as const

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
        columns={issueColumns}
        rows={issues.map(issueIn)}
        rowId={({ code }) => code}
        empty={isRead ? t.noIssues : t.cannotBeShown}
      />
    </PartPanel>
  )
}

const issueColumns: Column<Issue>[] = [
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

type Link = PartOf<'links'>['rows'][number]

export function LinksPart({ part }: { part: PartOf<'links'> }) {
  const { at, sandbox, found, lost, rows } = part
  return (
    <PartPanel title={t.parts.links} at={at} isSample={sandbox}>
      <Stats>
        <Stat name={t.found} figure={figure(found)} />
        <Stat name={t.lost} figure={figure(lost)} />
      </Stats>
      <Table
        caption={t.parts.links}
        columns={linkColumns}
        rows={rows}
        rowId={({ from, to, day, anchor }) => `${from} ${to} ${day} ${anchor}`}
        empty={t.noLinks}
      />
    </PartPanel>
  )
}

const linkColumns: Column<Link>[] = [
  { head: t.linkFrom, cell: ({ from }) => addressText(from) },
  { head: t.linkTo, cell: ({ to }) => (to === null ? '–' : addressText(to)), width: 200, priority: 3 },
  { head: t.anchor, cell: ({ anchor }) => anchor ?? '–', width: 150, priority: 2 },
  { head: t.seen, cell: ({ day }) => <Day at={day} />, width: 110 },
  {
    head: t.state,
    cell: ({ isLost }) => <Badge tone={isLost ? 'bad' : 'good'}>{isLost ? t.isLost : t.isNew}</Badge>,
    width: 80,
  },
]
