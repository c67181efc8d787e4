import { type OperationName, operationEntries } from '@rts/shared/contract/table'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { joinSystem } from './support/shared-system.ts'
import { newAccount, type Rest, restClient, type TestSystem } from './support/system.ts'

const unknownId = '00000000-0000-4000-8000-000000000000'
/** Values that a call needs besides its path. */
const needed: Partial<Record<OperationName, { query?: string; body?: object }>> = {
  'research.get': { query: '?q=coffee' },
  'research.run': { body: { q: 'coffee' } },
}
const rows = operationEntries().flatMap(([name, operation]) => {
  if (!operation.http) return []
  const { query = '', body = {} } = needed[name] ?? {}
  const target = operation.http.path.replaceAll(/:\w+/g, unknownId) + query
  return [
    {
      name,
      kind: operation.kind,
      method: operation.http.method,
      target,
      planned: operation.planned ?? false,
      body: operation.body ? body : undefined,
    },
  ]
})
const served = rows.filter((row) => !row.planned).map((row, index) => ({ ...row, index }))
const planned = rows.filter((row) => row.planned)

let system: TestSystem
let exhausted: (index: number) => Rest
beforeAll(async () => {
  system = await joinSystem()
  const account = await newAccount(system, 'free')
  for (let i = 0; i < 20; i++) await account.rest('GET', '/projects')
  // Thirty a minute: a key for every second row, and none that has called before.
  const [even, odd] = [await account.newKey(), await account.newKey()]
  exhausted = (index) => restClient(system.connection.baseUrl, index % 2 === 0 ? even : odd)
})
afterAll(() => system.remove())

describe.each(served)('$method $target ($name)', ({ index, kind, method, target, body }) => {
  it('401 without a key', async () => {
    const answer = await restClient(system.connection.baseUrl)(method, target, body)
    expect(answer).toMatchObject({ status: 401, body: { code: 'missing_key', allowance: { used: 0, limit: 0 } } })
  })

  it('403 from a browser, before the key is looked at', async () => {
    const answer = await restClient(system.connection.baseUrl)(method, target, body, { origin: 'https://example.com' })
    expect(answer).toMatchObject({ status: 403, body: { code: 'browser_not_allowed' } })
  })

  it(`on a used-up day: ${kind === 'write' ? '403' : 'still answers'}`, async () => {
    const answer = await exhausted(index)(method, target, body)
    expect(answer.body.allowance).toMatchObject({ used: 20, limit: 20, exhausted: true })
    if (kind === 'write') expect(answer).toMatchObject({ status: 403, body: { code: 'allowance_exhausted' } })
    else expect([200, 404]).toContain(answer.status)
  })
})

it('a planned row answers 503 before anything is charged', async () => {
  for (const [i, row] of planned.entries()) {
    // Thirty a minute: a key for each half of the list.
    if (i % 25 === 0) planRest = (await newAccount(system, 'starter')).rest
    const answer = await planRest(row.method, row.target, row.body)
    expect([row.name, answer.status, answer.body.code]).toEqual([row.name, 503, 'unavailable'])
    expect(answer.body.allowance).toMatchObject({ used: 0 })
  }
})
let planRest: Rest
