import { gentlyMs, until } from '@rts/local/testing/until'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Agent, connectAgent, newGuest } from './support/agent.ts'
import { startWorld, unanswered, type World } from './support/world.ts'

let world: World
let url = ''
let agent: Agent
const phrases = ['green tea', 'black tea', 'coffee', 'oat milk', 'tea pot']
beforeAll(async () => {
  world = await startWorld()
  url = world.gateway.url
  agent = await connectAgent(url, { token: (await world.newKey('starter')).secret })
  await agent.call('add_project', { website: 'example.com' })
  for (const keyword of phrases) await agent.call('add_keyword', { keyword })
})
afterAll(() => world.stop())

const texts = (data: object): string[] => Object(data).rows.map(({ keyword }: { keyword: string }) => keyword)

describe('keyword_positions', () => {
  it('has every keyword of the site, page by page, each once', async () => {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const { data } = await agent.call('keyword_positions', { limit: 2, ...(cursor ? { cursor } : {}) })
      expect(Object(data).total).toBe(5)
      seen.push(...texts(data))
      cursor = Object(data).nextCursor
    } while (cursor)
    expect(seen.sort()).toEqual([...phrases].sort())
  })

  it('finds keywords by their text, page by page', async () => {
    const first = await agent.call('keyword_positions', { query: 'TEA', limit: 2 })
    expect(first.data).toMatchObject({ total: 3, nextCursor: expect.any(String) })
    const rest = await agent.call('keyword_positions', {
      query: 'TEA',
      limit: 2,
      cursor: Object(first.data).nextCursor,
    })
    expect(rest.data).toMatchObject({ total: 3, nextCursor: null })
    expect([...texts(first.data), ...texts(rest.data)].sort()).toEqual(['black tea', 'green tea', 'tea pot'])
  })

  it('refuses the cursor of another list', async () => {
    const answer = await agent.call('keyword_positions', { query: 'tea', cursor: 'of-another' })
    expect([answer.isError, answer.text.includes('cursor')]).toEqual([true, true])
  })

  it('says what each counts, in order and with the chosen fields alone', async () => {
    const { data } = await agent.call('keyword_positions', { sort: 'keyword', fields: ['position'], limit: 1 })
    expect(data).toMatchObject({ total: 5, summary: { keywords: 5, up: 0, down: 0 } })
    expect(Object.keys(Object(data).rows[0]).sort()).toEqual(['id', 'keyword', 'position'])
    expect(texts(data)).toEqual(['black tea'])
    expect((await agent.call('keyword_positions', { filter: 'up' })).data).toMatchObject({ rows: [], total: 0 })
    const bad = await agent.call('keyword_positions', { fields: ['rank'], since: '2999-01-01' })
    expect([bad.isError, bad.text]).toEqual([true, expect.stringContaining('fields.0: must be one of id, keyword')])
    const future = await agent.call('keyword_positions', { since: '2999-01-01' })
    expect(future.text).toBe('since must be a day before today.')
    const word = await agent.call('keyword_positions', { since: 'yesterday' })
    expect(word.text).toBe('Bad input. since: must be a date (YYYY-MM-DD).')
  })

  it('takes the domain in the place of the id, and another account’s is unknown', async () => {
    const asked = await agent.call('keyword_positions', { project_id: 'https://www.example.com/' })
    expect(asked.data).toMatchObject({ total: 5 })
    const { agent: guest } = await newGuest(url)
    const foreign = await guest.call('keyword_positions', { project_id: 'example.com' })
    expect([foreign.isError, foreign.text]).toEqual([true, expect.stringContaining('No such site')])
    const none = await agent.call('keyword_positions', { project_id: 'no site' })
    expect(none.text).toBe('Bad input. project_id: is neither an id nor a domain: account_status lists the sites.')
  })

  it('is where the ids of keywords come from, and a tool that is given none says so', async () => {
    for (const tool of ['rank_history', 'remove_keyword']) {
      const { isError, text } = await agent.call(tool, { keyword_id: 'green tea' })
      const message = 'Bad input. keyword_id: is not an id: keyword_positions lists the keywords with theirs.'
      expect([isError, text]).toEqual([true, message])
    }
  })

  it('is open to guests', async () => {
    const { agent: guest } = await newGuest(url)
    await guest.call('add_project', { website: 'example.com' })
    expect((await guest.call('keyword_positions')).data).toMatchObject({ rows: [], total: 0 })
  })
})

