import { adviceRules } from '@rts/shared/contract/rows/advice'
import { describe, expect, it } from 'vitest'
import { checksFail } from './checks-fail.ts'
import { linkToDisavow } from './link-to-disavow.ts'
import type { Knowledge } from './model.ts'
import { errorsOnRankingPage, nearTop10 } from './pages.ts'
import { leftTop10, pageSwap, rivalPassed } from './rank-changes.ts'
import { findingsOf, rules } from './rules.ts'
import { ago, change, inEnglish, issue, link, now, pass, rank } from './testing/facts.ts'

const nothing: Knowledge = {
  ranks: [],
  changes: [],
  passes: [],
  volumes: new Map(),
  links: [],
  audit: { issues: [], at: null, sandbox: false },
}

describe('the rules', () => {
  it('are those of the contract, each once, each in a sentence', () => {
    expect(rules.map(({ name }) => name).sort()).toEqual([...adviceRules].sort())
    for (const { statement } of rules) expect(statement.text).toMatch(/^[A-Z].*\.$/)
  })

  it('find nothing where nothing is known', () => {
    expect(rules.flatMap((rule) => findingsOf(rule, nothing, now))).toEqual([])
  })

  it('give a card the same id whenever they find it, and no other card that id', () => {
    const known = { ...nothing, links: [link('a.example'), link('b.example')] }
    const ids = () => findingsOf(linkToDisavow, known, now).map(({ id }) => id)
    expect(ids()).toEqual(ids())
    expect(new Set(ids()).size).toBe(2)
  })
})

describe('left_top_10', () => {
  const find = (ranks: Knowledge['ranks'], ...changes: Knowledge['changes']) =>
    inEnglish(leftTop10.find({ ranks, changes }, now))
  const fell = change('tea', { position: 8, days: 3 }, { position: 14, days: 2 })

  it('names a keyword that fell out in the last week, with the checks before, then and now', () => {
    const [card] = find([rank('tea', 17)], fell)
    expect(card).toMatchObject({ title: '“tea” fell out of the top 10', at: ago(2), fact: ago(2), keywordIds: ['tea'] })
    expect(card?.evidence).toEqual([
      { what: 'Before', figure: 'position 8', at: ago(3), url: 'https://example.com/tea' },
      { what: 'After', figure: 'position 14', at: ago(2), url: 'https://example.com/tea' },
      { what: 'Now', figure: 'position 17', at: ago(0.04), url: 'https://example.com/tea' },
    ])
  })

  it('counts one that is not found any more', () => {
    const [card] = find([rank('tea', 0)], change('tea', { position: 10, days: 3 }, { position: 0, days: 2 }))
    expect(card?.evidence[1]).toMatchObject({ figure: 'not found', url: null })
  })

  it.each([
    ['is back', [rank('tea', 9)], fell],
    ['fell eight days ago', [rank('tea', 17)], change('tea', { position: 8, days: 9 }, { position: 14, days: 8 })],
    ['only came in', [rank('tea', 17)], change('tea', { position: 14, days: 3 }, { position: 8, days: 2 })],
    [
      'was never in',
      [rank('tea', 17)],
      change('tea', { position: 11, days: 3 }, { position: 14, url: 'https://x.example/', days: 2 }),
    ],
    ['is frozen', [rank('tea', 17, { frozen: true })], fell],
    ['is not tracked any more', [], fell],
  ])('is silent where the keyword %s', (_case, ranks, ...changes) => {
    expect(find(ranks, ...changes)).toEqual([])
  })

  it('is about the last time: one that came back and fell again is another fact', () => {
    const again = change('tea', { position: 9, days: 1 }, { position: 12, days: 0.5 })
    const back = change('tea', { position: 14, days: 2 }, { position: 9, days: 1 })
    const found = find([rank('tea', 12)], again, back, fell)
    expect(found.map(({ subject, fact }) => [subject, fact])).toEqual([['tea', ago(0.5)]])
  })
})

