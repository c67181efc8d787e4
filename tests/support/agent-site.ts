import { until } from '@rts/local/testing/until'
import type { OperationName } from '@rts/shared/contract/table'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { backOf, visitGoogle } from '../../services/projects/tests/support/google.ts'
import { agentWith } from './agent-call.ts'
import { signInAs } from './person-calls.ts'
import { newAccount, type TestSystem } from './system.ts'

export type Rows = Record<string, unknown>[]
/** Asks a tool about the site; answers its rows and the rest. */
export type Ask = (name: string, args?: object) => Promise<Record<string, never> & { rows: Rows; total: number }>

const collected = [
  'keyword_gap',
  'keyword_planner',
  'competitor_traffic',
  'backlink_review',
  'on_page_issues',
  'content_ideas',
  'search_performance',
  'ai_visibility',
]

/** The demo site on Starter: a year of ranks, three rivals, prompts, a search console, and everything collected. */
export async function agentSite(system: TestSystem) {
  const { operator, connection } = system
  const { id: accountId, email } = await newAccount(system, 'starter')
  const login = { email, password: 'correct horse battery' }
  await operator.call('persons.create', { body: { ...login, name: 'Owner' } })
  const { project } = await operator.call('demo.seed', { body: { accountId } })
  const params = { id: project.id }
  const person = await signInAs(system, login, accountId)
  const begun = await person.op('searchConsole.begin', { body: {} })
  const back = await visitGoogle(String(begun.body.authorizeUrl))
  await person.op('searchConsole.finish', { body: backOf(back) })
  await person.op('searchConsole.connect', { params, body: { siteUrl: 'sc-domain:demo.sandbox.example' } })
  const prompts = ['pour over coffee', 'decaf coffee', 'travel mug'].map((each) => `What is the best ${each}?`)
  await operator.asAccount(accountId, 'starter')('prompts.create', { params, body: { prompts } })
  const newAgent = async (name: string) => {
    const made = await operator.call('keys.create', { params: { accountId }, body: { name, kind: 'lasting' } })
    return agentWith(connection.mcpUrl, made.secret)
  }
  // A key has thirty calls a minute: all of one are for the questions.
  const [collector, tool] = [await newAgent('collector'), await newAgent('agent')]
  let tokens = 0
  // safe because a test reads an answer as its tool promises it
  const ask = (async (name: string, args = {}) => {
    const answer = await tool(name, { project_id: project.domain, ...args })
    tokens += countTokens(JSON.stringify(answer))
    return answer
  }) as Ask
  const args = { project_id: project.domain }
  for (const name of collected)
    await until(
      `${name} for the first time`,
      async () => Object(await collector(name, args)).status === 'ready',
      90_000,
      1_000,
    )
  return {
    ask,
    /** The calls and tokens of answers so far. */
    spent: () => ({ calls: tool.calls(), tokens }),
    /** The same facts as a person's pages read them, by other rows of the table. */
    truth: async (name: OperationName, query: object = {}) =>
      Object((await person.op(name, { params, query })).body) as Record<string, never>,
  }
}