describe('a comparison with a day before the first check', () => {
  it('says that nothing can be compared and when checks begin, instead of that nothing moved', async () => {
    const own = await connectAgent(url, { token: (await world.newKey('starter')).secret })
    await own.call('add_project', { website: 'compared.example.com' })
    await own.call('add_keyword', { keyword: `${unanswered} tea` })
    await own.call('add_competitor', { website: 'rival-one.com' })
    const ask = (tool: string) => own.call(tool, { since: '2020-01-01' })
    for (const tool of ['keyword_positions', 'rank_compare'])
      expect((await ask(tool)).data, tool).toMatchObject({
        firstCheckedOn: null,
        summary: { keywords: 1, comparable: 0 },
        hint: 'No keyword has a rank of 2020-01-01 to compare with, so the counts of moves are 0. None was checked yet.',
      })
    await own.call('add_keyword', { keyword: 'tea' })
    const isChecked = async () => Object((await ask('keyword_positions')).data).firstCheckedOn !== null
    await until('the check', isChecked, undefined, gentlyMs)
    const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)
    for (const tool of ['keyword_positions', 'rank_compare'])
      expect((await ask(tool)).data, tool).toMatchObject({
        firstCheckedOn: day,
        summary: { keywords: 2, comparable: 0 },
        hint: expect.stringMatching(/The first check was on \d{4}-\d\d-\d\d: ask since a later day\.$/),
      })
    expect((await own.call('keyword_positions')).data).not.toHaveProperty('hint')
  })
})

describe('a check that is under way', () => {
  it('comes with a time to look again, which ends with the check; a failed one differs from one that waits', async () => {
    const { agent: guest } = await newGuest(url)
    await guest.call('add_project', { website: 'example.com' })
    for (const keyword of ['tea', `${unanswered} tea`]) {
      const { data } = await guest.call('add_keyword', { keyword })
      expect(data).toMatchObject({
        keyword: { lastCheck: { status: 'queued' } },
        retryAfterSeconds: expect.any(Number),
      })
    }
    const rows = () => guest.call('keyword_positions').then(({ data }) => Object(data).rows)
    const areChecked = async () => !JSON.stringify(await rows()).includes('queued')
    await until('both checks', areChecked, undefined, gentlyMs)
    expect(await rows()).toMatchObject([
      { position: 0, source: 'scripted', sandbox: true, frozen: false, lastCheck: { status: 'ok' } },
      { position: null, source: null, lastCheck: { status: 'failed', error: 'upstream' } },
    ])
    const { data } = await guest.call('add_keyword', { keyword: 'tea' })
    expect(data).not.toHaveProperty('retryAfterSeconds')
  })
})

describe('competitors', () => {
  it('are those that were added, and rank_compare shows the ones that were asked for', async () => {
    for (const website of ['rival-one.com', 'https://www.rival-two.com/']) {
      expect((await agent.call('add_competitor', { website })).data).toMatchObject({ created: true })
      expect((await agent.call('add_competitor', { domain: website })).data).toMatchObject({ created: false })
    }
    const { data } = await agent.call('competitors')
    expect(data).toMatchObject({ total: 2, rows: [{ domain: 'rival-one.com' }, { domain: 'rival-two.com' }] })
    const all = await agent.call('rank_compare')
    expect(Object(all.data).rows[0].competitors).toHaveLength(2)
    const one = await agent.call('rank_compare', { competitors: ['https://www.rival-two.com'] })
    expect(Object(one.data).rows[0].competitors.map(({ domain }: { domain: string }) => domain)).toEqual([
      'rival-two.com',
    ])
    const { isError, text } = await agent.call('rank_compare', { competitors: ['rival-one.com', 'stranger.com'] })
    expect(isError).toBe(true)
    expect(text).toContain(
      'competitors: this site has no competitor stranger.com; its competitors are rival-one.com, rival-two.com',
    )
  })

  it('of a key whose comparisons are closed are kept, and the answer says what opens them', async () => {
    const { agent: guest } = await newGuest(url)
    const free = await connectAgent(url, { token: (await world.newKey('free')).secret })
    for (const [own, way] of [
      [guest, 'request_link'],
      [free, 'The owner of the account can change the plan'],
    ] as const) {
      await own.call('add_project', { website: 'example.com' })
      const { data } = await own.call('add_competitor', { website: 'rival-one.com' })
      const hint = /^It is saved, and each check records its ranks; rank_compare is closed\. Needs the Starter plan/
      expect(data).toMatchObject({ created: true, hint: expect.stringMatching(hint) })
      expect(Object(data).hint).toContain(way)
    }
    expect((await agent.call('add_competitor', { website: 'rival-one.com' })).data).not.toHaveProperty('hint')
  })
})
