import { until } from '@rts/local/testing/until'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AgentTool, agentWith } from './support/agent-call.ts'
import { joinSystem } from './support/shared-system.ts'
import { at, newAccount, type TestSystem } from './support/system.ts'

let system: TestSystem
let tool: AgentTool
const project_id = 'demo.sandbox.example'
const week = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10)

/** A growing site on Starter: a year of ranks, three rivals, and what was collected for it before. */
beforeAll(async () => {
  system = await joinSystem()
  const { id: accountId } = await newAccount(system, 'starter')
  await system.operator.call('demo.seed', { body: { accountId } })
  const body = { name: 'agent', kind: 'lasting' } as const
  const { secret } = await system.operator.call('keys.create', { params: { accountId }, body })
  tool = agentWith(system.connection.mcpUrl, secret)
  for (const name of ['keyword_gap', 'keyword_planner', 'competitor_traffic', 'backlink_review', 'on_page_issues'])
    await until(
      `${name} for the first time`,
      async () => (await tool(name, { project_id })).status === 'ready',
      60_000,
      1_000,
    )
}, 120_000)
afterAll(() => system.remove())

type Rows = Record<string, unknown>[]
const rows = (answer: object): Rows => Object(answer).rows
/** Not found is below every place. */
const place = (position: unknown) => Number(position) || 101

/** Each question is asked of `tool` at most twice. */
const questions: Record<string, () => Promise<void>> = {
  'What fell this week?': async () => {
    const { summary, ...fell } = await tool('keyword_positions', {
      project_id,
      since: week,
      filter: 'down',
      sort: 'change',
    })
    expect(rows(fell).length).toBeGreaterThan(0)
    expect(at(summary, 'down')).toBe(fell.total)
    const drops = rows(fell).map(({ position, previousPosition }) => place(position) - place(previousPosition))
    expect(drops).toEqual(drops.toSorted((a, b) => b - a))
    expect(Math.min(...drops)).toBeGreaterThan(0)
  },
  'Who passed us since the year began, and for what?': async () => {
    const since = new Date(Date.now() - 300 * 86_400_000).toISOString().slice(0, 10)
    const passed = await tool('rank_compare', { project_id, since, filter: 'passed_us' })
    expect(rows(passed).length).toBeGreaterThan(0)
    expect(at(passed, 'summary', 'passedUs')).toBe(passed.total)
    for (const { position, previousPosition, competitors } of rows(passed)) {
      const [ours, before] = [place(position), place(previousPosition)]
      const rivals: Rows = Object(competitors)
      const passes = (rival: Rows[number]) => place(rival.position) < ours && place(rival.previousPosition) >= before
      expect(rivals.filter(passes)).not.toEqual([])
    }
  },
  'Which of our rivals’ keywords do we lack?': async () => {
    const gap = await tool('keyword_gap', { project_id })
    expect(rows(gap).filter(({ type }) => type === 'missing').length).toBeGreaterThan(0)
  },
  'Which page is broken, and how?': async () => {
    const issues = await tool('on_page_issues', { project_id, severity: 'error' })
    const [worst] = rows(issues)
    const pages = await tool('issue_pages', { project_id, code: worst?.code })
    expect(rows(pages).map(({ url }) => String(url))[0]).toContain(project_id)
    expect(worst).toMatchObject({ howToFix: expect.any(String), count: rows(pages).length })
  },
  'What should we track next?': async () => {
    const ideas = rows(await tool('keyword_planner', { project_id }))
    expect(ideas.filter(({ tracked }) => tracked === false).length).toBeGreaterThan(0)
  },
  'How did one keyword develop over the last month?': async () => {
    const [keyword] = rows(await tool('keyword_positions', { project_id, sort: 'position', limit: 1 }))
    const history = await tool('rank_history', { project_id, keyword_id: keyword?.id, limit: 30 })
    expect(rows(history)).toHaveLength(30)
  },
  'Which rival gets most visits, and from which pages?': async () => {
    const [first] = rows(await tool('competitor_traffic', { project_id }))
    expect(first).toMatchObject({ organicTraffic: expect.any(Number), topPages: expect.any(Array) })
  },
  'Which new links should somebody look at?': async () => {
    const links = rows(await tool('backlink_review', { project_id, days: 365 }))
    expect(links.map(({ suggestion }) => suggestion)).toContain('keep')
  },
  'How visible are we, and how many are on the first page?': async () => {
    const answer = await tool('keyword_positions', { project_id, limit: 1, fields: ['position'] })
    expect(answer).toMatchObject({ score: expect.any(Number), summary: { keywords: 30, top10: expect.any(Number) } })
    expect(Object.keys(rows(answer)[0] ?? {}).sort()).toEqual(['id', 'keyword', 'position'])
  },
  'Track these; which did you not add, and why?': async () => {
    const [known] = rows(await tool('keyword_positions', { project_id, limit: 1 }))
    const keywords = [known?.keyword, ...Array.from({ length: 80 }, (_, i) => `fresh coffee ${i}`)]
    const { added, skipped } = await tool('add_keyword', { project_id, keywords })
    // A Starter plan has a hundred, thirty of which were there.
    expect(added).toHaveLength(70)
    expect(skipped).toHaveLength(11)
    expect(at(skipped, 0)).toMatchObject({
      keyword: known?.keyword,
      code: 'duplicate',
      reason: expect.stringMatching(/\w/),
    })
    expect(at(skipped, 10)).toMatchObject({ code: 'plan_limit_reached' })
  },
}

describe('a growing site on Starter gets its answer in at most two calls', () => {
  it.each(Object.entries(questions))('%s', async (_question, ask) => {
    const before = tool.calls()
    await ask()
    expect(tool.calls() - before).toBeLessThanOrEqual(2)
  })
})
