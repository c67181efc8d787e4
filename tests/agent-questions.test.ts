import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agentSite, type Rows } from './support/agent-site.ts'
import { joinSystem } from './support/shared-system.ts'
import type { TestSystem } from './support/system.ts'

let system: TestSystem
let site: Awaited<ReturnType<typeof agentSite>>
beforeAll(async () => {
  system = await joinSystem()
  site = await agentSite(system)
}, 180_000)
afterAll(() => system.remove())

const rival = 'rival-one.example'
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
/** Not found is below every place. */
const place = (position: unknown) => Number(position) || 101
const column = (rows: Rows, name: string) => rows.map((row) => row[name])
const keywordsOf = (rows: Rows) => column(rows, 'keyword')
type Past = { keyword: string; position: number; positions: (number | null)[] }

/** The present rank of each keyword beside the one of so many days ago, from the overview of a person. */
async function past(days: number) {
  const { dates, keywords } = await site.truth('overview.get', { days: days + 1 })
  expect(Object(dates)[0]).toBe(ago(days))
  return Object.values(Object(keywords) as Record<string, Past>).map(({ keyword, position, positions }) => ({
    keyword,
    now: position,
    before: positions[0] ?? null,
  }))
}
const fallen = (rows: Awaited<ReturnType<typeof past>>) =>
  rows.filter(({ now, before }) => before !== null && place(now) > place(before))

