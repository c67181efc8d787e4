import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type OutputOf, read } from '../../api/call.ts'
import { readAgain } from '../../api/read-again.ts'
import { useSiteId } from '../../api/site-id.ts'
import { ActionButton } from '../../kit/action-button.tsx'
import { Badge } from '../../kit/badge.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Panel } from '../../kit/layout/page.tsx'
import { Stat, Stats } from '../../kit/layout/stats.tsx'
import { type Column, Table } from '../../kit/table/table.tsx'
import { counted } from '../../kit/words/counted.ts'
import { figure } from '../../kit/words/figure.tsx'
import { Collected } from '../collects/exports.ts'
import { SiteFrame } from '../sites/exports.ts'
import { IssuePages } from './issue-pages.tsx'

type Audit = OutputOf<'issues.list'>
type Issue = Audit['issues'][number]
const tones = { error: 'bad', warning: 'warn', notice: 'plain' } as const

/** What the audit of the site's pages found, how to fix it, and what is fixed since. */
export function Issues() {
  const siteId = useSiteId()
  const [open, setOpen] = useState<Issue>()
  return (
    <SiteFrame siteId={siteId} title="On-page issues" actions={<CrawlAgain siteId={siteId} />}>
      <Collected
        query={read('issues.list', { params: { id: siteId } })}
        isSample={({ sandbox }) => sandbox === true}
        progress={progressOf}
      >
        {(audit) => <Found audit={audit} onOpen={setOpen} />}
      </Collected>
      <Dialog title={open?.title ?? ''} side="right" open={open !== undefined} onClose={() => setOpen(undefined)}>
        {open && <IssuePages siteId={siteId} issue={open} />}
      </Dialog>
    </SiteFrame>
  )
}

function Found({ audit, onOpen }: { audit: Audit; onOpen(issue: Issue): void }) {
  const { score, health, pagesDone, issues, gone } = audit
  return (
    <>
      <Stats>
        <Stat name="Score" figure={figure(score)} hint="of 100" />
        <Stat name="Pages without an error" figure={health === null ? '–' : `${figure(health)} %`} />
        <Stat name="Pages read" figure={figure(score === null ? null : pagesDone)} />
        <Stat name="Fixed since" figure={figure(score === null ? null : gone.length)} />
      </Stats>
      <Panel title={score === null ? 'Issues' : counted(issues.length, 'issues')}>
        <Table
          caption="Issues"
          columns={columnsOf(onOpen)}
          rows={issues}
          rowId={({ code }) => code}
          empty={score === null ? 'No page has been read yet.' : 'Nothing is wrong with the pages that were read.'}
        />
      </Panel>
      {gone.length > 0 && (
        <Panel title="Fixed" line="The crawl before found them, and this one did not.">
          <Table caption="Fixed issues" columns={goneColumns} rows={gone} rowId={({ code }) => code} empty="" />
        </Panel>
      )}
    </>
  )
}

function progressOf({ pagesDone, pagesKnown }: Audit): string {
  return `The site is being read: ${figure(pagesDone)} of ${figure(pagesKnown)} known pages.`
}

function columnsOf(onOpen: (issue: Issue) => void): Column<Issue>[] {
  return [
    {
      head: 'Issue',
      cell: (issue) => (
        <button type="button" data-link onClick={() => onOpen(issue)}>
          {issue.title}
        </button>
      ),
    },
    { head: 'Severity', cell: ({ severity }) => <Badge tone={tones[severity]}>{severity}</Badge>, width: 80 },
    { head: 'Pages', cell: ({ count }) => figure(count), figures: true, width: 60 },
    { head: 'New', cell: ({ isNew }) => isNew && <Badge tone="warn">new</Badge>, priority: 2 },
  ]
}

const goneColumns: Column<Audit['gone'][number]>[] = [
  { head: 'Issue', cell: ({ title }) => title },
  { head: 'Pages', cell: ({ count }) => figure(count), figures: true },
]

/** Reads the site's pages again. */
function CrawlAgain({ siteId }: { siteId: string }) {
  const queries = useQueryClient()
  const crawl = async () => {
    await call('crawls.run', { params: { id: siteId } })
    await readAgain(queries, 'issues.list')
  }
  return <ActionButton action={crawl}>Read the site again</ActionButton>
}
