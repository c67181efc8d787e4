import { account as t } from '../../../texts/account.ts'
import { useAccount } from '../../api/account.tsx'
import { type OutputOf, read } from '../../api/call.ts'
import { Panel } from '../../kit/layout/page.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Table } from '../../kit/table/table.tsx'
import { capitalised, figure } from '../../kit/words/figure.ts'

type Limits = OutputOf<'accounts.get'>['limits']

const names: Record<keyof Limits, string> = {
  callsPerDay: t.apiCallsPerDay,
  sites: t.sites,
  keywords: t.keywords,
  checkEveryDays: t.daysBetweenChecks,
  collectsPerDay: t.dataRefreshesPerDay,
  competitorsPerSite: t.competitorsPerSite,
  prompts: t.aiPrompts,
  crawlPages: t.pagesPerAudit,
  writingsPerMonth: t.plansAndArticlesPerMonth,
  people: t.people,
  maxDepth: t.resultsPerPage,
}

export function Plan() {
  const { accountId } = useAccount()
  return (
    <Loaded query={read('accounts.get', { params: { accountId } })}>
      {({ account, limits }) => (
        <Panel title={t.plan} line={t.forAccountOf(capitalised(account.plan), account.id, account.email)}>
          <Table
            caption={t.planLimits}
            columns={[
              { head: t.limit, cell: ([name]) => names[name] },
              { head: t.maximum, cell: ([, max]) => (max === null ? t.none : figure(max)), figures: true },
            ]}
            // safe because the answer was checked against the schema of these very names
            rows={Object.entries(limits) as [keyof Limits, number | null][]}
            rowId={([name]) => name}
            empty=""
          />
        </Panel>
      )}
    </Loaded>
  )
}
