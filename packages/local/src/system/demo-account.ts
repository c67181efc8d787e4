import { createHmac } from 'node:crypto'
import type { Connection } from './data-folder.ts'
import type { Operator } from './operator.ts'

const email = 'demo@example.com'
type DemoAccount = Pick<Connection, 'apiKey' | 'accountId'>
type DemoPerson = NonNullable<Connection['demoPerson']>

/** The demo account, on Growth, with one server key and a person who owns it: made on the first start, and kept after that. */
export async function demoAccount(
  { connect, callerKeys }: { connect: () => Promise<Operator>; callerKeys: string },
  kept: Connection | undefined,
): Promise<DemoAccount & { demoPerson: DemoPerson }> {
  if (kept?.demoPerson) return { apiKey: kept.apiKey, accountId: kept.accountId, demoPerson: kept.demoPerson }
  const operator = await connect()
  try {
    const account = kept ? { apiKey: kept.apiKey, accountId: kept.accountId } : await makeAccount(operator)
    return { ...account, demoPerson: await makePerson(operator, callerKeys) }
  } finally {
    await operator.close()
  }
}

async function makeAccount(operator: Operator): Promise<DemoAccount> {
  const known = (await operator.call('accounts.list', {})).accounts.find((account) => account.email === email)
  const account = known ?? (await operator.call('accounts.create', { body: { email, plan: 'growth' } })).account
  const params = { accountId: account.id }
  const { keys } = await operator.call('keys.list', { params })
  // A first start that was interrupted here lost the only copies of its keys.
  for (const { id, revokedAt } of keys) if (!revokedAt) await operator.call('keys.revoke', { params: { keyId: id } })
  const { secret } = await operator.call('keys.create', { params, body: { name: 'demo' } })
  return { apiKey: secret, accountId: account.id }
}

/** Its address is the account's: the first sign-in makes this person the owner. */
async function makePerson(operator: Operator, callerKeys: string): Promise<DemoPerson> {
  // Derived, so that a first start that was interrupted here makes the same one again.
  const password = createHmac('sha256', callerKeys).update('demo person').digest('base64url').slice(0, 16)
  await operator.call('persons.create', { body: { email, name: 'Demo', password } })
  return { email, password }
}
