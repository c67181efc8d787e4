import { type OperationName, operationOf } from '@rts/shared/contract/table'
import { ownedNames } from '@rts/shared/derive/owned'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, startWorld, type World } from './support/world.ts'

let world: World
let client: Client
let site: string
let other: string
beforeAll(async () => {
  world = await startWorld({ KEYWORD_PROVIDERS: '', BACKLINK_PROVIDERS: '', AI_ENGINES: '' })
  client = await world.newClient()
  site = await client.site('limited.com')
  other = await client.site('other-site.com')
  const { pool } = world.database
  await pool.query(`INSERT INTO auto_add.policy (site_id, mode, per_week) VALUES ($1, 'propose', 1)`, [site])
  await pool.query(
    `INSERT INTO auto_add.proposal (id, site_id, key, phrase, country, language, score, evidence, proposed_at)
     VALUES ('proposed', $1, 'tea', 'tea', 'us', 'en', 1, '[]', now())`,
    [site],
  )
})
afterAll(() => world.stop())

const paramsOf = (name: OperationName) => Object.keys(operationOf(name).params?.shape ?? {})
const isForServices = (name: OperationName) => operationOf(name).callers.every((kind) => kind === 'system')
/** Every row of this service that is about a site, but for those of services alone: a new one is in the list by itself. */
const rows = ownedNames('research').filter((name) => paramsOf(name).includes('id') && !isForServices(name))
/** Good bodies and queries: bad ones are refused before anybody looks at the site. */
const bodies: Partial<Record<OperationName, object>> = {
  'autoAdd.update': { mode: 'propose', perWeek: 1 },
  'disavow.add': { domains: ['spam.net'] },
  'disavow.delete': { domains: ['spam.net'] },
  'prompts.create': { prompt: 'Who is limited?' },
  'prompts.update': { paused: true },
  'promptSuggestions.delete': { question: 'Who is limited?' },
  'proposals.update': { ids: ['proposed'], accept: false },
}
const queries: Partial<Record<OperationName, object>> = {
  'proposals.list': { decided: false },
  'figures.snapshot': { phrase: 'tea', country: 'us', language: 'en' },
}

it.each(rows)('%s: a key that is limited to a site has no other one', async (name) => {
  const { prompt } = await world.rpc(
    'prompts.create',
    { params: { id: site }, body: { prompt: name } },
    client.accountId,
  )
  const ids = { id: site, pid: prompt.id }
  const params = Object.fromEntries(Object.entries(ids).filter(([param]) => paramsOf(name).includes(param)))
  const ask = (siteId: string) =>
    world.askRow(name, { params, query: queries[name], body: bodies[name] }, client.accountId, { siteIds: [siteId] })
  await expect(ask(other)).rejects.toMatchObject({ code: 'not_found' })
  expect(await ask(site)).toBeDefined()
})
