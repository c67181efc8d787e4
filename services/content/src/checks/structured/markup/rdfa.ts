import type { Marked, Page } from '../html/page.ts'
import { type Item, maxItemDepth, type Reading, type Value } from '../model.ts'
import { isOwnName } from '../names.ts'
import { initialNaming, type Naming, namesIn, namingWithin, relationsIn } from './rdfa-names.ts'
import { textOf } from './text.ts'

/** A thing that a page speaks of, and how deep it is within others. */
type Subject = { item: Item; depth: number }
/** What the elements within one inherit: names, the thing they speak of, relations that wait for their object. */
type State = { naming: Naming; subject: Subject | null; waiting: { names: string[]; of: Subject } | null }
type Pass = Reading & { page: Page; byId: Map<string, Subject>; subjects: Subject[]; nested: Set<Item> }

/** Adds the RDFa items of a page (RDFa Lite, and what pages use of RDFa 1.1 besides). */
export function readRdfa(page: Page, reading: Reading): void {
  const pass: Pass = { ...reading, page, byId: new Map(), subjects: [], nested: new Set() }
  const states = new Map<Marked, State>()
  const outermost: State = { naming: initialNaming, subject: null, waiting: null }
  for (const element of page.marked) {
    const outer = (element.parent && states.get(element.parent)) ?? outermost
    states.set(element, stateWithin(element, outer, pass))
  }
  for (const { item } of pass.subjects) if (!pass.nested.has(item) && saysSomething(item)) pass.roots.push(item)
}

/** Properties of the page itself, such as Open Graph's, are no item. */
function saysSomething({ types, properties }: Item): boolean {
  return types.length > 0 || [...properties.keys()].some(isOwnName)
}

function stateWithin(element: Marked, outer: State, pass: Pass): State {
  const { attributes } = element
  const naming = namingWithin(element, outer.naming, pass.report)
  const types = namesIn(attributes.get('typeof'), naming)
  const properties = namesIn(attributes.get('property'), naming)
  const relations = relationsIn(attributes.get('rel'), naming)
  const isTyped = attributes.has('typeof')
  if (!isTyped && properties.length === 0 && relations.length === 0 && !names(attributes)) return { ...outer, naming }
  if (relations.length > 0) return related(element, { ...outer, naming }, types, relations, pass)

  const about = attributes.get('about')
  const isNested = properties.length > 0 && !attributes.has('content') && !attributes.has('datatype')
  const own = about ?? (isNested ? undefined : resourceOf(attributes))
  const isNew = own !== undefined || (isTyped && !isNested)
  const subject = isNew ? subjectFor(own ?? null, element, 0, pass) : (outer.subject ?? pageSubject(properties, pass))
  if (isNew && subject) complete(outer, subject, element, pass)
  if (!subject) return { ...outer, naming }
  if (!isNested || about !== undefined || !isTyped) {
    subject.item.types.push(...fresh(types, subject.item))
    addAll(subject, properties, () => literalOf(element, pass), pass)
    return { naming, subject, waiting: null }
  }
  const inner = subjectFor(resourceOf(attributes) ?? null, element, subject.depth + 1, pass)
  if (!inner) return { naming, subject: null, waiting: null }
  inner.item.types.push(...fresh(types, inner.item))
  addAll(subject, properties, () => held(inner, element, pass), pass)
  return { naming, subject: inner, waiting: null }
}

/** An element with `rel`: its object is what it names, what it types, or what its descendants speak of. */
function related(element: Marked, outer: State, types: string[], relations: string[], pass: Pass): State {
  const { attributes } = element
  const about = attributes.get('about')
  const subject =
    about === undefined ? (outer.subject ?? pageSubject(relations, pass)) : subjectFor(about, element, 0, pass)
  if (!subject) return outer
  if (about !== undefined) {
    subject.item.types.push(...fresh(types, subject.item))
    complete(outer, subject, element, pass)
  }
  const resource = resourceOf(attributes)
  const isTyped = attributes.has('typeof') && about === undefined
  if (resource === undefined && !isTyped) return { ...outer, subject, waiting: { names: relations, of: subject } }
  const object = subjectFor(resource ?? null, element, subject.depth + 1, pass)
  if (!object) return { ...outer, subject: null, waiting: null }
  if (isTyped) object.item.types.push(...fresh(types, object.item))
  addAll(subject, relations, () => held(object, element, pass), pass)
  return { naming: outer.naming, subject: object, waiting: null }
}

function names(attributes: Marked['attributes']): boolean {
  return attributes.has('about') || attributes.has('resource')
}

function resourceOf(attributes: Marked['attributes']): string | undefined {
  return attributes.get('resource') ?? attributes.get('href') ?? attributes.get('src')
}

function fresh(types: string[], item: Item): string[] {
  return types.filter((type) => !item.types.includes(type))
}

function subjectFor(id: string | null, { at }: Marked, depth: number, pass: Pass): Subject | null {
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

/** What no element names is said of the page. */
function pageSubject(properties: string[], pass: Pass): Subject | null {
  const [first] = pass.page.marked
  return properties.length > 0 && first ? subjectFor('', first, 0, pass) : null
}

function complete({ waiting }: State, subject: Subject, element: Marked, pass: Pass): void {
  if (!waiting || subject.depth > 0) return
  if (waiting.of.depth >= maxItemDepth) return
  subject.depth = waiting.of.depth + 1
  addAll(waiting.of, waiting.names, () => held(subject, element, pass), pass)
}

/** A thing is within the one whose element made it; elsewhere it is referred to, so that no circle appears. */
function held(subject: Subject, { at }: Marked, pass: Pass): Value {
  const { item } = subject
  const isOwn = item.at === at && !pass.nested.has(item)
  if (!isOwn) return { kind: 'ref', at, id: item.id ?? '' }
  pass.nested.add(item)
  return { kind: 'item', at, item }
}

function literalOf(element: Marked, pass: Pass): Value {
  const { at, attributes } = element
  const given = attributes.get('content') ?? attributes.get('datetime')
  if (given !== undefined) return { kind: 'text', at, text: given }
  const resource = attributes.get('resource')
  const link = attributes.get('href') ?? attributes.get('src')
  if (resource !== undefined && !attributes.has('datatype')) return { kind: 'ref', at, id: resource }
  if (link !== undefined && !attributes.has('datatype')) return { kind: 'link', at, text: link }
  return { kind: 'text', at, text: textOf(element, pass.page, pass.limits) }
}

function addAll(subject: Subject, properties: string[], value: () => Value, pass: Pass): void {
  if (properties.length === 0) return
  const { item } = subject
  const one = value()
  for (const name of properties) {
    if (!pass.limits.takeValue(one.at)) return
    const known = item.properties.get(name)
    if (known) known.push(one)
    else item.properties.set(name, [one])
  }
}
