import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { changesOf, withChanges } from './line-changes.ts'
import { cleaned, lines } from './lines.ts'
import type { CompactPage } from './positions.ts'

/** Kinds of results, each with its letter in the stored form. */
const kindLetters = {
  organic: 'o',
  ad: 'a',
  snippet: 's',
  ai_overview: 'i',
  local: 'l',
  video: 'v',
  questions: 'q',
} as const
type ResultKind = keyof typeof kindLetters
const unknownKind = '-'

/** The parts of a page beside its hosts. */
export type PageDetails = {
  urls: (string | null)[]
  questions: string[]
  /** The kind of each result in rank order; null, or missing at the end, where the page does not say. */
  kinds: (ResultKind | null)[]
  /** The addresses that an AI overview of the page cites. */
  citations: string[]
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
const mostBytes = 8_388_608
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
  return {
    hosts,
    urls: part(0, urls).map((address, i) => lengthened(address, hosts[i])),
    questions: part(urls, questions),
    citations: part(urls + questions, citations),
    kinds: [...(rest[urls + questions + citations] ?? '')].map((letter) => kindOf.get(letter) ?? null),
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

function textsOf({ questions, citations = [], kinds = [], ...page }: NewPage) {
  const hosts = cleaned(page.hosts)
  const urls = cleaned(page.urls)
  const details = [
    `${urls.length} ${questions.length} ${citations.length}`,
    ...urls.map((url, i) => shortened(url, hosts[i])),
    ...questions,
    ...citations,
    kinds.map((kind) => (kind ? kindLetters[kind] : unknownKind)).join(''),
  ]
  const texts = { hosts: lines(hosts), details: lines(details) }
  if (!isReadable(texts.hosts) || !isReadable(texts.details)) throw new RangeError('A results page is too large')
  return texts
}

function isReadable(text: string): boolean {
  return Buffer.byteLength(text) <= mostBytes
}

function sizeOf({ hosts, details }: PackedPage): number {
  return hosts.length + details.length
}

const kindOf = new Map<string, ResultKind>()
for (const kind of Object.keys(kindLetters) as ResultKind[]) kindOf.set(kindLetters[kind], kind)

function shortened(address: string | null, host = ''): string {
  const url = address ?? ''
  const digit = host === '' ? -1 : beginnings.findIndex((beginning) => url.startsWith(`${beginning}${host}`))
  if (digit >= 0) return `${digit}${url.slice(`${beginnings[digit]}${host}`.length)}`
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
  const inflated = () => inflateRawSync(content, { maxOutputLength: mostBytes }).toString()
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
