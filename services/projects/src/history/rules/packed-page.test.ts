import { deflateRawSync } from 'node:zlib'
import { blockKinds } from '@rts/shared/contract/rows/results-page'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noBlocks } from './blocks.ts'
import { type PackedPage, packChanges, packPage, unpackPage } from './packed-page.ts'
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
const kinds = fc
  .array(fc.tuple(fc.constantFrom(...blockKinds), fc.boolean()))
  .map((pairs) => Object.fromEntries(pairs) as Partial<Record<(typeof blockKinds)[number], boolean>>)
const page = fc
  .record({
    results: fc.array(fc.record({ host, url: address }), { maxLength: 30 }),
    gap: fc.boolean(),
    questions: list,
    kinds,
    cited: fc.option(fc.array(fc.oneof(address, fc.constantFrom('#1', '#', '9#2')), { maxLength: 8 })),
    // An overview cites pages that rank, too.
    ranked: fc.array(fc.nat(29), { maxLength: 4 }),
    snippet: fc.option(address),
  })
  .map(({ kinds, cited, ranked, snippet, ...rest }) => {
    const citations = cited && [...cited, ...ranked.flatMap((place) => rest.results[place]?.url ?? [])]
    return { ...rest, blocks: { kinds, citations, snippet } }
  })

const alone = { baseHosts: null, baseDetails: null }
const unpackAlone = (packed: { hosts: Buffer; details: Buffer | null }) => unpackPage({ ...packed, ...alone })
const unpackOn = (base: PackedPage, packed: PackedPage) =>
  unpackPage({ ...packed, baseHosts: base.hosts, baseDetails: base.details })

/** A text as it is stored: well-formed, without line ends and NUL. */
const stored = (text: string) => text.toWellFormed().replaceAll(/[\n\0]/g, '')

describe('a packed page', () => {
  it('is unpacked as it was: hosts, addresses, questions and blocks', () => {
    fc.assert(
      fc.property(page, ({ results, gap, ...rest }) => {
        const organic = results.map((result, i) => ({ ...result, position: gap ? 2 * i + 2 : i + 1 }))
        const { hosts, urls } = compactPage(organic)
        expect(unpackAlone(packPage({ hosts, urls, ...rest }))).toEqual({
          hosts: hosts.every((each) => stored(each) === '') && hosts.length < 2 ? [] : hosts.map(stored),
          urls: urls.map((url) => stored(url ?? '') || null),
          questions: rest.questions.map(stored),
          blocks: {
            kinds: rest.blocks.kinds,
            citations: rest.blocks.citations?.map(stored) ?? null,
            snippet: stored(rest.blocks.snippet ?? '') || null,
          },
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
    expect(unpackAlone({ hosts, details: null })).toEqual({
      hosts: ['a.com'],
      urls: [],
      questions: [],
      blocks: noBlocks,
    })
  })

  it('is refused where it would fill the memory, and where a later release wrote it', () => {
    const bomb = packPage({ hosts: ['a'.repeat(8_388_608)], urls: [], questions: [] }).hosts
    expect(unpackAlone({ hosts: bomb, details: null }).hosts[0]).toHaveLength(8_388_608)
    expect(() => packPage({ hosts: ['a'.repeat(8_388_609)], urls: [], questions: [] })).toThrow('too large')
    const larger = Buffer.concat([bomb.subarray(0, 1), deflateRawSync(Buffer.alloc(8_388_609))])
    expect(() => unpackAlone({ hosts: larger, details: null })).toThrow('larger than')
    expect(() => unpackAlone({ hosts: Buffer.of(9, 1), details: null })).toThrow('form 9')
  })
})

describe('the changes of a page', () => {
  /** A page of a hundred results, of which `moved` have another place than in the order of their numbers, and `added` are new. */
  const pageOf = ({ moved = 0, added = 0 } = {}) => {
    const numbers = Array.from({ length: 100 }, (_, i) => (i < added ? 1_000 + i : i))
    const order = [
      ...numbers.slice(0, added),
      ...numbers.slice(added, added + moved).reverse(),
      ...numbers.slice(added + moved),
    ]
    const hosts = order.map((n) => `${((n + 1) * 2_654_435_761) % 4_294_967_296}.example.com`)
    const urls = hosts.map((name, i) => `https://${name}/${order[i]}/how-to-choose`)
    return { hosts, urls, questions: ['why?'] }
  }

  it('give the page again, whatever it and its base are', () => {
    const given = page.map(({ results, gap, ...rest }) => {
      const organic = results.map((result, i) => ({ ...result, position: gap ? 2 * i + 2 : i + 1 }))
      return { ...compactPage(organic), ...rest }
    })
    let changed = 0
    fc.assert(
      fc.property(given, given, fc.boolean(), (one, other, isLike) => {
        const next = isLike ? { ...one, questions: other.questions } : other
        const base = packPage(one)
        const packed = packChanges(next, base)
        if (!packed) return
        changed++
        expect(unpackOn(base, packed)).toEqual(unpackAlone(packPage(next)))
      }),
    )
    expect(changed).toBeGreaterThan(5)
  })

  it('take a fifth of the page where a third of the results moved, and are not kept where most of them are new', () => {
    const base = packPage(pageOf())
    const size = ({ hosts, details }: PackedPage) => hosts.length + details.length
    const moved = packChanges(pageOf({ moved: 33 }), base)
    expect(moved && size(moved) / size(base)).toBeLessThan(0.2)
    expect(packChanges(pageOf({ added: 80 }), base)).toBe(null)
  })

  it('take some bytes for an AI overview that cites five of the results: each is their place', () => {
    const base = packPage(pageOf())
    const size = (packed: PackedPage | null) => (packed ? packed.hosts.length + packed.details.length : Number.NaN)
    const kinds = Object.fromEntries(blockKinds.map((kind) => [kind, true]))
    const citations = [3, 17, 29, 48, 71].flatMap((place) => pageOf().urls[place] ?? [])
    const withOverview = packChanges({ ...pageOf(), blocks: { kinds, citations, snippet: null } }, base)
    expect(size(withOverview) - size(packChanges(pageOf(), base))).toBeLessThan(50)
  })

  it('have only hosts where the details of their base are forgotten', () => {
    const base = packPage(pageOf())
    const packed = packChanges(pageOf({ moved: 5 }), base)
    if (!packed) throw new Error('no changes')
    const { hosts, urls } = unpackPage({ ...packed, baseHosts: base.hosts, baseDetails: null })
    expect([hosts, urls]).toEqual([pageOf({ moved: 5 }).hosts, []])
  })

  it('are not made of a page that cannot be read', () => {
    const { hosts, details } = packPage(pageOf())
    expect(packChanges(pageOf(), { hosts: Buffer.of(9, 1), details })).toBe(null)
    expect(packChanges(pageOf(), { hosts, details: Buffer.of(1, 255, 255) })).toBe(null)
  })

  it('are refused without their base, and on another one', () => {
    const base = packPage(pageOf())
    const packed = packChanges(pageOf({ moved: 5 }), base)
    if (!packed) throw new Error('no changes')
    expect(() => unpackAlone(packed)).toThrow('lacks its base')
    const other = packPage({ hosts: ['a.com'], urls: [null], questions: [] })
    expect(() => unpackOn(other, packed)).toThrow('changes of another one')
  })
})
