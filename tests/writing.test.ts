import { until } from '@rts/local/testing/until'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { joinSystem } from './support/shared-system.ts'
import { at, newAccount, type Rest, type TestSystem } from './support/system.ts'

let system: TestSystem
let rest: Rest
let siteId: string

/** The whole system as `npm start` runs it: the sandbox simulates the writer. */
beforeAll(async () => {
  system = await joinSystem()
  rest = (await newAccount(system, 'starter')).rest
  const site = await rest('POST', '/projects', { name: 'Demo', domain: 'demo.sandbox.example' })
  siteId = String(at(site.body, 'project', 'id'))
})
afterAll(() => system.remove())

it.each([
  ['article', 'articles', { keyword: 'moka pot' }, { markdown: expect.stringContaining('## ') }],
  [
    'plan',
    'content-plans',
    { q: 'moka pot', publishOn: new Date().toISOString().slice(0, 7) },
    { outline: expect.any(Array) },
  ],
])('%s: it is written through the sandbox’s writer, and says so', async (name, path, body, text) => {
  const post = () => rest('POST', `/projects/${siteId}/${path}`, body)
  const first = await post()
  expect([first.status, first.body.created]).toEqual([200, true])
  const written = await until(
    'the text',
    async () => {
      const { body } = await post()
      return at(body, name, 'status') === 'ready' && body
    },
    30_000,
    500,
  )
  expect(written).toMatchObject({
    created: false,
    [name]: { generator: 'llm:simulated', sandbox: true, error: null, title: 'Moka pot: a short guide', ...text },
  })
})
