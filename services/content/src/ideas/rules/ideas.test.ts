import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ideasWithEvidence, knownOf, pageOf, type Tracked } from './testing/known.ts'

const ideas = (tracked: Record<string, Tracked>, pages?: Parameters<typeof knownOf>[1]) =>
  ideasWithEvidence(knownOf(tracked, pages))
const kinds = (found: ReturnType<typeof ideas>) => found.map(({ phrase, kind }) => [phrase, kind])

describe('where ideas come from', () => {
  it.each([
    [3, 0],
    [4, 1],
    [20, 1],
    [21, 0],
  ])('striking distance: position %i makes %i', (position, count) => {
    const found = ideas({ spades: { position } }, [pageOf('0', 'Spades')])
    expect(found.filter(({ kind }) => kind === 'striking_distance')).toHaveLength(count)
  })

  it('striking distance names its page and its numbers', () => {
    expect(ideas({ spades: { position: 8 } }, [pageOf('0', 'Our spades')])).toMatchObject([
      {
        title: 'Our spades',
        phrase: 'spades',
        position: 8,
        existingUrl: 'https://own.com/0',
        evidence: ['Position 8 on 2026-11-20 for "spades"; page https://own.com/0'],
        source: 'own_pages',
        volume: null,
        difficulty: null,
      },
    ])
  })

  it('searched: queries of the search console that no keyword tracks, with Google’s numbers', () => {
    const searched = {
      startDate: '2026-10-24',
      endDate: '2026-11-20',
      sandbox: true,
      queries: [
        { query: 'moka pot cleaning', impressions: 1_200, position: 6.44 },
        { query: 'one espresso', impressions: 1, position: 18 },
        { query: 'espresso the', impressions: 90, position: 5 },
      ],
    }
    const tracked = { espresso: { position: 2 } }
    const found = ideasWithEvidence(knownOf(tracked, [pageOf('moka', 'Cleaning a moka pot')], searched))
    expect(found.filter(({ source }) => source === 'search_console')).toMatchObject([
      {
        phrase: 'moka pot cleaning',
        kind: 'striking_distance',
        title: 'Cleaning a moka pot',
        sandbox: true,
        position: null,
        volume: null,
        existingUrl: 'https://own.com/moka',
        country: 'us',
        language: 'en',
        evidence: [
          'Google\'s search console: position 6.4 for "moka pot cleaning", seen 1200 times from 2026-10-24 to 2026-11-20; no keyword tracks it',
        ],
      },
      { phrase: 'one espresso', evidence: [expect.stringContaining('seen once')] },
    ])
    expect(ideasWithEvidence(knownOf(tracked, null)).some(({ source }) => source === 'search_console')).toBe(false)
  })

  it('refresh: a page that fell by three places against 30 or 90 days ago, or is not found any more', () => {
    const found = ideas({
      lawn: { position: 9, earlier: [6, 3] },
      hedge: { position: 0, earlier: [null, 5] },
      roses: { position: 3, earlier: [1, 1] },
      tulips: { position: 2, earlier: [9, 0] },
      weeds: { position: 60, earlier: [30, 40] },
      'never looked': { position: null, earlier: [2, 2] },
    })
    const fallen = found.filter(({ kind }) => kind === 'refresh')
    expect(kinds(fallen).sort()).toEqual([
      ['hedge', 'refresh'],
      ['lawn', 'refresh'],
    ])
    expect(fallen.find(({ phrase }) => phrase === 'lawn')).toMatchObject({
      position: 9,
      existingUrl: 'https://own.com/0',
      evidence: [
        'Position 6 on 2026-10-21, 9 on 2026-11-20 for "lawn"; page https://own.com/0',
        'Position 3 on 2026-08-22, 9 on 2026-11-20 for "lawn"; page https://own.com/0',
        'Position 9 on 2026-11-20 for "lawn"; page https://own.com/0',
      ],
    })
    expect(fallen.find(({ phrase }) => phrase === 'hedge')).toMatchObject({
      position: 0,
      existingUrl: 'https://own.com/then',
      evidence: [
        'Position 5 on 2026-08-22, not found on 2026-11-20 for "hedge"; page https://own.com/then',
        'Not found for "hedge" on 2026-11-20',
      ],
    })
  })

  it('gap: rivals are among the first twenty and the site is not', () => {
    const found = ideas({
      shears: { position: 0, rivals: [1, 0] },
      gloves: { position: 34, rivals: [21, 20] },
      rakes: { position: 15, rivals: [1, 2] },
      seeds: { position: null, rivals: [1, 2] },
    })
    const gaps = found.filter(({ kind }) => kind === 'gap')
    expect(gaps.map(({ phrase, evidence }) => [phrase, evidence[0]])).toEqual([
      ['shears', 'rival-a.com at position 1 on 2026-11-20 for "shears", your site not found'],
      ['gloves', 'rival-b.com at position 20 on 2026-11-20 for "gloves", your site at position 34'],
    ])
  })

  it('a phrase that no page answers is named with the capital of its language', () => {
    const titleIn = (language: string) => ideas({ istanbul: { position: 0, language, rivals: [1, 2] } })[0]?.title
    expect([titleIn('tr'), titleIn('en')]).toEqual(['İstanbul', 'Istanbul'])
  })

  it('questions: those that no page answers in so many words, with the page that is about the matter', () => {
    const questions = ['What is a spade?', 'How to store rakes?', 'Who invented the hoe?', 'Which shears are best?']
    const tracked = { 'garden tools': { position: 2, questions }, 'best shears which': { position: 1 } }
    const pages = [pageOf('q', 'What is a garden spade'), pageOf('rakes', 'Rakes to store')]
    expect(ideas(tracked, pages).filter(({ kind }) => kind === 'question')).toMatchObject(
      [
        {
          phrase: 'How to store rakes?',
          title: 'How to store rakes?',
          existingUrl: 'https://own.com/rakes',
          position: null,
          evidence: ['Asked on the results page of "garden tools" on 2026-11-20'],
        },
        { phrase: 'Who invented the hoe?', existingUrl: null },
      ].sort((a, b) => (idOf(tracked, pages, a.phrase) < idOf(tracked, pages, b.phrase) ? -1 : 1)),
    )
    expect(ideas(tracked).filter(({ kind }) => kind === 'question')).toHaveLength(3)
  })

  it('related: a tracked phrase that does not rank and that no crawled page is about', () => {
    const tracked = {
      'rain barrels': { position: 0 },
      'water butts': { position: null },
      hoses: { position: 50 },
      sheds: { position: 21 },
      fences: { position: 20 },
    }
    const pages = [pageOf('h', 'Garden hoses'), pageOf('b', 'Barrels')]
    const found = ideas(tracked, pages).filter(({ kind }) => kind === 'related')
    expect(found.map(({ phrase }) => phrase).sort()).toEqual(['rain barrels', 'sheds', 'water butts'])
    expect(found.find(({ phrase }) => phrase === 'sheds')).toMatchObject({ existingUrl: 'https://own.com/3' })
    expect(found.filter(({ phrase }) => phrase !== 'sheds')).toMatchObject([
      {
        phrase: 'rain barrels',
        kind: 'related',
        position: 0,
        source: 'crawler',
        evidence: [
          'None of the pages crawled by 2026-11-18 (2) has "rain barrels" in its title or main heading',
          'Not found for "rain barrels" on 2026-11-20',
        ],
      },
      { phrase: 'water butts', kind: 'related', position: null },
    ])
    const uncrawled = ideas(tracked).filter(({ kind }) => kind === 'related')
    expect(kinds(uncrawled)).toEqual([['rain barrels', 'related']])
  })
})

