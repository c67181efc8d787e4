import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { BlockKind } from '@rts/shared/contract/rows/results-page'
import { type Blocks, blockKinds, noBlocks } from './blocks.ts'
import { changesOf, cleaned, lines, withChanges } from './lines.ts'
import type { CompactPage } from './positions.ts'

/** The letter of each kind of block in the stored form: small where the page has one, a capital where it has none. */
const kindLetters: Record<BlockKind, string> = {
  ad: 'a',
  snippet: 's',
  ai_overview: 'i',
  local: 'l',
  video: 'v',
  questions: 'q',
  images: 'p',
  news: 'n',
  shopping: 'b',
  knowledge: 'k',
  recipes: 'r',
  discussions: 'd',
}
/** After the letters, where the addresses that the AI overview cites are known. */
const knownCitations = '+'
/** Before the place of an address on the page, in the place of a citation that is the same. */
const samePlace = '#'

export type PageDetails = {
  urls: (string | null)[]
  questions: string[]
  blocks: Blocks
}
/** A page as it is stored: its hosts, and its details, which are kept for a shorter time. */
export type PackedPage = { hosts: Buffer; details: Buffer }
/** A stored page, which may be the changes of an earlier one, its base. */
export type PageBytes = { hosts: Buffer; details: Buffer | null; baseHosts: Buffer | null; baseDetails: Buffer | null }

/** The first byte of a packed text: the text itself, or the changes of the base; as they are, or compressed. Another form is another number. */
const forms = { plain: 0, deflated: 1, changes: 2, deflatedChanges: 3 } as const
/** Changes that take a larger part of what their base takes are not worth the way to it. */
const largestChange = 0.6
/** The most that is read from compressed bytes: more than all answers for a page hold. */
const maxBytes = 8_388_608
const deflation = { level: 9, windowBits: 13, memLevel: 6, chunkSize: 4_096 }
/** The beginnings of addresses, before the host; each is stored as its place in this list. */
const beginnings = ['https://', 'https://www.', 'http://', 'http://www.']
/** Before an address that begins with a digit itself. */
const asItIs = '9'

/** A page in the fewest bytes, without a base. Line ends and NUL are left out. Throws where the page is larger than what is read again. */
export function packPage(page: NewPage): PackedPage {
  const { hosts, details } = textsOf(page)
  return { hosts: pack(hosts, forms.plain), details: pack(details, forms.plain) }
}

/** A page as the changes of an earlier one, which is packed without a base; null where that saves little, or the base cannot be read. */
export function packChanges(page: NewPage, base: PackedPage): PackedPage | null {
  const earlier = readBase(base)
  if (!earlier) return null
  const texts = textsOf(page)
  const hosts = changesOf(texts.hosts, earlier.hosts)
  const details = changesOf(texts.details, earlier.details)
  if (!isReadable(hosts) || !isReadable(details)) return null
  const packed = { hosts: pack(hosts, forms.changes), details: pack(details, forms.changes) }
  return sizeOf(packed) <= largestChange * sizeOf(base) ? packed : null
}

/** A stored page; without its details, or those of its base, its lists are empty. */
export function unpackPage(stored: PageBytes): { hosts: string[] } & PageDetails {
  const text = unpack(stored.hosts, stored.baseHosts)
  const hosts = text === '' ? [] : text.split('\n')
  const { details, baseDetails } = stored
  const isForgotten = details === null || (isOfChanges(details) && baseDetails === null)
  const [counts = '', ...rest] = isForgotten ? [] : unpack(details, baseDetails).split('\n')
  const [urls = 0, questions = 0, citations = 0] = counts.split(' ').map(Number)
  const part = (from: number, length: number) => rest.slice(from, from + length)
  const [letters = '', snippet = ''] = rest.slice(urls + questions + citations)
  const places = part(0, urls).map((address, i) => lengthened(address, hosts[i]))
  return {
    hosts,
    urls: places,
    questions: part(urls, questions),
    blocks: readBlocks(letters, snippet, part(urls + questions, citations), places),
  }
}

/** A later release may have written it, and its bytes may be damaged: its readers will say so. */
function readBase(base: PackedPage): { hosts: string; details: string } | null {
  try {
    return { hosts: unpack(base.hosts), details: unpack(base.details) }
  } catch {
    return null
  }
}

function isOfChanges(packed: Buffer): boolean {
  return packed[0] === forms.changes || packed[0] === forms.deflatedChanges
}

