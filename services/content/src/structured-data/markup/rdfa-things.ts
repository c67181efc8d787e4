import type { Marked, Page } from '../html/page.ts'
import { type Item, maxItemDepth, type Reading, type Value } from '../model.ts'
import { addressIn, type Naming, rdfType } from './rdfa-names.ts'
import { textOf } from './text.ts'

export type Subject = { item: Item; depth: number }
/** `rel` (forth) and `rev` (back). */
export type Relations = { forth: string[]; back: string[] }
export type Pass = Reading & { page: Page; byId: Map<string, Subject>; subjects: Subject[]; nested: Set<Item> }

export function resourceOf(attributes: Marked['attributes']): string | undefined {
  return attributes.get('resource') ?? attributes.get('href') ?? attributes.get('src')
}

export function subjectFor(id: string | null, { at }: Marked, depth: number, pass: Pass): Subject | null {
  const known = id === null ? undefined : pass.byId.get(id)
  if (known) return known
  if (depth > maxItemDepth) {
    pass.report('LIMIT_DEPTH', `Items more than ${maxItemDepth} levels deep are left out`, { at })
    return null
  }
  if (!pass.limits.takeItem(at)) return null
  const item: Item = { format: 'rdfa', at, types: [], id, properties: new Map(), path: null }
  const subject = { item, depth }
  pass.subjects.push(subject)
  if (id !== null) pass.byId.set(id, subject)
  return subject
}

/** Properties without a subject describe the page. */
export function pageSubject(properties: string[], pass: Pass): Subject | null {
  const [first] = pass.page.marked
  return properties.length > 0 && first ? subjectFor('', first, 0, pass) : null
}

export function addTypes({ item }: Subject, types: string[]): void {
  for (const type of types) if (!item.types.includes(type)) item.types.push(type)
}

/** `property="rdf:type"` with a type's address. */
export function addType(subject: Subject, attributes: Marked['attributes'], naming: Naming): void {
  const type = resourceOf(attributes)
  if (type !== undefined) addTypes(subject, [addressIn(type, naming)])
}

export function relate(
  subject: Subject,
  object: Subject,
  { forth, back }: Relations,
  element: Marked,
  pass: Pass,
): void {
  addAll(subject, forth, () => held(object, element, pass), pass)
  addAll(object, back, () => pointerTo(subject, element), pass)
}

/** Unnamed things get an id no page can use. */
function pointerTo({ item }: Subject, { at }: Marked): Value {
  item.id ??= `_:${item.at}`
  return { kind: 'ref', at, id: item.id }
}

/** Nested in the thing whose element created it, else referenced: no cycles. */
export function held(subject: Subject, { at }: Marked, pass: Pass): Value {
  const { item } = subject
  const isOwn = item.at === at && !pass.nested.has(item)
  if (!isOwn) return { kind: 'ref', at, id: item.id ?? '' }
  pass.nested.add(item)
  return { kind: 'item', at, item }
}

export function literalOf(element: Marked, pass: Pass): Value {
  const { at, attributes } = element
  const given = attributes.get('content') ?? attributes.get('datetime')
  if (given !== undefined) return { kind: 'text', at, text: given }
  const resource = attributes.get('resource')
  const link = attributes.get('href') ?? attributes.get('src')
  if (resource !== undefined && !attributes.has('datatype')) return { kind: 'ref', at, id: resource }
  if (link !== undefined && !attributes.has('datatype')) return { kind: 'link', at, text: link }
  return { kind: 'text', at, text: textOf(element, pass.page, pass.limits) }
}

export function addAll(subject: Subject, properties: string[], value: () => Value, pass: Pass): void {
  if (properties.length === 0) return
  const { item } = subject
  const one = value()
  for (const name of properties) {
    if (name === rdfType) continue
    if (!pass.limits.takeValue(one.at)) return
    const known = item.properties.get(name)
    if (known) known.push(one)
    else item.properties.set(name, [one])
  }
}
