import { gentlyMs, until } from '@rts/local/testing/until'
import { operationEntries } from '@rts/shared/contract/table'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Agent, connectAgent, newGuest } from './support/agent.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
let url = ''
let guest: Agent
beforeAll(async () => {
  world = await startWorld()
  url = world.gateway.url
})
afterAll(() => world.stop())
beforeEach(async () => {
  guest = (await newGuest(url)).agent
})

const plannedTools = operationEntries().flatMap(([, { mcp, planned }]) => (mcp && planned ? [mcp.tool] : []))
const gated = [
  'rank_drops',
  'keyword_gap',
  'competitor_traffic',
  'keyword_planner',
  'backlink_review',
  'rank_compare',
  'issue_pages',
]
/** A guest has no prompts, no search console and no ideas. */
const accountsAlone = ['content_ideas', 'search_performance', 'ai_visibility']
const accountAgent = async (plan: 'free' | 'starter' | 'growth') =>
  connectAgent(url, { token: (await world.newKey(plan)).secret })

describe('sites and keywords', () => {
  it('the same host however it is written is one site, and a second one is past the guest’s plan', async () => {
    const first = await guest.call('add_project', { website: 'https://WWW.Example.com/' })
    const again = await guest.call('add_project', { website: 'example.com', name: 'Other label' })
    expect([first.data.created, again.data.created]).toEqual([true, false])
    expect(again.data.project).toEqual(first.data.project)
    const second = await guest.call('add_project', { website: 'example.org' })
    expect(second.isError).toBe(true)
    expect(second.text).toContain('request_link')
  })

  it('website has the spellings url and domain', async () => {
    const spelled = await Promise.all(
      ['url', 'domain'].map((name) => guest.call('add_project', { [name]: 'example.com' })),
    )
    expect(spelled.map(({ isError }) => isError)).toEqual([false, false])
  })

  it('project_id may be left out with one site; with none and with several the answer says what to do', async () => {
    expect((await guest.call('add_keyword', { keyword: 'tea' })).text).toContain('add_project')
    await guest.call('add_project', { website: 'example.com' })
    expect((await guest.call('add_keyword', { keyword: 'tea' })).data.created).toBe(true)
    const account = await accountAgent('growth')
    const { data } = await account.call('add_project', { website: 'one.example.com' })
    await account.call('add_project', { website: 'two.example.com' })
    const asked = await account.call('add_keyword', { keyword: 'tea' })
    expect(asked.isError).toBe(true)
    expect(asked.text).toContain(`${Object(data.project).id} (one.example.com)`)
    expect((await account.call('add_keyword', { project_id: Object(data.project).id, keyword: 'tea' })).isError).toBe(
      false,
    )
  })

  it('a third keyword is past the guest’s plan, also when they come in parallel', async () => {
    await guest.call('add_project', { website: 'example.com' })
    const added = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((keyword) => guest.call('add_keyword', { keyword })))
    expect(added.filter(({ isError }) => !isError)).toHaveLength(2)
    expect(added.find(({ isError }) => isError)?.text).toContain('request_link')
  })

  it('rank_history has the first check of a new keyword, and pages to the end', async () => {
    await guest.call('add_project', { website: 'example.com' })
    const { data } = await guest.call('add_keyword', { keyword: 'tea' })
    const history = () => guest.call('rank_history', { keyword_id: Object(data.keyword).id })
    const isChecked = async () => Number((await history()).data.total) > 0
    await until('the first check', isChecked, undefined, gentlyMs)
    const { data: shown } = await history()
    expect(shown).toMatchObject({ total: 1, nextCursor: null, rows: [{ position: 0, found: false, sandbox: true }] })
  })

  it('an id of another account and an unknown one get the same answer', async () => {
    const account = await accountAgent('growth')
    const { data } = await account.call('add_project', { website: 'example.com' })
    const foreign = await guest.call('add_keyword', { project_id: Object(data.project).id, keyword: 'tea' })
    const unknown = await guest.call('add_keyword', { project_id: 'unknown', keyword: 'tea' })
    expect(foreign).toEqual(unknown)
    expect(foreign.isError).toBe(true)
    const { data: added } = await account.call('add_keyword', { keyword: 'secret of theirs' })
    const [theirs, none] = [Object(added.keyword).id, '0b9f2f5e-6a0c-4c53-9d4e-2a4a8f4c1d77']
    await guest.call('add_project', { website: 'example.org' })
    for (const name of ['results_page', 'rank_history']) {
      const [of, not] = await Promise.all([theirs, none].map((keyword_id) => guest.call(name, { keyword_id })))
      expect([of?.isError, of?.text], name).toEqual([true, not?.text])
    }
    for (const name of ['visibility_history', 'competing_pages']) {
      const [of, not] = await Promise.all(
        [Object(data.project).id, 'unknown'].map((project_id) => guest.call(name, { project_id })),
      )
      expect([of?.isError, of?.text], name).toEqual([true, not?.text])
    }
  })

  it('a cursor leads on in its own list alone', async () => {
    const account = await accountAgent('growth')
    await account.call('add_project', { website: 'example.com' })
    await account.call('add_keyword', { keywords: ['tea', 'milk', 'coffee'] })
    const cursor = String((await account.call('keyword_positions', { limit: 1 })).data.nextCursor)
    expect((await account.call('keyword_positions', { limit: 1, cursor })).isError).toBe(false)
    for (const [name, args] of [
      ['keyword_positions', { filter: 'waiting' }],
      ['rank_compare', {}],
      ['visibility_history', {}],
      ['competing_pages', {}],
    ] as const) {
      const answer = await account.call(name, { ...args, cursor })
      expect([answer.isError, answer.text], name).toEqual([
        true,
        expect.stringContaining('is not a cursor of this list'),
      ])
    }
  })
})