describe('near_top_10', () => {
  const find = (ranks: Knowledge['ranks'], volumes: Record<string, number>) =>
    inEnglish(nearTop10.find({ ranks, volumes: new Map(Object.entries(volumes)) }, now))
  const page = { url: 'https://example.com/tea?x=1' }

  it('is a card a page: its phrases from 11 to 15, the most searched first, which is what it is refreshed for', () => {
    const ranks = [rank('a', 11, page), rank('b', 15, page), rank('c', 10, page), rank('d', 16, page)]
    const [card, ...others] = find(ranks, { a: 50, b: 1_900, c: 9, d: 9 })
    expect(others).toEqual([])
    expect(card).toMatchObject({
      title: 'Refresh /tea?x=1: it is just outside the top 10',
      fact: 'b',
      keywordIds: ['b'],
      evidence: [
        { what: '“b”, searched 1,900 times a month', figure: 'position 15' },
        { what: '“a”, searched 50 times a month', figure: 'position 11' },
      ],
      action: { kind: 'plan', q: 'b', country: 'us', language: 'en' },
    })
  })

  it('is silent where the searches of a phrase are zero or unknown', () => {
    expect(find([rank('a', 12), rank('b', 12)], { a: 0 })).toEqual([])
  })

  it('has the page with the most searches first', () => {
    expect(find([rank('a', 12), rank('b', 12)], { a: 10, b: 20 }).map(({ fact }) => fact)).toEqual(['b', 'a'])
  })
})

describe('page_swap', () => {
  const [x, y, z] = ['https://example.com/x', 'https://example.com/y', 'https://example.com/z']
  const changes = (...urls: (string | null)[]) =>
    urls
      .slice(1)
      .map((url, i) => {
        const position = (each: string | null | undefined) => (each ? 5 : 0)
        const days = urls.length - i
        const before = { position: position(urls[i]), url: urls[i] ?? null, days }
        return change('tea', before, { position: position(url), url, days: days - 1 })
      })
      .reverse()
  const find = (...urls: (string | null)[]) =>
    inEnglish(pageSwap.find({ ranks: [rank('tea', 5)], changes: changes(...urls) }, now))

  it('names two pages of which one came, then the other, then the first again', () => {
    const [card] = find(x, y, x)
    expect(card).toMatchObject({ title: '/x and /y swap places for “tea”', fact: ago(1), keywordIds: ['tea'] })
    expect(card?.evidence.map(({ what, url }) => [what, url])).toEqual([
      ['First', x],
      ['Then', y],
      ['Again', x],
    ])
  })

  it('does not mind checks that found none of them, and tells of the last swap', () => {
    expect(find(x, null, y, null, x)).toHaveLength(1)
    expect(find(x, y, x, y)[0]).toMatchObject({ title: '/y and /x swap places for “tea”' })
  })

  it.each([[[x, y]], [[x, null, x]], [[x, y, z]]])('is silent for %j', (urls) => {
    expect(find(...urls)).toEqual([])
  })
})

describe('rival_passed', () => {
  const ranks = [rank('a', 9), rank('b', 12)]
  const find = (...passes: Knowledge['passes']) => inEnglish(rivalPassed.find({ ranks, passes }, now))

  it('is a card a rival, with both positions before and after, the one who passed most often first', () => {
    const found = find(pass('a', 'one.com', 7, 2), pass('a', 'two.com', 3, 2), pass('b', 'two.com', 10))
    expect(found.map(({ title, fact }) => [title, fact])).toEqual([
      ['two.com passed you on 2 keywords', ago(1)],
      ['one.com passed you on 1 keyword', ago(2)],
    ])
    expect(found[1]?.evidence).toEqual([{ what: '“a”', figure: 'you 8 → 9, they 12 → 7', at: ago(2), url: null }])
  })

  it('is silent about what is older than a week, beyond the twentieth place, or not tracked any more', () => {
    expect(find(pass('a', 'one.com', 7, 8), pass('a', 'one.com', 21), pass('deleted', 'one.com', 7))).toEqual([])
  })
})

