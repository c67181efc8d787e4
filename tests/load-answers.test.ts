import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Question, questions, resultOf } from '../scripts/containers/questions.ts'
import { joinSystem } from './support/shared-system.ts'
import type { TestSystem } from './support/system.ts'

let system: TestSystem
let agentKey: string
beforeAll(async () => {
  system = await joinSystem()
  const params = { accountId: system.connection.accountId }
  agentKey = (await system.operator.call('keys.create', { params, body: { name: 'agent', kind: 'lasting' } })).secret
})
afterAll(() => system.remove())

async function asked(question: Question, key: string): Promise<number | string> {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  const { method, path, body = null } = question
  const answer = await fetch(`${system.connection.appUrl}${path}`, { method, headers, body })
  return resultOf(question, answer.status, await answer.text())
}

it('the load of the containers counts what the system answers, and nothing else', async () => {
  const { rest, mcp } = questions
  expect(await asked(rest, system.connection.apiKey ?? '')).toBe(200)
  // Without a site the tool fails.
  expect(await asked(mcp, agentKey)).toMatch(/^another answer: .*isError/)
  await asked(
    {
      ...mcp,
      body:
        mcp.body?.replace(/"params":.*/, '"params":{"name":"add_project","arguments":{"website":"example.net"}}}') ??
        '',
    },
    agentKey,
  )
  expect(await asked(mcp, agentKey)).toBe(200)
  const unknown = { ...mcp, body: mcp.body?.replace(/"name":"\w+"/, '"name":"list_projects"') ?? '' }
  expect(await asked(unknown, agentKey)).toMatch(/^another answer/)
  expect(resultOf(rest, 200, '')).toMatch(/^another answer/)
  expect(resultOf(rest, 503, '{"detail":"No gateway is ready"}')).toBe('503 No gateway is ready')
})
