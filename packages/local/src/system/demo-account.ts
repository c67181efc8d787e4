import { createHmac } from 'node:crypto'
import type { Connection } from './data-folder.ts'
import type { Demo } from './demo.ts'
import type { Operator } from './operator.ts'

const email = 'demo@example.com'
type DemoAccount = Omit<Demo, 'demoPerson'>

/** The demo account, on Growth, with one server key and a person who owns it; `kept` is what earlier starts have made of it. */
export async function demoAccount(operator: Operator, secret: string, kept: Connection | undefined): Promise<Demo> {
  const account = kept ? { apiKey: kept.apiKey, accountId: kept.accountId } : await makeAccount(operator)
  return { ...account, demoPerson: await makePerson(operator, secret) }
}

async function makeAccount(operator: Operator): Promise<DemoAccount> {
  const known = (await operator.call('accounts.list', {})).accounts.find((account) => account.email === email)
  const account = known ?? (await operator.call('accounts.create', { body: { email, plan: 'growth' } })).account
  const params = { accountId: account.id }
  const { keys } = await operator.call('keys.list', { params })
  // An interrupted first start lost the only copies of its keys.
  for (const { id, revokedAt } of keys) if (!revokedAt) await operator.call('keys.revoke', { params: { keyId: id } })
  const { secret } = await operator.call('keys.create', { params, body: { name: 'demo' } })
  return { apiKey: secret, accountId: account.id }
}

/** Its address is the account's: the first sign-in makes this person the owner. */
async function makePerson(operator: Operator, secret: string): Promise<Demo['demoPerson']> {
  // Derived: an interrupted start makes the same one again.
  const password = createHmac('sha256', secret).update('demo person').digest('base64url').slice(0, 16)
  await operator.call('persons.create', { body: { email, name: 'Demo', password } })
  return { email, password }
}
