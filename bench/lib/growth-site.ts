import { until } from '@rts/local/testing/until'
import type { OperationName } from '@rts/shared/contract/table'
import { backOf, visitGoogle } from '../../services/projects/tests/support/google.ts'
import { agentWith } from '../../tests/support/agent-call.ts'
import { type Input, signInAs } from '../../tests/support/person-calls.ts'
import { newAccount, type Rest, type TestSystem } from '../../tests/support/system.ts'

export type Owner = { accountId: string; siteId: string; login: { email: string; password: string } }

/** Tools that collect: their site is ready once each has answered. */
const collecting = [
  'keyword_gap',
  'keyword_planner',
  'competitor_traffic',
  'backlink_review',
  'on_page_issues',
  'content_ideas',
  'search_performance',
  'ai_visibility',
]
const reportBody = {
  title: 'Ranks',
  shownName: null,
  language: 'en',
  period: 'days28',
  from: null,
  until: null,
  parts: ['visibility', 'ranks', 'comparison', 'searchConsole', 'ai', 'audit', 'links'],
  endsOn: null,
  timeZone: 'UTC',
  recipients: ['reader@example.com'],
}

/** Makes an account with the demo site and a year of ranks, that has used everything once; all that was collected is there. */
export async function makeOwner(system: TestSystem): Promise<Owner> {
  const { operator, connection } = system
  const { id: accountId, email, rest } = await newAccount(system, 'scale')
  const login = { email, password: 'correct horse battery' }
  await operator.call('persons.create', { body: { ...login, name: 'Owner' } })
  const { project } = await operator.call('demo.seed', { body: { accountId } })
  const params = { id: project.id }
  const person = await signInAs(system, login, accountId)
  const op = async (name: OperationName, input: Input) => {
    const { status, body } = await person.op(name, input)
    if (status !== 200) throw new Error(`${name} was answered ${status}: ${JSON.stringify(body)}`)
    return Object(body)
  }
  const { authorizeUrl } = await op('searchConsole.begin', { body: {} })
  await op('searchConsole.finish', { body: backOf(await visitGoogle(String(authorizeUrl))) })
  await op('searchConsole.connect', { params, body: { siteUrl: 'sc-domain:demo.sandbox.example' } })
  const prompts = ['pour over coffee', 'decaf coffee', 'travel mug'].map((each) => `What is the best ${each}?`)
  await op('prompts.create', { params, body: { prompts } })
  await op('research.run', { body: { q: 'coffee' } })
  await op('plans.create', { params, body: { q: 'coffee', publishOn: nextMonth() } })
  await op('articles.create', { params, body: { keyword: 'coffee' } })
  await op('notes.create', { params, body: { day: '2026-11-01', text: 'A new shop' } })
  await op('savedViews.create', { params, body: { name: 'Mine', search: {} } })
  await op('siteLetters.update', { params, body: { weekly: true, alerts: true } })
  await op('reports.create', { params, body: reportBody })
  const url = 'https://hooks.slack.com/services/T000/B000/abcdefghijklmnop'
  await op('webhooks.create', { params, body: { url, name: 'Chat', events: ['alert.raised'], language: 'en' } })
  await op('disavow.add', { params, body: { domains: ['spam.example'] } })
  await op('invites.create', { body: { email: `guest-${email}`, role: 'viewer', siteIds: null } })
  await op('autoAdd.update', { params, body: {} }).catch(() => {})
  await system.operator.call('invoices.create', { body: { accountId, plan: 'scale', months: 1, usdCents: 10_000 } })
  const key = await operator.call('keys.create', { params: { accountId }, body: { name: 'agent', kind: 'lasting' } })
  const tool = agentWith(connection.mcpUrl, key.secret)
  for (const name of collecting) {
    const answer = async () => Object(await tool(name, { project_id: project.domain })).status === 'ready'
    await until(`${name} for the first time`, answer, 90_000, 1_000)
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

function nextMonth(): string {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString().slice(0, 7)
}
