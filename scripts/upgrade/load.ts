import { setTimeout as delay } from 'node:timers/promises'
import { connectOperator } from '@rts/local/system/operator'
import { inTurn, startStreams, type Tally } from '../../harness/calls.ts'
import { createAgents, type Guest } from '../../harness/customers/agents.ts'
import { findLost } from '../../harness/customers/lost.ts'
import { createReader } from '../../harness/customers/pages.ts'
import { type Customer, createRest, newCustomer, type Site } from '../../harness/customers/rest.ts'
import type { Surroundings } from './surroundings.ts'

/** Enough that each key stays below its 30 calls a minute; a prime, so that each account gets calls of all kinds. */
const serverCount = 61
const agentCount = 6
/** Of so many writes one adds a site. */
const siteEvery = 6
/** Of so many collects one is an agent's, and one about a site. */
const collectKinds = 4

/** Makes the accounts and keys of the load, as the operator does. */
async function makeCustomers({ broker, env }: Surroundings) {
  const { OPERATOR_CALLER_KEY: CALLER_KEY = '', CALLER_PUBLIC_KEYS = '' } = env
  const natsUrl = `nats://operator:${env.NATS_OPERATOR_PASSWORD}@${broker.address}`
  const { call, close } = await connectOperator({ natsUrl, callerKeys: { CALLER_KEY, CALLER_PUBLIC_KEYS } })
  const newEmail = () => `${crypto.randomUUID()}@example.com`
  const make = async (kind: 'server' | 'lasting', email = newEmail()): Promise<Customer> => {
    const { account } = await call('accounts.create', { body: { email, plan: 'scale' } })
    const body = { name: 'upgrade', kind }
    return newCustomer(account.id, (await call('keys.create', { params: { accountId: account.id }, body })).secret)
  }
  try {
    const person = { email: newEmail(), password: 'correct horse battery' }
    await make('server', person.email)
    await call('persons.create', { body: { ...person, name: 'Reader' } })
    const servers: Customer[] = []
    const agents: Customer[] = []
    while (servers.length < serverCount) servers.push(await make('server'))
    while (agents.length < agentCount) agents.push(await make('lasting'))
    return { servers, agents, person }
  } finally {
    await close()
  }
}

/** Calls the system all the time, about fifteen times a second, and looks for what was lost at the end. */
export async function startLoad(surroundings: Surroundings, tally: Tally) {
  const base = surroundings.balancer.url
  const rest = createRest(base, tally, surroundings.openSite)
  const agents = createAgents(base, tally)
  const customers = await makeCustomers(surroundings)
  const reader = createReader(base, tally, customers.person)
  const { servers } = customers
  const guests: Guest[] = []
  const askedAbout = new Set<Site>()
  const isUnasked = (site: Site) => !askedAbout.has(site)

  await Promise.all([...servers.map((one) => rest.addSite(one)), ...customers.agents.map((one) => agents.addSite(one))])
  await reader.signIn()

  async function write(nth: number): Promise<void> {
    const customer = inTurn(servers, nth)
    const own = customer.sites.at(-1)
    if (!own || nth % siteEvery === 0) await rest.addSite(customer)
    else await rest.addKeyword(customer, own)
  }
  async function collect(nth: number): Promise<void> {
    if (nth % collectKinds === 0) return agents.plan(inTurn(customers.agents, nth / collectKinds))
    const owner = servers.find(({ sites }) => sites.some(isUnasked))
    const site = owner?.sites.find(isUnasked)
    if (nth % collectKinds > 1 || !owner || !site) return rest.research(inTurn(servers, nth))
    askedAbout.add(site)
    await rest.issues(owner, site)
  }
  const streams = startStreams([
    { everyMs: 180, turn: (nth) => rest.read(inTurn(servers, nth), nth) },
    { everyMs: 550, turn: write },
    { everyMs: 1_300, turn: collect },
    { everyMs: 4_000, turn: () => agents.begin(guests, () => delay(1_500)) },
    { everyMs: 3_000, turn: () => reader.visit() },
  ])
  return {
    async stop() {
      await streams.stop()
      return findLost({ rest, agents }, { servers, guests })
    },
  }
}
