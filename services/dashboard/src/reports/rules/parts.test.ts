import type { OperationOutput } from '@rts/shared/contract/operation'
import { reportDocument } from '@rts/shared/contract/rows/report'
import type { Operations } from '@rts/shared/contract/table'
import { describe, expect, it } from 'vitest'
import { figuresOf } from './letter-figures.ts'
import { aiPartOf, linksPartOf, ranksPartOf, searchConsolePartOf, visibilityPartOf } from './parts.ts'

type OutputOf<N extends keyof Operations> = OperationOutput<Operations[N]>
type Rank = OutputOf<'movements.list'>['keywords'][number]
type Link = OutputOf<'backlinks.list'>['rows'][number]

const span = { from: '2026-11-02', until: '2026-11-03' }
const days = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04']
const none = [0, 0, 0, 0]
const counts = {
  top3: [1, 2, 3, 4],
  top10: none,
  top20: none,
  top50: none,
  top100: none,
  notFound: none,
  unchecked: none,
}
const notes = [{ id: 'n', day: '2026-11-02', text: 'Client is angry', createdAt: '2026-11-02T00:00:00.000Z' }]
const host = {
  competitorId: null,
  domain: 'peets.com',
  scores: [1, 2, null, 4],
  shares: none,
  carried: [false, true, false, false],
}
const course: OutputOf<'visibility.list'> = { days, counts, notes, hosts: [host] }

const rank = (keyword: string, position: number | null, previousPosition: number | null, more = {}): Rank => ({
  id: keyword,
  keyword,
  country: 'us',
  language: 'en',
  device: 'desktop',
  location: null,
  checkedAt: position === null ? null : '2026-11-03T05:00:00.000Z',
  depth: 100,
  source: 'serpapi',
  lastCheck: null,
  position,
  previousPosition,
  change: null,
  url: null,
  best: null,
  frozen: false,
  previousUrl: null,
  comparable: true,
  blocks: null,
  aiOverview: null,
  aiCited: null,
  snippet: null,
  ownSnippet: null,
  tags: ['secret client'],
  ...more,
})

describe('visibility', () => {
  it('has the days of the period alone, and no note of the account', () => {
    const part = visibilityPartOf(course, span, undefined)
    expect(part).toMatchObject({
      days: ['2026-11-02', '2026-11-03'],
      scores: [2, null],
      carried: [true, false],
      counts: { top3: [2, 3] },
    })
    expect(JSON.stringify(part)).not.toContain('angry')
  })
})

describe('ranks', () => {
  const part = ranksPartOf([
    rank('lost', 0, 5, { medians: { days: 7, position: 0, previousPosition: 5, moved: true } }),
    rank('never', null, null),
    rank('third', 3, 8, { medians: { days: 7, position: 3, previousPosition: 7, moved: true } }),
    rank('trembled', 20, 23, { medians: { days: 7, position: 21, previousPosition: 22, moved: false } }),
    rank('first', 1, 1),
    rank('deeper', 60, 0, { comparable: false, medians: null }),
  ])

  it('counts all keywords, and as up and down those alone whose medians moved further than usual', () => {
    expect(part).toMatchObject({ keywords: 6, top3: 2, top10: 2, up: 1, down: 1, notFound: 1, medianDays: 7 })
    expect(part.at).toBe('2026-11-03T05:00:00.000Z')
  })

  it('that are mostly unknown on the last day are no figures of a letter, which would tell of a fall', () => {
    const lettered = (known: number) => {
      const ranks = ranksPartOf(Array.from({ length: 10 }, (_, i) => rank(`k${i}`, i < known ? i + 1 : null, i + 1)))
      return figuresOf({ parts: { ranks } } as Parameters<typeof figuresOf>[0]).map(({ name }) => name)
    }
    expect([lettered(8), lettered(7)]).toEqual([['top3', 'top10'], []])
  })

  it('shows the best first, then those that were not found, then those that were never checked', () => {
    expect(part.rows.map(({ keyword }) => keyword)).toEqual(['first', 'third', 'trembled', 'deeper', 'lost', 'never'])
  })

  it('shows a hundred at most', () => {
    const many = Array.from({ length: 150 }, (_, i) => rank(`k${i}`, i + 1, null))
    const cut = ranksPartOf(many)
    expect([cut.keywords, cut.rows.length]).toEqual([150, 100])
  })
})