it('related: sections near what is tracked that no page is about, unless many pages have them', () => {
  const headings = [
    'Spades for clay soil',
    'Rakes',
    'Contact our team',
    'Spades on sale',
    'What is a garden spade',
    'Loam',
    'Loam for spades',
  ]
  const pages = [
    pageOf('a', 'Home', 'Home', headings),
    pageOf('b', 'Shop', 'Shop', ['spades on sale', 'Spades for clay soil']),
    pageOf('c', 'Clay', 'Clay', ['Spades on sale!', 'Spades on sale']),
    pageOf('d', 'Garden spade'),
  ]
  const found = ideas(
    { spades: { position: 1 }, 'garden spade': { position: 2 }, 'spades loam': { position: 3 } },
    pages,
  )
  expect(found).toMatchObject([
    {
      phrase: 'Spades for clay soil',
      kind: 'related',
      position: null,
      source: 'crawler',
      evidence: [
        'Section "Spades for clay soil" of https://own.com/a; none of the pages crawled by 2026-11-18 (4) is about it',
        'Section "Spades for clay soil" of https://own.com/b; none of the pages crawled by 2026-11-18 (4) is about it',
      ],
    },
  ])
  expect(ideas({ Spaten: { position: 1, country: 'de', language: 'de' } }, pages)).toEqual([])
})

const idOf = (tracked: Record<string, Tracked>, pages: Parameters<typeof knownOf>[1], phrase: string) =>
  ideas(tracked, pages).find((idea) => idea.phrase === phrase)?.id ?? ''

