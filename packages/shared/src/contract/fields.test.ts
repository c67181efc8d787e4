import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../testing/runs.ts'
import { characters, dateBound, idParam, line, multiline, phrase, phraseIdentity } from './fields.ts'
import { operations } from './table.ts'

const invisible = [
  '\u200b',
  '\ufeff',
  '\u2060',
  '\u00ad',
  '\u202e',
  '\u2066',
  '\u200f',
  '\u3164',
  '\ufe0e',
  '\u{e0041}',
]
const read = (text: string) => phrase.safeParse(text).data

describe('a phrase', () => {
  it('is shown composed, trimmed, with single spaces and its own case', () => {
    expect(read('  Cafe\u0301 \t\n au\u00a0\u3000LAIT ')).toBe('Café au LAIT')
  })

  it.each([
    ['a lone surrogate', 'a\ud800b'],
    ['a lone low surrogate', '\udc00'],
    ['NUL', 'a\u0000b'],
    ['a control character', 'a\u0085b'],
    ['nothing but white space', ' \u2028\t '],
    ['nothing but a zero width space', '\u200b'],
    ['nothing but characters that format others', '\u2060 \ufeff\u202e\u00ad\u3164\u2800'],
    ['201 characters', 'a'.repeat(201)],
    ['201 characters outside the first plane', '😀'.repeat(201)],
  ])('is refused when it holds %s', (_what, text) => {
    expect(read(text)).toBeUndefined()
  })

  it('counts code points, so 200 emoji fit', () => {
    expect(characters('😀'.repeat(200))).toBe(200)
    expect(read('😀'.repeat(200))).toBe('😀'.repeat(200))
  })

  it('is the same however invisible characters are mixed in, as a page or a sheet may do', () => {
    const seen = fc.string({ unit: fc.constantFrom(...'aB é\u0301яक्षمی9👩💻🏽'), minLength: 1 })
    const mixed = fc.array(fc.tuple(seen, fc.constantFrom(...invisible)), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(mixed, (parts) => {
        const dirty = parts.map(([text, between]) => text + between).join('')
        expect(read(dirty)).toBe(read(parts.map(([text]) => text).join('')))
      }),
    )
  })

  it('is read as itself once read', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }), (text) => {
        const once = read(text)
        if (once !== undefined) expect(read(once)).toBe(once)
      }),
    )
  })
})

describe('a line', () => {
  it.each([
    ['an invisible one', '\u200b', 'must have a visible character'],
    ['an empty one', ' ', 'must have at least 1 character'],
    ['one with a line end, far too long', `${'a'.repeat(300)}\nb`, 'must not hold line ends or control characters'],
    ['a broken one, far too long', `\ud800${'a'.repeat(300)}`, 'must be well-formed text'],
  ])('that is refused says one reason: %s', (_what, text, reason) => {
    expect(
      line(1, 200)
        .safeParse(text)
        .error?.issues.map(({ message }) => message),
    ).toEqual([reason])
  })

  it('is one text however it is composed', () => {
    expect(line(1, 4).parse(' Cafe\u0301 ')).toBe('Caf\u00e9')
  })

  it('keeps the joiners of scripts and emoji that need them', () => {
    for (const text of ['می\u200cخواهم', 'क्\u200dष', '👩\u200d💻', '👩🏽\u200d💻', '🏳\ufe0f\u200d🌈', '1\ufe0f\u20e3'])
      expect([line(1, 200).parse(text), read(text)]).toEqual([text, text])
  })

  it.each([...invisible, '\u200c', '\u200d', '\ufe0f'])('that looks like another one by %j is refused', (character) => {
    for (const text of [`Ac${character}me`, `${character}Acme`, `Acme${character}`, `Acme ${character} Ltd`]) {
      const issues = line(1, 200)
        .safeParse(text)
        .error?.issues.map(({ message }) => message)
      // A byte order mark at an end is trimmed as white space.
      if (!(character === '\ufeff' && text.trim() !== text))
        expect(issues, text).toEqual(['must not hold invisible characters'])
    }
  })
})

