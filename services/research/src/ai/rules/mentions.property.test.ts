import { runs } from '@rts/shared/testing/runs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createDetector } from './mentions.ts'
import { detectMentions } from './testing/detect.ts'

const brands = ['Notion', 'Obsidian', 'Blue Bottle', 'ノーション', 'Яндекс', '노션', 'جرير', '小米', 'Yahoo!']
const known = brands.map((brand, i) => ({ brand, domain: `own${i}.example`, aliases: [] }))
const brandAt = fc.nat(brands.length - 1)
const filler = fc.constantFrom('the app', 'and', 'is good', '…', '42%', 'для', '和', 'は', '(so)', '“well”')

it('answers any text, prompt, names and addresses without an error, and its parts agree', () => {
  const texts = fc.string({ unit: 'binary', maxLength: 200 })
  const one = fc.record({ brand: texts, domain: texts, aliases: fc.array(texts, { maxLength: 2 }) })
  const citations = fc.array(fc.record({ url: fc.oneof(fc.webUrl(), texts), title: fc.option(texts) }), {
    maxLength: 3,
  })
  const input = fc.record({ own: one, rivals: fc.array(one, { maxLength: 2 }), text: texts, citations, prompt: texts })
  fc.assert(
    fc.property(input, ({ own, ...rest }) => {
      const found = detectMentions({ ...own, ...rest })
      expect(found.mentioned).toBe(found.position !== null)
      expect(found.cited).toBe(found.citationPosition !== null)
    }),
    { numRuns: runs(500) },
  )
})

it('ranks the known by where each is first named, whatever is around them', () => {
  const order = fc.uniqueArray(brandAt, { minLength: 1 })
  fc.assert(
    fc.property(order, fc.infiniteStream(filler), (named, words) => {
      const text = named.map((i) => `${words.next().value}, ${brands[i]}, ${words.next().value}.`).join(' ')
      for (const [i, own] of known.entries()) {
        const place = named.indexOf(i)
        const found = createDetector(own, known.toSpliced(i, 1))({ text: `${text} ${text}`, citations: [] })
        expect(found.position).toBe(place < 0 ? null : place + 1)
      }
    }),
  )
})

it('finds a name through emphasis, invisible signs, capitals and links, and never inside a longer Latin word', () => {
  const wrap = fc.constantFrom('**', '__', '\u200b', '\ufeff', '*', '"', '(', ' ')
  const letters = fc.stringMatching(/^[a-z]{1,3}$/)
  // Indonesian endings keep the name.
  const longer = letters.filter((after) => !['nya', 'ku', 'mu'].includes(after))
  const own = { brand: 'Notion', domain: 'notion.so', aliases: [], rivals: [], citations: [] }
  fc.assert(
    fc.property(wrap, letters, longer, fc.boolean(), (sign, before, after, isLoud) => {
      const name = isLoud ? 'NOTION' : 'Notion'
      const linked = `see [${sign}${name}${sign}](https://${before}.example/${after})`
      expect(detectMentions({ ...own, text: linked }).mentioned).toBe(true)
      const text = `see ${before}${name} or ${name}${after} or ${before}${name}${after}`
      expect(detectMentions({ ...own, text }).mentioned).toBe(false)
    }),
  )
})

it('counts each cited domain once and its own place among them', () => {
  const hosts = fc.uniqueArray(fc.stringMatching(/^[a-z]{3,8}$/), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(hosts, fc.nat(), (names, pick) => {
      const own = pick % names.length
      const citations = names.flatMap((name) => [`https://${name}.example/a`, `http://www.${name}.example/b`])
      const found = detectMentions({
        brand: 'X',
        domain: `${names[own]}.example`,
        aliases: [],
        rivals: [],
        text: '',
        citations: citations.map((url) => ({ url, title: null })),
      })
      expect(found.citationPosition).toBe(own + 1)
    }),
  )
})
