import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import type { Caller } from '@rts/shared/contract/caller'
import { createLogger } from '@rts/shared/logger'
import { defaultPlans } from '@rts/shared/plans'
import { createInvoke } from '@rts/shared/service/invoke'
import { callBy } from '@rts/shared/testing/call'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createGuests } from '../src/guests/guests.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'gateway')
})
afterAll(() => database.drop())

const network = { hash: 'one-network', area: null, from: 'here' }
const caller: Caller = {
  v: 1,
  kid: 'k',
  iss: 'test',
  aud: 'gateway',
  iat: 0,
  requestId: 'r',
  kind: 'system',
  accountId: '',
  plan: 'guest',
  keyId: null,
  role: null,
  siteIds: null,
  collect: 'deny',
}

/** The handlers as other services call them, without a projects service. */
function invoking() {
  const sites = { move: async () => null, siteOf: async () => null }
  const parts = { pool: database.pool, logger: createLogger('test', 'silent'), sites, plans: defaultPlans }
  const { handlers } = createGuests(parts, { GUESTS_MAX_ACTIVE: 10, PUBLIC_URL: 'https://ranks.example' })
  return createInvoke(handlers)
}

it('register and account_status tell each guest how often it is checked itself, the second of a network weekly', async () => {
  const invoke = invoking()
  const announced = async () => {
    const registered = Object(await invoke('guests.register', { body: { network } }, callBy(caller)))
    const own: Caller = { ...caller, kind: 'guest', accountId: registered.guest.accountId }
    const status = Object(await invoke('accountStatus.get', {}, callBy(own)))
    return [registered.limits, status.limits]
  }
  const limits = { sites: 1, keywords: 2, checkEveryDays: 1 }
  for (const row of await announced()) expect(row).toMatchObject(limits)
  await database.pool.query(`UPDATE guest SET ends_at = clock_timestamp() - interval '1 second'`)
  for (const row of await announced()) expect(row).toMatchObject({ ...limits, checkEveryDays: 7 })
})
