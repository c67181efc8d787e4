import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Agent, connectAgent, newGuest } from './support/agent.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
let url = ''
beforeAll(async () => {
  world = await startWorld()
  url = world.gateway.url
})
afterAll(() => world.stop())

const accountAgent = async (plan: 'starter' | 'growth') =>
  connectAgent(url, { token: (await world.newKey(plan)).secret })
const sitesOf = async (agent: Agent) => Object((await agent.call('account_status')).data).sites

describe('add_project', () => {
  it('makes one site of a host that is asked for at once under four names', async () => {
    const agent = await accountAgent('growth')
    const names = ['a', 'b', 'c', 'd']
    const added = await Promise.all(names.map((name) => agent.call('add_project', { website: 'example.com', name })))
    expect(added.filter(({ data }) => data.created)).toHaveLength(1)
    expect(new Set(added.map(({ data }) => Object(data.project).id)).size).toBe(1)
    expect(await sitesOf(agent)).toHaveLength(1)
  })

  it('says what is wrong with a host in another spelling of its field', async () => {
    const agent = await accountAgent('starter')
    const { isError, text } = await agent.call('add_project', { domain: 'localhost' })
    expect([isError, text.includes('website: '), text.includes('is required')]).toEqual([true, true, false])
    expect((await agent.call('add_project', { name: 'x' })).text).toContain('website: is required')
  })

  it('refuses two spellings of one field, naming both', async () => {
    const agent = await accountAgent('starter')
    const { isError, text } = await agent.call('add_project', { domain: 'a.example.com', url: 'b.example.com' })
    expect([isError, text]).toEqual([true, expect.stringContaining('domain and url are the same field')])
    expect((await agent.call('add_project', { website: 'a.example.com', url: 'a.example.com' })).isError).toBe(true)
    expect(await sitesOf(agent)).toEqual([])
  })
})

describe('a key that is limited to one site', () => {
  it('is named as such by add_project and account_status, and still gets its own site', async () => {
    const { token, agent: guest } = await newGuest(url)
    const { data } = await guest.call('add_project', { website: 'example.com' })
    const link = String((await guest.call('request_link')).data.url)
    const { accountId } = await world.newKey('starter')
    await world.operator.call('guests.claim', { body: { link, accountId } })
    const limited = await connectAgent(url, { token })
    const other = await limited.call('add_project', { website: 'other.example.com' })
    expect([other.isError, other.text]).toEqual([true, expect.stringContaining('limited to the site example.com')])
    const own = await limited.call('add_project', { website: 'www.example.com', name: 'Another label' })
    expect(own.data).toEqual({ project: data.project, created: false })
    const { tools } = Object((await limited.call('account_status')).data)
    const status = tools.find(({ name }: { name: string }) => name === 'add_project')
    expect(status).toEqual({ name: 'add_project', open: false, reason: other.text })
  })
})

it('a refusal of the owner names the field as the tool does', async () => {
  const agent = await accountAgent('growth')
  await agent.call('add_project', { website: 'example.com' })
  const own = await agent.call('add_competitor', { website: 'www.example.com' })
  expect([own.isError, own.text]).toEqual([true, 'website is the domain of the site itself.'])
})

describe('request_link', () => {
  it('takes the guest’s own project_id, and no other', async () => {
    const { agent } = await newGuest(url)
    const { data } = await agent.call('add_project', { website: 'example.com' })
    expect((await agent.call('request_link', { project_id: Object(data.project).id })).isError).toBe(false)
    const foreign = await (await accountAgent('growth')).call('add_project', { website: 'example.com' })
    const refused = await agent.call('request_link', { project_id: Object(foreign.data.project).id })
    expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining('No such site')])
  })
})