/** A question of a marketer, and the check that the tools answer it as the facts are. */
const questions: Record<string, () => Promise<void>> = {
  'What did we lose in half a year?': async () => {
    const { rows } = await site.ask('keyword_positions', {
      filter: 'lost',
      since: ago(180),
      fields: ['previousPosition'],
    })
    const lost = (await past(180)).filter(({ now, before }) => now === 0 && before !== null && before > 0)
    expect(keywordsOf(rows).sort()).toEqual(lost.map(({ keyword }) => keyword).sort())
  },
  'Who passed us since the year began, and for what?': async () => {
    const passed = await site.ask('rank_compare', {
      since: ago(300),
      filter: 'passed_us',
      fields: ['position', 'previousPosition', 'competitors'],
      limit: 10,
    })
    expect(passed.rows.length).toBeGreaterThan(0)
    expect(Object(passed.summary).passedUs).toBe(passed.total)
    for (const { position, previousPosition, competitors } of passed.rows) {
      const [ours, before] = [place(position), place(previousPosition)]
      const passes = (each: Rows[number]) => place(each.position) < ours && place(each.previousPosition) >= before
      expect(Object.values(Object(competitors) as Rows).filter(passes)).not.toEqual([])
    }
  },
  'Where is one rival ahead of us?': async () => {
    const led = await site.ask('rank_compare', { filter: 'they_lead', competitors: [rival], fields: ['position'] })
    const { rows } = await site.truth('rankComparison.list')
    const ahead = Object.values(Object(rows) as Rows).filter(({ position, competitors }) => {
      const theirs = Object.values(Object(competitors) as Rows).find(({ domain }) => domain === rival)
      return place(theirs?.position) < place(position)
    })
    expect([led.total, keywordsOf(led.rows).sort()]).toEqual([ahead.length, keywordsOf(ahead).sort()])
  },
  'How are we against a year ago?': async () => {
    const { summary } = await site.ask('keyword_positions', { since: ago(360), limit: 1, fields: ['position'] })
    const ranks = (await past(360)).filter(({ before }) => before !== null)
    const down = fallen(ranks).length
    const up = ranks.filter(({ now, before }) => place(now) < place(before)).length
    expect(summary).toMatchObject({ comparable: ranks.length, up, down })
  },
  'What is on the second page?': async () => {
    const { rows } = await site.ask('keyword_positions', { filter: 'page_two', fields: ['position', 'url'] })
    const second = (await past(0)).filter(({ now }) => now > 10 && now <= 20)
    expect(second.length).toBeGreaterThan(0)
    expect(keywordsOf(rows).sort()).toEqual(second.map(({ keyword }) => keyword).sort())
  },
  'How much traffic does a rival have?': async () => {
    const fields = ['organicTraffic', 'topPages']
    const { rows } = await site.ask('competitor_traffic', { competitors: [rival], fields })
    const all: Rows = Object((await site.truth('traffic.list')).rows)
    const { organicTraffic } = all.find(({ domain }) => domain === rival) ?? {}
    expect(rows).toMatchObject([{ domain: rival, organicTraffic, topPages: expect.any(Array) }])
  },
  'Which links did we lose in a quarter?': async () => {
    const { rows } = await site.ask('backlink_review', { days: 90, state: 'lost', fields: ['urlFrom', 'lastSeen'] })
    const all: Rows = Object((await site.truth('backlinks.list', { days: 90 })).rows)
    const lost = all.filter(({ isLost }) => isLost === true)
    expect(lost.length).toBeGreaterThan(0)
    expect(column(rows, 'id')).toEqual(column(lost, 'id').slice(0, 25))
  },
  'How did the rivals move in a month?': async () => {
    const fields = ['score', 'competitors']
    const { rows } = await site.ask('visibility_history', { days: 31, every: 'week', competitors: true, fields })
    const { hosts } = await site.truth('visibility.list', { days: 31, hosts: 'all' })
    const [, ...rivals] = Object.values(Object(hosts) as Rows)
    const latest = rivals.map(({ domain, scores }) => ({ domain, score: Object(scores).at(-1) }))
    expect(rows.at(-1)?.competitors).toEqual(latest)
    expect(rows.length).toBeGreaterThanOrEqual(5)
  },
  'What are the widest gaps?': async () => {
    const { rows } = await site.ask('keyword_gap', { limit: 10, fields: ['volume', 'position', 'type', 'score'] })
    const all: Rows = Object((await site.truth('gap.list', { limit: 10 })).rows)
    expect([keywordsOf(rows), column(rows, 'score')]).toEqual([keywordsOf(all), column(all, 'score')])
  },
  'What does the audit say, and where?': async () => {
    const issues = await site.ask('on_page_issues', { severity: 'error', fields: ['count', 'howToFix'] })
    const [worst] = issues.rows
    const pages = await site.ask('issue_pages', { code: worst?.code, limit: 10 })
    const all: Rows = Object((await site.truth('issues.list')).issues)
    const errors = all.filter(({ severity }) => severity === 'error')
    expect(issues.rows).toMatchObject(errors.map(({ code, count, howToFix }) => ({ code, count, howToFix })))
    expect(pages.total).toBe(worst?.count)
    expect(String(pages.rows[0]?.url)).toContain('demo.sandbox.example')
  },
  'What fell this week, and why?': async () => {
    const { rows, total, summary } = await site.ask('rank_drops', { since: ago(7) })
    const falls = fallen(await past(7))
    expect([total, Object(summary).down]).toEqual([falls.length, falls.length])
    const farthest = falls.map(({ now, before }) => place(now) - place(before)).sort((a, b) => b - a)
    const shown = rows.map(({ position, previousPosition }) => place(position) - place(previousPosition))
    expect(shown).toEqual(farthest.slice(0, 5))
    for (const { passedBy, position } of rows)
      expect(Object.values(Object(passedBy) as Rows).filter((each) => place(each.position) >= place(position))).toEqual(
        [],
      )
    expect(rows[0]).toMatchObject({
      url: expect.any(String),
      previousUrl: expect.any(String),
      issues: expect.any(Array),
    })
  },
  'Which ideas are easy?': async () => {
    const asked = { tracked: false, max_difficulty: 30, min_volume: 100, fields: ['volume', 'difficulty'], limit: 50 }
    const { rows, total } = await site.ask('keyword_planner', asked)
    const all: Rows = Object((await site.truth('planner.list')).rows)
    const easy = all.filter(
      ({ tracked, difficulty, volume }) =>
        tracked === false && difficulty !== null && Number(difficulty) <= 30 && Number(volume) >= 100,
    )
    expect([total, keywordsOf(rows)]).toEqual([easy.length, keywordsOf(easy).slice(0, 50)])
  },
  'What do people ask?': async () => {
    const { rows, total } = await site.ask('content_ideas', { kind: 'question', fields: ['score'], limit: 50 })
    const all: Rows = Object((await site.truth('ideas.list')).ideas)
    const asked = all.filter(({ kind }) => kind === 'question')
    expect([total, column(rows, 'title')]).toEqual([asked.length, column(asked, 'title').slice(0, 50)])
  },
  'Which keywords bring money?': async () => {
    const fields = ['position', 'volume', 'cpc', 'intent', 'value']
    const { rows } = await site.ask('keyword_positions', { sort: 'value', fields, limit: 10 })
    const { ids, values } = await site.truth('keywordFigures.list')
    const known = Object.values(Object(ids)).map((id, i) => ({ id, value: Number(Object(values)[i] ?? -1) }))
    const max = known.sort((one, other) => other.value - one.value).slice(0, 10)
    expect(rows.map(({ id, value }) => ({ id, value }))).toEqual(max)
  },
  'Draft a disavow list': async () => {
    const asked = { days: 365, suggestion: 'disavow', fields: ['reasons'], limit: 50 }
    const { rows } = await site.ask('backlink_review', asked)
    const all: Rows = Object((await site.truth('backlinks.list', { days: 365 })).rows)
    const bad = all.filter(({ suggestion }) => suggestion === 'disavow')
    expect(bad.length).toBeGreaterThan(0)
    expect(column(rows, 'domainFrom')).toEqual(column(bad, 'domainFrom').slice(0, 50))
  },
  'Which of our pages compete with each other?': async () => {
    const { rows, total } = await site.ask('competing_pages', { days: 90 })
    const { phrases } = await site.truth('competingPages.list', { days: 90 })
    expect([total, keywordsOf(rows)]).toEqual([Object(phrases).length, keywordsOf(Object(phrases)).slice(0, 25)])
  },
  'Does ChatGPT name us?': async () => {
    const { rows, summary } = await site.ask('ai_visibility', { engine: 'openai' })
    const { prompts } = await site.truth('prompts.list')
    const named = Object.values(Object(prompts) as Rows).map(({ engines }) =>
      Object.values(Object(engines) as Rows).find(({ engine }) => engine === 'openai'),
    )
    const mentioned = named.filter((answer) => answer?.mentioned === true).length
    expect(summary).toMatchObject([{ engine: 'openai', answers: named.length, mentioned }])
    expect(rows).toHaveLength(named.length)
  },
  'What should we write next?': async () => {
    const { rows } = await site.ask('content_ideas', { limit: 5 })
    const all: Rows = Object((await site.truth('ideas.list', { limit: 5 })).ideas)
    expect([column(rows, 'id'), column(rows, 'title')]).toEqual([column(all, 'id'), column(all, 'title')])
  },
  'How many clicks does Google report, and for which queries?': async () => {
    const { rows, totals } = await site.ask('search_performance', { limit: 10, fields: ['clicks', 'position'] })
    const found = await site.truth('searchConsoleQueries.list', { limit: 10, days: 28 })
    expect(totals).toEqual(found.totals)
    expect(column(rows, 'query')).toEqual(column(Object(found.queries), 'query'))
  },
  'How did our visibility develop over the year?': async () => {
    const { rows } = await site.ask('visibility_history', { days: 365, every: 'month', fields: ['score', 'top10'] })
    const { days, hosts, counts } = await site.truth('visibility.list', { days: 365, hosts: 'own' })
    const { scores } = Object(hosts)[0]
    const at = Object(days).indexOf(rows[3]?.day)
    const top10 = Number(Object(counts).top3[at]) + Number(Object(counts).top10[at])
    expect(rows[3]).toEqual({ day: Object(days)[at], score: scores[at], top10 })
    expect([rows.length >= 12, rows.at(-1)?.score]).toEqual([true, scores.at(-1)])
  },
  'Track what a rival has in the top ten and we lack': async () => {
    const asked = { competitors: [rival], type: 'missing', max_rival_position: 10, fields: ['volume'], limit: 5 }
    const { rows } = await site.ask('keyword_gap', asked)
    expect(rows.length).toBeGreaterThan(0)
    const { added, skipped } = await site.ask('add_keyword', { keywords: keywordsOf(rows) })
    const known: Rows = Object(skipped)
    expect(known.every(({ code, reason }) => code === 'duplicate' && reason !== '')).toBe(true)
    expect(Object(added).length).toBeGreaterThan(0)
    expect(keywordsOf([...Object(added), ...known]).sort()).toEqual(keywordsOf(rows).sort())
  },
}

describe('a marketer’s question is answered in at most two calls and 4,000 tokens', () => {
  const table: string[] = []
  it.each(Object.entries(questions))('%s', async (question, check) => {
    const before = site.spent()
    await check()
    const after = site.spent()
    const [calls, tokens] = [after.calls - before.calls, after.tokens - before.tokens]
    table.push(`| ${question} | ${calls} | ${tokens} |`)
    expect(calls).toBeLessThanOrEqual(2)
    expect(tokens).toBeLessThanOrEqual(4_000)
  })

  it('are twenty-one', () => {
    expect(table).toHaveLength(21)
    if (process.env.AGENT_QUESTIONS === 'table') process.stdout.write(`${table.join('\n')}\n`)
  })
})
