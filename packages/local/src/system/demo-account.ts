import type { Connection } from './data-folder.ts'
import { connectOperator } from './operator.ts'

const email = 'demo@example.com'

/** The demo account, on Growth, with one server key: made on the first start, and kept after that. */
export async function demoAccount(
  system: { natsUrl: string; callerKeys: string },
  kept: Connection | undefined,
): Promise<Pick<Connection, 'apiKey' | 'accountId'>> {
  if (kept) return { apiKey: kept.apiKey, accountId: kept.accountId }
  const operator = await connectOperator(system)
  try {
    const known = (await operator.call('accounts.list', {})).accounts.find((account) => account.email === email)
    const account = known ?? (await operator.call('accounts.create', { body: { email, plan: 'growth' } })).account
    const params = { accountId: account.id }
    const { keys } = await operator.call('keys.list', { params })
    // A first start that was interrupted here lost the only copies of its keys.
    for (const { id, revokedAt } of keys) if (!revokedAt) await operator.call('keys.revoke', { params: { keyId: id } })
    const { secret } = await operator.call('keys.create', { params, body: { name: 'demo' } })
    return { apiKey: secret, accountId: account.id }
  } finally {
    await operator.close()
  }
}
