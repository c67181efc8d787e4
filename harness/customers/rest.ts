import { restBasePath } from '@rts/shared/contract/doors'
import { type OperationName, operationOf } from '@rts/shared/contract/table'
import { z } from 'zod'
import { demand, type Tally } from '../calls.ts'
import { ask, holding, untilCollected } from './answers.ts'

export type Keyword = { id: string; phrase: string; isChecked: boolean }
export type Site = { id: string; domain: string; keywords: Keyword[] }
/** An account with its key and its acknowledged writes; how many of its calls were sent, and answered. */
export type Customer = { account: string; key: string; sites: Site[]; sent: number; answered: number }
export function newCustomer(account: string, key: string): Customer {
  return { account, key, sites: [], sent: 0, answered: 0 }
}

type Given = { params?: Record<string, string>; query?: Record<string, string>; body?: object }
export type Rest = ReturnType<typeof createRest>

// Not the shapes of the table: the answers of two releases differ in what neither promised.
const allowance = z.object({ used: z.int(), limit: z.int() })
const site = z.object({ id: z.string(), domain: z.string() })
const lastCheck = z.object({ status: z.string(), error: z.string().nullable() }).nullable()
const keyword = z.object({ id: z.string(), keyword: z.string(), lastCheck })

/** The calls of a program with a server key, each of whose answers is checked against what was acknowledged before. */
export function createRest(
  base: string,
  tally: Tally,
  openSite: (domain: string) => Promise<unknown> = async () => {},
) {
  let made = 0
  async function call<S extends z.ZodRawShape>(customer: Customer, name: OperationName, shape: S, given: Given = {}) {
    customer.sent++
    const headers = { authorization: `Bearer ${customer.key}` }
    const reply = await ask(base + targetOf(name, given), { headers, body: given.body })
    if (reply.status === 200) customer.answered++
    return holding(z.object({ allowance, ...shape }), reply)
  }

  async function listSites(customer: Customer): Promise<ReadonlySet<string>> {
    const { projects } = await call(customer, 'sites.list', { projects: z.array(site) })
    return new Set(projects.map(({ id }) => id))
  }

  /** The phrases that were added before and are not listed; notes which of the others were checked. */
  async function missingKeywords(customer: Customer, { id, keywords }: Site): Promise<string[]> {
    const known = [...keywords]
    const shape = { keywords: z.array(keyword) }
    const { keywords: listed } = await call(customer, 'keywords.list', shape, { params: { id } })
    demand(new Set(listed.map((row) => row.keyword)).size === listed.length, 'a phrase is listed twice')
    const found = new Map(listed.map((row) => [row.id, row]))
    for (const one of known) one.isChecked ||= found.get(one.id)?.lastCheck?.status === 'ok'
    return known.filter(({ id: own, phrase }) => found.get(own)?.keyword !== phrase).map(({ phrase }) => phrase)
  }

  const demandAll = (missing: readonly string[]) => demand(missing.length === 0, `not listed: ${missing.join()}`)

  async function readSites(customer: Customer): Promise<void> {
    const known = customer.sites.map(({ id }) => id)
    const there = await listSites(customer)
    demandAll(known.filter((id) => !there.has(id)))
  }

  async function readKeywords(customer: Customer, own: Site): Promise<void> {
    demandAll(await missingKeywords(customer, own))
  }

  async function readHistory(customer: Customer, own: Site): Promise<void> {
    const checked = own.keywords.find((each) => each.isChecked)
    if (!checked) return readKeywords(customer, own)
    const row = z.object({ position: z.int(), checkedAt: z.string() })
    const params = { id: own.id, kid: checked.id }
    const { history } = await call(customer, 'history.list', { history: z.array(row) }, { params })
    demand(history.length > 0, `${checked.phrase} was checked and has no history`)
  }

  async function readOverview(customer: Customer, { id, keywords }: Site): Promise<void> {
    const known = [...keywords]
    const shape = { keywords: z.array(z.object({ id: z.string() })) }
    const { keywords: shown } = await call(customer, 'overview.get', shape, { params: { id } })
    const there = new Set(shown.map((row) => row.id))
    demandAll(known.filter((one) => !there.has(one.id)).map(({ phrase }) => phrase))
  }

  const readTeam = (customer: Customer) => call(customer, 'team.list', { members: z.array(z.unknown()) })
  const reads = Object.entries({ readSites, readKeywords, readHistory, readOverview, readTeam })
  return {
    listSites,
    missingKeywords,
    readSites: (customer: Customer) => tally.call('reads', 'sites.list', () => readSites(customer)),
    readHistory: (customer: Customer, own: Site) =>
      tally.call('reads', 'history.list', () => readHistory(customer, own)),
    /** A read: the `nth` of all decides which one, and of which site. */
    async read(customer: Customer, nth: number): Promise<void> {
      const own = customer.sites[nth % customer.sites.length]
      const [name = '', read] = reads[nth % reads.length] ?? []
      if (own && read) await tally.call('reads', name, async () => void (await read(customer, own)))
    },
    async addSite(customer: Customer): Promise<void> {
      const domain = `site-${++made}.sandbox.example`
      await openSite(domain)
      await tally.call('writes', 'sites.create', async () => {
        const { project } = await call(customer, 'sites.create', { project: site }, { body: { name: domain, domain } })
        demand(project.domain === domain, `another site: ${project.domain}`)
        customer.sites.push({ ...project, keywords: [] })
      })
    },
    async addKeyword(customer: Customer, { id, keywords }: Site): Promise<void> {
      const phrase = `phrase ${++made}`
      await tally.call('writes', 'keywords.create', async () => {
        const given = { params: { id }, body: { keyword: phrase } }
        const { keyword: row } = await call(customer, 'keywords.create', { keyword }, given)
        demand(row.keyword === phrase, `another keyword: ${row.keyword}`)
        keywords.push({ id: row.id, phrase, isChecked: false })
      })
    },
    /** Asks for ideas about a phrase that was never asked about: each counts as one collect of the day. */
    async research(customer: Customer): Promise<void> {
      const shape = { status: z.string(), rows: z.array(z.object({ keyword: z.string() })) }
      const query = { q: `topic ${++made}` }
      const look = () => call(customer, 'research.get', shape, { query })
      await untilCollected(tally, 'research.get', look, ({ status, rows }) => status === 'ready' && rows.length > 0)
    },
    /** Asks for the issues of a site that was never asked about, which reads its pages. */
    async issues(customer: Customer, { id }: Site): Promise<void> {
      const shape = { status: z.string(), issues: z.array(z.object({ code: z.string() })) }
      const look = () => call(customer, 'issues.list', shape, { params: { id } })
      await untilCollected(tally, 'issues.list', look, ({ status }) => status === 'ready')
    },
  }
}

/** The target of a REST operation. */
function targetOf(name: OperationName, { params = {}, query = {} }: Given): string {
  const { http } = operationOf(name)
  if (!http) throw new Error(`${name} is not in the server API`)
  const search = new URLSearchParams(query).toString()
  return `${restBasePath}${http.path.replace(/:(\w+)/g, (_whole, part: string) => params[part] ?? '')}${search && `?${search}`}`
}
