import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { type Connection, openDataFolder } from './data-folder.ts'
import type { Demo, DemoTask, FromDemoProcess } from './demo.ts'
import { fillDemo } from './demo-site.ts'
import { connectOperator, type Operator } from './operator.ts'

const email = 'demo@example.com'
const tell = (message: FromDemoProcess) => process.send?.(message)
// safe because demo.ts sends nothing else
const [task] = (await once(process, 'message')) as [DemoTask]
const operator = await connectOperator(task)
try {
  if ('folder' in task) {
    const { folder, connection } = task
    await fillDemo({ operator, data: openDataFolder(folder), connection, say: (said) => tell({ said }) })
    tell({ made: null })
  } else tell({ made: await demoAccount(operator, task.secret, task.kept) })
} catch (error) {
  tell({ failed: error instanceof Error ? error.message : String(error) })
} finally {
  await operator.close()
  process.disconnect()
}

type DemoAccount = Omit<Demo, 'demoPerson'>

/** The demo account, on Growth, with one server key and a person who owns it; `kept` is what earlier starts have made of it. */
async function demoAccount(operator: Operator, secret: string, kept: Connection | undefined): Promise<Demo> {
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
