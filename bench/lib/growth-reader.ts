import type { OperationName } from '@rts/shared/contract/table'
import type pg from 'pg'
import { agentWith } from '../../tests/support/agent-call.ts'
import { type Input, signInAs } from '../../tests/support/person-calls.ts'
import { restClient, type TestSystem } from '../../tests/support/system.ts'
import type { Owner } from './growth-site.ts'

/** How the account that is measured calls, by each door, and what it has. Each call throws unless it is answered well. */
export type Reader = Awaited<ReturnType<typeof openReader>>

/** Opens the doors for an account; `gateway` and `dashboard` are superusers of these databases. */
export async function openReader(system: TestSystem, owner: Owner, gateway: pg.Client, dashboard: pg.Client) {
  const { operator, connection } = system
  const { accountId, siteId, login } = owner
  const newKey = async (kind: 'server' | 'lasting') =>
    (await operator.call('keys.create', { params: { accountId }, body: { name: 'growth', kind } })).secret
  const call = restClient(connection.baseUrl, await newKey('server'))
  const agent = agentWith(connection.mcpUrl, await newKey('lasting'))
  const person = await signInAs(system, login, accountId)
  const forget = async () => {
    await gateway.query(
      `UPDATE key_minute SET stamps = '{}' WHERE key_id IN (SELECT id FROM api_key WHERE account_id = $1)`,
      [accountId],
    )
    await dashboard.query(`DELETE FROM attempt WHERE idle_at > now() - interval '1 hour'`)
  }
  const rest = async (method: string, target: string, body?: unknown) => {
    const answer = await call(method, target, body)
    if (answer.status !== 200) throw new Error(`${method} ${target}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return Object(answer.body)
  }
  const op = async (name: Parameters<typeof person.op>[0], input: Input = {}) => {
    const answer = await person.op(name, input)
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return Object(answer.body)
  }
  const tool = (name: string, args: object) => agent(name, args)
  return { rest, op, tool, forget, ids: await idsOf(op, accountId, siteId), login, appUrl: connection.appUrl, system }
}

/** An id of each thing that the account has. */
async function idsOf(op: (name: OperationName, input: Input) => Promise<unknown>, accountId: string, id: string) {
  const ask = (name: string, input: Input = { params: { id } }) =>
    // safe because each name is a row of the table
    op(name as OperationName, input) as Promise<Record<string, Record<string, string>[] & Record<string, string>>>
  const first = async (name: string, list: string, input?: Input) =>
    String(Object((await ask(name, input))[list]?.[0]).id ?? '')
  const { keywords } = await ask('keywords.list')
  const [keyword] = keywords ?? []
  const kid = String(keyword?.id)
  const { dates } = await ask('pageDates.list', { params: { id, kid } })
  const { project } = await ask('sites.get')
  return {
    id,
    kid,
    accountId,
    phrase: String(keyword?.keyword),
    domain: String(project?.domain),
    pageAt: String(dates?.[0]?.at ?? new Date().toISOString()),
    pid: await first('prompts.list', 'prompts'),
    crawlId: await first('crawls.list', 'crawls'),
    articleId: await first('articles.list', 'articles'),
    reportId: await first('reports.list', 'reports'),
    endpointId: await first('webhooks.list', 'endpoints'),
    orderId: await first('orders.list', 'orders', {}),
  }
}
