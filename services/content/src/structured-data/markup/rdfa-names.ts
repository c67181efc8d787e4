import type { Marked } from '../html/page.ts'
import type { Report } from '../model.ts'
import { ofSchemaOrg, schemaOrg } from '../names.ts'
import { wordsOf } from './text.ts'

export type Naming = { vocabulary: string | null; prefixes: Prefixes }
/** The innermost element wins. */
type Prefixes = { own: ReadonlyMap<string, string>; outer: Prefixes | null; depth: number }

const maxPrefixDepth = 50

/** The commonly used part of RDFa's initial context. */
export const initialNaming: Naming = {
  vocabulary: null,
  prefixes: {
    outer: null,
    depth: 0,
    own: new Map([
      ['schema', schemaOrg],
      ['og', 'http://ogp.me/ns#'],
      ['dc', 'http://purl.org/dc/terms/'],
      ['dcterms', 'http://purl.org/dc/terms/'],
      ['foaf', 'http://xmlns.com/foaf/0.1/'],
      ['rdf', 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'],
      ['rdfs', 'http://www.w3.org/2000/01/rdf-schema#'],
    ]),
  },
}

/** HTML link types that would otherwise become properties. */
const linkTypes = new Set(
  'alternate bookmark canonical dns-prefetch external help icon manifest me modulepreload next nofollow noopener noreferrer opener pingback preconnect prefetch preload prev search shortlink stylesheet tag ugc sponsored'.split(
    ' ',
  ),
)

/** Wrong when joined to a name, but search engines accept it. */
const withoutSlash = /^https?:\/\/(www\.)?schema\.org$/i

export function namingWithin({ at, attributes }: Marked, outer: Naming, report: Report): Naming {
  const vocab = attributes.get('vocab')?.trim()
  if (vocab !== undefined && withoutSlash.test(vocab)) {
    report('CONTEXT_UNKNOWN', `vocab "${vocab}" needs a slash at the end: write "https://schema.org/"`, { at })
  }
  const prefix = wordsOf(attributes.get('prefix'))
  const vocabulary = vocab === undefined ? outer.vocabulary : vocab || null
  if (prefix.length < 2 || outer.prefixes.depth >= maxPrefixDepth) return { vocabulary, prefixes: outer.prefixes }
  const own = new Map<string, string>()
  for (let i = 0; i + 1 < prefix.length; i += 2) {
    own.set((prefix[i] ?? '').replace(/:$/, '').toLowerCase(), prefix[i + 1] ?? '')
  }
  return { vocabulary, prefixes: { own, outer: outer.prefixes, depth: outer.prefixes.depth + 1 } }
}

/** Names without a vocabulary mean nothing in RDFa. */
export function namesIn(attribute: string | undefined, naming: Naming): string[] {
  return wordsOf(attribute).flatMap((word) => nameOf(word, naming) ?? [])
}

export const rdfType = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'

/** May have a prefix. */
export function addressIn(attribute: string, naming: Naming): string {
  return attribute.includes(':') ? (nameOf(attribute.trim(), naming) ?? attribute) : attribute
}

/** Without HTML link types. */
export function relationsIn(attribute: string | undefined, naming: Naming): string[] {
  return wordsOf(attribute)
    .filter((word) => !linkTypes.has(word.toLowerCase()))
    .flatMap((word) => nameOf(word, naming) ?? [])
}

function nameOf(word: string, { vocabulary, prefixes }: Naming): string | null {
  const colon = word.indexOf(':')
  if (colon === -1) {
    if (vocabulary === null) return null
    const joint = /[/#]$/.test(vocabulary) ? '' : '/'
    return ofSchemaOrg(vocabulary + joint + word)
  }
  const prefix = meaningOf(word.slice(0, colon).toLowerCase(), prefixes)
  return ofSchemaOrg(prefix === null ? word : prefix + word.slice(colon + 1))
}

function meaningOf(prefix: string, innermost: Prefixes): string | null {
  for (let prefixes: Prefixes | null = innermost; prefixes; prefixes = prefixes.outer) {
    const meaning = prefixes.own.get(prefix)
    if (meaning !== undefined) return meaning
  }
  return null
}