type NewPage = CompactPage & Pick<PageDetails, 'questions'> & Partial<PageDetails>

function textsOf({ questions, blocks = noBlocks, ...page }: NewPage) {
  const hosts = cleaned(page.hosts)
  const urls = cleaned(page.urls)
  const citations = cleaned(blocks.citations ?? [])
  const [snippet = null] = cleaned([blocks.snippet])
  const details = [`${urls.length} ${questions.length} ${citations.length}`]
  for (let i = 0; i < urls.length; i++) details.push(shortened(urls[i] ?? null, hosts[i]))
  details.push(...questions, ...citationTexts(citations, urls), lettersOf(blocks))
  if (snippet !== null) details.push(shortened(snippet))
  const texts = { hosts: lines(hosts), details: lines(details) }
  if (!isReadable(texts.hosts) || !isReadable(texts.details)) throw new RangeError('A results page is too large')
  return texts
}

function lettersOf({ kinds, citations }: Blocks): string {
  const letters = blockKinds.flatMap((kind) => {
    const has = kinds[kind]
    if (has === undefined) return []
    return [has ? kindLetters[kind] : kindLetters[kind].toUpperCase()]
  })
  return `${letters.join('')}${citations === null ? '' : knownCitations}`
}

/** An address that is a result too is its place: half of the citations of a page are. */
function citationTexts(citations: readonly string[], urls: readonly (string | null)[]): string[] {
  return citations.map((url) => {
    const place = urls.indexOf(url)
    if (place >= 0) return `${samePlace}${place}`
    return url.startsWith(samePlace) || url.startsWith(asItIs) ? `${asItIs}${url}` : url
  })
}

function readBlocks(letters: string, snippet: string, cited: readonly string[], urls: readonly (string | null)[]) {
  const kinds: Blocks['kinds'] = {}
  for (const kind of blockKinds) {
    const letter = kindLetters[kind]
    if (letters.includes(letter)) kinds[kind] = true
    else if (letters.includes(letter.toUpperCase())) kinds[kind] = false
  }
  const citations = cited.map((text) => {
    if (text.startsWith(samePlace)) return urls[Number(text.slice(1))] ?? ''
    return text.startsWith(asItIs) ? text.slice(1) : text
  })
  return { kinds, citations: letters.includes(knownCitations) ? citations : null, snippet: lengthened(snippet) }
}

function isReadable(text: string): boolean {
  return Buffer.byteLength(text) <= maxBytes
}

function sizeOf({ hosts, details }: PackedPage): number {
  return hosts.length + details.length
}

function shortened(address: string | null, host = ''): string {
  const url = address ?? ''
  for (let i = 0; host !== '' && i < beginnings.length; i++) {
    const { length } = beginnings[i] ?? ''
    if (url.startsWith(beginnings[i] ?? '') && url.startsWith(host, length))
      return `${i}${url.slice(length + host.length)}`
  }
  return /^\d/.test(url) ? `${asItIs}${url}` : url
}

function lengthened(text: string, host = ''): string | null {
  if (text === '') return null
  if (text.startsWith(asItIs)) return text.slice(1)
  const beginning = /^[0-3]/.test(text) ? beginnings[Number(text[0])] : undefined
  return beginning === undefined ? text : `${beginning}${host}${text.slice(1)}`
}

/** The form of what is compressed is the number after. */
function pack(text: string, form: typeof forms.plain | typeof forms.changes): Buffer {
  const plain = Buffer.from(text)
  const small = deflateRawSync(plain, deflation)
  const isSmaller = small.length < plain.length
  return Buffer.concat([Buffer.of(isSmaller ? form + 1 : form), isSmaller ? small : plain])
}

function unpack(packed: Buffer, base: Buffer | null = null): string {
  const content = packed.subarray(1)
  const inflated = () => inflateRawSync(content, { maxOutputLength: maxBytes }).toString()
  switch (packed[0]) {
    case forms.plain:
      return content.toString()
    case forms.deflated:
      return inflated()
    case forms.changes:
      return withChanges(content.toString(), textOfBase(base))
    case forms.deflatedChanges:
      return withChanges(inflated(), textOfBase(base))
    default:
      throw new Error(`A results page has the form ${packed[0]}, which this release does not know`)
  }
}

function textOfBase(base: Buffer | null): string {
  if (!base) throw new Error('A results page lacks its base')
  return unpack(base)
}