describe('errors_on_ranking_page', () => {
  const url = 'https://example.com/tea'
  const find = (position: number, ...issues: Knowledge['audit']['issues']) =>
    inEnglish(
      errorsOnRankingPage.find({ ranks: [rank('tea', position)], audit: { issues, at: ago(4), sandbox: false } }, now),
    )

  it('names a page in the top ten with its errors and its positions', () => {
    const [card] = find(4, issue('broken', 'error', `${url}#part`), issue('slow', 'error', 'https://example.com/other'))
    expect(card).toMatchObject({ title: '/tea is in the top 10 and has 1 error', fact: 'broken', at: ago(4) })
    expect(card?.evidence).toEqual([
      { what: 'Title of broken', figure: 'error', at: ago(4), url },
      { what: 'Position for “tea”', figure: 'position 4', at: ago(0.04), url },
    ])
  })

  it('comes back with another error, not with the same ones', () => {
    const facts = (...codes: string[]) =>
      find(4, ...codes.map((code) => issue(code, 'error', url))).map(({ fact }) => fact)
    expect(facts('a', 'b')).toEqual(facts('b', 'a'))
    expect(facts('a', 'b')).not.toEqual(facts('a'))
  })

  it('is silent about warnings, and about pages that rank lower', () => {
    expect(find(4, issue('thin', 'warning', url))).toEqual([])
    expect(find(11, issue('broken', 'error', url))).toEqual([])
  })
})

describe('link_to_disavow', () => {
  const find = (...links: Knowledge['links']) => inEnglish(linkToDisavow.find({ links }, now))

  it('is a card a host, with its links and the reasons of the review', () => {
    const [card] = find(link('spam.example'), link('spam.example', { spamScore: null, lastSeen: null }))
    expect(card).toMatchObject({
      subject: 'spam.example',
      title: 'spam.example sends 2 bad links: disavow it',
      at: ago(2),
      action: { kind: 'disavow', domain: 'spam.example' },
    })
    expect(card?.evidence).toMatchObject([
      { what: 'Link with the text “win”', figure: 'spam score 80, spam high, many links', at: ago(2) },
      { figure: 'spam high, many links', at: ago(9) },
    ])
  })

  it('is silent about what is disavowed, kept, or to be reviewed by a person', () => {
    const others = (['keep', 'review'] as const).map((suggestion) => link('a.example', { suggestion }))
    expect(find(link('spam.example', { disavowed: true }), ...others)).toEqual([])
  })
})

describe('checks_fail', () => {
  const failed = { lastCheck: { status: 'failed', at: ago(0.5), error: 'timeout' } } as const
  const find = (...ranks: Knowledge['ranks']) => inEnglish(checksFail.find({ ranks }, now))

  it('is one card for all, since the first check that worked last', () => {
    const [card, ...others] = find(
      rank('a', 3, { ...failed, checkedAt: ago(3) }),
      rank('b', null, { ...failed, checkedAt: null }),
    )
    expect(others).toEqual([])
    const title = 'Checks of 2 keywords fail since 2026-11-19'
    const why = 'the search provider did not answer in time'
    expect([card?.title, card?.keywordIds]).toEqual([`${title}: ${why}`, ['a', 'b']])
    const other = { lastCheck: { ...failed.lastCheck, error: 'suspect' as const }, checkedAt: ago(3) }
    expect(find(rank('a', 3, { ...failed, checkedAt: ago(3) }), rank('b', 3, other))[0]?.title).toBe(title)
    expect(card?.evidence.map(({ what, figure }) => [what, figure])).toEqual([
      ['“a”: last try', why],
      ['“a”: last that worked', 'ok'],
      ['“b”: last try', why],
    ])
  })

  it.each([
    ['worked yesterday', rank('a', 3, { ...failed, checkedAt: ago(1) })],
    ['waits', rank('a', 3, { lastCheck: { status: 'queued', at: ago(3), error: null }, checkedAt: ago(3) })],
    ['is frozen', rank('a', 3, { ...failed, checkedAt: ago(3), frozen: true })],
  ])('is silent where a check %s', (_case, row) => {
    expect(find(row)).toEqual([])
  })
})
