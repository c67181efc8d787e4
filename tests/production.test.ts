import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '@rts/local/ports'
import { openDataFolder } from '@rts/local/system/data-folder'
import { connectOperator } from '@rts/local/system/operator'
import { type System, startSystem } from '@rts/local/system/system'
import { until } from '@rts/local/testing/until'
import { providerServices } from '@rts/shared/contract/operations/provider-checks'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { at, type Rest, restClient } from './support/system.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-production-'))
let system: System
let rest: Rest
beforeAll(async () => {
  const secrets = { AUTH_SECRET: 'a-secret-of-thirty-two-characters', SUPPORT_EMAIL: 'support@example.com' }
  const env = { ...process.env, ADMISSION_TIMEOUT_MS: '2000', NODE_ENV: 'production', ...secrets }
  system = await startSystem({ folder, port: await freePort(), env, say: () => {} })
  rest = restClient(system.connection.baseUrl, system.connection.apiKey)
})
afterAll(async () => {
  await system.stop()
  rmSync(folder, { recursive: true, force: true })
})

it('without keys every kind of data is off, and nothing is simulated', async () => {
  const { natsUrl } = system.connection
  const operator = await connectOperator({ natsUrl, callerKeys: openDataFolder(folder).secrets().callerKeys })
  const lists = await Promise.all(providerServices.map((name) => operator.call(`${name}ProviderChecks.list`, {})))
  await operator.close()
  const areas = lists.flatMap((list) => list.areas)
  expect(areas).toHaveLength(7)
  for (const area of areas) expect(area).toMatchObject({ on: [], simulated: [], hint: 'no provider has a key' })
  expect(lists.flatMap(({ probes }) => probes.filter(({ isSet }) => isSet))).toEqual([])
  expect(system.connection.sandboxUrl).toBeUndefined()
})

it('a check fails with no_provider, and no position is invented', async () => {
  const { body } = await rest('POST', '/projects', { name: 'Shop', domain: 'shop.example' })
  const site = `/projects/${at(body, 'project', 'id')}`
  const added = await rest('POST', `${site}/keywords`, { keyword: 'coffee' })
  const keyword = `${site}/keywords/${at(added.body, 'keyword', 'id')}`
  const checked = await until('the check', async () => {
    const { body } = await rest('GET', `${site}/keywords`)
    const check = at(body, 'keywords', 0, 'lastCheck')
    return at(check, 'status') === 'failed' ? check : undefined
  })
  expect(checked).toMatchObject({ status: 'failed', error: 'no_provider' })
  expect((await rest('GET', `${keyword}/history`)).body.history).toEqual([])
})
