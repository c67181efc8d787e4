import { gentlyMs, until } from '@rts/local/testing/until'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Agent, connectAgent } from '../services/mcp/tests/support/agent.ts'
import { joinSystem } from './support/shared-system.ts'
import { at, newAccount, type Rest, type TestSystem } from './support/system.ts'

let system: TestSystem
let rest: Rest
let agent: Agent
let siteId: string

/** The whole system as `npm start` runs it: the sandbox simulates keyword data. */
beforeAll(async () => {
  system = await joinSystem()
  const account = await newAccount(system, 'starter')
  rest = account.rest
  const params = { accountId: account.id }
  const { secret } = await system.operator.call('keys.create', { params, body: { name: 'agent', kind: 'lasting' } })
  agent = await connectAgent(system.connection.mcpUrl, { token: secret })
  const site = await rest('POST', '/projects', { name: 'Demo', domain: 'demo.sandbox.example' })
  siteId = String(at(site.body, 'project', 'id'))
  await rest('POST', `/projects/${siteId}/competitors`, { domain: 'example.org' })
  await rest('POST', `/projects/${siteId}/keywords`, { keyword: 'green tea' })
  await until(
    'the check',
    async () => {
      const { body } = await rest('GET', `/projects/${siteId}/keywords`)
      return at(body, 'keywords', 0, 'lastCheck', 'status') === 'ok'
    },
    30_000,
    500,
  )
})
afterAll(async () => {
  await agent?.close()
  await system.remove()
})

/** A call during a fetch gets the data that is there so far. */
const isUnderWay = (status: unknown) => status === 'queued' || status === 'collecting'

it.each([
  ['research', () => '/keywords/research?q=green+tea'],
  ['the planner', () => `/projects/${siteId}/planner`],
  ['the gap', () => `/projects/${siteId}/gap`],
])('%s answers over REST, from the sandbox, and says so', async (_name, target) => {
  const whole = async () => {
    const answer = await rest('GET', target())
    return !isUnderWay(answer.body.status) && answer
  }
  const { status, body } = await until('the data', whole, undefined, gentlyMs)
  expect([status, body.status]).toEqual([200, 'ready'])
  expect(at(body, 'rows', 0)).toMatchObject({ keyword: expect.any(String), source: expect.any(String), sandbox: true })
  expect(at(body, 'allowance', 'used')).toEqual(expect.any(Number))
})

it.each(['keyword_gap', 'keyword_planner', 'competitor_traffic'])(
  '%s answers an agent that does not name the site',
  async (tool) => {
    const whole = async () => {
      const answer = await agent.call(tool)
      return !isUnderWay(answer.data.status) && answer
    }
    const { isError, data } = await until('the data', whole, undefined, gentlyMs)
    expect([isError, data.status]).toEqual([false, 'ready'])
    expect(at(data, 'rows', 0)).toMatchObject({ source: expect.any(String), sandbox: true })
  },
)

it('keyword_gap and competitor_traffic take competitors of the site, and refuse others by name', async () => {
  const { data } = await agent.call('keyword_gap', { competitors: ['example.org'], limit: 2 })
  expect(at(data, 'rows', 'length')).toBe(2)
  expect(at(data, 'rows', 0, 'competitors')).toMatchObject([{ domain: 'example.org' }])
  const refused = await agent.call('competitor_traffic', { competitors: ['stranger.com'] })
  expect([refused.isError, refused.text.includes('stranger.com')]).toEqual([true, true])
})
