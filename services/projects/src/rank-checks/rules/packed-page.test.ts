import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packPage, unpackPage } from './packed-page.ts'
import { compactPage } from './positions.ts'

const host = fc.oneof(
  fc.constantFrom('example.com', 'blog.example.com', 'xn--bcher-kva.example', '1.example.com'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
)
const address = fc.oneof(
  fc
    .tuple(fc.constantFrom('https://', 'https://www.', 'http://', 'http://www.', 'https://m.', ''), host, fc.webPath())
    .map((parts) => parts.join('')),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
  fc.constantFrom('0', '9', '9https://a.com', '3/', 'https://', 'ht', ' https://a.com', '\thttps://a.com'),
)
const list = fc.array(fc.string({ unit: 'binary', maxLength: 20 }), { maxLength: 8 })
const kind = fc.constantFrom('organic', 'ad', 'snippet', 'ai_overview', 'local', 'video', 'questions', null)
const page = fc.record({
  results: fc.array(fc.record({ host, url: address }), { maxLength: 30 }),
  gap: fc.boolean(),
  questions: list,
  citations: list,
  kinds: fc.array(kind, { maxLength: 30 }),
})

/** A text as it is stored: well-formed, without line ends and NUL. */
const stored = (text: string) => text.toWellFormed().replaceAll(/[\n\0]/g, '')

describe('a packed page', () => {
  it('is unpacked as it was: hosts, addresses, questions, kinds and citations', () => {
    fc.assert(
      fc.property(page, ({ results, gap, ...rest }) => {
        const organic = results.map((result, i) => ({ ...result, position: gap ? 2 * i + 2 : i + 1 }))
        const { hosts, urls } = compactPage(organic)
        expect(unpackPage(packPage({ hosts, urls, ...rest }))).toEqual({
          hosts: hosts.every((each) => stored(each) === '') && hosts.length < 2 ? [] : hosts.map(stored),
          urls: urls.map((url) => stored(url ?? '') || null),
          questions: rest.questions.map(stored),
          citations: rest.citations.map(stored),
          kinds: rest.kinds,
        })
      }),
    )
  })

  it('takes a sixth of its text and less', () => {
    const hosts = Array.from({ length: 100 }, (_, i) => `www-${(i * 7919) % 1_000}.example.com`)
    const urls = hosts.map((name) => `https://www.${name}/guides/how-to-choose-coffee`)
    const { hosts: few, details } = packPage({ hosts, urls, questions: [] })
    expect(few.length + details.length).toBeLessThan([...hosts, ...urls].join('\n').length / 6)
  })

  it('has only hosts once its details are forgotten', () => {
    const { hosts } = packPage({ hosts: ['a.com'], urls: ['https://a.com/'], questions: ['why?'] })
    expect(unpackPage({ hosts, details: null })).toEqual({
      hosts: ['a.com'],
      urls: [],
      questions: [],
      citations: [],
      kinds: [],
    })
  })

  it('is read in the uncompressed form too, in which the database gives pages of earlier releases', () => {
    const plain = (text: string) => Buffer.from(`\0${text}`)
    const details = plain('2 1 0\nhttps://a.com/\n\nwhy?')
    expect(unpackPage({ hosts: plain('a.com\nb.com'), details })).toMatchObject({
      hosts: ['a.com', 'b.com'],
      urls: ['https://a.com/', null],
      questions: ['why?'],
    })
  })

  it('is refused where it would fill the memory, and where a later release wrote it', () => {
    const bomb = packPage({ hosts: ['a'.repeat(8_388_608)], urls: [], questions: [] }).hosts
    expect(unpackPage({ hosts: bomb, details: null }).hosts[0]).toHaveLength(8_388_608)
    expect(() => packPage({ hosts: ['a'.repeat(8_388_609)], urls: [], questions: [] })).toThrow('too large')
    const larger = Buffer.concat([bomb.subarray(0, 1), deflateRawSync(Buffer.alloc(8_388_609))])
    expect(() => unpackPage({ hosts: larger, details: null })).toThrow('larger than')
    expect(() => unpackPage({ hosts: Buffer.of(9, 1), details: null })).toThrow('form 9')
  })
})