it('bad input gets one reason per field, with the values that are accepted', async () => {
  await guest.call('add_project', { website: 'example.com' })
  const bad = { keyword: '\u200b', country: 'United States', language: 'American English' }
  expect((await guest.call('add_keyword', bad)).text.replace(/^Bad input\. /, '').split('; ')).toEqual([
    'keyword: must have at least 1 character',
    'country: must be a two-letter ISO 3166-1 country code such as us',
    'language: must be a language tag such as en, pt-BR or zh-TW.',
  ])
})

it('values outside of a field’s bounds are refused in words for people', async () => {
  await guest.call('add_project', { website: 'example.com' })
  const refusals = [
    [{ limit: 101 }, 'limit: must be at most 100'],
    [{ limit: '5' }, 'limit: must be a whole number'],
    [{ filter: 'zz' }, 'filter: must be one of '],
  ] as const
  for (const [args, reason] of refusals)
    expect((await guest.call('keyword_positions', args)).text).toContain(`Bad input. ${reason}`)
})

it('a guest is told that a tool for accounts needs an account, and how to get one', async () => {
  for (const name of accountsAlone) {
    const answer = await guest.call(name)
    expect([answer.isError, answer.text], name).toEqual([
      true,
      'Needs an account. Call request_link and give the link to a person.',
    ])
  }
})

it('a guest is told that figures of keywords need an account', async () => {
  await guest.call('add_project', { website: 'example.com' })
  for (const args of [{ sort: 'value' }, { fields: ['volume'] }]) {
    const answer = await guest.call('keyword_positions', args)
    expect([answer.isError, answer.text.includes('request_link')]).toEqual([true, true])
  }
})

describe('gates', () => {
  it('each gated tool sends a guest to request_link', async () => {
    for (const name of gated) {
      const answer = await guest.call(name)
      expect([answer.isError, answer.text.includes('request_link')], name).toEqual([true, true])
    }
  })

  it('a Free key is sent to the account’s plan, and an upgrade counts on the same connection', async () => {
    const { secret, accountId } = await world.newKey('free')
    const agent = await connectAgent(url, { token: secret })
    const before = await agent.call('keyword_gap')
    expect([before.isError, before.text.includes('https://ranks.example')]).toEqual([true, true])
    expect(before.text).not.toContain('request_link')
    await world.operator.call('accounts.update', { params: { accountId }, body: { plan: 'starter' } })
    expect((await agent.call('keyword_gap')).text).toBe('There is no site yet: call add_project first.')
  })

  it('account_status says what each tool does for this key', async () => {
    const { data } = await guest.call('account_status')
    expect(data).toMatchObject({ kind: 'guest', plan: 'guest', sites: [], total: 0, limits: { keywords: 2 } })
    const tools: { name: string; open: boolean; reason?: string }[] = Object(data).tools
    expect(tools).toHaveLength(21)
    expect(
      tools
        .filter(({ reason }) => reason?.includes('request_link'))
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...gated].sort())
    const lasting = await (await accountAgent('starter')).call('account_status')
    expect(lasting.data).toMatchObject({ kind: 'lasting', plan: 'starter', expiresAt: null })
    expect(Object(lasting.data).tools.map(({ name }: { name: string }) => name)).not.toContain('request_link')
  })

  it('what is not built says so first, in the list and when it is called, and names no time', async () => {
    const listed = (await guest.client.listTools()).tools
    for (const name of plannedTools) {
      expect(listed.find((tool) => tool.name === name)?.description, name).toMatch(/^Not built yet\. /)
      for (const agent of [guest, await accountAgent('growth')]) {
        const { isError, text } = await agent.call(name)
        expect([isError, /^Not built yet, on any plan\./.test(text)], name).toEqual([true, true])
        expect(text).not.toMatch(/seconds|Temporarily/)
      }
    }
    expect((await guest.call('rank_compare')).text).not.toContain('Not built')
  })

  it('no refusal promises a guest what Free does not give', async () => {
    await guest.call('add_project', { website: 'example.com' })
    const answers = [await guest.call('rank_compare'), await guest.call('add_project', { website: 'example.org' })]
    for (const { text } of answers) expect(text).toMatch(/Starter or higher|whose plan allows more/)
    for (const { text } of answers) expect(text).toMatch(/\bFree\b/)
  })

  it('request_link is listed for guests alone', async () => {
    expect(await guest.tools()).toContain('request_link')
    const lasting = await accountAgent('growth')
    expect(await lasting.tools()).not.toContain('request_link')
    expect((await lasting.call('request_link')).text).toContain('already belongs to an account')
  })

  it('request_link gives a link on the dashboard, each time another', async () => {
    const [first, second] = [
      await guest.call('request_link', { reason: 'to keep it' }),
      await guest.call('request_link'),
    ]
    expect(String(first.data.url)).toMatch(/^https:\/\/ranks\.example\/claim#[\w-]{43}$/)
    expect(second.data.url).not.toBe(first.data.url)
  })

  it('request_link says that a guest without a site has nothing to keep yet', async () => {
    expect((await guest.call('request_link')).data.hint).toContain('add_project')
    await guest.call('add_project', { website: 'example.com' })
    expect((await guest.call('request_link')).data).not.toHaveProperty('hint')
  })
})

