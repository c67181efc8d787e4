import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { mixedScripts } from './scripts.ts'
import { operationEntries } from './table.ts'

const alphabets = {
  Latin: 'aeopcyxABCÉßł',
  Cyrillic: 'аеорсухАВСёЙ',
  Greek: 'αορνΑΒΕάς',
  Armenian: 'աոսցՕՍ',
  Cherokee: 'ᎪᎳᎬᏀꭰ',
  Hebrew: 'אבגסן',
  Arabic: 'ابجه',
  Devanagari: 'कखगी',
}
type Script = keyof typeof alphabets
// safe because the keys of an object are its own names
const names = Object.keys(alphabets) as Script[]
const wordOf = (script: Script) =>
  fc.string({ unit: fc.constantFrom(...alphabets[script], '7', '\u0301', '·', '-', '’'), minLength: 1, maxLength: 12 })
const anyWord = fc.constantFrom(...names).chain(wordOf)
const sentence = fc.array(anyWord, { maxLength: 4 }).map((words) => words.join(' '))

it('words of one script each may stand beside each other', () => {
  fc.assert(fc.property(sentence, (text) => mixedScripts(text) === null))
})

it('a word of two scripts is found at any place of a text, and both scripts are named', () => {
  const two = fc.uniqueArray(fc.constantFrom(...names), { minLength: 2, maxLength: 2 })
  const mixed = two.chain(([one = 'Latin', other = 'Greek']) =>
    fc.record({
      scripts: fc.constant([one, other]),
      parts: fc.tuple(
        wordOf(one),
        fc.constantFrom(...alphabets[one]),
        fc.constantFrom(...alphabets[other]),
        wordOf(other),
      ),
    }),
  )
  fc.assert(
    fc.property(sentence, mixed, sentence, (before, { scripts, parts }, after) => {
      const found = mixedScripts(`${before} ${parts.join('')} ${after}`)
      expect(found && [...found].sort()).toEqual([...scripts].sort())
    }),
  )
})

it.each(['раypal', 'Gооgle', 'Αpple', 'Ꭺcme', 'Acmе Ltd', 'ꓮcme', '𐐀cme', 'Аb7', `a${'\u0301'.repeat(198)}я`])(
  '%s looks like another word',
  (text) => {
    expect(mixedScripts(text)).not.toBeNull()
  },
)

it.each([
  ['東京タワーのTシャツ'],
  ['東芝ｶﾞｽ1号'],
  ['LG전자大'],
  ['台灣ㄅABC'],
  ['ร้านSEO'],
  ['SEO-агентство «Ёлка» 2026'],
  ['O’Рейли'],
  ['Łódź & Škoda, Đà Nẵng'],
  ['Zoe\u0308 a\u0303'],
  ['カフェ☕️ 👩🏽‍💻'],
  ['𐌲𐌿𐍄'],
  ['１２３ ４'],
  ['demo.sandbox.example'],
  [''],
])('%s is usual', (text) => {
  expect(mixedScripts(text)).toBeNull()
})

const named = operationEntries().flatMap(([operation, { body }]) =>
  ['name', 'agentName'].flatMap((field) =>
    body?.shape[field] ? [{ operation, field, schema: body.shape[field] }] : [],
  ),
)

it('the table has names', () => expect(named.length).toBeGreaterThan(5))
it.each(named)('$field of $operation is read composed, and refused with two scripts in one word', ({ schema }) => {
  expect(z.safeParse(schema, 'Cafe\u0301 Чай').data).toBe('Caf\u00e9 Чай')
  const refused = z.safeParse(schema, 'Cafe Раypal').error?.issues ?? []
  expect(refused.map(({ message }) => message)).toEqual(['must not mix Latin and Cyrillic in one word'])
})
