import type { OperationName } from '@rts/shared/contract/table'
import { z } from 'zod'
import { ask, type Reply, targetOf } from './ask.ts'
import type { Customer, Site } from './customers.ts'
import { demand, holding, type Tally } from './tally.ts'
import { untilCollected } from './until-collected.ts'

const head = { allowance: z.object({ used: z.int(), limit: z.int() }) }
const site = z.object({ id: z.string(), domain: z.string() })
const keyword = z.object({
  id: z.string(),
  keyword: z.string(),
  lastCheck: z.object({ status: z.string(), error: z.string().nullable() }).nullable(),
})
const shapes = {
  sites: z.object({ ...head, projects: z.array(site) }),
  keywords: z.object({ ...head, keywords: z.array(keyword) }),
  history: z.object({ ...head, history: z.array(z.object({ position: z.int(), checkedAt: z.string() })) }),
  overview: z.object({ ...head, keywords: z.array(z.object({ id: z.string(), keyword: z.string() })) }),
  team: z.object({ ...head, members: z.array(z.unknown()) }),
  newSite: z.object({ ...head, project: site, created: z.literal(true) }),
  newKeyword: z.object({ ...head, keyword, created: z.literal(true) }),
  research: z.object({ ...head, status: z.string(), rows: z.array(z.object({ keyword: z.string() })) }),
  issues: z.object({ ...head, status: z.string(), issues: z.array(z.object({ code: z.string() })) }),
}

/** The calls of a program with a server key. */
export function createRest(base: string, tally: Tally, openSite: (domain: string) => Promise<void>) {
  let made = 0
  const call = (
    { key }: Customer,
    name: OperationName,
    { params, query, body }: { params?: Record<string, string>; query?: object; body?: object } = {},
  ): Promise<Reply> =>
    ask(base + targetOf(name, params, query), { headers: { authorization: `Bearer ${key}` }, ...(body && { body }) })

  async function listSites(customer: Customer): Promise<ReadonlySet<string>> {
    return new Set(holding(shapes.sites, await call(customer, 'sites.list')).projects.map(({ id }) => id))
  }

  /** The phrases that were added before and are not listed; notes which of the others were checked. */
  async function missingKeywords(customer: Customer, { id, keywords }: Site): Promise<string[]> {
    const known = [...keywords]
    const listed = holding(shapes.keywords, await call(customer, 'keywords.list', { params: { id } })).keywords
    demand(new Set(listed.map((row) => row.keyword)).size === listed.length, 'a phrase is listed twice')
    const found = new Map(listed.map((row) => [row.id, row]))
    for (const one of known) one.isChecked ||= found.get(one.id)?.lastCheck?.status === 'ok'
    return known.filter(({ id: own, phrase }) => found.get(own)?.keyword !== phrase).map(({ phrase }) => phrase)
  }

  async function readSites(customer: Customer): Promise<void> {
    const known = customer.sites.map(({ id }) => id)
    const there = await listSites(customer)
    demand(
      known.every((id) => there.has(id)),
      `${known.length} sites are known, ${there.size} are listed`,
    )
  }

  async function readKeywords(customer: Customer, site: Site): Promise<void> {
    const missing = await missingKeywords(customer, site)
    demand(missing.length === 0, `not listed: ${missing.join(', ')}`)
  }

  async function readHistory(customer: Customer, site: Site): Promise<void> {
    const checked = site.keywords.find((each) => each.isChecked)
    if (!checked) return readKeywords(customer, site)
    const reply = await call(customer, 'history.list', { params: { id: site.id, kid: checked.id } })
    demand(holding(shapes.history, reply).history.length > 0, `${checked.phrase} was checked and has no history`)
  }

  async function readOverview(customer: Customer, { id, keywords }: Site): Promise<void> {
    const known = [...keywords]
    const rows = holding(shapes.overview, await call(customer, 'overview.get', { params: { id } })).keywords
    demand(
      known.every((one) => rows.some((row) => row.id === one.id)),
      'a keyword is not in the overview',
    )
  }

  const readTeam = async (customer: Customer) => void holding(shapes.team, await call(customer, 'team.list'))
  const reads = Object.entries({ readSites, readKeywords, readHistory, readOverview, readTeam })
  return {
    /** A read: the `nth` of all decides which one, and of which site. */
    async read(customer: Customer, nth: number): Promise<void> {
      const site = customer.sites[nth % customer.sites.length]
      const [name = '', read] = reads[nth % reads.length] ?? []
      if (site && read) await tally.call('reads', name, () => read(customer, site))
    },
    listSites,
    missingKeywords,
    async addSite(customer: Customer): Promise<void> {
      const domain = `site-${++made}.sandbox.example`
      await openSite(domain)
      await tally.call('writes', 'sites.create', async () => {
        const reply = await call(customer, 'sites.create', { body: { name: domain, domain } })
        const { project } = holding(shapes.newSite, reply)
        demand(project.domain === domain, `another site: ${project.domain}`)
        customer.sites.push({ ...project, keywords: [] })
      })
    },
    async addKeyword(customer: Customer, { id, keywords }: Site): Promise<void> {
      const phrase = `phrase ${++made}`
      await tally.call('writes', 'keywords.create', async () => {
        const reply = await call(customer, 'keywords.create', { params: { id }, body: { keyword: phrase } })
        const { keyword: row } = holding(shapes.newKeyword, reply)
        demand(row.keyword === phrase, `another keyword: ${row.keyword}`)
        keywords.push({ id: row.id, phrase, isChecked: false })
      })
    },
    /** Asks for ideas about a phrase that was never asked about: each counts as one collect of the day. */
    async research(customer: Customer): Promise<void> {
      const q = `topic ${++made}`
      const look = async () => holding(shapes.research, await call(customer, 'research.get', { query: { q } }))
      await untilCollected(tally, 'research.get', look, ({ status, rows }) => status === 'ready' && rows.length > 0)
    },
    /** Asks for the issues of a site that was never asked about, which reads its pages. */
    async issues(customer: Customer, { id }: Site): Promise<void> {
      const look = async () => holding(shapes.issues, await call(customer, 'issues.list', { params: { id } }))
      await untilCollected(tally, 'issues.list', look, ({ status }) => status === 'ready')
    },
  }
}
