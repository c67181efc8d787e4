import { until } from '@rts/local/testing/until'
import type { OperationName } from '@rts/shared/contract/table'
import type { System } from '../../harness/system.ts'
import { backOf, visitGoogle } from '../../services/projects/tests/support/google.ts'
import { agentWith } from '../../tests/support/agent-call.ts'
import { type Input, signInAs } from '../../tests/support/person-calls.ts'
import { newReport } from '../../tests/support/report.ts'
import { type Answer, newAccount, type Rest, restClient } from '../../tests/support/system.ts'
import { connected } from './growth-costs.ts'

type Owner = { accountId: string; siteId: string; login: { email: string; password: string } }
/** How the account that is measured calls, by each door, and what it has. Each call throws unless it is answered well. */
export type Reader = Awaited<ReturnType<typeof openReader>>

/** Tools that collect: their site is ready once each has answered. */
const collecting =
  'keyword_gap keyword_planner competitor_traffic backlink_review on_page_issues content_ideas search_performance ai_visibility'

/** The body of an answer that must be a 200. */
async function wellAnswered(what: string, asked: Promise<Answer>) {
  const { status, body } = await asked
  if (status !== 200) throw new Error(`${what}: ${status} ${JSON.stringify(body)}`)
  return Object(body)
}

async function personCalls(system: System, login: Owner['login'], accountId: string) {
  const person = await signInAs(system, login, accountId)
  return (name: OperationName, input: Input = {}) => wellAnswered(name, person.op(name, input))
}

/** Makes an account with the demo site and a year of ranks, that has used everything once; all that was collected is there. */
export async function makeOwner(system: System): Promise<Owner> {
  const { operator, connection } = system
  const { id: accountId, email, rest } = await newAccount(system, 'scale')
  const login = { email, password: 'correct horse battery' }
  await operator.call('persons.create', { body: { ...login, name: 'Owner' } })
  const { project } = await operator.call('demo.seed', { body: { accountId } })
  const params = { id: project.id }
  const op = await personCalls(system, login, accountId)
  const { authorizeUrl } = await op('searchConsole.begin', { body: {} })
  await op('searchConsole.finish', { body: backOf(await visitGoogle(String(authorizeUrl))) })
  const prompts = ['pour over coffee', 'decaf coffee', 'travel mug'].map((each) => `What is the best ${each}?`)
  const url = 'https://hooks.slack.com/services/T000/B000/abcdefghijklmnop'
  const nextMonth = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 7)
  const used: [OperationName, object][] = [
    ['searchConsole.connect', { siteUrl: 'sc-domain:demo.sandbox.example' }],
    ['prompts.create', { prompts }],
    ['plans.create', { q: 'coffee', publishOn: nextMonth }],
    ['articles.create', { keyword: 'coffee' }],
    ['notes.create', { day: '2026-11-01', text: 'A new shop' }],
    ['savedViews.create', { name: 'Mine', search: {} }],
    ['siteLetters.update', { weekly: true, alerts: true }],
    ['reports.create', newReport()],
    ['webhooks.create', { url, name: 'Chat', events: ['alert.raised'], language: 'en' }],
    ['disavow.add', { domains: ['spam.example'] }],
  ]
  for (const [name, body] of used) await op(name, { params, body })
  await op('research.run', { body: { q: 'coffee' } })
  await op('invites.create', { body: { email: `guest-${email}`, role: 'viewer', siteIds: null } })
  await op('autoAdd.update', { params, body: {} }).catch(() => {})
  await operator.call('invoices.create', { body: { accountId, plan: 'scale', months: 1, usdCents: 10_000 } })
  const key = await operator.call('keys.create', { params: { accountId }, body: { name: 'agent', kind: 'lasting' } })
  const tool = agentWith(connection.mcpUrl, key.secret)
  for (const name of collecting.split(' ')) {
    const answer = async () => Object(await tool(name, { project_id: project.domain })).status === 'ready'
    await until(`${name} for the first time`, answer, 180_000, 1_000)
  }
  await op('advice.list', { params })
  await op('visibility.list', { params, query: { days: 365, hosts: 'all' } })
  await fillTrash(rest, project.id)
  return { accountId, siteId: project.id, login }
}

/** A site and a keyword in the trash, by calls that are charged. */
async function fillTrash(rest: Rest, siteId: string): Promise<void> {
  const site = Object((await rest('POST', '/projects', { name: 'Old', domain: 'old.example' })).body).project
  await rest('DELETE', `/projects/${site.id}`)
  const { keyword } = Object((await rest('POST', `/projects/${siteId}/keywords`, { keyword: 'an old phrase' })).body)
  await rest('DELETE', `/projects/${siteId}/keywords/${keyword.id}`)
}

/** Opens the doors for an account. */
export async function openReader(system: System, { accountId, siteId, login }: Owner) {
  const { operator, connection, databaseUrl } = system
  const clients = await Promise.all(['gateway', 'dashboard', 'projects'].map((name) => connected(databaseUrl(name))))
  const [gateway, dashboard, projects] = clients
  const newKey = async (kind: 'server' | 'lasting') =>
    (await operator.call('keys.create', { params: { accountId }, body: { name: 'growth', kind } })).secret
  const call = restClient(connection.baseUrl, await newKey('server'))
  const tool = agentWith(connection.mcpUrl, await newKey('lasting'))
  const op = await personCalls(system, login, accountId)
  return {
    rest: (method: string, target: string, body?: unknown) =>
      wellAnswered(`${method} ${target}`, call(method, target, body)),
    op,
    tool,
    /** Empties the minutes in which keys and people may call so often. */
    forget: async () => {
      const ofAccount = 'key_id IN (SELECT id FROM api_key WHERE account_id = $1)'
      await gateway?.query(`UPDATE key_minute SET stamps = '{}' WHERE ${ofAccount}`, [accountId])
      await dashboard?.query(`DELETE FROM attempt WHERE idle_at > now() - interval '1 hour'`)
    },
    ids: await idsOf(op, accountId, siteId),
    login,
    system,
    checkedAt: async (keywordId: string) => {
      const asked = 'SELECT last_check_at::text AS at FROM keyword WHERE id = $1'
      return (await projects?.query(asked, [keywordId]))?.rows[0]?.at
    },
    close: () => Promise.all(clients.map((client) => client.end())),
  }
}

/** An id of each thing that the account has. */
async function idsOf(op: (name: OperationName, input: Input) => Promise<unknown>, accountId: string, id: string) {
  const listed = async (name: OperationName, list: string, input: Input = { params: { id } }) =>
    Object(Object(await op(name, input))[list]?.[0])
  const { id: kid, keyword: phrase } = await listed('keywords.list', 'keywords')
  const { at } = await listed('pageDates.list', 'dates', { params: { id, kid } })
  const { project } = Object(await op('sites.get', { params: { id } }))
  const lists: [string, OperationName, string, Input?][] = [
    ['pid', 'prompts.list', 'prompts'],
    ['crawlId', 'crawls.list', 'crawls'],
    ['articleId', 'articles.list', 'articles'],
    ['reportId', 'reports.list', 'reports'],
    ['endpointId', 'webhooks.list', 'endpoints'],
    ['orderId', 'orders.list', 'orders', {}],
  ]
  const others = lists.map(async ([field, ...asked]) => [field, String((await listed(...asked)).id ?? '')] as const)
  const pageAt = String(at ?? new Date().toISOString())
  const own = { id, kid: String(kid), accountId, phrase: String(phrase), domain: String(project.domain), pageAt }
  return { ...Object.fromEntries(await Promise.all(others)), ...own }
}