describe('bad input', () => {
  it.each([
    ['add_keyword', {}, 'keyword: give either keyword or keywords'],
    ['add_keyword', { keyword: 5 }, 'keyword'],
    ['add_keyword', { keyword: 'tea', color: 1 }, 'unknown: color'],
    ['add_keyword', { keyword: 'tea', country: 'USA' }, 'country'],
    ['add_keyword', { keyword: 'x'.repeat(10_000) }, 'keyword'],
    ['add_keyword', { keyword: 'a\u0000b' }, 'keyword'],
    ['add_keyword', { keyword: ' ' }, 'keyword'],
    ['add_keyword', { keyword: 'tea', project_id: '../x' }, 'project_id'],
    ['account_status', { limit: 0 }, 'limit'],
    ['account_status', { limit: 101 }, 'limit'],
    ['account_status', { limit: 1e9 }, 'limit'],
    ['account_status', { limit: 1.5 }, 'limit'],
    ['account_status', { cursor: 'not one' }, 'cursor'],
    ['account_status', { proto__x: 1 }, 'unknown'],
  ])('%s refuses %j and names the field', async (name, args, said) => {
    const answer = await guest.call(name, args)
    expect(answer.isError).toBe(true)
    expect(answer.text).toContain(said)
    expect(answer.text.length).toBeLessThan(500)
  })

  it.each([
    'localhost',
    '127.0.0.1',
    '169.254.169.254',
    'user@example.com',
    'javascript:alert(1)',
    `${'a'.repeat(254)}.com`,
    'example.com:8080',
    'co.uk',
  ])('the website %s is refused', async (website) => {
    const answer = await guest.call('add_project', { website })
    expect(answer.isError).toBe(true)
    expect(answer.text).toContain('website')
  })

  it('phrases in any script are taken', async () => {
    await guest.call('add_project', { website: 'münchen.example.com' })
    for (const keyword of ['שלום עולם', '☕️ coffee'])
      expect((await guest.call('add_keyword', { keyword })).isError).toBe(false)
  })
})

describe('the list', () => {
  it('states all four hints of each tool and both schemas', async () => {
    const { tools } = await guest.client.listTools()
    for (const { name, annotations, inputSchema, outputSchema, description } of tools) {
      const hints = [
        annotations?.readOnlyHint,
        annotations?.destructiveHint,
        annotations?.idempotentHint,
        annotations?.openWorldHint,
      ]
      expect(
        hints.every((hint) => typeof hint === 'boolean'),
        name,
      ).toBe(true)
      expect(annotations?.destructiveHint, name).toBe(name.startsWith('remove_'))
      expect([inputSchema.type, outputSchema?.type], name).toEqual(['object', 'object'])
      expect(description?.split('\n').length, name).toBeLessThanOrEqual(3)
    }
  })

  it('is the same in the same order for every key of a kind, whatever its plan', async () => {
    const guestsAlone = ['request_link', 'remove_project']
    const ofGuest = (await guest.tools()).filter((name) => !guestsAlone.includes(name))
    for (const plan of ['free', 'growth'] as const)
      expect((await (await accountAgent(plan)).tools()).filter((name) => !accountsAlone.includes(name))).toEqual(
        ofGuest,
      )
  })
})
