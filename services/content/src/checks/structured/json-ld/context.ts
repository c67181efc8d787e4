import type { Json } from '../json/scan.ts'
import { ofSchemaOrg, schemaOrg } from '../names.ts'

/** What names mean at a place of a document. Nothing is ever fetched: a context elsewhere is reported and left out. */
export type Context = {
  vocabulary: string | null
  /** Terms given here; null takes one of the outer context away. */
  terms: ReadonlyMap<string, string | null>
  outer: Context | null
  isPartlyRead?: true
}
export type ContextReport = (
  code: 'CONTEXT_UNKNOWN' | 'CONTEXT_UNSUPPORTED' | 'CONTEXT_MISSING',
  message: string,
  at: number,
) => void

export const noContext: Context = { vocabulary: null, terms: new Map(), outer: null }
const own = /^https?:\/\/(www\.)?schema\.org\/?(#.*|docs\/jsonldcontext\.json(ld)?)?$/i
const meant = /schema\.?org|shema\.org/i
/** Names that schema.org's own context gives, besides its vocabulary. */
const schemaTerms = new Map([
  ['id', '@id'],
  ['type', '@type'],
  ['schema', schemaOrg],
])

/** The context within an object that has `@context`. */
export function extendContext(outer: Context, json: Json, report: ContextReport): Context {
  if (json.kind === 'null') return noContext
  if (json.kind === 'array') return json.items.reduce((context, item) => extendContext(context, item, report), outer)
  if (json.kind === 'text') return named(outer, json.text.trim(), json.at, report)
  if (json.kind !== 'object') return outer
  const terms = new Map<string, string | null>()
  let { vocabulary } = outer
  for (const { key, value } of json.members) {
    if (key === '@vocab') vocabulary = value.kind === 'text' ? value.text : null
    else if (!key.startsWith('@')) define(terms, key, value)
  }
  return { ...outer, vocabulary, terms, outer }
}

function named(outer: Context, address: string, at: number, report: ContextReport): Context {
  const isOwn = own.test(address)
  if (!isOwn && !meant.test(address)) {
    report('CONTEXT_UNSUPPORTED', `The context ${shown(address)} is not read: its names stay unknown`, at)
    return { ...outer, isPartlyRead: true }
  }
  if (!isOwn) {
    report('CONTEXT_UNKNOWN', `The context ${shown(address)} is not schema.org's: write "https://schema.org"`, at)
  }
  return { ...outer, vocabulary: schemaOrg, terms: schemaTerms, outer }
}

function define(terms: Map<string, string | null>, key: string, value: Json): void {
  if (value.kind === 'text') terms.set(key, value.text)
  if (value.kind === 'null') terms.set(key, null)
  if (value.kind !== 'object') return
  const id = value.members.find((member) => member.key === '@id')?.value
  if (id?.kind === 'text') terms.set(key, id.text)
}

function meaningOf(term: string, innermost: Context): string | null {
  for (let context: Context | null = innermost; context; context = context.outer) {
    const meaning = context.terms.get(term)
    if (meaning !== undefined) return meaning
  }
  return null
}

/** What a key or a type means: a keyword, a short name of schema.org, an address, or `:name` without a vocabulary. */
export function expand(name: string, context: Context): string {
  let term = name
  // A term may be given by another one; in a circle it means nothing.
  for (let hops = 0; hops < 5; hops++) {
    if (term.startsWith('@')) return term
    const known = meaningOf(term, context)
    if (known !== null && known !== term) {
      term = known
      continue
    }
    const colon = term.indexOf(':')
    if (colon === -1) return context.vocabulary === null ? `:${term}` : ofSchemaOrg(context.vocabulary + term)
    const prefix = meaningOf(term.slice(0, colon), context)
    if (prefix === null || term.startsWith('//', colon + 1)) break
    term = prefix + term.slice(colon + 1)
  }
  return ofSchemaOrg(term)
}

function shown(address: string): string {
  return JSON.stringify(address.slice(0, 100))
}
