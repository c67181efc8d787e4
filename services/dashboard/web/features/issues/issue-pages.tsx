import type { OutputOf } from '../../api/call.ts'
import { whole } from '../../api/whole.ts'
import { Panel } from '../../kit/layout/page.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { FirstRows } from '../../kit/table/first-rows.tsx'
import { Table } from '../../kit/table/table.tsx'

type Issue = OutputOf<'issues.list'>['issues'][number]
type IssuePage = OutputOf<'issuePages.list'>['rows'][number]

/** What an issue means, how to fix it, and on which pages it is. */
export function IssuePages({ siteId, issue }: { siteId: string; issue: Issue }) {
  return (
    <>
      <p>{issue.description}</p>
      <Panel title="How to fix it">
        <p>{issue.howToFix}</p>
      </Panel>
      <Loaded query={whole('issuePages.list', { params: { id: siteId }, query: { code: issue.code } }, 'rows')}>
        {({ rows, total }) => (
          <>
            <Table
              caption="Pages"
              columns={[
                { head: 'Page', cell: ({ url }: IssuePage) => url },
                { head: 'Found', cell: ({ detail }: IssuePage) => detail ?? '' },
              ]}
              rows={rows}
              rowId={({ url, detail }) => `${url} ${detail}`}
              empty="It is about the whole site."
            />
            <FirstRows shown={rows.length} total={total} />
          </>
        )}
      </Loaded>
    </>
  )
}