describe('links', () => {
  const link = (more: Partial<Link>): Link => ({
    id: 'l',
    urlFrom: 'https://blog.example/a',
    domainFrom: 'blog.example',
    urlTo: null,
    anchor: null,
    title: null,
    rel: [],
    dofollow: null,
    domainRank: null,
    spamScore: null,
    firstSeen: '2026-11-02T05:00:00.000Z',
    lastSeen: '2026-11-04T05:00:00.000Z',
    isNew: true,
    isLost: false,
    isBroken: null,
    disavowed: false,
    suggestion: 'keep',
    reasons: [],
    source: 'x',
    ...more,
  })

  it('are those that came or went within the period', () => {
    const rows = [
      link({}),
      link({ firstSeen: '2026-11-01T05:00:00.000Z' }),
      link({ isLost: true, isNew: false, lastSeen: '2026-11-03T23:00:00.000Z' }),
      link({ isLost: true, isNew: false }),
      link({ isNew: null }),
    ]
    expect(linksPartOf({ updatedAt: '2026-11-05T00:00:00.000Z', rows }, span)).toMatchObject({ found: 1, lost: 1 })
  })

  it('that were never collected are unknown, and not none', () => {
    expect(linksPartOf({ updatedAt: null, rows: [] }, span)).toBeUndefined()
  })
})

describe('AI visibility', () => {
  const prompt = (answers: number, mentioned: number) =>
    ({ prompt: 'which tea?', answers, mentioned, cited: 0, engines: [], lastRunAt: null }) as unknown as Prompt
  type Prompt = OutputOf<'prompts.list'>['prompts'][number]
  const partOf = (...prompts: Prompt[]) => aiPartOf({ prompts, total: prompts.length } as OutputOf<'prompts.list'>)

  it('is of all answers together, with their number, and unknown below ten', () => {
    const part = partOf(prompt(4, 4), prompt(6, 1))
    expect(part).toMatchObject({ prompts: 2, answers: 10, mentionRate: 0.5, citationRate: 0 })
    expect(figuresOf({ parts: { ai: part } } as Parameters<typeof figuresOf>[0])).toEqual([
      { name: 'mentioned', value: 50, before: null, answers: 10 },
    ])
    expect(partOf(prompt(4, 4), prompt(5, 1))).toMatchObject({ answers: 9, mentionRate: null, citationRate: null })
  })
})

describe('the search console', () => {
  const figures = (more: object): OutputOf<'searchConsoleFigures.list'> => ({
    connected: true,
    connectUrl: 'https://ours.example/connect',
    property: 'sc-domain:peets.com',
    startDate: '2026-11-02',
    endDate: '2026-11-03',
    totals: { clicks: 30, impressions: 400 },
    isCut: false,
    status: 'ready',
    reason: null,
    updatedAt: '2026-11-05T00:00:00.000Z',
    days: days.slice(0, 3).map((day) => ({ day, clicks: 10, impressions: 100, ctr: 0.1, position: 3 })),
    pages: [],
    ...more,
  })
  const queries = { queries: [] } as unknown as OutputOf<'searchConsoleQueries.list'>

  it('is compared with the days before it', () => {
    const part = searchConsolePartOf(figures({}), queries)
    expect(part).toMatchObject({ clicks: 30, before: { clicks: 10, impressions: 100 } })
    expect(part?.days.map(({ day }) => day)).toEqual(['2026-11-02', '2026-11-03'])
  })

  it('that was not read is unknown', () => {
    expect(searchConsolePartOf(figures({ startDate: null, endDate: null, totals: null }), queries)).toBeUndefined()
  })

  it('tells readers neither the property nor where the account connects', () => {
    const part = searchConsolePartOf(figures({}), queries)
    const shown = reportDocument.shape.parts.shape.searchConsole.parse(part)
    expect(JSON.stringify(shown)).not.toMatch(/ours\.example|sc-domain/)
  })
})

describe('the figures of a letter', () => {
  it('are those that are known, with what they were on the first day of the period, and never on a later one', () => {
    const document = {
      parts: {
        visibility: visibilityPartOf(course, span, { score: 4, before: null, keywords: 0, added: 30 }),
        ranks: ranksPartOf([]),
        links: null,
      },
    } as unknown as Parameters<typeof figuresOf>[0]
    expect(figuresOf(document)).toEqual([
      { name: 'visibility', value: 4, before: null },
      { name: 'top3', value: 0, before: null },
      { name: 'top10', value: 0, before: null },
    ])
  })
})
