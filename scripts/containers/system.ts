import { until } from '@rts/local/testing/until'
import { restBasePath } from '@rts/shared/contract/doors'
import { z } from 'zod'
import { createTally, type Tally } from '../../harness/calls.ts'
import { createAgents } from '../../harness/customers/agents.ts'
import { createRest, newCustomer } from '../../harness/customers/rest.ts'
import { at, restClient } from '../../tests/support/system.ts'

/** A running system seen from outside: its public address, and the operator's command line. */
export type System = { base: string; operator(...args: string[]): Promise<string> }
/** Runs a step of the report; `run` answers what was seen, and throws if the step fails. */
export type Step = (name: string, run: () => Promise<string>) => Promise<void>

/** Makes an account and its keys, as in the documentation. */
export async function newAccount({ base, operator }: System, kind: 'server' | 'lasting' = 'server', keyCount = 1) {
  const email = `${crypto.randomUUID()}@example.com`
  const made = await operator('account', 'create', '--email', email, '--plan', 'scale')
  const { id } = z.object({ id: z.string() }).parse(JSON.parse(made))
  const keys: string[] = []
  while (keys.length < keyCount) {
    const created = await operator('key', 'create', '--account', id, '--name', 'containers', '--kind', kind)
    keys.push(z.object({ key: z.string() }).parse(JSON.parse(created)).key)
  }
  const [key = ''] = keys
  return { id, key, keys, ...sitesOf(base, key) }
}

/** The sites of an account by its key. */
export function sitesOf(base: string, key: string) {
  const rest = restClient(base + restBasePath, key)
  const call = async (method: string, body?: object) => {
    const answer = await rest(method, '/projects', body)
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body.code}`)
    return answer.body
  }
  const add = (domain: string) => call('POST', { name: domain, domain })
  const succeeds = (made: Promise<unknown>) => made.then(() => true).catch(() => false)
  return {
    isAnswered: () => succeeds(call('GET')),
    add,
    /** Adds a site once the system answers. */
    addSoon: (domain: string) => until('a new site', () => succeeds(add(domain)), 60_000, 1_000),
    /** Waits for a system that may have just started; throws unless the account has exactly these sites. */
    async expect(...wanted: string[]): Promise<void> {
      const { projects } = await until('the sites', () => call('GET').catch(() => undefined), 60_000, 1_000)
      const found = [projects].flat().map((site) => String(at(site, 'domain')))
      if (found.sort().join() !== wanted.join()) throw new Error(`the sites are ${found.join() || 'none'}`)
    },
  }
}

function allIsWell(tally: Tally): void {
  const [first] = tally.examples()
  if (first !== undefined) throw new Error(first)
}

/** Makes the first five calls of the README. */
export async function readmeCalls(system: System): Promise<string> {
  const tally = createTally()
  const rest = createRest(system.base, tally)
  const { id, key } = await newAccount(system)
  const customer = newCustomer(id, key)
  await rest.readSites(customer)
  await rest.addSite(customer)
  const [site] = customer.sites
  if (site) await rest.addKeyword(customer, site)
  allIsWell(tally)
  const isChecked = async () => {
    if (site) await rest.missingKeywords(customer, site)
    return site?.keywords[0]?.isChecked
  }
  await until('the check of the keyword', isChecked, 60_000, 3_000)
  if (site) await rest.readHistory(customer, site)
  allIsWell(tally)
  return 'five calls; the keyword has a position'
}

/** Plays an agent without a key: it sees one tool, registers, and adds its site and a keyword with the token. */
export async function agentRegisters({ base }: System): Promise<string> {
  const tally = createTally()
  await createAgents(base, tally).begin([])
  allIsWell(tally)
  return 'one tool without a key, more with the token; site and keyword added'
}
