import type { Json } from '../json/scan.ts'
import { ofSchemaOrg, schemaOrg } from '../names.ts'

export type Term = {
  /** Null removes the meaning; undefined leaves it to the vocabulary. */
  id?: string | null
  /** An object keyed by language or index. */
  isMap?: true
  isReference?: true
}

/** Meanings of names in scope. Remote contexts are reported, never fetched. */
export type Context = {
  vocabulary: string | null
  terms: ReadonlyMap<string, Term>
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
/** Terms of schema.org's context besides its vocabulary. */
const schemaTerms = new Map<string, Term>([
  ['id', { id: '@id' }],
  ['type', { id: '@type' }],
  ['schema', { id: schemaOrg }],
])

/** Every name is looked up in all contexts. */
const maxContexts = 50

export function extendContext(outer: Context, json: Json, report: ContextReport): Context {
  if (json.kind !== 'array') return extended(outer, json, report)
  const read = json.items.slice(0, maxContexts)
  const context = read.reduce((inner, item) => extended(inner, item, report), outer)
  if (read.length === json.items.length) return context
  report('CONTEXT_UNSUPPORTED', `Only the first ${maxContexts} contexts of a list are read`, json.at)
  return { ...context, isPartlyRead: true }
}

function extended(outer: Context, json: Json, report: ContextReport): Context {
  if (json.kind === 'null') return noContext
  if (json.kind === 'text') return named(outer, json.text.trim(), json.at, report)
  if (json.kind !== 'object') return outer
  const terms = new Map<string, Term>()
  let { vocabulary } = outer
  const unread = new Set<string>()
  for (const { key, value } of json.members) {
    if (key === '@vocab') vocabulary = value.kind === 'text' ? value.text : null
    else if (!key.startsWith('@')) terms.set(key, termOf(value, unread))
    else if (!plainKeywords.includes(key)) unread.add(key)
  }
  const context: Context = { ...outer, vocabulary, terms, outer }
  if (unread.size === 0) return context
  const parts = [...unread].slice(0, 5).join(', ')
  report(
    'CONTEXT_UNSUPPORTED',
    `${parts} in a context is not supported, so the names below it were not checked`,
    json.at,
  )
  return { ...context, isPartlyRead: true }
}

function named(outer: Context, address: string, at: number, report: ContextReport): Context {
  const isOwn = own.test(address)
  if (!isOwn && !meant.test(address)) {
    report(
      'CONTEXT_UNSUPPORTED',
      `The context ${shown(address)} is not loaded, so the names below it were not checked`,
      at,
    )
    return { ...outer, isPartlyRead: true }
  }
  if (!isOwn) {
    report(
      'CONTEXT_UNKNOWN',
      `The context ${shown(address)} is not the one of schema.org: write "https://schema.org"`,
      at,
    )
  }
  return { ...outer, vocabulary: schemaOrg, terms: schemaTerms, outer }
}

/** Keywords without effect on the check. */
const plainKeywords = ['@base', '@language', '@direction', '@version', '@protected', '@type']
const plainParts = ['@id', '@type', '@container', '@language', '@direction', '@protected', '@prefix']
const maps = ['@language', '@index']
const containers = [...maps, '@list', '@set']

/** Adds unsupported definitions to `unread`. */
function termOf(json: Json, unread: Set<string>): Term {
  if (json.kind === 'text') return { id: json.text }
  if (json.kind !== 'object') return json.kind === 'null' ? { id: null } : {}
  const parts = new Map(json.members.map(({ key, value }) => [key, value]))
  for (const key of parts.keys()) if (!plainParts.includes(key)) unread.add(key.slice(0, 60))
  const id = parts.get('@id')
  const type = parts.get('@type')
  if (type?.kind === 'text' && type.text === '@json') unread.add('@type @json')
  const held = textsOf(parts.get('@container'))
  for (const each of held) if (!containers.includes(each)) unread.add(`@container ${each.slice(0, 60)}`)
  return {
    ...(id?.kind === 'text' && { id: id.text }),
    ...(id?.kind === 'null' && { id: null }),
    ...(held.some((each) => maps.includes(each)) && { isMap: true }),
    ...(type?.kind === 'text' && type.text === '@id' && { isReference: true }),
  }
}

export function textsOf(json: Json | undefined): string[] {
  if (json?.kind === 'array') return json.items.flatMap((item) => (item.kind === 'text' ? [item.text] : []))
  return json?.kind === 'text' ? [json.text] : []
}

export function definitionOf(term: string, innermost: Context): Term | undefined {
  for (let context: Context | null = innermost; context; context = context.outer) {
    const found = context.terms.get(term)
    if (found) return found
  }
  return undefined
}

function meaningOf(term: string, context: Context): string | null {
  return definitionOf(term, context)?.id ?? null
}

/** A key's or type's meaning: keyword, schema.org name, address, or `:name` without a vocabulary. */
export function expand(name: string, context: Context): string {
  if (definitionOf(name, context)?.id === null) return `:${name}`
  let term = name
  // Terms may refer to terms; a cycle means nothing.
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
