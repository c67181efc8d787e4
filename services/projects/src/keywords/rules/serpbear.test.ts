import { invalidField } from '@rts/shared/errors'
import { countWork, linearGrowth } from '@rts/shared/testing/work'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countryNames } from './country-names.ts'
import { plainHeader, readLine, readSerpbear as stepsOf } from './serpbear.ts'

const codes = new Set(['us', 'gb', 'de', 'kr', 'ci', 'tr', 'cd', 'mm', 'ge'])
const rules = {
  phraseOf: (text: string) => (text.length > 0 && text.length <= 200 ? text : null),
  countryOf: countryNames((code) => codes.has(code)),
  placeOf: (area: string) => (area === 'Atlantis' ? null : area),
  now: new Date('2026-01-01T00:00:00.000Z'),
}
/** The result and the number of steps. */
function inSteps(text: string, used = rules) {
  const steps = stepsOf(text, used)
  for (let count = 1; ; count++) {
    const step = steps.next()
    if (step.done) return { ...step.value, steps: count }
  }
}
const header = 'ID,Keyword,Position,URL,Country,City,Device,Updated,Added,Tags'
const at = '2025-11-20T10:00:00.000Z'
const line = (keyword: string, position: string, url: string, tags = '') =>
  `7, ${keyword}, ${position}, ${url}, United States, -, desktop, ${at}, ${at}, ${tags}`

describe('readLine', () => {
  const word = fc.stringMatching(/^[a-z0-9 -]{0,8}[a-z]$/)
  const commas = (part: fc.Arbitrary<string>) => fc.array(part, { minLength: 1, maxLength: 4 })
  const separator = fc.constantFrom(',', ', ')

  it('finds the fields whatever commas keyword, address, city and tags hold', () => {
    const row = fc.record({
      keyword: commas(fc.oneof(word, fc.constant('12'))),
      position: fc.integer({ min: 0, max: 100 }),
      path: commas(fc.oneof({ weight: 9, arbitrary: fc.stringMatching(/^[a-z0-9]{0,6}$/) }, fc.constant('germany'))),
      country: fc.constantFrom(
        ['United States', 'us'],
        ['South Korea', 'kr'],
        ['Ivory Coast', 'ci'],
        ['Georgia', 'ge'],
      ),
      city: commas(word),
      tags: fc.array(fc.oneof(word, fc.constant('desktop'), fc.constant('Germany'))),
      separator,
    })
    fc.assert(
      fc.property(row, ({ keyword, position, path, country: [name, code], city, tags, separator }) => {
        const phrase = keyword.join(',').trim()
        const url = position === 0 ? '-' : `https://example.com/${path.join(',')}`
        const written = position === 0 ? '-' : String(position)
        const read = (area: string) =>
          readLine([1, phrase, written, url, name, area, 'desktop', at, at, tags.join(',')].join(separator), rules)
        const rank = position === 0 ? null : { position, url, at: new Date(at) }
        // A country's name after a comma in the address may be the country: such a line is refused, never misread.
        const isClear = position === 0 || path.slice(1).every((piece) => rules.countryOf(piece) === null)
        const ambiguous = { reason: 'can be read in more than one way' }
        const row = { phrase, country: code, device: 'desktop', rank }
        const area = city.map((part) => part.trim()).filter((part) => part !== '' && part !== '-')
        expect(read('-')).toEqual(isClear ? { ...row, location: null } : ambiguous)
        const location = area.length > 0 ? area.join(', ') : null
        expect(read(city.join(','))).toEqual(isClear ? { ...row, location } : ambiguous)
      }),
    )
  })

  it('takes - and 0 for no position, and - for no address', () => {
    for (const none of ['-', '0']) expect(readLine(line('tea', none, '-'), rules)).toMatchObject({ rank: null })
    expect(readLine(line('tea', '3', '-'), rules)).toMatchObject({ rank: { position: 3, url: null } })
  })

  it('has the device and the city of the line', () => {
    const written = line('tea', '3', '-').replace('-, desktop', 'Austin, mobile')
    expect(readLine(written, rules)).toMatchObject({ device: 'mobile', location: 'Austin', rank: { position: 3 } })
  })

  it('reads a time without a zone as UTC', () => {
    expect(readLine(line('tea', '3', '-').replaceAll(at, '2025-11-20T10:00:00'), rules)).toMatchObject({
      rank: { at: new Date(at) },
    })
  })

  it('says what is wrong with a line', () => {
    const bad = (text: string) => readLine(text, rules)
    expect(bad(line('tea', '3', '-').replace('desktop', 'tablet'))).toEqual({
      reason: 'is for the unknown device tablet',
    })
    expect(bad(line('tea', '3', '-').replace('-, desktop', 'Atlantis, desktop'))).toEqual({
      reason: 'its city is no known place of the country',
    })
    expect(bad(line('tea', '3', '-').replace('United States', 'Atlantis'))).toEqual({
      reason: 'has no position, address and known country where they are expected',
    })
    expect(bad(line('tea', '3', '-').replaceAll(at, '2026-02-01T00:00:00Z'))).toEqual({
      reason: 'its update time is missing or in the future',
    })
    expect(bad(line('a, 1, -, Germany', '2', '-'))).toEqual({ reason: 'can be read in more than one way' })
    expect(bad(line('x'.repeat(201), '2', '-'))).toEqual({ reason: 'its keyword is not a text of 1 to 200 characters' })
    expect(bad('1,tea,3')).toEqual({ reason: 'has no device followed by two times' })
  })

  it('reads 30 fields before the device, and refuses more without trying to read them', () => {
    const phraseOf = (pieces: number) => Array(pieces).fill('a').join(',')
    expect(readLine(line(phraseOf(25), '3', '-'), rules)).toMatchObject({ phrase: phraseOf(25), rank: { position: 3 } })
    const reason = 'has too many commas for a keyword, an address and a city'
    const countryOf = () => expect.unreachable()
    const many = ['1', ...Array(200).fill('1,-,a')].join(',')
    for (const phrase of [phraseOf(26), many]) {
      expect(readLine(line(phrase, '3', '-'), { ...rules, countryOf })).toEqual({ reason })
    }
  })

  it('looks up at most three names for each field, however many ways a line offers to be read', () => {
    for (const [piece, times] of [
      ['1,-,a', 8],
      ['1,http://a', 6],
      ['-,a', 12],
    ] as const) {
      let asked = 0
      const countryOf = () => {
        asked++
        return null
      }
      const tail = Array(25 - times * piece.split(',').length).fill('b')
      const fields = [...Array(times).fill(piece), ...tail].join(',')
      expect(readLine(line(fields, '3', '-'), { ...rules, countryOf })).toHaveProperty('reason')
      expect(asked, piece).toBeGreaterThan(0)
      expect(asked, piece).toBeLessThanOrEqual(90)
    }
  })

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => typeof readLine(text, rules) === 'object'))
  })
})