describe('one idea', () => {
  it('for all phrases with the same words; all that speaks for it raises its score', () => {
    const alone = ideas({ 'garden tools': { position: 8 } })
    const both = ideas({ 'garden tools': { position: 8 }, 'tools for the garden': { position: 12 } })
    expect(both).toHaveLength(1)
    expect(both).toMatchObject([{ phrase: 'garden tools', keywords: ['garden tools', 'tools for the garden'] }])
    expect(both[0]?.evidence).toHaveLength(2)
    expect(both[0]?.id).toBe(alone[0]?.id)
    expect(both[0]?.score).toBeGreaterThan(alone[0]?.score ?? 100)
  })

  it('for each language, and named by the country of the site', () => {
    const found = ideas({
      Spaten: { position: 8, country: 'de', language: 'de' },
      'garden spade': { position: 9, country: 'gb' },
      'spade garden': { position: 15 },
    })
    expect(found.map(({ phrase, country, position }) => [phrase, country, position]).sort()).toEqual([
      ['Spaten', 'de', 8],
      ['spade garden', 'us', 15],
    ])
  })

  it('is named by what is most urgent: refresh, striking distance, gap, question', () => {
    const asked = { questions: ['Garden spade?'] }
    const kindOf = (one: Tracked) => ideas({ 'garden spade': { ...one, ...asked } })[0]?.kind
    expect(kindOf({ position: 9, earlier: [2, 2] })).toBe('refresh')
    expect(kindOf({ position: 9 })).toBe('striking_distance')
    expect(kindOf({ position: 0, rivals: [1] })).toBe('gap')
    expect(kindOf({ position: 0 })).toBe('question')
    expect(kindOf({ position: 2 })).toBeUndefined()
  })

  it('has the figures of its phrase, and is worth more with more demand', () => {
    const figures = { volume: 1_000, difficulty: 20, intent: 'commercial' }
    const [known, unknown] = ideas({ a: { position: 8, figures }, b: { position: 8 } })
    expect(known).toMatchObject({ phrase: 'a', ...figures })
    expect(unknown).toMatchObject({ phrase: 'b', volume: null, difficulty: null, intent: null })
    expect(known?.score).toBeGreaterThan(unknown?.score ?? 100)
  })
})

describe('the list', () => {
  const phrase = fc.array(fc.constantFrom('garden', 'tools', 'the', 'spade', 'what', 'is', 'Rake'), {
    minLength: 1,
    maxLength: 4,
  })
  const rank = fc.option(fc.integer({ min: 0, max: 30 }))
  const tracked = fc.dictionary(
    phrase.map((words) => words.join(' ')),
    fc.record({
      position: rank,
      earlier: fc.array(rank, { maxLength: 2 }),
      rivals: fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 2 }),
      questions: fc.array(
        phrase.map((words) => `${words.join(' ')}?`),
        { maxLength: 3 },
      ),
    }),
    { maxKeys: 8 },
  )

  it('has no idea twice, the best first, and ties in the order of the ids', () =>
    fc.assert(
      fc.property(tracked, (keywords) => {
        const found = ideas(keywords)
        expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
        for (const [i, idea] of found.slice(1).entries()) {
          const before = found[i]
          if (!before) continue
          expect(before.score > idea.score || (before.score === idea.score && before.id < idea.id)).toBe(true)
        }
      }),
    ))

  it('is the same whatever the order of what is known', () =>
    fc.assert(
      fc.property(tracked, (keywords) => {
        const known = knownOf(keywords)
        const turned = { ...known, keywords: [...known.keywords].reverse() }
        const shown = (list: ReturnType<typeof ideas>) => list.map(({ id, score, kind }) => ({ id, score, kind }))
        expect(shown(ideasWithEvidence(turned))).toEqual(shown(ideasWithEvidence(known)))
      }),
    ))

  it('says no number that is not known', () =>
    fc.assert(
      fc.property(tracked, (keywords) => {
        const known = knownOf(keywords)
        const numbers = new Set(
          JSON.stringify([known.keywords, keywords, known.earlier.map((ranks) => [...ranks])]).match(/\d+/g),
        )
        for (const { evidence } of ideasWithEvidence(known))
          for (const number of evidence.join(' ').match(/\d+/g) ?? []) expect(numbers).toContain(number)
      }),
    ))

  it('about a seed: phrases that hold its words, and what was asked where such a phrase was searched', () => {
    const tracked = {
      'garden tools': { position: 8, questions: ['What is a spade?'] },
      'lawn seed': { position: 9, questions: ['Which garden has moss?'] },
    }
    const about = (seed: string) =>
      ideasWithEvidence(knownOf(tracked), seed)
        .map((idea) => idea.phrase)
        .sort()
    expect(about('Garden')).toEqual(['What is a spade?', 'Which garden has moss?', 'garden tools'])
    expect(about('tools garden')).toEqual(['What is a spade?', 'garden tools'])
    expect(about('gard')).toEqual([])
  })
})