describe('the identity of a phrase', () => {
  it.each([
    ['Rank  Tracker ', 'rank tracker'],
    ['Cafe\u0301', 'CAFÉ'],
    ['straße', 'STRASSE'],
    ['STRAẞE', 'strasse'],
    ['ΟΔΟΣ', 'οδος'],
    ['οδοσ', 'οδος'],
    ['ﬁne', 'FINE'],
    ['İstanbul', 'i\u0307stanbul'],
    ['a\u2003b', 'A B'],
  ])('is the same for %s and %s', (one, other) => {
    expect(phraseIdentity(one)).toBe(phraseIdentity(other))
  })

  it.each([
    ['cafe', 'café'],
    ['ab', 'a b'],
    ['sınır', 'sinir'],
    ['１', '1'],
  ])('tells %s from %s', (one, other) => {
    expect(phraseIdentity(one)).not.toBe(phraseIdentity(other))
  })

  it('does not depend on case, composition or white space, and is its own identity', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aAéßẞσςΣıİIiﬁ😀 \t\u0301\u0307ǅΐ') }), (text) => {
        const identity = phraseIdentity(text)
        expect(phraseIdentity(identity)).toBe(identity)
        expect(phraseIdentity(` ${text.normalize('NFD')}\n`)).toBe(identity)
        if (!text.includes('ı')) expect(phraseIdentity(text.toUpperCase())).toBe(identity)
      }),
      { numRuns: runs(1_000) },
    )
  })
})

describe('texts, ids and dates', () => {
  it('keep line ends out of a line and let them into a multiline text', () => {
    expect(line(1, 5).safeParse('a\nb').success).toBe(false)
    expect(line(1, 5).parse(' ab ')).toBe('ab')
    expect(line(2, 5).safeParse('😀').success).toBe(false)
    expect(multiline(5).parse('a\r\nb')).toBe('a\r\nb')
    expect(multiline(5).safeParse('a\u0000').success).toBe(false)
    expect(multiline(2).safeParse('😀😀😀').success).toBe(false)
  })

  it.each(['', 'a b', 'a.b', '../x', 'é', 'a'.repeat(65), 'a\n'])('refuse %j as an id', (id) => {
    expect(idParam.safeParse(id).success).toBe(false)
  })

  it('take a date or a moment as a bound, nothing else', () => {
    const taken = ['2026-02-28', '2024-02-29', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000+02:00']
    const refused = ['2026-02-29', '2026-13-01', '2026-01-01T00:00:00', 'yesterday', '']
    expect(taken.filter((bound) => !dateBound.safeParse(bound).success)).toEqual([])
    expect(refused.filter((bound) => dateBound.safeParse(bound).success)).toEqual([])
  })
})

describe('a list with counts', () => {
  const refused = (name: 'overview.get' | 'rankComparison.list' | 'prompts.list', query: object) =>
    operations[name].query.safeParse(query).error?.issues.map(({ path }) => path.join())

  it('is needed for its conditions: a query with one of them is refused', () => {
    const since = '2026-03-01'
    for (const condition of [{ q: 'tea' }, { sort: 'change' }, { since }, { filter: 'up' }, { ids: ['k'] }]) {
      expect(refused('overview.get', condition), JSON.stringify(condition)).toEqual(['counted'])
      expect(refused('overview.get', { counted: true, ...condition })).toBeUndefined()
    }
    for (const condition of [
      { q: 'tea' },
      { sort: 'change' },
      { since },
      { filter: 'passed_us' },
      { competitors: ['a.com'] },
    ])
      expect(refused('rankComparison.list', condition), JSON.stringify(condition)).toEqual(['counted'])
    for (const condition of [{ part: 'tea' }, { engine: 'openai' }, { filter: 'named' }])
      expect(refused('prompts.list', condition), JSON.stringify(condition)).toEqual(['counted'])
  })

  it('refuses by its name what only a plain list has', () => {
    const order = { by: 'you', isDown: false, q: '' }
    expect(refused('overview.get', { counted: true, days: 7, fields: 'url' })).toEqual(['days', 'fields'])
    expect(refused('overview.get', { counted: true, updatedSince: '2026-03-01T06:00:00.000Z' })).toEqual([
      'updatedSince',
    ])
    expect(refused('rankComparison.list', { counted: true, order })).toEqual(['order'])
    expect(refused('overview.get', { days: 7, fields: 'url' })).toBeUndefined()
    expect(refused('rankComparison.list', { order })).toBeUndefined()
  })
})
