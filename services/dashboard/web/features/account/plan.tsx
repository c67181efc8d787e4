import { useAccount } from '../../api/account.ts'
import { type OutputOf, read } from '../../api/call.ts'
import { Panel } from '../../kit/layout/page.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Table } from '../../kit/table/table.tsx'
import { capitalised } from '../../kit/words/capitalised.ts'

type Limits = OutputOf<'accounts.get'>['limits']

const names: Record<keyof Limits, string> = {
  callsPerDay: 'API calls per day',
  sites: 'Sites',
  keywords: 'Keywords',
  checkEveryDays: 'Days between checks',
  collectsPerDay: 'Data refreshes per day',
  competitorsPerSite: 'Competitors per site',
  prompts: 'AI prompts',
  crawlPages: 'Pages per audit',
  writingsPerMonth: 'Plans and articles per month',
  people: 'People',
}

/** What the account's plan allows. */
export function Plan() {
  const { accountId } = useAccount()
  return (
    <Loaded query={read('accounts.get', { params: { accountId } })}>
      {({ account, limits }) => (
        <Panel title="Plan" line={`${capitalised(account.plan)}, for the account ${account.id} of ${account.email}.`}>
          <Table
            caption="Limits of the plan"
            columns={[
              { head: 'Limit', cell: ([name]) => names[name] },
              { head: 'At most', cell: ([, most]) => most?.toLocaleString('en') ?? 'none', figures: true },
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
