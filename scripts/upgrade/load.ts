import { setTimeout as delay } from 'node:timers/promises'
import { createAgents } from './agents.ts'
import type { Customer, Customers, Site } from './customers.ts'
import { createReader } from './pages.ts'
import { createRest } from './rest.ts'
import type { Surroundings } from './surroundings.ts'
import type { Tally } from './tally.ts'

/** Callers of a kind, each with one call after the other and a pause between. */
type Caller = { count: number; pauseMs: number; turn(nth: number): Promise<unknown> }

/** Of so many writes one adds a site. */
const siteEvery = 6
/** Of so many collects one is an agent's, and one about a site. */
const collectKinds = 4

/** Calls the system all the time, about fifteen times a second; `stop` answers once every call has its answer. */
export async function startLoad({ balancer, openSite }: Surroundings, customers: Customers, tally: Tally) {
  const base = balancer.url
  const rest = createRest(base, tally, openSite)
  const agents = createAgents(base, tally)
  const reader = createReader(base, tally, customers.person)
  const { servers, guests } = customers
  const askedAbout = new Set<Site>()
  const isUnasked = (site: Site) => !askedAbout.has(site)
  let isOver = false

  await Promise.all([...servers.map((one) => rest.addSite(one)), ...customers.agents.map((one) => agents.addSite(one))])
  await reader.signIn()

  const one = (list: Customer[], nth: number): Customer => {
    const found = list[nth % list.length]
    if (!found) throw new Error('The load has no customers')
    return found
  }
  async function write(nth: number): Promise<void> {
    const customer = one(servers, nth)
    const own = customer.sites.at(-1)
    if (!own || nth % siteEvery === 0) await rest.addSite(customer)
    else await rest.addKeyword(customer, own)
  }
  async function collect(nth: number): Promise<void> {
    if (nth % collectKinds === 0) return agents.plan(one(customers.agents, nth / collectKinds))
    const owner = servers.find(({ sites }) => sites.some(isUnasked))
    const site = owner?.sites.find(isUnasked)
    if (nth % collectKinds > 1 || !owner || !site) return rest.research(one(servers, nth))
    askedAbout.add(site)
    await rest.issues(owner, site)
  }
  const callers: Caller[] = [
    { count: 6, pauseMs: 1_000, turn: (nth) => rest.read(one(servers, nth), nth) },
    { count: 2, pauseMs: 1_000, turn: write },
    { count: 4, pauseMs: 1_500, turn: collect },
    { count: 3, pauseMs: 1_500, turn: () => agents.begin(guests, () => delay(1_500)) },
    { count: 1, pauseMs: 2_000, turn: () => reader.visit() },
  ]
  const running = callers.flatMap(({ count, pauseMs, turn }) => {
    let turns = 0
    return Array.from({ length: count }, async (_, i) => {
      await delay((pauseMs * i) / count)
      while (!isOver) {
        await turn(turns++)
        await delay(pauseMs)
      }
    })
  })
  return {
    rest,
    agents,
    stop: async () => {
      isOver = true
      await Promise.all(running)
    },
  }
}

export type Load = Awaited<ReturnType<typeof startLoad>>
