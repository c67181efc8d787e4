import { issues as t } from '../../../texts/issues.ts'
import { type OutputOf, whole } from '../../api/call.ts'
import { Panel } from '../../kit/layout/page.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { FirstRows, Table } from '../../kit/table/table.tsx'

type Issue = OutputOf<'issues.list'>['issues'][number]
type IssuePage = OutputOf<'issuePages.list'>['rows'][number]

export function IssuePages({ siteId, issue }: { siteId: string; issue: Issue }) {
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
