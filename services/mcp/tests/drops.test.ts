import { subjectOf } from '@rts/shared/derive/subjects'
import { natsOptions } from '@rts/shared/service/broker'
import { connect, type NatsConnection } from 'nats'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Agent, connectAgent } from './support/agent.ts'
import { startWorld, type World } from './support/world.ts'

const page = 'https://tea.example/green'
const long = `https://tea.example/${'a'.repeat(2_000)}`
const fallen = (url: string) => ({
  keywordId: 'k',
  keyword: 'tea',
  position: 14,
  previousPosition: 3,
  url,
  previousUrl: url,
  passedBy: [],
  largestFall: null,
  cameAhead: [],
  ownBefore: [],
  ownNow: [],
  newBlocks: [],
})
const counts = { up: 0, down: 1, new: 0, lost: 0, top3: 0, top10: 0, pageTwo: 1, notFound: 0, failed: 0, waiting: 0 }
const issue = { code: 'TITLE_MISSING', severity: 'error', title: 'No title', isNew: true, detail: null }

let world: World
let nats: NatsConnection
let agent: Agent
let ranked: string[] = []
let isCompared = false
/** The addresses that content was asked about. */
let asked: string[][] = []
/** The tests answer for projects and content. */
beforeAll(async () => {
  world = await startWorld()
  await world.projects.stop()
  nats = await connect(natsOptions(world.natsUrl, 'test'))
  nats.subscribe(subjectOf('falls.list'), {
    callback: (_error, message) => {
      const summary = { keywords: 1, comparable: 1, ...counts }
      const ok = {
        summary,
        firstCheckedOn: '2026-01-01',
        rows: ranked.map((url) => ({ ...fallen(url), isCompared })),
        notes: [],
        total: 1,
      }
      message.respond(JSON.stringify({ ok }))
    },
  })
  await nats.flush()
  agent = await connectAgent(world.gateway.url, { token: (await world.newKey('growth')).secret })
})
afterAll(async () => {
  await nats.close()
  await world.stop()
})
beforeEach(() => {
  asked = []
  isCompared = false
})

const drops = async () => {
  const { isError, text, data } = await agent.call('rank_drops', { project_id: 'p', since: '2026-03-02' })
  expect([isError, text]).toEqual([false, expect.any(String)])
  const { rows, hint, auditedAt } = Object(data)
  return { issues: rows.map((row: { issues: { code: string }[] | null }) => row.issues), hint, auditedAt }
}
/** While `work` runs, content answers this. */
async function withContent(answer: object, work: () => Promise<void>): Promise<void> {
  const subscription = nats.subscribe(subjectOf('issues.list'), {
    callback: (_error, message) => {
      asked.push(message.json<{ query: { urls: string[] } }>().query.urls)
      message.respond(JSON.stringify(answer))
    },
  })
  await nats.flush()
  await work().finally(() => subscription.unsubscribe())
  await nats.flush()
}
const audited = '2026-03-01T00:00:00.000Z'
const found = {
  ok: { updatedAt: audited, issues: [{ ...issue, firstSeen: audited, urls: [{ url: page, detail: null }] }] },
}

it('a page that ranks with a passage of its text has the issues of the page, which is asked for once', async () => {
  ranked = [`${page}#:~:text=green%20tea`, `${page}#brewing`, page]
  await withContent(found, async () => {
    const { issues, auditedAt } = await drops()
    expect(issues.map((list: { code: string }[]) => list.map(({ code }) => code))).toEqual(
      Array(3).fill(['TITLE_MISSING']),
    )
    expect([auditedAt, asked]).toEqual([audited, [[page]]])
  })
})

it('of an address too long to ask for the issues are not known, which is said; those of others are', async () => {
  ranked = [long, page]
  await withContent(found, async () => {
    const { issues, hint } = await drops()
    expect([issues[0], issues[1]?.length, asked]).toEqual([null, 1, [[page]]])
    expect(hint).toContain('issues null')
  })
  ranked = [long]
  expect((await drops()).issues).toEqual([null])
})

it('who came ahead is not known where no two results pages are compared, which is said', async () => {
  ranked = [page]
  await withContent(found, async () => {
    expect((await drops()).hint).toBe(
      'isCompared false: results pages of both days are not stored, so who came ahead is not known; results_page has those that are.',
    )
    isCompared = true
    expect((await drops()).hint).toBeUndefined()
  })
})

it.each([
  ['is not reachable', null],
  ['is busy', { problem: { code: 'unavailable', detail: 'busy' } }],
  ['does not answer in time', { problem: { code: 'timeout', detail: 'slow' } }],
])('while the owner of audits %s the falls are answered, and say that issues are not known', async (_name, answer) => {
  ranked = [page]
  const look = async () => {
    const { issues, hint, auditedAt } = await drops()
    expect([issues, auditedAt]).toEqual([[null], null])
    expect(hint).toContain('issues null')
  }
  await (answer ? withContent(answer, look) : look())
})

it('another refusal of the owner of audits is the tool’s', async () => {
  ranked = [page]
  await withContent({ problem: { code: 'not_found', detail: 'No such site' } }, async () => {
    const { isError } = await agent.call('rank_drops', { project_id: 'p', since: '2026-03-02' })
    expect(isError).toBe(true)
  })
})