describe('readSerpbear', () => {
  it('numbers lines as an editor does, and goes on after a bad one', () => {
    const text = `\uFEFF${header}\r\n${line('tea', '3', '-')}\r\n\r\nnonsense\r\n${line('milk', '-', '-')}\r\n`
    const { rows, bad } = inSteps(text, rules)
    expect(rows.map((row) => `${row.line} ${row.phrase}`)).toEqual(['2 tea', '5 milk'])
    expect(bad).toEqual([{ line: 4, reason: 'has no device followed by two times' }])
  })

  it('takes the newer header, which has a column more', () => {
    const text = `${header.replace('City', 'State,City')}\n${line('tea', '3', '-').replace('-, desktop', '-, -, desktop')}`
    expect(inSteps(text, rules).rows).toMatchObject([{ phrase: 'tea', rank: { position: 3 } }])
  })

  it('reads a hundred lines a step, whatever they hold', () => {
    for (const content of ['', 'nonsense', line('tea', '3', '-')]) {
      const { steps } = inSteps([header, line('tea', '3', '-'), ...Array(999).fill(content)].join('\n'))
      expect(steps).toBe(11)
    }
  })

  it('refuses a file of more lines than an export can have, before it reads one', () => {
    const countryOf = () => expect.unreachable()
    const text = `${header}\n${Array(25_001)
      .fill(line('tea', '3', '-'))
      .join('\n')}`
    expect(() => inSteps(text, { ...rules, countryOf })).toThrow('text must have at most 25000 lines')
  })

  it('reads a first line of spaces in a time that grows with its length alone', async () => {
    const work = countWork(import.meta.resolve('./serpbear.ts'), plainHeader.name)
    expect(await work.growthOf((size) => [' '.repeat(size)], 64_000)).toBeLessThan(linearGrowth)
    await work.stop()
  })

  it('refuses what is no export, naming the field', () => {
    for (const text of ['', header, `${header}\n\n`, `ID,Keyword\n${line('tea', '3', '-')}`, line('tea', '3', '-')]) {
      expect(() => inSteps(text, rules)).toThrow(invalidField('text', '').message.trim())
    }
  })
})

describe('countryNames', () => {
  it('knows a country by the names that programs use', () => {
    const named = (names: string) => names.split('|').map(rules.countryOf)
    expect(named('United Kingdom|great britain')).toEqual(['gb', 'gb'])
    expect(named("Ivory Coast|Côte d’Ivoire|Cote d'Ivoire")).toEqual(['ci', 'ci', 'ci'])
    expect(named('Turkey|Türkiye|Myanmar [Burma]')).toEqual(['tr', 'tr', 'mm'])
    expect(named('Democratic Republic of the Congo|Atlantis|')).toEqual(['cd', null, null])
  })
})
