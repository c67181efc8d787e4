import { connectOperator } from '@rts/local/system/operator'
import type { Surroundings } from './surroundings.ts'

export type Keyword = { id: string; phrase: string; isChecked: boolean }
export type Site = { id: string; domain: string; keywords: Keyword[] }
/** An account with its key, and its acknowledged writes. */
export type Customer = { key: string; sites: Site[] }
/** A guest, and the one phrase that it tracks. */
export type Guest = { token: string; phrase: string | null }
export type Person = { email: string; password: string }
export type Customers = { servers: Customer[]; agents: Customer[]; guests: Guest[]; person: Person }

/** Enough that each key stays below its 30 calls a minute; a prime, so that each account gets calls of all kinds. */
const serverCount = 61
const agentCount = 6

/** Makes the accounts and keys of the load, as the operator does. */
export async function makeCustomers({ broker, env }: Surroundings): Promise<Customers> {
  const natsUrl = `nats://operator:${env.NATS_OPERATOR_PASSWORD}@${broker.address}`
  const { OPERATOR_CALLER_KEY: CALLER_KEY = '', CALLER_PUBLIC_KEYS = '' } = env
  const callerKeys = { CALLER_KEY, CALLER_PUBLIC_KEYS }
  const operator = await connectOperator({ natsUrl, callerKeys })
  const newKey = async (kind: 'server' | 'lasting', email = `${crypto.randomUUID()}@example.com`) => {
    const { account } = await operator.call('accounts.create', { body: { email, plan: 'scale' } })
    const params = { accountId: account.id }
    return (await operator.call('keys.create', { params, body: { name: 'upgrade', kind } })).secret
  }
  const many = async (count: number, kind: 'server' | 'lasting') => {
    const made: Customer[] = []
    for (let i = 0; i < count; i++) made.push({ key: await newKey(kind), sites: [] })
    return made
  }
  try {
    const email = `${crypto.randomUUID()}@example.com`
    const person = { email, password: 'correct horse battery' }
    await newKey('server', email)
    await operator.call('persons.create', { body: { ...person, name: 'Reader' } })
    return { servers: await many(serverCount, 'server'), agents: await many(agentCount, 'lasting'), guests: [], person }
  } finally {
    await operator.close()
  }
}
