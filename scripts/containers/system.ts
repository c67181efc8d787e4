import { until } from '@rts/local/testing/until'
import { restBasePath } from '@rts/shared/contract/doors'
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
  const call = async (...args: string[]): Promise<Record<string, string>> => JSON.parse(await operator(...args))
  const email = `${crypto.randomUUID()}@example.com`
  const { id = '' } = await call('account', 'create', '--email', email, '--plan', 'scale')
  const keys: string[] = []
  while (keys.length < keyCount) {
    const { key = '' } = await call('key', 'create', '--account', id, '--name', 'containers', '--kind', kind)
    keys.push(key)
  }
  return { keys, customers: keys.map((key) => newCustomer(id, key)), ...sitesOf(base, keys[0]) }
}

/** The sites of an account by its key, of a system that may have just started. */
export function sitesOf(base: string, key: string | undefined) {
  const rest = restClient(base + restBasePath, key)
  const call = async (method: string, body?: object) => {
    const answer = await rest(method, '/projects', body)
    return answer.status === 200 && answer.body
  }
  const patiently = (method: string, body?: object) =>
    until(`${method} /projects`, () => call(method, body).catch(() => false), 60_000, 1_000)
  return {
    isAnswered: () => call('GET').then(Boolean, () => false),
    add: (domain: string) => patiently('POST', { name: domain, domain }),
    /** Throws unless the account has exactly these sites. */
    async expect(...wanted: string[]): Promise<void> {
      const found = [at(await patiently('GET'), 'projects')].flat().map((site) => String(at(site, 'domain')))
      if (found.sort().join() !== wanted.join()) throw new Error(`the sites are ${found.join() || 'none'}`)
    },
  }
}

/** Makes the first five calls of the README. */
export async function readmeCalls(system: System): Promise<string> {
  const tally = createTally()
  const rest = createRest(system.base, tally)
  const [customer] = (await newAccount(system)).customers
  if (!customer) throw new Error('an account without a key')
  await rest.readSites(customer)
  await rest.addSite(customer)
  allIsWell(tally)
  for (const site of customer.sites) {
    await rest.addKeyword(customer, site)
    const isChecked = async () => (await rest.missingKeywords(customer, site)) && site.keywords[0]?.isChecked
    await until('the check of the keyword', isChecked, 60_000, 3_000)
    await rest.readHistory(customer, site)
  }
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

function allIsWell(tally: Tally): void {
  const [first] = tally.examples()
  if (first !== undefined) throw new Error(first)
}
