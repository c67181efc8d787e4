import { useState } from 'react'
import { issueIn } from '../../../texts/audit.ts'
import { issues as t } from '../../../texts/issues.ts'
import { worded } from '../../../texts/values.ts'
import { useSiteId, Writes } from '../../api/account.tsx'
import { change, type OutputOf, read, whole } from '../../api/call.ts'
import { ActionButton } from '../../kit/action.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Stat, Stats } from '../../kit/layout/facts.tsx'
import { Loaded, Panel } from '../../kit/layout/page.tsx'
import { Badge } from '../../kit/notice.tsx'
import { type Column, FirstRows, Table } from '../../kit/table/table.tsx'
import { figure } from '../../kit/words/figure.ts'
import { Collected } from '../collects/exports.ts'
import { SiteFrame } from '../sites/exports.ts'

type Audit = OutputOf<'issues.list'>
type Issue = Audit['issues'][number]
const tones = { error: 'bad', warning: 'warn', notice: 'plain' } as const

export function Issues() {
  const siteId = useSiteId()
  const [open, setOpen] = useState<Issue>()
  const again = (
    <Writes>
      <CrawlAgain siteId={siteId} />
    </Writes>
  )
  return (
    <SiteFrame siteId={siteId} title={t.onPageIssues} actions={again}>
      <Collected query={read('issues.list', { params: { id: siteId }, query: {} })} progress={progressOf}>
        {(audit) => <Found audit={audit} onOpen={setOpen} />}
      </Collected>
      <Dialog title={open?.title ?? ''} side="right" open={open !== undefined} onClose={() => setOpen(undefined)}>
        {open && <IssuePages siteId={siteId} issue={open} />}
      </Dialog>
    </SiteFrame>
  )
}

function Found({ audit, onOpen }: { audit: Audit; onOpen(issue: Issue): void }) {
  const { score, health, pagesDone } = audit
  const issues = audit.issues.map(issueIn)
  const gone = audit.gone.map(issueIn)
  return (
    <>
      <Stats>
        <Stat name={t.score} figure={figure(score)} hint={t.of100} />
        <Stat name={t.pagesWithoutAnError} figure={health === null ? '–' : `${figure(health)} %`} />
        <Stat name={t.pagesRead} figure={figure(score === null ? null : pagesDone)} />
        <Stat name={t.fixedSince} figure={figure(score === null ? null : gone.length)} />
      </Stats>
      <Panel title={score === null ? t.issues : t.issueCount(issues.length)}>
        <Table
          caption={t.issues}
          columns={columnsOf(onOpen)}
          rows={issues}
          rowId={({ code }) => code}
          empty={score === null ? t.noPageHasBeenCrawled : t.noIssuesFound}
        />
      </Panel>
      {gone.length > 0 && (
        <Panel title={t.fixed} line={t.foundByTheCrawlBefore}>
          <Table caption={t.fixedIssues} columns={fixedColumns} rows={gone} rowId={({ code }) => code} />
        </Panel>
      )}
    </>
  )
}

function progressOf({ pagesDone, pagesKnown }: Audit): string {
  return t.crawlingKnownPages(figure(pagesDone), figure(pagesKnown))
}

function columnsOf(onOpen: (issue: Issue) => void): Column<Issue>[] {
  return [
    {
      head: t.issue,
      cell: (issue) => (
        <button type="button" data-link onClick={() => onOpen(issue)}>
          {issue.title}
        </button>
      ),
    },
    {
      head: t.severity,
      cell: ({ severity }) => <Badge tone={tones[severity]}>{worded('severity', severity)}</Badge>,
      width: 80,
    },
    { head: t.pages, cell: ({ count }) => figure(count), figures: true, width: 60 },
    { head: t.newIt, cell: ({ isNew }) => isNew && <Badge tone="warn">{t.newItLower}</Badge>, priority: 2 },
  ]
}

const fixedColumns: Column<Audit['gone'][number]>[] = [
  { head: t.issue, cell: ({ title }) => title },
  { head: t.pages, cell: ({ count }) => figure(count), figures: true },
]

function CrawlAgain({ siteId }: { siteId: string }) {
  const crawl = () => change('crawls.run', { params: { id: siteId } }, 'issues.list')
  return <ActionButton action={crawl}>{t.crawlAgain}</ActionButton>
}

type IssuePage = OutputOf<'issuePages.list'>['rows'][number]

function IssuePages({ siteId, issue }: { siteId: string; issue: Issue }) {
  return (
    <>
      <p>{issue.description}</p>
      <Panel title={t.howFix}>
        <p>{issue.howToFix}</p>
      </Panel>
      <Loaded query={whole('issuePages.list', { params: { id: siteId }, query: { code: issue.code } }, 'rows')}>
        {({ rows, total }) => (
          <>
            <Table
              caption={t.pages}
              columns={[
                { head: t.page, cell: ({ url }: IssuePage) => url },
                { head: t.found, cell: ({ detail }: IssuePage) => detail ?? '' },
              ]}
              rows={rows}
              rowId={({ url, detail }) => `${url} ${detail}`}
              empty={t.thisIssueConcernsTheWhole}
            />
            <FirstRows shown={rows.length} total={total} />
          </>
        )}
      </Loaded>
    </>
  )
}
