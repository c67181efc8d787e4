import { useState } from 'react'
import { type OutputOf, read } from '../../api/call.ts'
import { useSiteId } from '../../api/site-id.ts'
import { Badge } from '../../ui/badge.tsx'
import { Collected } from '../../ui/collected.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { figure } from '../../ui/figure.tsx'
import { Panel } from '../../ui/page.tsx'
import { Stat, Stats } from '../../ui/stats.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { CrawlAgain } from './crawl-again.tsx'
import { IssuePages } from './issue-pages.tsx'
import { SiteFrame } from './site-frame.tsx'

type Audit = OutputOf<'issues.list'>
type Issue = Audit['issues'][number]
const tones = { error: 'bad', warning: 'warn', notice: 'plain' } as const

/** What the audit of the site's pages found, how it is mended, and what is mended since. */
export function Issues() {
  const siteId = useSiteId()
  const [open, setOpen] = useState<Issue>()
  return (
    <SiteFrame siteId={siteId} title="On-page issues" actions={<CrawlAgain siteId={siteId} />}>
      <Collected
        query={read('issues.list', { params: { id: siteId } })}
        isPlayed={({ sandbox }) => sandbox === true}
        progress={progressOf}
      >
        {(audit) => (
          <>
            <Stats>
              <Stat name="Score" figure={figure(audit.score)} hint="of 100" />
              <Stat name="Pages without an error" figure={`${figure(audit.health)} %`} />
              <Stat name="Pages read" figure={figure(audit.pagesDone)} />
              <Stat name="Mended since" figure={figure(audit.gone.length)} />
            </Stats>
            <Panel title={`${audit.issues.length} issues`}>
              <Table
                caption="Issues"
                columns={columnsOf(setOpen)}
                rows={audit.issues}
                rowId={({ code }) => code}
                empty="Nothing is wrong with the pages that were read."
              />
            </Panel>
            {audit.gone.length > 0 && (
              <Panel title="Mended" line="In the crawl before, and gone now.">
                <Table caption="Mended issues" columns={gone} rows={audit.gone} rowId={({ code }) => code} empty="" />
              </Panel>
            )}
          </>
        )}
      </Collected>
      <Dialog title={open?.title ?? ''} side="right" open={open !== undefined} onClose={() => setOpen(undefined)}>
        {open && <IssuePages siteId={siteId} issue={open} />}
      </Dialog>
    </SiteFrame>
  )
}

function progressOf({ pagesDone, pagesKnown }: Audit): string {
  return `The site is being read: ${figure(pagesDone)} of ${figure(pagesKnown)} known pages.`
}

function columnsOf(onOpen: (issue: Issue) => void): Column<Issue>[] {
  return [
    { head: 'Severity', cell: ({ severity }) => <Badge tone={tones[severity]}>{severity}</Badge> },
    {
      head: 'Issue',
      cell: (issue) => (
        <button type="button" data-link onClick={() => onOpen(issue)}>
          {issue.title}
        </button>
      ),
    },
    { head: 'Pages', cell: ({ count }) => figure(count), figures: true },
    { head: 'New', cell: ({ isNew }) => isNew && <Badge tone="warn">new</Badge>, wide: true },
  ]
}

const gone: Column<Audit['gone'][number]>[] = [
  { head: 'Issue', cell: ({ title }) => title },
  { head: 'Pages', cell: ({ count }) => figure(count), figures: true },
]
