import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTally } from '../harness/calls.ts'
import { createAgents } from '../harness/customers/agents.ts'
import { createRest, newCustomer } from '../harness/customers/rest.ts'
import { joinSystem } from './support/shared-system.ts'
import type { TestSystem } from './support/system.ts'

let system: TestSystem
beforeAll(async () => {
  system = await joinSystem()
})
afterAll(() => system.remove())

it('the load of faults, upgrades and containers counts what the system answers as it must, and nothing else', async () => {
  const { accountId, apiKey = '', appUrl } = system.connection
  const created = { params: { accountId }, body: { name: 'agent', kind: 'lasting' } } as const
  const agent = newCustomer(accountId, (await system.operator.call('keys.create', created)).secret)
  const tally = createTally()
  const rest = createRest(appUrl, tally)
  const agents = createAgents(appUrl, tally)
  const problems = () => tally.calls.map(({ name, problem }) => [name, problem?.text.slice(0, 20)])

  // Without a site the tool fails.
  await agents.positions(agent)
  await agents.addSite(agent)
  await agents.positions(agent)
  const server = newCustomer(accountId, apiKey)
  await rest.addSite(server)
  await rest.readSites(server)
  await rest.readSites(newCustomer(accountId, 'rts_sk_unknown'))
  server.sites.push({ id: 'lost', domain: 'lost.example', keywords: [] })
  await rest.readSites(server)
  expect(problems()).toEqual([
    ['keyword_positions', expect.any(String)],
    ['add_project', undefined],
    ['keyword_positions', undefined],
    ['sites.create', undefined],
    ['sites.list', undefined],
    ['sites.list', expect.stringMatching(/^401 /)],
    ['sites.list', 'not listed: lost'],
  ])
  expect([server.sent, server.answered]).toEqual([3, 3])
})