describe('add_keyword with keywords', () => {
  it('adds as many as the plan allows, and says of each other one why it was not', async () => {
    const { agent } = await newGuest(url)
    await agent.call('add_project', { website: 'example.com' })
    const { data } = await agent.call('add_keyword', { keywords: ['tea', ' TEA ', 'green  tea', 'coffee'] })
    expect(data).toMatchObject({
      added: [{ keyword: 'tea' }, { keyword: 'green tea' }],
      skipped: [
        { keyword: 'TEA', code: 'duplicate', reason: 'Is tracked already, or given twice: keyword_positions has it.' },
        {
          keyword: 'coffee',
          code: 'plan_limit_reached',
          reason: expect.stringMatching(/remove_keyword.*request_link/),
        },
      ],
      retryAfterSeconds: expect.any(Number),
    })
    expect((await agent.call('add_keyword', { keywords: ['milk'] })).text).toContain('request_link')
  })

  it('one text that cannot be tracked does not hold up the rest, and its reason is said', async () => {
    const agent = await accountAgent('growth')
    await agent.call('add_project', { website: 'example.com' })
    const { data } = await agent.call('add_keyword', { keywords: ['two\nlines', ' ', 'x'.repeat(5_000), 'a\u0007b'] })
    expect(data).toMatchObject({
      added: [{ keyword: 'two lines' }],
      skipped: [
        { keyword: ' ', code: 'invalid', reason: 'must have at least 1 character' },
        { keyword: 'x'.repeat(200), code: 'invalid', reason: 'must have at most 200 characters' },
        { code: 'invalid', reason: 'must not hold line ends or control characters' },
      ],
    })
    const none = await agent.call('add_keyword', { keywords: ['', ' '] })
    expect([none.isError, none.text]).toEqual([true, 'keywords must have at least 1 character.'])
  })

  it('takes a hundred at most, and either one or many', async () => {
    const agent = await accountAgent('growth')
    await agent.call('add_project', { website: 'example.com' })
    const keywords = Array.from({ length: 101 }, (_, i) => `tea ${i}`)
    expect((await agent.call('add_keyword', { keywords })).text).toContain('keywords: ')
    for (const both of [{}, { keyword: 'tea', keywords: ['tea'] }])
      expect((await agent.call('add_keyword', both)).text).toContain('keyword: give either keyword or keywords')
    expect(Object((await agent.call('add_keyword', { keywords: keywords.slice(1) })).data).added).toHaveLength(100)
  })
})

describe('what is removed', () => {
  it('of an account rests until the time that is said, and comes back with its id when it is added again', async () => {
    const agent = await accountAgent('growth')
    const project = { website: 'example.com' }
    await agent.call('add_project', project)
    const { id } = Object((await agent.call('add_keyword', { keyword: 'tea' })).data).keyword
    const { data } = await agent.call('remove_keyword', { keyword_id: id })
    const days = (Date.parse(Object(data).restorableUntil) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(29.9)
    const again = await agent.call('add_keyword', { keyword: 'tea' })
    expect(again.data).toMatchObject({ created: true, revived: true, keyword: { id } })
  })

  it('makes room: a keyword for every key, the site for a guest', async () => {
    const { agent } = await newGuest(url)
    await agent.call('add_project', { website: 'example.com' })
    const { data } = await agent.call('add_keyword', { keywords: ['tea', 'milk'] })
    const [{ id }] = Object(data).added
    expect((await agent.call('remove_keyword', { keyword_id: id })).data).toEqual({ ok: true })
    expect((await agent.call('remove_keyword', { keyword_id: id })).text).toContain('No such keyword.')
    expect((await agent.call('add_keyword', { keyword: 'coffee' })).isError).toBe(false)
    expect((await agent.call('remove_project', { project_id: 'example.com' })).data).toEqual({ ok: true })
    expect((await agent.call('add_project', { website: 'example.org' })).data).toMatchObject({ created: true })
  })

  it('is the guest’s alone, and an account’s sites are removed in the dashboard alone', async () => {
    const { agent: guest } = await newGuest(url)
    const { data } = await guest.call('add_project', { website: 'example.com' })
    const project_id = Object(data.project).id
    const { agent: other } = await newGuest(url)
    expect((await other.call('remove_project', { project_id })).text).toContain('No such site.')
    const refused = await (await accountAgent('growth')).call('remove_project')
    expect(refused.text).toMatch(/for guest keys.* at https:\/\/ranks\.example\.$/)
    expect(await sitesOf(guest)).toHaveLength(1)
  })
})
